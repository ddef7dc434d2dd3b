"""The setting of the separation: two data sets, some mechanisms, one threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Rational, symbols

from proofkit.attention import Attention, DataSet, Unit, Weights, linear, softmax
from proofkit.attention import parameters as declared
from proofkit.attention.mechanisms import DEFAULT, find
from proofkit.attention.needle import needle_data
from proofkit.attention.units import AnyUnit
from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.foundations.exact import shorten
from proofkit.language.parameters import Parameter, Values, resolve

PARAMETERS: tuple[Parameter, ...] = (
    declared.TOKENS,
    declared.COLUMNS,
    declared.COPIES,
    declared.NEEDLE_D0,
    declared.NEEDLE_D1,
    declared.CLASS,
    declared.BIAS,
    declared.NEURONS,
    declared.FAILURE,
)
DATA_PARAMETERS = PARAMETERS[:-2]
"""Those that the contexts depend on; `m` and `delta` belong to the network."""

n, d, t, m = symbols("n d t m", positive=True)
a0, a1, b, c = symbols("a0 a1 b c", real=True)

D0 = needle_data("D0", n=n, d=d, t=t, a=a0, b=b, c=c)
D1 = needle_data("D1", n=n, d=d, t=t, a=a1, b=b, c=c)
TAU: Expr = c + Rational(1, 10)
"""What a context has to pass, in units of `sqrt(log(n))` like the contexts themselves."""

MECHANISMS: Mapping[str, Unit] = {unit.name: unit for unit in (softmax, linear)}
"""The two of the paper, which every question begins with."""

MAX_MECHANISMS = 32
QUANTITIES = ("fires-d1", "silent-d0", "silent-d1", "separates", "blind")
"""Of the network: F(D1) > 0; F(D0) = 0; F(D1) = 0; F(D1) > 0 and F(D0) = 0; F(D1) = F(D0) = 0."""

MEANING: Mapping[str, str] = {
    "fires-d1": "F(D1) > 0",
    "silent-d0": "F(D0) = 0",
    "silent-d1": "F(D1) = 0",
    "separates": "F(D1) > 0 and F(D0) = 0",
    "blind": "F(D1) = F(D0) = 0",
}


@dataclass(frozen=True)
class Setting:
    """One choice of all parameters, of the weights, and of the mechanisms by name."""

    values: Values
    weights: Weights = Weights.ONES
    mechanisms: tuple[str, ...] = DEFAULT

    @property
    def neurons(self) -> int:
        return self.values["m"].numerator

    @property
    def data_values(self) -> dict[str, Fraction]:
        return {p.name: self.values[p.name] for p in DATA_PARAMETERS}

    def attentions(self, mechanism: str, data: DataSet) -> tuple[Attention, ...]:
        """Attention on the data: every query is one of some member."""
        return find(mechanism).attentions(data, self.data_values, self.weights)

    def attention(self, unit: AnyUnit, data: DataSet) -> Attention:
        return Attention(data, unit, self.weights)


def setting(
    given: Mapping[str, object],
    weights: str = Weights.ONES.value,
    mechanisms: Sequence[str] = (),
) -> Setting:
    """The setting a person asks for, with every number checked; the named mechanisms come
    after the two of the paper."""
    known = {choice.value: choice for choice in Weights}
    if weights not in known:
        raise UnknownName(f"weights {shorten(repr(weights))} are not one of {', '.join(known)}")
    values = resolve(given, PARAMETERS)
    if not 0 < values["delta"] < Fraction(1, 10):
        raise InputError(
            f"delta: expected a number between 0 and 1/10, got {shorten(str(values['delta']))}"
        )
    names = tuple(dict.fromkeys((*DEFAULT, *mechanisms)))
    if len(names) > MAX_MECHANISMS:
        raise LimitExceeded(f"--mechanism: at most {MAX_MECHANISMS} at a time, got {len(names)}")
    for name in names:
        find(name)
    return Setting(values, known[weights], names)

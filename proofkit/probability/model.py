"""A question about a network: a declared separation, all parameters, and the mechanisms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from proofkit.attention import Attention, DataSet, Unit, Weights, linear, softmax
from proofkit.attention.mechanisms import DEFAULT, find
from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.foundations.exact import shorten
from proofkit.language.parameters import Values, resolve
from proofkit.probability.separation import Separation, called

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
TOGETHER: Mapping[str, tuple[str, str]] = {
    "separates": ("fires-d1", "silent-d0"),
    "blind": ("silent-d1", "silent-d0"),
}
"""What is meant when two things happen together."""


@dataclass(frozen=True)
class Setting:
    """One choice of all parameters, of the weights, and of the mechanisms by name, for a
    separation that is known by its name too, so that a setting travels between processes."""

    values: Values
    weights: Weights = Weights.ONES
    mechanisms: tuple[str, ...] = DEFAULT
    name: str = ""

    @property
    def separation(self) -> Separation:
        return called(self.name)

    @property
    def neurons(self) -> int:
        return self.values[self.separation.neurons.name].numerator

    @property
    def goal(self) -> Fraction:
        """The probability that the theorem promises."""
        return 1 - self.values[self.separation.failure.name]

    @property
    def data_values(self) -> dict[str, Fraction]:
        """What the contexts depend on."""
        return {p.name: self.values[p.name] for p in self.separation.parameters}

    def attentions(self, mechanism: str, data: DataSet) -> tuple[Attention, ...]:
        """Attention on the data: every query is one of some member."""
        return find(mechanism).attentions(data, self.data_values, self.weights)


def setting(
    given: Mapping[str, object],
    weights: str = Weights.ONES.value,
    mechanisms: Sequence[str] = (),
    name: str = "",
) -> Setting:
    """The setting a person asks for, with every number checked; the named mechanisms come
    after the two of the paper."""
    known = {choice.value: choice for choice in Weights}
    if weights not in known:
        raise UnknownName(f"weights {shorten(repr(weights))} are not one of {', '.join(known)}")
    separation = called(name)
    values = resolve(given, separation.all_parameters)
    failure = separation.failure.name
    if not 0 < values[failure] < Fraction(1, 10):
        raise InputError(
            f"{failure}: expected a number between 0 and 1/10, got {shorten(str(values[failure]))}"
        )
    names = tuple(dict.fromkeys((*DEFAULT, *mechanisms)))
    if len(names) > MAX_MECHANISMS:
        raise LimitExceeded(f"--mechanism: at most {MAX_MECHANISMS} at a time, got {len(names)}")
    for one in names:
        find(one)
    return Setting(values, known[weights], names, separation.id)

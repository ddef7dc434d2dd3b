"""All mechanisms beside each other: how much they prefer the needle, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from sympy import Expr

from proofkit.attention import Attention
from proofkit.attention.mechanisms import Chosen, find, shown
from proofkit.foundations.decimals import decimal
from proofkit.foundations.errors import Undefined
from proofkit.foundations.progress import Progress
from proofkit.kernel import points
from proofkit.kernel.interval import Interval, exact
from proofkit.kernel.points import precision
from proofkit.language.from_sympy import from_sympy
from proofkit.probability.answers import networks, reaches
from proofkit.probability.model import Setting, setting
from proofkit.probability.network import Network, require_digits
from proofkit.probability.preference import QUERIES, preference, written_out

DIGITS = 6
INFINITE = "infinite"
SEPARATES, DEAF, BOTH, SOMETIMES = "separates", "deaf", "hears both", "between"
VERDICTS: Mapping[str, str] = {
    SEPARATES: "P(F(D1) > 0 and F(D0) = 0) >= 1 - delta",
    DEAF: "P(F(D1) = 0) >= 1 - delta",
    BOTH: "P(F(D1) > 0) >= 1 - delta and P(F(D0) > 0) >= 1 - delta",
    SOMETIMES: "none of these",
}


@dataclass(frozen=True)
class Row:
    """One mechanism: its preference by data set and query, the weight that the needle of D1
    gives itself, the number that bounds `half`, and what the network does; all as text."""

    chosen: Chosen
    rho: Mapping[str, Mapping[str, str]]
    weight: str
    half: str
    exact: Mapping[str, str]
    verdict: str


@dataclass(frozen=True)
class Comparison:
    """What `mechanisms` prints."""

    setting: Setting
    rows: tuple[Row, ...]


def compare(
    given: Mapping[str, object],
    mechanisms: Sequence[str] = (),
    digits: int = DIGITS,
    progress: Progress | None = None,
) -> Comparison:
    """Every installed mechanism at the given parameters, and those that are named."""
    require_digits(digits)
    base = setting(given)
    names = dict.fromkeys((*shown(base.values), *setting({}, mechanisms=mechanisms).mechanisms))
    rows = []
    for name in names:
        rows.append(_row(replace(base, mechanisms=(name,)), name, digits))
        if progress:
            progress(len(rows), len(names), name)
    return Comparison(base, tuple(rows))


def _row(chosen: Setting, name: str, digits: int) -> Row:
    mechanism, separation = find(name), chosen.separation
    network, undecided = networks(chosen)[name]
    quantities = ("separates", "fires-d1", "silent-d0")
    values = {q: network.decimal(q, digits) for q in quantities} if network else {}
    half = mechanism.mechanism.half
    bound = half.bound(separation.strength, separation.tokens) if half and half.bound else None
    return Row(
        mechanism,
        {
            data.name: {
                query: _read(chosen, partial(preference, mechanism.attention(data), query), digits)
                for query in QUERIES
            }
            for data in separation.data
        },
        _read(chosen, partial(_weight, mechanism.attention(separation.d1)), digits),
        "" if bound is None else _decimal(chosen, bound, digits),
        values,
        verdict(network, chosen.goal) if network else f"undecided: {undecided}",
    )


def verdict(network: Network, goal: Fraction) -> str:
    """What the network does with a probability that reaches the goal, `1 - delta`."""

    def fires_d0(bits: int) -> Interval:
        with precision(bits):
            return exact(Fraction(1)) - network.enclose("silent-d0", bits)

    hears = reaches(lambda bits: network.enclose("fires-d1", bits), goal)
    answers = {
        SEPARATES: reaches(lambda bits: network.enclose("separates", bits), goal),
        DEAF: reaches(lambda bits: network.enclose("silent-d1", bits), goal),
        BOTH: reaches(fires_d0, goal) if hears == "yes" else hears,
    }
    if "undecided" in answers.values():
        return "undecided"
    return next((name for name, answer in answers.items() if answer == "yes"), SOMETIMES)


def _weight(attention: Attention, chosen: Setting) -> Expr:
    return written_out(attention, attention.f("needle", "needle"), chosen)


def _read(chosen: Setting, read: Callable[[Setting], Expr | None], digits: int) -> str:
    """A number that may be infinite or have no value here."""
    try:
        found = read(chosen)
    except Undefined:
        return ""
    return INFINITE if found is None else _decimal(chosen, found, digits)


def _decimal(chosen: Setting, term: Expr, digits: int) -> str:
    point = points.Point(chosen.separation.context, chosen.values)
    return decimal(lambda bits: point.enclose(from_sympy(term), bits), digits)

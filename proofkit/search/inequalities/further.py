"""Simple hypotheses under which a refuted statement may be true, the weakest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from proofkit.kernel.assumptions import Context, Fact, upwards
from proofkit.language.grammar.statements import read
from proofkit.language.terms import variables
from proofkit.language.words import RELATIONS
from proofkit.search.inequalities.numeric import Array, Numeric, silent
from proofkit.search.inequalities.sampling import gap, holding, sample

REALS = tuple(map(Fraction, ("-2", "-1", "-1/2", "0", "1/2", "1", "3/2", "2", "3", "4", "5", "10")))
INTEGERS = tuple(map(Fraction, range(-2, 13)))
INTERVALS = ("[-1, 1]", "[0, 1]", "(0, 1)", "(0, 1]", "[0, 2]")
SAMPLED = 600
FAR, FEW = 500, 6


def _candidates(kinds: Mapping[str, bool]) -> Iterator[str]:
    """Hypotheses on one unknown, on two in order, and on the signs of all reals."""
    few = kinds if len(kinds) <= FEW else {}
    for name, whole in few.items():
        for bound in INTEGERS if whole else REALS:
            yield from (f"{name} {sign} {bound}" for sign in ("<=", ">="))
            yield from (f"{name} {sign} {bound}" for sign in ("<", ">") if not whole)
        yield from (f"{name} in {interval}" for interval in INTERVALS if not whole)
    for one, other in combinations(few, 2):
        yield from (f"{one} {sign} {other}" for sign in ("<=", ">="))
    reals = [name for name, whole in kinds.items() if not whole]
    if len(reals) > 1:
        signs = (">= 0", "> 0", "<= 0", ">= 1", "<= 1", *(f"in {each}" for each in INTERVALS))
        yield from (f"{', '.join(reals)} {sign}" for sign in signs)


@silent
def promising(context: Context, facts: Sequence[Fact], witness: Mapping[str, str]) -> list[str]:
    """Candidates that no sampled point speaks against, the weakest first: those that hold far
    away, and among them those that hold at most of the points."""
    hypotheses = [upwards(fact) for fact in context.hypotheses.values()]
    names = sorted(context.parameters)
    points = sample(hypotheses, context.parameters, names, SAMPLED).points
    points = {name: np.append(column, _at(witness, name)) for name, column in points.items()}
    false = np.zeros(len(next(iter(points.values()), np.zeros(0))), bool)
    for fact in facts:
        false |= _failing(points, fact)
    kept: dict[str, tuple[bool, int]] = {}
    for source in _candidates(context.parameters):
        more = [upwards(fact) for fact in read(source, names).facts]
        here = holding(points, more)
        if here.any() and not (here & false).any():
            spoken = set().union(*(variables(side) for fact in more for side in fact[::2]))
            far = all((abs(points[name][here]) > FAR).any() for name in spoken)
            kept[source] = far, int(here.sum())
    return sorted(kept, key=lambda source: (*(-n for n in kept[source]), _is_open(source), source))


def _is_open(source: str) -> bool:
    return "=" not in source and "[" not in source


def _failing(points: Mapping[str, Array], fact: Fact) -> Array:
    """At which points the fact fails, by more than rounding; where it is strict, at those too
    where the sides seem to be equal."""
    v, e = Numeric(points).value(gap(fact))
    if fact[1] == "=":
        return np.asarray(abs(v) > 1e-7 + 1e3 * e)
    return np.asarray(v <= 8 * e if RELATIONS[fact[1]].strict else v < -8 * e)


def _at(witness: Mapping[str, str], name: str) -> float:
    """Where the statement is known to fail, in machine numbers."""
    try:
        return float(Fraction(witness[name]))
    except (KeyError, ValueError, OverflowError):
        return float("nan")

"""Subdivisions of a region on which enclosures settle an inequality."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import ProofkitError
from proofkit.kernel.scope import Context, Fact, Scope
from proofkit.kernel.terms import Term, subtract, variables
from proofkit.search.algebra import Node, scope_of, upwards

EVALUATIONS = 3_000


class Effort:
    """How many enclosures may still be tried for one goal, over all choices of hypotheses."""

    def __init__(self) -> None:
        self.left = EVALUATIONS

    def low(self, scope: Scope, term: Term) -> Any:
        """The lower end of an enclosure, or None."""
        self.left -= 1
        if self.left < 0:
            return None
        try:
            return scope.enclose(term).low
        except ProofkitError:
            return None


def subdivision(
    context: Context, goal: Fact, using: list[str], origin: Mapping[str, str], effort: Effort
) -> Iterator[Node]:
    """A node with a subdivision on whose pieces enclosures have the right sign."""
    common: Node = {"using": using, **({"origin": dict(origin)} if origin else {})}
    cuts = None if goal[1] == "=" else _cuts(context, goal, using, origin, effort)
    if cuts is not None:
        yield {"rule": "enclosure", **common, "cuts": cuts}


def _cuts(
    context: Context, goal: Fact, using: list[str], origin: Mapping[str, str], effort: Effort
) -> list[list[str]] | None:
    """Cut the region until every piece is enclosed with the right sign."""
    small, large = upwards(goal)
    difference = subtract(large, small)
    cuts: list[list[str]] = []
    try:
        pending = [(scope_of(context, using, origin), 0)]
    except ProofkitError:
        return None
    while pending:
        scope, depth = pending.pop()
        low = effort.low(scope, difference)
        if low is not None and (low > 0 or ("=" in goal[1] and low >= 0)):
            cuts.append([])
            continue
        halves = _best_halves(scope, difference, effort) if depth < 40 else None
        if halves is None:
            return None
        cut, below, above = halves
        cuts.append(cut)
        pending += [(above, depth + 1), (below, depth + 1)]
    return cuts


def _best_halves(
    scope: Scope, difference: Term, effort: Effort
) -> tuple[list[str], Scope, Scope] | None:
    """The cut after which the worse half is least bad."""
    best: tuple[list[str], Scope, Scope] | None = None
    best_score = None
    for name in _free_names(scope, difference):
        at = _middle(*scope.bounds(name))
        if at is None:
            continue
        below, above = scope.halves(name, at)
        lows = [low for half in (below, above) if (low := effort.low(half, difference)) is not None]
        if len(lows) == 2:
            score = (min(lows), max(lows))
            if best_score is None or score > best_score:
                best, best_score = ([name, str(at)], below, above), score
    return best


def _free_names(scope: Scope, term: Term) -> list[str]:
    found: set[str] = set()
    pending = set(variables(term))
    while pending:
        name = pending.pop()
        if name in scope.replaced:
            pending |= variables(scope.replaced[name])
        else:
            found.add(name)
    return sorted(found)


def _middle(low: Fraction | None, high: Fraction | None) -> Fraction | None:
    if low is None or low == high:
        return None
    if high is None:
        return max(Fraction(1), 2 * low)
    return (low + high) / 2

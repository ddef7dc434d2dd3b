"""Does every part of a statement have a value wherever the hypotheses hold? What the kernel does
not see at sight is proved first; where a part has none at some point, that is an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from proofkit.foundations.errors import Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel.assumptions import Context, Fact, Known, Trail
from proofkit.kernel.operations import OPERATIONS
from proofkit.kernel.points import Point, precision
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, NEGATIVE, POSITIVE, within
from proofkit.language.grammar.statements import Typed
from proofkit.language.grammar.tokens import problem
from proofkit.language.subterms import inner_first
from proofkit.language.terms import ZERO, Term, variable, whole_value
from proofkit.search.budget import Budget
from proofkit.search.inequalities.prover import FAILURES, Prover, surroundings
from proofkit.search.inequalities.system import System
from proofkit.search.inequalities.witness import Values, inhabitant, refutation
from proofkit.search.nodes import Node

SIDE_FUEL = 3
MANY = 30
SECONDS = 2.0


def partial(term: Term) -> Iterator[Term]:
    """Parts that need not have a value, the inner ones first."""
    for part in inner_first(term):
        if part.op == "log" or (part.op == "power" and (whole_value(part.args[1]) or -1) < 0):
            yield part


def needed(known: Known, part: Term) -> list[tuple[Fact, ...]]:
    """Facts each of which gives the part a value."""
    base = part.args[0]
    positive: Fact = (ZERO, "<", base)
    if part.op == "log":
        return [(positive,)]
    whole = whole_value(part.args[1])
    if whole is not None:
        return [(positive,), ((base, "<", ZERO),)]
    if known.is_integer(part.args[1]):
        return [((ZERO, "<=", part.args[1]),), (positive,), ((base, "<", ZERO),)]
    return [(positive,), ((ZERO, "<=", base), (ZERO, "<=", part.args[1]))]


def ensure(search: Prover, known: Known, facts: Sequence[Fact]) -> tuple[Known, list[Node]]:
    """The place where all sides have values at sight, with the facts that it took, and with the
    signs of variables that follow from the hypotheses."""
    known, entries = _signs(search, known, facts)
    for side in (side for fact in facts for side in fact[::2]):
        known, more = prepared(search, known, side, SIDE_FUEL)
        entries += more
    return known, entries


def _signs(search: Prover, known: Known, facts: Sequence[Fact]) -> tuple[Known, list[Node]]:
    """Variables that the facts together show to be on one side of 0."""
    entries: list[Node] = []
    names, _ = surroundings(known, [side for fact in facts for side in fact[::2]])
    for x in map(variable, [name for name in names if name in known.kinds]):
        side = search.is_positive(known, x)
        wanted: Fact = (ZERO, "<", x) if side > 0 else (x, "<", ZERO)
        if not side or known.sign(x) in (POSITIVE, NEGATIVE) or len(known.facts) > MANY:
            continue
        for relation in ("<", "<="):
            fact = (wanted[0], relation, wanted[2])
            if relation == "<=" and (
                within(known.sign(x), AT_LEAST_ZERO) or within(known.sign(x), AT_MOST_ZERO)
            ):
                break
            with suppress(*FAILURES):
                node = System(search, known, fact).up_to(1)
                if node is not None:
                    known, entries = search.add(known, entries, fact, node)
                    break
    return known, entries


def prepared(search: Prover, known: Known, term: Term, fuel: int) -> tuple[Known, list[Node]]:
    """The place where a term has a value at sight; `Undefined` if that is not found."""
    entries: list[Node] = []
    for part in partial(term):
        if OPERATIONS[part.op].has_value(known, part.args):
            continue
        found = _with_value(search, known, part, fuel)
        if found is None:
            raise Undefined(f"{part} is not shown to have a value")
        known, more = found
        entries += more
    return known, entries


def _with_value(
    search: Prover, known: Known, part: Term, fuel: int
) -> tuple[Known, list[Node]] | None:
    """The place where a part has a value: all ways to it with little fuel before any with more."""
    for least in range(fuel + 1):
        for facts in needed(known, part):
            found = _all(search, known, facts, least)
            if found is not None and OPERATIONS[part.op].has_value(found[0], part.args):
                return found
    return None


def _all(
    search: Prover, known: Known, facts: Sequence[Fact], fuel: int
) -> tuple[Known, list[Node]] | None:
    entries: list[Node] = []
    for fact in facts:
        node = search.briefly(SECONDS, lambda: search.prove(known, fact, fuel))  # noqa: B023
        if node is None:
            return None
        known, entries = search.add(known, entries, fact, node)
    return known, entries


def require(said: Typed, context: Context, budget: Budget) -> None:
    """An error that names the place of a part which has no value at a point that the
    hypotheses allow."""
    known = Known(context, Trail())
    for part, start, end in said.places:
        if part.op not in ("log", "power"):
            continue
        if OPERATIONS[part.op].has_value(known, part.args):
            continue
        point = _without(context, part, budget)
        if point is not None:
            at = ", ".join(f"{name} = {value}" for name, value in point.items())
            shown = shorten(said.source[start:end])
            raise problem(said.source, start, f"{shown} has no value at {at or 'any point'}")


def _without(context: Context, part: Term, budget: Budget) -> Values | None:
    """A point that the hypotheses allow at which the part has no value."""
    base = part.args[0]
    whole = part.op == "power" and whole_value(part.args[1])
    known = Known(context, Trail())
    if part.op == "log":
        return _refuted(context, (ZERO, "<", base), budget)
    if whole or known.is_integer(part.args[1]):
        if whole and whole > 0:
            return None
        vanishing = {"base": (base, "=", ZERO), "exponent": (part.args[1], "<", ZERO)}
        return _allowed(context, vanishing, budget)
    point = _refuted(context, (ZERO, "<=", base), budget)
    if point is not None and not _is_whole(context, part.args[1], point):
        return point
    return _allowed(
        context, {"base": (base, "=", ZERO), "exponent": (part.args[1], "<", ZERO)}, budget
    )


def _is_whole(context: Context, exponent: Term, point: Values) -> bool:
    with precision():
        found = Point(context, point).enclose(exponent, 64)
    return found.whole() is not None


def _allowed(context: Context, more: dict[str, Fact], budget: Budget) -> Values | None:
    """A point at which the hypotheses and some more facts hold."""
    facts = {**context.hypotheses, **more}
    place = Context(context.parameters, facts)
    return budget.within(SECONDS, lambda part: inhabitant(place, part))


def _refuted(context: Context, fact: Fact, budget: Budget) -> Values | None:
    return budget.within(SECONDS, lambda part: refutation(context, fact, part))

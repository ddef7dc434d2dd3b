"""The verdict on a step: proved with few hypotheses if possible; refuted only with all of them
and where nothing was left out; else what it lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from proofkit.language.words import OPPOSITE
from proofkit.questions.paper.query import Given, Query
from proofkit.questions.paper.relevance import attempts, relevant
from proofkit.questions.paper.results import LACKS, NOT_READ, OPEN, PROVED, REFUTED, Outcome
from proofkit.questions.paper.settle import NO_VALUE, TOO_LONG, Settled, question, settle

_WHOLE = re.compile(r"([nmkdtTNKMijlrs])(_.*)?")
"""Letters that are mostly integers."""

_NUMBER = re.compile(r"-?\d+(\.\d*)?(/\d+)?")
MOST_NAMES = 6
"""With more unbound names nothing is tried for them."""


def decide(query: Query, seconds: int) -> Outcome:
    """The verdict on one step; each question has so many seconds."""
    last, used = Settled("open"), list[Given]()
    own, sides = query.names, (query.left, query.right)
    if query.short is not None:
        own, sides = query.short_names, query.short
    statement = f"{sides[0]} {query.relation} {sides[1]}"
    for number, used in enumerate(attempts(query, own)):
        last = _settle(query, statement, used, seconds)
        if last.verdict == "proved":
            return _outcome(query, PROVED, used, last)
        if last.verdict == TOO_LONG:
            return Outcome(NOT_READ, last.why)
        if number == 0 and query.inserted is not None:
            found = _decide_inserted(query, query.inserted, seconds)
            if found is not None:
                return found
    if last.verdict in ("refuted", NO_VALUE):
        every = relevant(query)
        if every != used or query.short is not None:  # all that is said must hold at the point
            used, last = every, _settle(query, query.statement, every, seconds)
            if last.verdict == "proved":
                return _outcome(query, PROVED, used, last)
    return _unproved(query, used, last, seconds)


def _decide_inserted(query: Query, sides: tuple[str, str], seconds: int) -> Outcome | None:
    """Is the step proved with what names are defined as in their place?"""
    statement = f"{sides[0]} {query.relation} {sides[1]}"
    definitions = [g for g in query.given if g.defines in query.inserted_for]
    for used in attempts(query, query.inserted_names, query.inserted_for):
        settled = _settle(query, statement, used, seconds)
        if settled.verdict == "proved":
            return _outcome(query, PROVED, [*used, *definitions], settled)
    return None


def _settle(query: Query, statement: str, used: Sequence[Given], seconds: int) -> Settled:
    given = [each.text for each in used]
    return settle(question(statement, given, _integers(query, statement, given), seconds))


_NAME = re.compile(r"[A-Za-z]\w*")


def _integers(query: Query, statement: str, given: Iterable[str]) -> list[str]:
    there = set(_NAME.findall(" ".join((statement, *given))))
    return sorted(query.integers & there)


def _outcome(
    query: Query, verdict: str, used: Sequence[Given], settled: Settled, why: str = ""
) -> Outcome:
    given = tuple(dict.fromkeys(each.text for each in used))
    whole = tuple(_integers(query, query.statement, given))
    return Outcome(verdict, why, given, whole, dict(settled.witness), settled.lines)


def _unproved(query: Query, used: list[Given], last: Settled, seconds: int) -> Outcome:
    more = _lacking(query, used, seconds)
    if more is not None:
        return more
    if last.verdict == "refuted":
        return _refuted(query, used, last, seconds)
    if last.verdict == NO_VALUE:
        if query.unbound:
            return _outcome(query, LACKS, used, last, f"{_unbound(query)}; {last.why}")
        return _outcome(query, OPEN, used, last, last.why)
    why = "; ".join(filter(None, (_unbound(query) if query.unbound else "", last.why)))
    return _outcome(query, OPEN, used, last, why)


def _unbound(query: Query) -> str:
    names = ", ".join(query.unbound)
    return f"nothing is said of {names}"


def _refuted(query: Query, used: list[Given], last: Settled, seconds: int) -> Outcome:
    """A point at which the step fails is a refutation only if nothing was left out."""
    if query.names & query.parts:
        point = _fails_whatever_parts_are(query, used, last, seconds)
        if point is None:
            why = "it fails only where a part read as one unknown takes a value it may never have"
            return replace(_outcome(query, OPEN, used, last, why), witness={})
        last = replace(last, witness=point)
    if query.unbound:
        return _outcome(query, LACKS, used, last, _unbound(query))
    if query.unread:
        why = f"a condition is not read: {'; '.join(dict.fromkeys(query.unread))}"
        return _outcome(query, OPEN, used, last, why)
    if query.varying:
        return _outcome(query, OPEN, used, last, f"{', '.join(query.varying)} varies")
    return _outcome(query, REFUTED, used, last, _hint(query, used, seconds))


def _fails_whatever_parts_are(
    query: Query, used: Sequence[Given], last: Settled, seconds: int
) -> dict[str, str] | None:
    """The point without the parts, if the opposite is proved there for all their values."""
    opposite = OPPOSITE[query.relation]
    loose = query.parts
    point = {name: value for name, value in last.witness.items() if name not in loose}
    if len(opposite) != 1:
        return None
    about = [each.text for each in used if each.names & loose and not each.names - loose]
    fixed = [f"{name} = {value}" for name, value in point.items() if name in query.names]
    others = [
        each for each in used if each.names & loose and each.names - loose
    ]  # they tie a part to names: the point need not be one of theirs
    if others:
        return None
    statement = f"{query.left} {opposite[0]} {query.right}"
    given = [*about, *fixed]
    found = settle(question(statement, given, _integers(query, statement, given), seconds))
    return point if found.verdict == "proved" else None


# What a step lacks.


def _lacking(query: Query, used: Sequence[Given], seconds: int) -> Outcome | None:
    """The step with as few more hypotheses as prove it."""
    free = [name for name in sorted(query.names) if _has_no_sign(name, query, used)]
    if not free or len(free) > MOST_NAMES:
        return None
    brief = max(1, seconds // 2)
    for more in _candidates(free, query):
        settled = _with(query, used, more, brief)
        if settled.verdict == "proved":
            return _fewest(query, used, more, settled, brief)
    return None


Added = dict[str, tuple[tuple[str, ...], bool]]
"""Hypotheses for each name, and whether it is an integer."""


def _candidates(free: Sequence[str], query: Query) -> Iterator[Added]:
    """Signs, starts of integers, ranges."""
    yield {name: ((f"{name} > 0",), False) for name in free}
    whole = [n for n in free if _WHOLE.fullmatch(n) and n in query.unbound]
    for start in (1, 2) if whole else ():
        yield {
            n: ((f"{n} >= {start}",), True) if n in whole else ((f"{n} > 0",), False) for n in free
        }
    others = [name for name in free if name not in whole]
    if others:
        yield {
            **{n: ((f"{n} >= 1",), True) for n in whole},
            **{n: ((f"0 < {n}", f"{n} < 1"), False) for n in others},
        }
        yield {
            **{n: ((f"{n} >= 1",), True) for n in whole},
            **{n: ((f"{n} >= 1",), False) for n in others},
        }


def _with(query: Query, used: Sequence[Given], more: Added, seconds: int) -> Settled:
    given = [*(each.text for each in used), *(text for texts, _ in more.values() for text in texts)]
    whole = {name for name, (_, integer) in more.items() if integer}
    there = set(_NAME.findall(" ".join((query.statement, *given))))
    integers = sorted((query.integers | whole) & there)
    return settle(question(query.statement, given, integers, seconds))


def _fewest(
    query: Query, used: Sequence[Given], more: Added, settled: Settled, seconds: int
) -> Outcome:
    """Leave out each of the new hypotheses that the proof does not need."""
    for name, (texts, whole) in list(more.items()):
        weaker = {**more, name: (texts, False)} if whole else None
        for fewer in ({k: v for k, v in more.items() if k != name}, weaker):
            if fewer is not None:
                again = _with(query, used, fewer, seconds)
                if again.verdict == "proved":
                    more, settled = fewer, again
                    break
    said = [
        f"{name} integer {text.removeprefix(name).strip()}" if whole else text
        for name, (texts, whole) in more.items()
        for text in texts
    ]
    if not said:
        return _outcome(query, PROVED, used, settled)
    found = _outcome(query, LACKS, used, settled, f"it is proved if {', '.join(said)}")
    return replace(found, witness={})


def _has_no_sign(name: str, query: Query, used: Sequence[Given]) -> bool:
    """Is no number known below it, and is it a name?"""
    if name in query.parts:
        return False
    for each in used:
        left_is, right_is = each.left == name, each.right == name
        above = left_is and each.relation in (">", ">=") and _NUMBER.fullmatch(each.right)
        below = right_is and each.relation in ("<", "<=") and _NUMBER.fullmatch(each.left)
        if above or below or (left_is and each.relation == "="):
            return False
    return True


def _hint(query: Query, used: Sequence[Given], seconds: int) -> str:
    """Is it true from a later integer on?"""
    for each in used:
        start = each.right if each.relation == ">=" else each.left
        name = each.left if each.relation == ">=" else each.right
        if name not in query.integers & query.names or not start.isdigit():
            continue
        for later in (int(start) + 1, int(start) + 2):
            if _with(query, used, {name: ((f"{name} >= {later}",), True)}, seconds).verdict == (
                "proved"
            ):
                return f"it is proved if {name} >= {later}"
    return ""

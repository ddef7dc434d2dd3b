"""Which hypotheses a step is asked with: few and near ones first. Leaving one out is sound for a
proof; a refutation counts only with all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofkit.latex.hypotheses import DEFINITION
from proofkit.questions.paper.query import Given, Query


def relevant(query: Query) -> list[Given]:
    """The hypotheses that have to do with the step, over any number of others."""
    have, found = set(query.names), list[Given]()
    waiting = list(query.given)
    more = True
    while more:
        near = [given for given in waiting if given.names & have]
        more = bool(near)
        found += near
        waiting = [given for given in waiting if given not in near]
        have = have.union(*(given.names for given in near))
    order = {given: k for k, given in enumerate(query.given)}
    return sorted(dict.fromkeys(found), key=order.__getitem__)


def attempts(
    query: Query, own: frozenset[str], without: Sequence[str] = ()
) -> Iterator[list[Given]]:
    """Sets of hypotheses to try, from the nearest to all that matter; those that define names are
    left out where the names are put in."""
    matter = [given for given in relevant(query) if given.defines not in without]
    every = pruned(matter, own)
    near = [given for given in every if given.names <= own]
    hop = [
        given
        for given in every
        if given.how != DEFINITION and given.relation != "=" and given.names & own
    ]
    seen: list[list[Given]] = []
    for chosen in (near, hop, every):
        if chosen not in seen:
            seen.append(chosen)
            yield chosen


def pruned(given: Sequence[Given], own: frozenset[str]) -> list[Given]:
    """Without names that are only defined, or bounded on one side only: they say nothing of the
    others, but that what defines or bounds them has a value."""
    kept, before = list(given), -1
    while before != len(kept):
        before = len(kept)
        for name in {name for each in kept for name in each.names} - own:
            about = [each for each in kept if name in each.names]
            if _is_free(name, about):
                kept = [each for each in kept if each not in about]
        kept = [
            each
            for each in kept
            if each.names & own or any(each.names & o.names for o in kept if o is not each)
        ]
    return kept


def _is_free(name: str, about: Sequence[Given]) -> bool:
    """Can a value of the name make these hold, where the other sides have one?"""
    if len(about) == 1 and about[0].defines == name:
        return True
    sides = set()
    for each in about:
        if each.left == name and name not in each.right_names:
            sides.add(each.relation[0])
        elif each.right == name and name not in each.left_names:
            sides.add({"<": ">", ">": "<"}.get(each.relation[0], "="))
        else:
            return False
    return len(sides) == 1 and "=" not in sides

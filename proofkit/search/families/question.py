"""What is asked about families, as the kernel reads it.

`for i=1..n` after the statement makes i one more integer, with `1 <= i` and `i <= n` among the
hypotheses; after a hypothesis it makes a fact for each index. `if j != k` makes two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from proofkit.evidence.proofs import REFUSALS
from proofkit.foundations.errors import InputError
from proofkit.kernel.assumptions import Context, Fact, Known, Trail, upwards
from proofkit.kernel.sign import AT_LEAST_ZERO, within
from proofkit.language.binding import (
    ForEach,
    Range,
    families,
    for_each,
    is_indexed,
)
from proofkit.language.grammar.statements import Typed
from proofkit.language.terms import LEAVES, ONE, Term, variable, variables
from proofkit.language.words import BINDERS


def is_about_families(typed: Iterable[Typed]) -> bool:
    """Does one of these speak of an index?"""
    return any(
        said.ranges or any(is_indexed(side) for fact in said.facts for side in fact[::2])
        for said in typed
    )


def context(said: Typed, hypotheses: Sequence[Typed], declared: Mapping[str, bool]) -> Context:
    """What the statement is about; undeclared names that stand in a range or as an index are
    integers."""
    everything = [said, *hypotheses]
    arities = _arities(everything)
    kinds = _kinds(said, hypotheses, declared, arities)
    facts: dict[str, Fact] = {}
    each: dict[str, ForEach] = {}
    names = (f"given {k}" for k in count(1))
    for name, low, high in said.ranges:
        facts[next(names)] = low, "<=", variable(name)
        facts[next(names)] = variable(name), "<=", high
    for fact in said.conditions:
        facts[next(names)] = fact
    if said.other:
        raise InputError("a condition != belongs to a hypothesis; a statement takes i < j")
    plain = [typed for typed in hypotheses if not typed.ranges]
    for typed in plain:
        facts |= {next(names): fact for fact in typed.facts}
    known = Known(Context(kinds, _scalar(facts)), Trail())
    for typed in hypotheses:
        for ranges in _pieces(known, typed) if typed.ranges else ():
            for left, relation, right in typed.facts:
                each[next(names)] = for_each(ranges, left, relation, right)
    kept = {name: (declared.get(name, False), arity) for name, arity in arities.items()}
    return Context(kinds, facts, {}, kept, each)


def _scalar(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    return {
        id: fact for id, fact in facts.items() if not any(is_indexed(side) for side in fact[::2])
    }


def _sides(typed: Typed) -> list[Term]:
    facts = [*typed.facts, *typed.conditions]
    return [
        *(side for fact in facts for side in fact[::2]),
        *(end for _, low, high in typed.ranges for end in (low, high)),
        *(side for pair in typed.other for side in pair),
    ]


def _arities(typed: Iterable[Typed]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, arity in sorted(f for said in typed for t in _sides(said) for f in families(t)):
        if found.setdefault(name, arity) != arity:
            raise InputError(f"{name} has {found[name]} indices in one place and {arity} elsewhere")
    return found


def _kinds(
    said: Typed,
    hypotheses: Sequence[Typed],
    declared: Mapping[str, bool],
    arities: Mapping[str, int],
) -> dict[str, bool]:
    names, whole = set[str](), set[str]()
    for typed in (said, *hypotheses):
        bound = {name for name, _, _ in typed.ranges} if typed is not said else set()
        for side in _sides(typed):
            names |= variables(side) - bound
            whole |= _integers(side) - bound
        for name, low, high in typed.ranges:
            whole |= (variables(low) | variables(high)) - bound
            if typed is said:
                names.add(name)
                whole.add(name)
    for name in sorted(names & arities.keys()):
        raise InputError(f"{name} is a number in one place and a family {name}[...] in another")
    unknown = sorted(declared.keys() - names - arities.keys())
    if unknown:
        raise InputError(f"--let: {unknown[0]} occurs neither in the statement nor in a hypothesis")
    for name in sorted(n for n in whole & declared.keys() if not declared[n]):
        raise InputError(f"{name} is an index or the end of a range, so that it is an integer")
    return {name: declared.get(name, name in whole) for name in sorted(names)}


def _integers(term: Term) -> frozenset[str]:
    """The names that stand in a range or as an index."""
    if term.op in LEAVES:
        return frozenset()
    found = frozenset[str]().union(*map(_integers, term.args))
    if term.op == "entry":
        return found.union(*map(variables, term.args[1:]))
    if term.op in BINDERS:
        return found | variables(term.args[0]) | variables(term.args[1])
    return found


# Conditions ---------------------------------------------------------------------------------


def _pieces(known: Known, typed: Typed) -> list[list[Range]]:
    """The ranges of a hypothesis, cut where an index is not to be."""
    pieces = [list(typed.ranges)]
    for condition in typed.conditions:
        pieces = [_narrowed(ranges, condition) for ranges in pieces]
    for index, value in typed.other:
        pieces = [cut for ranges in pieces for cut in _without(known, ranges, index, value)]
    return pieces


def _narrowed(ranges: list[Range], condition: Fact) -> list[Range]:
    """The ranges under a condition `i < j` between two indices, or an index and a number."""
    small, relation, large = upwards(condition)
    names = [name for name, _, _ in ranges]
    ends = [s.args[0] for s in (small, large) if s.op == "variable" and s.args[0] in names]
    if relation == "=" or not ends:
        raise InputError("a condition compares an index, as in `if i < j`")
    last = max(ends, key=names.index)
    found = []
    for name, low, high in ranges:
        if name == last and large == variable(last):
            other = small + ONE if relation == "<" else small
            low = other if _begins(ranges, small, low) else Term("max", (low, other))
        elif name == last:
            other = large - ONE if relation == "<" else large
            high = other if _ends(ranges, large, high) else Term("min", (high, other))
        found.append((name, low, high))
    return found


def _begins(ranges: list[Range], index: Term, low: Term) -> bool:
    """Does the index begin at this end, so that nothing above it is below?"""
    return any(variable(name) == index and low == begin for name, begin, _ in ranges)


def _ends(ranges: list[Range], index: Term, high: Term) -> bool:
    return any(variable(name) == index and high == end for name, _, end in ranges)


def _without(known: Known, ranges: list[Range], index: Term, value: Term) -> list[list[Range]]:
    """The two parts of a range beside a value, which may lie outside of it."""
    before, after = list[Range](), list[Range]()
    for name, low, high in ranges:
        if variable(name) != index:
            before.append((name, low, high))
            after.append((name, low, high))
            continue
        below, above = value - ONE, value + ONE
        if not _is_within(known, value, low, high, ranges):
            below, above = Term("min", (below, high)), Term("max", (above, low))
        before.append((name, low, below))
        after.append((name, above, high))
    return [before, after]


def _is_within(known: Known, value: Term, low: Term, high: Term, ranges: list[Range]) -> bool:
    """Is the value known to lie in the range, by the hypotheses or as an index with that range?"""
    if any(variable(name) == value and (a, b) == (low, high) for name, a, b in ranges):
        return True
    try:
        return (
            all(
                within(known.sign(gap), AT_LEAST_ZERO)
                for gap in (value - low, high - value)
                if variables(gap) <= known.kinds.keys() and not is_indexed(gap)
            )
            and (variables(value) | variables(low) | variables(high)) <= known.kinds.keys()
        )
    except REFUSALS:
        return False

"""The one table of operations: a record says all that proofkit knows about one.

Adding an operation is adding a record here: where it has a value, its sign, its enclosure, its
derivative, how it grows; and one in `proofkit/language/words.py`, which says how it is written.
Nothing else in the kernel speaks of `exp` or `abs` by name but the normal form, which knows the
laws of powers. An operation without a record does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import Undefined
from proofkit.kernel import sign
from proofkit.kernel.interval import Interval, pi
from proofkit.kernel.sign import (
    ANY,
    AT_LEAST_ZERO,
    AT_MOST_ZERO,
    NEGATIVE,
    NOT_ZERO,
    POSITIVE,
    within,
)
from proofkit.language.terms import (
    MINUS_ONE,
    ONE,
    ZERO,
    Term,
    exp,
    log,
    multiply,
    text,
    whole_value,
)

Terms = Sequence[Term]
Growth = tuple[int, bool]
"""A direction (1 rises, -1 falls, 0 stays) and whether it is strict."""

STILL: Growth = (0, True)


class Knowledge(Protocol):
    """What the place where a term stands knows."""

    def sign(self, term: Term) -> int:
        """What is known of the sign of a term that has a value."""

    def is_integer(self, term: Term) -> bool:
        """Is it certain that the term is an integer?"""


Slope = Callable[[Knowledge, Terms, Terms, int], int]
"""As a sign: does a function rise strictly (POSITIVE), rise, fall, or fall strictly with its k-th
argument, while this goes from its value among the old arguments to that among the new ones, and
the others have the one or the other?"""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """What proofkit knows about one operation. The arguments are known to have values."""

    name: str
    meaning: str
    has_value: Callable[[Knowledge, Terms], bool] = lambda _, __: True
    sign: Callable[[Knowledge, Terms], int]
    enclose: Callable[[Terms, Sequence[Interval]], Interval]
    derivative: Callable[[Knowledge, Terms, int], Term]
    slope: Slope
    jumps: Callable[[Knowledge, Terms, Sequence[bool]], bool] = lambda _, __, ___: False
    """May it be discontinuous where it has a value, while these arguments move?"""

    def growth(self, knows: Knowledge, old: Terms, new: Terms, moves: Sequence[Growth]) -> Growth:
        """How it moves while each argument moves so: one after the other takes its new value."""
        ways, some = set(), False
        for k, (way, strict) in enumerate(moves):
            if way:
                slope = self.slope(knows, old, new, k)
                if not (within(slope, AT_LEAST_ZERO) or within(slope, AT_MOST_ZERO)):
                    raise Undefined(f"{self.name} is not shown to be monotone in {text(old[k])}")
                ways.add(way if within(slope, AT_LEAST_ZERO) else -way)
                some = some or (strict and slope in (POSITIVE, NEGATIVE))
        if len(ways) != 1:
            raise Undefined("the subterm occurs with both directions")
        return ways.pop(), some


def _rises(_: Knowledge, __: Terms, ___: Terms, ____: int) -> int:
    return POSITIVE


def _stays(_: Knowledge, __: Terms, ___: Terms, ____: int) -> int:
    return sign.ZERO_ONLY


def _no_derivative(_: Knowledge, __: Terms, ___: int) -> Term:
    raise Undefined("the greatest or least of several terms is not differentiated")


def _others(args: Terms, k: int) -> Term:
    return multiply(*(arg for j, arg in enumerate(args) if j != k))


def _product_slope(knows: Knowledge, old: Terms, new: Terms, k: int) -> int:
    """That of the other factors; of those that move it is used that they stay >= 0."""

    def of(j: int) -> int:
        found = knows.sign(old[j])
        if old[j] == new[j]:
            return found
        return AT_LEAST_ZERO if within(found | knows.sign(new[j]), AT_LEAST_ZERO) else ANY

    return sign.times(of(j) for j in range(len(old)) if j != k)


def _power_has_value(knows: Knowledge, args: Terms) -> bool:
    """`x^y` for x > 0; for x, y >= 0; for an integer y >= 0; for x != 0 and an integer y."""
    base, exponent = args
    whole = knows.is_integer(exponent)
    if whole and within(knows.sign(exponent), AT_LEAST_ZERO):
        return True
    ground = knows.sign(base)
    if ground == POSITIVE or (whole and within(ground, NOT_ZERO)):
        return True
    return within(ground | knows.sign(exponent), AT_LEAST_ZERO)


def _power_jumps(knows: Knowledge, args: Terms, moves: Sequence[bool]) -> bool:
    """`x^y` is not continuous at 0, 0: where y moves, one of them stays away from 0."""
    return moves[1] and POSITIVE not in (knows.sign(args[0]), knows.sign(args[1]))


def _power_sign(knows: Knowledge, args: Terms) -> int:
    ground, whole = knows.sign(args[0]), whole_value(args[1])
    if ground == POSITIVE or whole == 0:
        return POSITIVE
    if whole is None:
        return AT_LEAST_ZERO if within(ground, AT_LEAST_ZERO) else ANY
    return ground if whole % 2 else sign.magnitude(ground)


def _power_enclose(args: Terms, parts: Sequence[Interval]) -> Interval:
    whole = whole_value(args[1])
    whole = parts[1].whole() if whole is None else whole
    return parts[0].to_power(parts[1]) if whole is None else parts[0].to_integer(whole)


def _power_derivative(knows: Knowledge, args: Terms, k: int) -> Term:
    base, exponent = args
    if whole_value(exponent) is None and knows.sign(base) != POSITIVE:
        raise Undefined(f"{text(base)} is not shown to be > 0, where its power is differentiated")
    if k == 1:
        return base**exponent * log(base)
    return exponent * base ** (exponent + MINUS_ONE)


def _power_slope(knows: Knowledge, old: Terms, new: Terms, k: int) -> int:
    """In the exponent, the sign of `base - 1`; in a base > 0, the sign of the exponent. A base
    that may be 0 falls, not strictly, with an exponent >= 0, for `0^0` is 1; it rises to a power
    >= 0, strictly to one > 0, and any base does to an odd one."""
    base, exponent = old
    if old[1 - k] != new[1 - k]:
        return ANY  # both move
    if k == 1:
        above, ground = knows.sign(base - ONE), knows.sign(base)
        if ground == POSITIVE or within(above, AT_LEAST_ZERO):
            return above
        signs = ground | knows.sign(exponent) | knows.sign(new[1])
        return AT_MOST_ZERO if within(above, AT_MOST_ZERO) and within(signs, AT_LEAST_ZERO) else ANY
    whole, rises = whole_value(exponent), knows.sign(exponent)
    if whole is not None and whole > 0 and whole % 2:
        return POSITIVE
    needed = AT_LEAST_ZERO if within(rises, AT_LEAST_ZERO) else POSITIVE
    return rises if within(knows.sign(base) | knows.sign(new[0]), needed) else ANY


def _abs_derivative(knows: Knowledge, args: Terms, _: int) -> Term:
    inner = knows.sign(args[0])
    if inner not in (POSITIVE, NEGATIVE):
        raise Undefined(f"abs({text(args[0])}) is differentiated where its sign is known")
    return ONE if inner == POSITIVE else MINUS_ONE


def _abs_slope(knows: Knowledge, old: Terms, new: Terms, _: int) -> int:
    ends = knows.sign(old[0]) | knows.sign(new[0])
    if within(ends, AT_LEAST_ZERO):
        return POSITIVE
    return NEGATIVE if within(ends, AT_MOST_ZERO) else ANY


OPERATIONS: dict[str, Operation] = {
    record.name: record
    for record in (
        Operation(
            name="pi",
            meaning="the circumference of a circle by its diameter",
            sign=lambda _, __: POSITIVE,
            enclose=lambda _, __: pi(),
            derivative=lambda _, __, ___: ZERO,
            slope=_stays,
        ),
        Operation(
            name="sum",
            meaning="x + y + ...",
            sign=lambda knows, args: sign.plus(map(knows.sign, args)),
            enclose=lambda _, parts: reduce(Interval.__add__, parts),
            derivative=lambda _, __, ___: ONE,
            slope=_rises,
        ),
        Operation(
            name="product",
            meaning="x * y * ...",
            sign=lambda knows, args: sign.times(map(knows.sign, args)),
            enclose=lambda _, parts: reduce(Interval.__mul__, parts),
            derivative=lambda _, args, k: _others(args, k),
            slope=_product_slope,
        ),
        Operation(
            name="power",
            meaning="x^y; for x = 0 it is 0 where y > 0 and 1 where y = 0",
            has_value=_power_has_value,
            sign=_power_sign,
            enclose=_power_enclose,
            derivative=_power_derivative,
            slope=_power_slope,
            jumps=_power_jumps,
        ),
        Operation(
            name="exp",
            meaning="e^x",
            sign=lambda _, __: POSITIVE,
            enclose=lambda _, parts: parts[0].exp(),
            derivative=lambda _, args, __: exp(args[0]),
            slope=_rises,
        ),
        Operation(
            name="log",
            meaning="the natural logarithm",
            has_value=lambda knows, args: knows.sign(args[0]) == POSITIVE,
            sign=lambda knows, args: knows.sign(args[0] - ONE),
            enclose=lambda _, parts: parts[0].log(),
            derivative=lambda _, args, __: args[0] ** MINUS_ONE,
            slope=_rises,
        ),
        Operation(
            name="abs",
            meaning="the absolute value",
            sign=lambda knows, args: sign.magnitude(knows.sign(args[0])),
            enclose=lambda _, parts: parts[0].magnitude(),
            derivative=_abs_derivative,
            slope=_abs_slope,
        ),
        Operation(
            name="max",
            meaning="the greatest of the arguments",
            sign=lambda knows, args: sign.greatest(map(knows.sign, args)),
            enclose=lambda _, parts: reduce(Interval.greatest, parts),
            derivative=_no_derivative,
            slope=lambda _, __, ___, ____: AT_LEAST_ZERO,
        ),
        Operation(
            name="min",
            meaning="the least of the arguments",
            sign=lambda knows, args: sign.least(map(knows.sign, args)),
            enclose=lambda _, parts: reduce(Interval.least, parts),
            derivative=_no_derivative,
            slope=lambda _, __, ___, ____: AT_LEAST_ZERO,
        ),
    )
}


WHOLE = frozenset({"sum", "product", "abs", "max", "min"})
"""Operations that make integers of integers; beside them, powers with exponents >= 0."""


def is_whole(term: Term, is_integer: Callable[[str], bool]) -> bool:
    """Is it certain that the term is an integer? By what it is made of."""
    spend(1)
    if term.op == "variable":
        return is_integer(term.args[0])
    if term.op == "power":
        whole = whole_value(term.args[1])
        return whole is not None and whole >= 0 and is_whole(term.args[0], is_integer)
    parts = (is_whole(arg, is_integer) for arg in term.args) if term.op in WHOLE else (False,)
    return whole_value(term) is not None or all(parts)


def operation(term: Term) -> Operation:
    """The record of a term's operation; there is no term without one."""
    record = OPERATIONS.get(term.op)
    if record is None:
        raise Undefined(f"{term.op} is not an operation on numbers")
    return record

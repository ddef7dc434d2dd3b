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

from proofkit.foundations.errors import Undefined
from proofkit.kernel import sign
from proofkit.kernel.interval import Interval
from proofkit.kernel.sign import ANY, AT_LEAST_ZERO, NEGATIVE, NOT_ZERO, POSITIVE, within
from proofkit.kernel.terms import MINUS_ONE, ONE, Term, exp, log, multiply, text, whole_value

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


def _always(_: Knowledge, __: Terms) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Operation:
    """What proofkit knows about one operation. The arguments are known to have values."""

    name: str
    meaning: str
    has_value: Callable[[Knowledge, Terms], bool] = _always
    sign: Callable[[Knowledge, Terms], int]
    enclose: Callable[[Terms, Sequence[Interval]], Interval]
    derivative: Callable[[Knowledge, Terms, int], Term]
    growth: Callable[[Knowledge, Terms, Terms, Sequence[Growth]], Growth]


# Sums and products --------------------------------------------------------------------


def _same_way(moves: Sequence[Growth]) -> Growth:
    """All that moves moves the same way; one strict mover is enough to be strict."""
    moving = [move for move in moves if move[0]]
    if len({way for way, _ in moving}) != 1:
        raise Undefined("the subterm occurs with both directions")
    return moving[0][0], any(strict for _, strict in moving)


def _product_growth(knows: Knowledge, old: Terms, new: Terms, moves: Sequence[Growth]) -> Growth:
    moving = [k for k, (way, _) in enumerate(moves) if way]
    rest = sign.times(knows.sign(term) for k, term in enumerate(old) if k not in moving)
    if len(moving) == 1:
        way, strict = moves[moving[0]]
    else:
        ends = [term for k in moving for term in (old[k], new[k])]
        if not all(within(knows.sign(term), AT_LEAST_ZERO) for term in ends):
            raise Undefined("factors that move together are shown to be >= 0")
        way, strict = _same_way(moves)[0], False
    if within(rest, AT_LEAST_ZERO):
        return way, strict and rest == POSITIVE
    if within(sign.opposite(rest), AT_LEAST_ZERO):
        return -way, strict and rest == NEGATIVE
    raise Undefined("the sign of a factor is not known")


def _others(args: Terms, k: int) -> Term:
    return multiply(*(arg for j, arg in enumerate(args) if j != k))


# Powers -------------------------------------------------------------------------------


def _power_has_value(knows: Knowledge, args: Terms) -> bool:
    """`x^y` for x > 0; for x >= 0 and y > 0; for an integer y >= 0; for x != 0 and an integer y."""
    base, exponent = args
    whole = knows.is_integer(exponent)
    if whole and within(knows.sign(exponent), AT_LEAST_ZERO):
        return True
    ground = knows.sign(base)
    if ground == POSITIVE or (whole and within(ground, NOT_ZERO)):
        return True
    return within(ground, AT_LEAST_ZERO) and knows.sign(exponent) == POSITIVE


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


def _power_growth(knows: Knowledge, old: Terms, new: Terms, moves: Sequence[Growth]) -> Growth:
    (base_way, base_strict), (exponent_way, exponent_strict) = moves
    if base_way and exponent_way:
        raise Undefined("the subterm occurs in base and exponent")
    base, exponent = old
    if exponent_way:
        above = knows.sign(base - ONE)
        if within(above, AT_LEAST_ZERO):
            return exponent_way, exponent_strict and above == POSITIVE
        if knows.sign(base) == POSITIVE and within(sign.opposite(above), AT_LEAST_ZERO):
            return -exponent_way, exponent_strict and above == NEGATIVE
        raise Undefined(f"{text(base)} is not shown to lie on one side of 1")
    whole, rises = whole_value(exponent), knows.sign(exponent)
    if whole is not None and whole > 0 and whole % 2:
        return base_way, base_strict
    grounds = knows.sign(base), knows.sign(new[0])
    if rises == POSITIVE and all(within(ground, AT_LEAST_ZERO) for ground in grounds):
        return base_way, base_strict
    if not grounds == (POSITIVE, POSITIVE):
        raise Undefined(f"{text(base)} is not shown to be > 0 at both ends")
    if within(rises, AT_LEAST_ZERO):
        return base_way, False
    if within(sign.opposite(rises), AT_LEAST_ZERO):
        return -base_way, base_strict and rises == NEGATIVE
    raise Undefined(f"the sign of {text(exponent)} is not known")


# One argument, or several -------------------------------------------------------------


def _first(_: Knowledge, __: Terms, ___: Terms, moves: Sequence[Growth]) -> Growth:
    return moves[0]


def _abs_sign(knows: Knowledge, args: Terms) -> int:
    return sign.magnitude(knows.sign(args[0]))


def _abs_derivative(knows: Knowledge, args: Terms, _: int) -> Term:
    inner = knows.sign(args[0])
    if inner not in (POSITIVE, NEGATIVE):
        raise Undefined(f"abs({text(args[0])}) is differentiated where its sign is known")
    return ONE if inner == POSITIVE else MINUS_ONE


def _abs_growth(knows: Knowledge, old: Terms, new: Terms, moves: Sequence[Growth]) -> Growth:
    way, strict = moves[0]
    ends = [knows.sign(old[0]), knows.sign(new[0])]
    if all(within(end, AT_LEAST_ZERO) for end in ends):
        return way, strict
    if all(within(sign.opposite(end), AT_LEAST_ZERO) for end in ends):
        return -way, strict
    raise Undefined(f"{text(old[0])} is not shown to have one sign")


def _max_sign(knows: Knowledge, args: Terms) -> int:
    """All possibilities, but none below the greatest least one."""
    return _extreme_sign([knows.sign(arg) for arg in args])


def _extreme_sign(signs: list[int]) -> int:
    least = max(min(bit for bit in (1, 2, 4) if found & bit or found == 0) for found in signs)
    return reduce(int.__or__, signs) & ~(least - 1) & ANY


def _min_sign(knows: Knowledge, args: Terms) -> int:
    return sign.opposite(_extreme_sign([sign.opposite(knows.sign(arg)) for arg in args]))


def _extreme_growth(_: Knowledge, __: Terms, ___: Terms, moves: Sequence[Growth]) -> Growth:
    return _same_way(moves)[0], False


def _no_derivative(_: Knowledge, args: Terms, __: int) -> Term:
    raise Undefined("the greatest or least of several terms is not differentiated")


OPERATIONS: dict[str, Operation] = {
    record.name: record
    for record in (
        Operation(
            name="sum",
            meaning="x + y + ...",
            sign=lambda knows, args: sign.plus(map(knows.sign, args)),
            enclose=lambda _, parts: reduce(Interval.__add__, parts),
            derivative=lambda _, __, ___: ONE,
            growth=lambda _, __, ___, moves: _same_way(moves),
        ),
        Operation(
            name="product",
            meaning="x * y * ...",
            sign=lambda knows, args: sign.times(map(knows.sign, args)),
            enclose=lambda _, parts: reduce(Interval.__mul__, parts),
            derivative=lambda _, args, k: _others(args, k),
            growth=_product_growth,
        ),
        Operation(
            name="power",
            meaning="x^y; for x = 0 it is 0 where y > 0 and 1 where y = 0",
            has_value=_power_has_value,
            sign=_power_sign,
            enclose=_power_enclose,
            derivative=_power_derivative,
            growth=_power_growth,
        ),
        Operation(
            name="exp",
            meaning="e^x",
            sign=lambda _, __: POSITIVE,
            enclose=lambda _, parts: parts[0].exp(),
            derivative=lambda _, args, __: exp(args[0]),
            growth=_first,
        ),
        Operation(
            name="log",
            meaning="the natural logarithm",
            has_value=lambda knows, args: knows.sign(args[0]) == POSITIVE,
            sign=lambda knows, args: knows.sign(args[0] - ONE),
            enclose=lambda _, parts: parts[0].log(),
            derivative=lambda _, args, __: args[0] ** MINUS_ONE,
            growth=_first,
        ),
        Operation(
            name="abs",
            meaning="the absolute value",
            sign=_abs_sign,
            enclose=lambda _, parts: parts[0].magnitude(),
            derivative=_abs_derivative,
            growth=_abs_growth,
        ),
        Operation(
            name="max",
            meaning="the greatest of the arguments",
            sign=_max_sign,
            enclose=lambda _, parts: reduce(Interval.greatest, parts),
            derivative=_no_derivative,
            growth=_extreme_growth,
        ),
        Operation(
            name="min",
            meaning="the least of the arguments",
            sign=_min_sign,
            enclose=lambda _, parts: reduce(Interval.least, parts),
            derivative=_no_derivative,
            growth=_extreme_growth,
        ),
    )
}


WHOLE = frozenset({"sum", "product", "abs", "max", "min"})
"""Operations that make integers of integers; beside them, powers with exponents >= 0."""


def is_whole(term: Term, is_integer: Callable[[str], bool]) -> bool:
    """Is it certain that the term is an integer? By what it is made of."""
    if term.op == "variable":
        return is_integer(term.args[0])
    whole = whole_value(term.args[1] if term.op == "power" else term)
    if term.op == "power":
        return whole is not None and whole >= 0 and is_whole(term.args[0], is_integer)
    return whole is not None or (
        term.op in WHOLE and all(is_whole(arg, is_integer) for arg in term.args)
    )


def operation(term: Term) -> Operation:
    """The record of a term's operation; there is no term without one."""
    record = OPERATIONS.get(term.op)
    if record is None:
        raise Undefined(f"{term.op} is not an operation on numbers")
    return record

"""Terms and facts as a reader likes them: one sign in front of a product, no zeros, nothing to
the power 1, and what is subtracted on the other side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

from proofkit.kernel.assumptions import Fact
from proofkit.language.terms import (
    LEAVES,
    MINUS_ONE,
    ONE,
    ZERO,
    Term,
    add,
    exp,
    log,
    multiply,
    number,
    power,
    rebuild,
    text,
    whole_value,
)
from proofkit.language.words import CONSTANTS, FLIP

_FRACTION = re.compile(r"\*\((\d+)/(\d+)\)(?!\^)")


def shown(term: Term) -> str:
    """The text of a tidy term.

    >>> from proofkit.language.terms import parse
    >>> shown(parse("(-1)*(y - x)*(1/2)*(-1)*z + 0*x + x^1"))
    '1/2*(y - x)*z + x'
    >>> shown(parse("(-1)*(x - y)"))
    'y - x'
    """
    written = _FRACTION.sub(_as_quotient, text(tidy(term)))
    return reduce(lambda line, name: line.replace(f"{name}()", name), CONSTANTS, written)


def _as_quotient(found: re.Match[str]) -> str:
    above, below = found.groups()
    return f"/{below}" if above == "1" else f"*{above}/{below}"


def said(fact: Fact) -> str:
    """The fact as it is written; `0 <= x` with the unknown first."""
    left, relation, right = fact
    if left.op == "number" and right.op != "number":
        left, relation, right = right, FLIP[relation], left
    return f"{shown(left)} {relation} {shown(right)}"


def balanced(fact: Fact) -> Fact:
    """A sum that is compared with 0 as a comparison of what it adds with what it subtracts."""
    left, relation, right = fact
    if left == ZERO:
        left, relation, right = right, FLIP[relation], left
    whole = tidy(left)
    if right != ZERO or whole.op == "number":
        return fact
    parts = whole.args if whole.op == "sum" else (whole,)
    taken = [arg for arg in parts if _is_negative(arg)]
    kept = [arg for arg in parts if not _is_negative(arg)]
    if not taken:
        return fact
    opposite = [tidy(-arg) for arg in taken]
    return (add(*kept), relation, add(*opposite)) if kept else (ZERO, relation, add(*opposite))


def tidy(term: Term) -> Term:
    """An equal term that reads better, wherever the term has a value."""
    if term.op in LEAVES:
        return term
    args = tuple(map(tidy, term.args))
    if term.op == "sum":
        return _sum(args)
    if term.op == "product":
        return _product(args)
    if term.op == "power":
        return _power(*args)
    return rebuild(term, args)


def _sum(args: tuple[Term, ...]) -> Term:
    numbers = [arg.args[0] for arg in args if arg.op == "number"]
    rest = [arg for arg in args if arg.op != "number"]
    total = sum(numbers, Fraction(0))
    if len(numbers) == 1:
        rest.insert(args.index(number(total)), number(total))
    elif total:
        rest.insert(0, number(total))
    kept = [arg for arg in rest if arg != ZERO]
    first = next((k for k, arg in enumerate(kept) if not _is_negative(arg)), 0)
    return add(*kept[first : first + 1], *kept[:first], *kept[first + 1 :])


def _product(args: Iterable[Term]) -> Term:
    factors = multiply(*args)
    parts = factors.args if factors.op == "product" else (factors,)
    numbers = [arg.args[0] for arg in parts if arg.op == "number"]
    if len(numbers) == 1 and numbers[0] > 0 and numbers[0] != 1:
        return multiply(*_gathered(parts))
    size = Fraction(1)
    for value in numbers:
        size *= value
    rest = _gathered(arg for arg in parts if arg.op != "number")
    if not rest or not size:
        return number(size)
    if size == MINUS_ONE.args[0] and len(rest) == 1 and _turns(rest[0]):
        return _sum(tuple(tidy(-arg) for arg in rest[0].args))
    return multiply(*rest) if size == 1 else multiply(number(size), *rest)


def _turns(term: Term) -> bool:
    """Is the negative of a sum as good to read?"""
    return term.op == "sum" and any(map(_is_negative, term.args))


def _gathered(parts: Iterable[Term]) -> list[Term]:
    """Equal factors as a power, and what is divided by behind."""
    counted = Counter(parts)
    found = [arg if times == 1 else _power(arg, number(times)) for arg, times in counted.items()]
    return sorted(found, key=lambda arg: arg.op == "power" and arg.args[1] == MINUS_ONE)


def _power(base: Term, exponent: Term) -> Term:
    if exponent == ONE:
        return base
    if base.op == "power" and whole_value(base.args[1]) and (whole_value(exponent) or 0) > 0:
        return power(base.args[0], number(base.args[1].args[0] * exponent.args[0]))
    return ONE if exponent == ZERO or base == ONE else base**exponent


def _is_negative(term: Term) -> bool:
    lead = term.args[0] if term.op == "product" else term
    return lead.op == "number" and lead.args[0] < 0


# Functions and their inverses ----------------------------------------------------------------


def undone(term: Term) -> Term:
    """Without logarithms of exponentials and exponentials of logarithms.

    >>> from proofkit.language.terms import parse
    >>> shown(undone(parse("exp(log(2) + log(p))"))), shown(undone(parse("log(2^x)")))
    ('2*p', 'x*log(2)')
    """
    if term.op == "exp":
        parts = term.args[0].args if term.args[0].op == "sum" else term.args
        return _product(map(_raised, parts))
    if term.op != "log":
        return term
    (inner,) = term.args
    if inner.op == "exp":
        exponent: Term = inner.args[0]
        return exponent
    if inner.op == "power" and inner.args[0].op == "number":
        return multiply(inner.args[1], log(inner.args[0]))
    return ZERO if inner == ONE else term


def _raised(part: Term) -> Term:
    """The exponential of one summand."""
    factors = part.args if part.op == "product" else (part,)
    logs = [arg for arg in factors if arg.op == "log"]
    if len(logs) != 1:
        return ONE if part == ZERO else exp(part)
    rest = multiply(*(arg for arg in factors if arg is not logs[0]))
    return _power(logs[0].args[0], rest)

"""Terms: the only objects the kernel reasons about, and their text form.

A term is a number, a variable, or an operation of `proofkit.kernel.operations` on terms; a
constant such as `pi()` is an operation on none. In `sum(i=1..n, ...)` the index is a leaf that
counts the binders around it (`proofkit/language/binding.py`). The constructors flatten nested
sums and products and drop neutral elements; nothing is ever evaluated, so that a term means
what it says. `parse` and `text` are inverse to each
other; `parse` is the grammar of certificates and is safe on hostile input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import rational, shorten
from proofkit.language.well_formed import is_well_formed
from proofkit.language.words import BINDERS, BOUND, CALLED, CONSTANTS, EVENTS, ROOT

SUMS = ("above", "reaches")
MAX_LENGTH, MAX_DEPTH = 20_000, 60
LEAVES = frozenset({"number", "variable", "index", "family"})


@lru_cache(maxsize=4096)
def number(value: int | Fraction) -> Term:
    return Term("number", (value if type(value) is Fraction else Fraction(value),))


def variable(name: str) -> Term:
    return Term("variable", (name,))


def add(*terms: Term) -> Term:
    return _collect("sum", terms, ZERO)


def multiply(*terms: Term) -> Term:
    return _collect("product", terms, ONE)


def _collect(op: str, terms: tuple[Term, ...], neutral: Term) -> Term:
    flat: list[Term] = []
    for term in terms:
        flat.extend(term.args if term.op == op else (term,))
    flat = [term for term in flat if term is not neutral]
    if len(flat) <= 1:
        return flat[0] if flat else neutral
    return Term(op, tuple(flat))


def negate(term: Term) -> Term:
    """The opposite, with the sign in the leading number."""
    if term.op == "number":
        return number(-term.args[0])
    first, *rest = term.args if term.op == "product" else (term,)
    return multiply(*(negate(first), *rest) if first.op == "number" else (MINUS_ONE, first, *rest))


def subtract(left: Term, right: Term) -> Term:
    return add(left, negate(right))


def power(base: Term, exponent: Term) -> Term:
    return Term("power", (base, exponent))


def divide(above: Term, below: Term) -> Term:
    return multiply(above, power(below, MINUS_ONE))


def exp(term: Term) -> Term:
    return Term("exp", (term,))


def log(term: Term) -> Term:
    return Term("log", (term,))


_TERMS: WeakValueDictionary[tuple[str, tuple[Any, ...]], Term] = WeakValueDictionary()
_MAKING = Lock()


class Term:
    """An immutable node: `op` is number, variable, or the name of an operation or event. There
    is one of each, as long as anybody has it, so that equal terms are the same object."""

    __slots__ = ("__weakref__", "args", "op", "size")
    op: str
    args: tuple[Any, ...]
    size: int  # how long it is when written out, roughly; parts may be shared

    def __new__(cls, op: str, args: tuple[Any, ...]) -> Term:
        found = _TERMS.get((op, args))
        if found is None:
            with _MAKING:
                found = _TERMS.get((op, args))
                if found is None:
                    found = object.__new__(cls)
                    object.__setattr__(found, "op", op)
                    object.__setattr__(found, "args", args)
                    object.__setattr__(found, "size", 1 + sum(map(_size, args)))
                    _TERMS[op, args] = found  # whole, for others do not wait for the lock
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("terms are immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        return Term, (self.op, self.args)

    def __repr__(self) -> str:
        return text(self)

    __add__, __sub__, __neg__ = add, subtract, negate
    __mul__, __truediv__, __pow__ = multiply, divide, power


def _size(arg: Any) -> int:
    if isinstance(arg, Term):
        return arg.size
    return 0 if isinstance(arg, str) else sum(map(int.bit_length, arg.as_integer_ratio())) // 32


ZERO, ONE, TWO, MINUS_ONE = map(number, (0, 1, 2, -1))
HALF = number(Fraction(1, 2))
PI = Term("pi", ())


def whole_value(term: Term) -> int | None:
    """The integer that a term is as written, if it is one."""
    whole = term.op == "number" and term.args[0].denominator == 1
    return term.args[0].numerator if whole else None


@lru_cache(maxsize=4096)
def variables(term: Term) -> frozenset[str]:
    """The names that occur in a term."""
    if term.op in LEAVES:
        return frozenset(term.args if term.op == "variable" else ())
    return frozenset().union(*map(variables, term.args))


def events_within(event: Term) -> Iterator[Term]:
    """An event and those that it is made of."""
    yield event
    for arg in event.args:
        yield from events_within(arg) if arg.op in EVENTS else ()


def numbers_within(event: Term) -> list[Term]:
    """The thresholds, weights and counts of an event."""
    return [arg for part in events_within(event) for arg in part.args if arg.op not in EVENTS]


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The node `term` with other arguments."""
    if term.op == "sum":
        return add(*args)
    return multiply(*args) if term.op == "product" else Term(term.op, args)


# Printing and parsing ---------------------------------------------------------------------

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4
"""How tightly the parts of a text bind."""


@lru_cache(maxsize=4096)
def text(term: Term) -> str:
    """The term in the grammar of `parse`, for example `1/(1 + (n - 1)*n^(-p))`."""
    return _written(term)[0]


def _written(term: Term) -> tuple[str, int]:
    """The text, and how tightly it binds."""
    op, args = term.op, term.args
    if op == "variable":
        return args[0], ATOM
    if op == "number":
        return str(args[0]), SUM if args[0] < 0 else ATOM if whole_value(term) == args[
            0
        ] else PRODUCT
    if op == "sum":
        parts = [(" - " if low else " + ") + _wrap(size, PRODUCT) for low, size in map(_sign, args)]
        line = "".join(parts)
        return line[3:] if line[1] == "+" else f"-{line[3:]}", SUM
    if op == "product":
        negative, size = _sign(term)
        if negative:
            return f"-{_wrap(size, PRODUCT)}", SUM
        first, *rest = args
        return _wrap(first, PRODUCT) + "".join(map(_factor, rest)), PRODUCT
    if op != "power":
        return _called(term), ATOM
    if args[1] == HALF:
        return f"sqrt({text(args[0])})", ATOM
    if _is_inverse(term):
        return f"1/{_wrap(args[0], POWER)}", PRODUCT
    return f"{_wrap(args[0], ATOM)}^{_wrap(args[1], ATOM)}", POWER


def _called(term: Term) -> str:
    op, args = term.op, term.args
    if op == "index":  # of a binder further out; no text has it
        return f"#{args[0]}"
    if op == "entry":
        return f"{args[0].args[0]}[{', '.join(map(text, args[1:]))}]"
    if op in BINDERS:
        from proofkit.language.binding import spelled

        name, body = spelled(term)
        return f"{BINDERS[op].name}({name}={text(args[0])}..{text(args[1])}, {text(body)})"
    return f"{op}({', '.join(map(text, args))})"


def _wrap(term: Term, level: int) -> str:
    line, tight = _written(term)
    return line if tight >= level else f"({line})"


def _is_inverse(term: Term) -> bool:
    return term.op == "power" and term.args[1] == MINUS_ONE and term.args[0].op != "number"


def _factor(factor: Term) -> str:
    return f"/{_wrap(factor.args[0], POWER)}" if _is_inverse(factor) else f"*{_wrap(factor, POWER)}"


def _sign(term: Term) -> tuple[bool, Term]:
    """Is it written with a minus in front, and before what?"""
    lead = term
    if term.op == "product" and term.args[1].op != "number":
        lead = term.args[0]
    negative = lead.op == "number" and lead.args[0] < 0
    return negative, negate(term) if negative else term


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_TOKEN = re.compile(rf"\s*(\d+(?:\.\d+)?|{_NAME.pattern}|.)", re.ASCII | re.DOTALL)


def is_name(source: object) -> bool:
    """May a parameter or a definition be called so?"""
    free = isinstance(source, str) and source not in (*CALLED, *EVENTS)
    return free and _NAME.fullmatch(str(source)) is not None


def parse(source: object) -> Term:
    """Read a term; anything outside the grammar is an `InputError` that shows the place.

    >>> text(parse("1/(1 + (n-1)*n^(-a*(1+a)))"))
    '1/(1 + (n - 1)*n^(-a*(1 + a)))'
    """
    if not isinstance(source, str):
        raise InputError(f"a term is text, got {shorten(repr(source))}")
    if len(source) > MAX_LENGTH:
        raise LimitExceeded(f"a term of more than {MAX_LENGTH} characters is not accepted")
    term, work = _parsed(source)
    spend(work)  # as if it had been read now, so that a limit does not depend on what was before
    return term


@lru_cache(maxsize=4096)
def _parsed(source: str) -> tuple[Term, int]:
    """The term that a text says, and how many tokens it took."""
    parser = _Parser(source)
    term = parser.sum()
    if parser.here() != "":
        raise parser.error()
    return term, len(parser.tokens)


class _Parser:
    """Recursive descent; every bracket, sign and exponent counts towards the depth."""

    def __init__(self, source: str) -> None:
        self.tokens, self.source = _TOKEN.findall(source.rstrip()), source
        self.place, self.depth, self.bound = 0, 0, list[str]()

    def here(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.here()
        if expected and token not in expected:
            raise self.error()
        self.place += 1
        return token

    def skip(self, *expected: str) -> bool:
        """Is one of these here? Then go on behind it."""
        found = self.here() in expected
        self.place += found
        return found

    def error(self) -> InputError:
        what = shorten(self.here() or "end of text")
        return InputError(f"{shorten(self.source)!r}: unexpected {what!r}")

    def sum(self) -> Term:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LimitExceeded(f"a term nested more than {MAX_DEPTH} deep is not accepted")
        terms: list[Term] = []
        while (negative := self.skip("-")) or not terms or self.skip("+"):
            term = self.product()
            terms.append(negate(term) if negative else term)
        self.depth -= 1
        return add(*terms)

    def product(self) -> Term:
        factors = [self.power()]
        while self.here() in ("*", "/"):
            divides = self.take() == "/"
            factor = self.power()
            if not divides:
                factors.append(factor)
            elif factor.op != "number":
                factors.append(power(factor, MINUS_ONE))
            elif factor.args[0] == 0:
                raise InputError(f"{shorten(self.source)!r}: division by zero")
            elif len(factors) == 1 and whole_value(factors[0]) is not None:  # 7/10 is one number
                factors = [number(rational(factors[0].args[0] / factor.args[0]))]
            else:
                factors.append(number(1 / factor.args[0]))
        return multiply(*factors)

    def power(self) -> Term:
        base = self.atom()
        return power(base, self.atom()) if self.skip("^") else base

    def atom(self) -> Term:
        token = self.take()
        if token == "(":
            term = self.sum()
            self.take(")")
            return term
        if token[:1].isdigit():
            return number(rational(token))
        if token in BOUND and self.here() == "(" and self.tokens[self.place + 2 :][:1] == ["="]:
            return self.over_index(token)
        if token in CALLED or token in EVENTS:
            return self.call(token)
        if token in CONSTANTS and self.skip("("):
            self.take(")")
            return Term(token, ())
        if _NAME.fullmatch(token) and self.skip("["):
            return Term("entry", (Term("family", (token,)), *self.several("]")))
        if _NAME.fullmatch(token):
            return self.named(token)
        self.place -= 1
        raise self.error()

    def named(self, name: str) -> Term:
        """An index of the nearest binder, or a variable."""
        places = self.bound[::-1]
        return Term("index", (places.index(name),)) if name in places else variable(name)

    def several(self, end: str) -> list[Term]:
        """Terms with commas between them, up to a bracket."""
        args = [self.sum()]
        while self.skip(","):
            args.append(self.sum())
        self.take(end)
        return args

    def over_index(self, name: str) -> Term:
        """`sum(i=1..n, x[i])`; the ends do not see the index."""
        self.take("(")
        if not is_name(index := self.here()):
            raise self.error()
        self.place += 1
        self.take("=")
        low = self.sum()
        for token in "..":
            self.take(token)
        high = self.sum()
        self.take(",")
        self.bound.append(index)
        body = self.sum()
        self.bound.pop()
        self.take(")")
        return Term(BOUND[name], (low, high, body))

    def call(self, name: str) -> Term:
        """A function, `P(event)`, `both(event, event)`, `some` or `none(number, event, ...)`,
        `above` or `reaches(threshold, weight, number, ...)`."""
        self.take("(")
        term = Term(name, tuple(args := self.several(")")))
        if not is_well_formed(term):
            raise InputError(f"{shorten(self.source)!r}: {name} has the wrong arguments")
        return power(args[0], HALF) if name == ROOT else term

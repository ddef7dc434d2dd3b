"""The little language of statements: `a <= b`, `a < b <= c`, `x = y`, in ASCII or Unicode.

Numbers are exact, powers are `^` or `**`, functions are `sqrt exp log abs min max`, constants
`pi` and `e`, which is `exp(1)`. An error
names the place in the text, and so does `places` for each part that may lack a value.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import MAX_DIGITS, rational, shorten
from proofkit.kernel.assumptions import Fact
from proofkit.language.binding import Range
from proofkit.language.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    Term,
    add,
    exp,
    is_name,
    number,
    variable,
)
from proofkit.language.words import CALLED, CONSTANTS, EULER, FUNCTIONS, ROOT, SPELLED
from proofkit.search.inequalities import quantifiers
from proofkit.search.inequalities.quantifiers import FOR, IF

MAX_LENGTH = 4_000
MAX_DEPTH = 40
_TOKEN = re.compile(
    r"(?P<number>(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?)|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    rf"|(?P<sign>\*\*|{'|'.join(sorted(SPELLED, key=len, reverse=True))}|\.\.|!=|[-+*/^(),·−\[\]])",
    re.ASCII,
)
_SAME = {"**": "^", "·": "*", "−": "-"}
_MEANT = {
    "|": "; |x| is written abs(x)",
    "√": "; a root is written sqrt(x)",
    "!": "; there is no factorial, and a statement compares with <=, >=, <, > or =",
}
E = exp(ONE)
_HINTS = {"ln": "ln is written log; "}


@dataclass(frozen=True)
class Token:
    text: str
    kind: str
    place: int


@dataclass
class Typed:
    """What a text says: its relations, and where in it the parts stand that need not have a
    value: divisions, logarithms, powers."""

    source: str
    facts: list[Fact] = field(default_factory=list)
    ranges: list[Range] = field(default_factory=list)
    conditions: list[Fact] = field(default_factory=list)
    other: list[tuple[Term, Term]] = field(default_factory=list)  # indices that differ
    places: list[tuple[Term, int, int]] = field(default_factory=list)


def read(source: str, unknowns: Collection[str] = ()) -> Typed:
    """Read a statement; `pi` and `e` are the constants, unless they are unknowns.

    >>> [str(side) for side in read("0 ≤ x**2 < y").facts[1][::2]]
    ['x^2', 'y']
    """
    if len(source) > MAX_LENGTH:
        raise LimitExceeded(f"a statement of more than {MAX_LENGTH} characters is not accepted")
    return Reader(source, unknowns).statement()


def separated(source: str) -> list[str]:
    """Statements with commas between them; those in brackets separate arguments.

    >>> separated("x > 0, max(x, y) <= 1")
    ['x > 0', ' max(x, y) <= 1']
    """
    parts, depth = [""], 0
    for character in source:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    found = parts[:1]
    for part in parts[1:]:  # `for i=1..n, j=1..i if j != k, i < j` is one
        if re.search(r"\bif\b", found[-1]) or (
            re.search(r"\bfor\b", found[-1]) and re.match(r"\s*\w+\s*=[^=]*\.\.", part)
        ):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _tokens(source: str) -> list[Token]:
    found, place = [], 0
    while place < len(source):
        if source[place].isspace():
            place += 1
            continue
        match = _TOKEN.match(source, place)
        if match is None:
            raise problem(
                source, place, f"unexpected {source[place]!r}{_MEANT.get(source[place], '')}"
            )
        text = _SAME.get(match[0], match[0])
        found.append(Token(text, match.lastgroup or "", place))
        place = match.end()
    return [*found, Token("", "end", len(source))]


def problem(source: str, place: int, what: str) -> InputError:
    """An error that shows the place in the text."""
    before, after = source[:place], source[place:]
    shown = (f"...{before[-30:]}" if len(before) > 30 else before) + " >>> "
    shown += f"{after[:30]}..." if len(after) > 30 else after
    return InputError(f"column {place + 1}: {what}: {' '.join(shown.split())}")


def _short(value: Fraction) -> bool:
    """May a number be written out?"""
    return bool(max(abs(value.numerator), value.denominator) < 10**MAX_DIGITS)


class Reader:
    """Recursive descent over tokens that know their place."""

    def __init__(self, source: str, unknowns: Collection[str]) -> None:
        self.source, self.tokens, self.at, self.depth = source, _tokens(source), 0, 0
        self.unknowns = unknowns
        self.bound: list[str] = []
        self.found = Typed(source)

    @property
    def here(self) -> Token:
        return self.tokens[self.at]

    def take(self, expected: str = "") -> Token:
        token = self.here
        if expected and token.text != expected:
            raise self.error(f"expected {expected!r}")
        self.at += 1
        return token

    def error(self, what: str) -> InputError:
        where = "end of text" if self.here.kind == "end" else repr(shorten(self.here.text))
        return problem(self.source, self.here.place, f"{what}, found {where}")

    def _go_deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LimitExceeded(f"a statement nested more than {MAX_DEPTH} deep is not accepted")

    def statement(self) -> Typed:
        left = self.sum()
        if self.here.text not in SPELLED:
            raise self.error("expected <=, >=, <, > or =")
        while self.here.text in SPELLED:
            relation = SPELLED[self.take().text]
            right = self.sum()
            self.found.facts.append((left, relation, right))
            left = right
        if self.here.text == FOR:
            self.take()
            quantifiers.read(self)
        if self.here.kind != "end":
            raise self.error("expected an operation or a relation")
        return self.found

    def sum(self) -> Term:
        self._go_deeper()
        parts = [self.product()]
        while self.here.text in ("+", "-"):
            sign = self.take().text
            part = self.product()
            parts.append(part if sign == "+" else -part)
        self.depth -= 1
        return add(*parts)

    def product(self) -> Term:
        start = self.here.place
        result = self.signed()
        while self.here.text in ("*", "/"):
            divides = self.take().text == "/"
            place = self.here.place
            factor = self.signed()
            if divides and factor.op == "number" and factor.args[0] == 0:
                raise problem(self.source, place, "division by zero")
            result = self._times(result, factor, divides)
            if divides and factor.op != "number":
                self._note(factor**MINUS_ONE, start)
        return result

    @staticmethod
    def _times(left: Term, right: Term, divides: bool) -> Term:
        if right.op != "number":
            return left / right if divides else left * right
        factor = number(1 / right.args[0]) if divides else right
        if left.op == "number" and _short(value := left.args[0] * factor.args[0]):
            return number(value)
        return left * factor

    def signed(self) -> Term:
        if self.here.text not in ("-", "+"):
            return self.power()
        minus = False
        while self.here.text in ("-", "+"):
            minus ^= self.take().text == "-"
        return -self.power() if minus else self.power()

    def power(self) -> Term:
        typed, start = self.here, self.here.place
        base = self.atom()
        if self.here.text != "^":
            return base
        self.take()
        self._go_deeper()
        exponent = self.signed()
        self.depth -= 1
        if typed.text == EULER and base == E:
            return exp(exponent)
        return self._note(base**exponent, start)

    def atom(self) -> Term:
        token = self.here
        if token.text == "(":
            self.take()
            inner = self.sum()
            self.take(")")
            return inner
        if token.kind == "number":
            self.take()
            if len(token.text) > MAX_DIGITS:
                raise problem(self.source, token.place, f"more than {MAX_DIGITS} digits")
            self._no_neighbour("")
            return number(rational(token.text))
        if quantifiers.begins(self):
            return quantifiers.binder(self)
        if token.text in CALLED:
            return self.function()
        if token.kind == "name" and is_name(token.text):
            self.take()
            if self.here.text == "[":
                return quantifiers.entry(self, token.text)
            if token.text in self.bound:
                self._no_neighbour("")
                return Term("index", (self.bound[::-1].index(token.text),))
            called = (
                f"{shorten(token.text)} is no function (there are {', '.join(sorted(CALLED))}); "
            )
            self._skip_empty_brackets(token)
            self._no_neighbour(_HINTS.get(token.text, called))
            return self._named(token.text)
        if token.kind == "name":
            raise self.error("expected an unknown, and this word has a meaning of its own")
        raise self.error("expected a number, an unknown or a function")

    def _named(self, name: str) -> Term:
        """An unknown, or a constant that is not declared as one."""
        if name in self.unknowns:
            return variable(name)
        if name == EULER:
            return E
        return Term(name, ()) if name in CONSTANTS else variable(name)

    def _skip_empty_brackets(self, token: Token) -> None:
        """Terms are printed with `pi()` where an unknown could have that name."""
        empty = [found.text for found in self.tokens[self.at : self.at + 2]] == ["(", ")"]
        if empty and token.text in CONSTANTS and token.text not in self.unknowns:
            self.at += 2

    def _no_neighbour(self, called: str) -> None:
        """After a number or an unknown stands no other, and no bracket."""
        if self.here.text in (FOR, IF):
            return
        if self.here.text == "(" or self.here.kind in ("name", "number"):
            raise self.error(f"{called if self.here.text == '(' else ''}a product needs its *")

    def function(self) -> Term:
        token = self.take()
        self.take("(")
        args = [self.sum()]
        while self.here.text == ",":
            self.take()
            args.append(self.sum())
        self.take(")")
        several = token.text != ROOT and FUNCTIONS[token.text].several
        if (len(args) > 1) != several:
            wanted = "at least two arguments" if several else "one argument"
            raise problem(self.source, token.place, f"{token.text} has {wanted}")
        if token.text == ROOT:
            return self._note(args[0] ** HALF, token.place)
        return self._note(Term(token.text, tuple(args)), token.place)

    def _end(self) -> int:
        """Where the last token ends in the source."""
        token = self.tokens[self.at - 1]
        match = _TOKEN.match(self.source, token.place)
        return match.end() if match else token.place + 1

    def _note(self, part: Term, start: int) -> Term:
        if not self.bound:
            self.found.places.append((part, start, self._end()))
        return part

"""The little language of statements: `a <= b`, `a < b <= c`, `x = y`, in ASCII or Unicode.

Numbers are exact, powers are `^` or `**`, functions are `sqrt exp log abs min max`, constants
`pi` and `e`, which is `exp(1)`. An error
names the place in the text, and so does `places` for each part that may lack a value.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import MAX_DIGITS, rational, shorten
from proofkit.language import defined as functions
from proofkit.language.binding import Range
from proofkit.language.defined import Meaning
from proofkit.language.grammar import hints, ranges
from proofkit.language.grammar.bars import without_bars
from proofkit.language.grammar.commas import split
from proofkit.language.grammar.hints import ALSO, BETWEEN, WITHIN
from proofkit.language.grammar.ranges import FOR
from proofkit.language.grammar.tokens import DIFFERS, INFINITE, Lexeme, problem, tokens
from proofkit.language.subterms import inner_first
from proofkit.language.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    TWO,
    ZERO,
    Term,
    add,
    exp,
    is_name,
    number,
    subtract,
    variable,
)
from proofkit.language.words import CALLED, CONSTANTS, EULER, FUNCTIONS, ROOT, SPELLED

Fact = tuple[Term, str, Term]
MAX_LENGTH = 4_000
MAX_DEPTH = 40
E = exp(ONE)
COMPARED = {*SPELLED, DIFFERS}


@dataclass
class Typed:
    """What a text says: its relations, and where in it the parts stand that need not have a
    value: divisions, logarithms, powers. `meanings` says how notations are read, such as
    `tanh(x)`; `constants` are the names that were read as constants."""

    source: str
    facts: list[Fact] = field(default_factory=list)
    places: list[tuple[Term, int, int]] = field(default_factory=list)
    meanings: dict[str, str] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
    ranges: list[Range] = field(default_factory=list)
    conditions: list[Fact] = field(default_factory=list)
    other: list[tuple[Term, Term]] = field(default_factory=list)  # indices that differ


def read(source: str, unknowns: Collection[str] = ()) -> Typed:
    """Read a statement; `pi` and `e` are the constants, unless they are unknowns.

    >>> [str(side) for side in read("0 ≤ x**2 < y").facts[1][::2]]
    ['x^2', 'y']
    """
    if len(source) > MAX_LENGTH:
        raise LimitExceeded(f"a statement of more than {MAX_LENGTH} characters is not accepted")
    return StatementReader(source, unknowns).statement()


def _short(value: Fraction) -> bool:
    """May a number be written out?"""
    return bool(max(abs(value.numerator), value.denominator) < 10**MAX_DIGITS)


class StatementReader:
    """Recursive descent over tokens that know their place."""

    def __init__(self, source: str, unknowns: Collection[str]) -> None:
        self.source, self.at, self.depth = source, 0, 0
        self.tokens = without_bars(source, tokens(source))
        self.listed = split(source, self.tokens)[1]
        self.unknowns = unknowns
        self.bound: list[str] = []
        self.found = Typed(source)

    @property
    def here(self) -> Lexeme:
        return self.tokens[self.at]

    def take(self, expected: str = "") -> Lexeme:
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
        self.chain()
        while self.here.text in (",", ALSO):
            self.take()
            self.chain()
        if self.here.text == FOR:
            self.take()
            ranges.read(self)
        if self.here.kind != "end":
            raise self.error(hints.AFTER.get(self.here.text, "expected an operation or a relation"))
        return self.found

    def chain(self) -> None:
        left = self.terms()
        if self.here.text == WITHIN:
            self.interval(left)
            return
        if self.here.text not in COMPARED:
            raise self.error("expected <=, >=, <, > or =")
        while self.here.text in COMPARED:
            relation = self.take().text
            right = self.terms()
            for one in left:
                self.found.facts += [self.fact(one, relation, other) for other in right]
            left = right

    def terms(self) -> list[Term]:
        """A term, or a list of terms of which one says the same."""
        found = [self.sum()]
        while self.at in self.listed:
            self.take()
            found.append(self.sum())
        return found

    def fact(self, left: Term, relation: str, right: Term) -> Fact:
        if relation != DIFFERS:
            return left, SPELLED[relation], right
        square = (left if right is ZERO else subtract(left, right)) ** TWO
        self.found.meanings[f"{left} != {right}"] = f"{square} > 0"
        return square, ">", ZERO

    def interval(self, inside: list[Term]) -> None:
        """Terms are between the ends of an interval, which may be infinite."""
        self.take()
        start = self.here
        if start.text not in ("(", "["):
            raise self.error(
                "expected an interval such as [0, 1]; unknowns are real, or integers by --integer"
            )
        self.take()
        low = self.end_of_interval(-1)
        self.take(",")
        high = self.end_of_interval(1)
        if self.here.text not in (")", "]"):
            raise self.error("expected ) or ] after the interval's ends")
        closes = self.take().text == "]"
        for term in inside:
            if low is not None:
                self.found.facts.append((low, "<=" if start.text == "[" else "<", term))
            if high is not None:
                self.found.facts.append((term, "<=" if closes else "<", high))

    def end_of_interval(self, sign: int) -> Term | None:
        """The end, or nothing where it is infinite."""
        signs = [token.text for token in self.tokens[self.at : self.at + 2]]
        minus = signs[0] == "-"
        if signs[minus or signs[0] == "+"] not in INFINITE:
            return self.sum()
        if minus != (sign < 0):
            raise self.error("an interval goes from the smaller end to the larger one")
        self.at += 1 + (signs[0] in ("+", "-"))
        return None

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
        while self.here.text in ("*", "/") or self.begins_factor():
            sign = self.take() if self.here.text in ("*", "/") else None
            place = self.here.place
            factor = self.signed() if sign else self.power()
            divides = sign is not None and sign.text == "/"
            if sign is not None and divides:
                if factor.op == "number" and factor.args[0] == 0:
                    raise problem(self.source, place, "division by zero")
                if self.begins_factor():
                    above, below = self.typed(start, sign.place), self.typed(place)
                    self.refuse(start, f"({above}/{below})*{{}}", f"{above}/({below}*{{}})")
            result = self._times(result, factor, divides)
            if divides and factor.op != "number":
                self._note(factor**MINUS_ONE, start)
        return result

    def begins_factor(self) -> bool:
        """Is a factor here, without a `*` before it?"""
        token = self.here
        if token.text in BETWEEN or not (
            token.kind in ("name", "number", "bar") or token.text in ("(", "√")
        ):
            return False
        before = self.tokens[self.at - 1]
        plain = before.kind == "name" and token.kind != "bar" and token.text != "√"
        if plain or token.kind == "number":
            raise self.error("a product needs its *")
        return True

    def typed(self, start: int, end: int | None = None) -> str:
        """The text from a place on, to the last token that was taken."""
        return self.source[start : self._end() if end is None else end].strip()

    def refuse(self, start: int, *readings: str) -> None:
        """A factor follows that can belong to more or to less of what is before it."""
        place = self.here.place
        self._go_deeper()
        self.power()
        one, two = (shorten(reading.format(self.typed(place))) for reading in readings)
        said = f"{shorten(self.typed(start))} can mean {one} or {two}; write which"
        raise problem(self.source, start, said)

    @staticmethod
    def _times(left: Term, right: Term, divides: bool) -> Term:
        if right.op != "number":
            return left / right if divides else left * right
        factor = number(1 / right.args[0]) if divides else right
        if left.op == "number" and _short(value := left.args[0] * factor.args[0]):
            return number(value)
        return left * factor

    def signed(self, high: bool = False) -> Term:
        """A power, with signs before it; `high` says that it is an exponent after `^`."""
        if self.here.text not in ("-", "+"):
            return self.power(high)
        minus = False
        while self.here.text in ("-", "+"):
            minus ^= self.take().text == "-"
        return -self.power(high) if minus else self.power(high)

    def power(self, high: bool = False) -> Term:
        typed, start = self.here, self.here.place
        base = self.atom()
        if self.here.text != "^":
            return base
        sign = self.take()
        place, bracket = self.here.place, self.here.text == "("
        self._go_deeper()
        exponent = self.atom() if sign.kind == "raised" else self.signed(True)
        self.depth -= 1
        below, above = self.typed(start, sign.place), self.typed(place)
        raised = sign.kind == "raised"
        if raised and (high or self.here.text == "^"):
            raise problem(self.source, start, "powers of powers need brackets: (x^2)^3 or x^(2^3)")
        closed = bracket and self.tokens[self.at - 1].text == ")"
        if not (high or raised or closed) and self.begins_factor():
            self.refuse(start, f"{below}^{above}*{{}}", f"{below}^({above}*{{}})")
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
        if token.text == "√":
            return self.root()
        if token.kind == "number":
            self.take()
            if len(token.text) > MAX_DIGITS:
                raise problem(self.source, token.place, f"more than {MAX_DIGITS} digits")
            return number(rational(token.text))
        if ranges.begins(self):
            return ranges.binder(self)
        following = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        if token.text in CALLED or (token.text in functions.NAMES and following.text == "("):
            return self.function()
        if token.kind == "name" and is_name(token.text) and token.text not in BETWEEN:
            self.take()
            self._skip_empty_brackets(token)
            if self.here.text == "[":
                return ranges.entry(self, token.text)
            if (wrong := hints.misused(self.source, self.tokens, self.at)) != "":
                raise problem(self.source, token.place, wrong)
            if token.text in self.bound:
                return Term("index", (self.bound[::-1].index(token.text),))
            return self._named(token.text)
        if token.kind == "name":
            raise self.error("expected an unknown, and this word has a meaning of its own")
        if token.text in ("[", "]"):
            raise self.error("brackets are round, except those of an interval: x in [0, 1]")
        raise self.error("expected a number, an unknown or a function")

    def root(self) -> Term:
        """`√x`, `√2`, `√(x + 1)`: what follows has to end with its first factor."""
        start = self.take().place
        place = self.here.place
        self._go_deeper()
        inside = self.atom()
        below = self.typed(place)
        if self.here.text == "^":
            sign = self.take()
            exponent = self.here.place
            self.atom() if sign.kind == "raised" else self.signed(True)
            above = self.typed(exponent)
            above = above if sign.kind == "raised" else f"^{above}"
            one, two = (
                shorten(f"sqrt({said}") for said in (f"{below}){above}", f"{below}{above})")
            )
            said = f"{shorten(self.typed(start))} can mean {one} or {two}; write which"
            raise problem(self.source, start, said)
        if self.begins_factor():
            self.refuse(start, f"sqrt({below})*{{}}", f"sqrt({below}*{{}})")
        self.depth -= 1
        return self._note(inside**HALF, start)

    def _named(self, name: str) -> Term:
        """An unknown, or a constant that is not declared as one."""
        if name in self.unknowns or name not in (*CONSTANTS, EULER):
            return variable(name)
        self.found.constants.add(name)
        return E if name == EULER else Term(name, ())

    def _skip_empty_brackets(self, token: Lexeme) -> None:
        """Terms are printed with `pi()` where an unknown could have that name."""
        empty = [found.text for found in self.tokens[self.at : self.at + 2]] == ["(", ")"]
        if empty and token.text in CONSTANTS and token.text not in self.unknowns:
            self.at += 2

    def function(self) -> Term:
        token = self.take()
        name = token.text
        if self.here.text != "(":
            raise self.error(f"{name} needs brackets, as in {name}(x) or {name}(x)^2")
        self.take("(")
        args = [self.sum()]
        while self.here.text == ",":
            self.take()
            args.append(self.sum())
        self.take(")")
        if (record := functions.definition(name, args)) is not None:
            return self.defined(record, args, token.place)
        several = name in FUNCTIONS and FUNCTIONS[name].several
        if name not in CALLED or (len(args) > 1) != several:
            wanted = "at least two arguments" if several else functions.count(name)
            raise problem(self.source, token.place, f"{name} has {wanted}")
        if name == ROOT:
            return self._note(args[0] ** HALF, token.place)
        return self._note(Term(name, tuple(args)), token.place)

    def defined(self, record: Meaning, args: list[Term], start: int) -> Term:
        """What the function means, of these arguments."""
        self.found.meanings[record.called] = record.meaning
        meant = record.of(*args)
        within = {part for arg in args for part in inner_first(arg)}
        for part in inner_first(meant):
            if part.op in ("log", "power") and part not in within:
                self._note(part, start)
        return meant

    def _end(self) -> int:
        """Where the last token ends in the source."""
        return self.tokens[self.at - 1].end

    def _note(self, part: Term, start: int) -> Term:
        if not self.bound:
            self.found.places.append((part, start, self._end()))
        return part

"""SymPy terms as people write them: one line of Unicode, plain ASCII, or LaTeX.

SymPy's own printers turn `1 + a1` into `a1 + 1` and `n^(-p)` into a fraction. Here a term
keeps the shape its author gave it as far as SymPy stores it; nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import sympy
from sympy import Add, Expr, Mul, Pow, Rational, Symbol, sstr
from sympy.core.function import Function
from sympy.core.numbers import Infinity, NegativeInfinity, NumberSymbol

from proofkit.language import events
from proofkit.language.claims import Statement
from proofkit.language.words import FUNCTIONS, RELATIONS
from proofkit.language.words import Function as Word
from proofkit.readers.report.notation import GREEK, unicode_symbol

SUM, PRODUCT, FUNCTION, POWER, ATOM = range(5)
"""How tightly the outermost operation of a written term binds."""

Written = tuple[str, int]

_NAME = re.compile(r"(?P<head>[A-Za-z]+)(?P<digits>\d*)_?(?P<below>.*)")


class Plain:
    """ASCII, readable by other programs; the other two notations refine it."""

    times = "*"
    infinity = "oo"
    relations: ClassVar[dict[str, str]] = {name: name for name in RELATIONS}

    def term(self, term: Expr) -> str:
        """The whole term, on one line."""
        return self._at(term, SUM)

    def statement(self, statement: Statement) -> str:
        """Both sides and the relation between them."""
        relation = self.relations[statement.relation]
        return f"{self.term(statement.left)} {relation} {self.term(statement.right)}"

    def symbol(self, name: str) -> str:
        return name

    def group(self, text: str) -> str:
        return f"({text})"

    def root(self, inside: Expr) -> Written:
        return f"sqrt({self.term(inside)})", ATOM

    def call(self, name: str, arguments: Sequence[Expr]) -> Written:
        return f"{name}({', '.join(self.term(a) for a in arguments)})", ATOM

    def words(self, text: str) -> str:
        return text

    def chance(self, event: Expr) -> str:
        return f"P({self.event(event)})"

    def event(self, event: Expr) -> str:
        """Signs are called y1, y2, ...; a sum of k signs is S(k)."""
        if isinstance(event, events.both):
            return self.words(" and ").join(self.group(self.event(arg)) for arg in event.args)
        if isinstance(event, (events.some, events.none)):
            opening = self.words("some of " if isinstance(event, events.some) else "none of ")
            inner = self.words(" or ").join(map(self.event, event.args[1:]))
            return f"{opening}{self.term(event.args[0])}{self.words(' neurons: ')}{inner}"
        threshold, *groups = event.args
        if isinstance(event, (events.exceeds, events.despite)):
            size = self.term(groups[0])
            known = isinstance(event, events.despite)
            sum_ = f"{size} {self.symbol('y1')} + R" if known else f"R[{size}]"
            return f"{sum_} {self.relations['>']} {self.term(threshold)}"
        terms = []
        for k, (weight, count) in enumerate(zip(groups[::2], groups[1::2], strict=True), 1):
            signs = self.symbol(f"y{k}") if count == 1 else self.call("S", [count])[0]
            terms.append(self.weighted(weight, (signs, ATOM)))
        relation = self.relations[">=" if isinstance(event, events.reaches) else ">"]
        return f"{' + '.join(terms)} {relation} {self.term(threshold)}"

    def weighted(self, weight: Expr, signs: Written) -> str:
        return self.product([self._write(weight), signs])[0]

    def function(self, function: Word, arguments: Sequence[Expr]) -> Written:
        return self.call(function.name, arguments)

    def power(self, base: Expr, exponent: Expr) -> Written:
        above, level = self._write(exponent)
        return f"{self._at(base, ATOM)}^{above if level == ATOM else self.group(above)}", POWER

    def fraction(self, above: Sequence[Written], below: Sequence[Written]) -> Written:
        bottom = self.product(below)
        divisor = bottom[0] if bottom[1] >= POWER else self.group(bottom[0])
        return f"{self._tight(self.product(above), PRODUCT)}/{divisor}", PRODUCT

    def product(self, factors: Sequence[Written]) -> Written:
        """Factors side by side; only the last may be a bare `log n`."""
        if len(factors) == 1:
            return factors[0]
        least = [POWER] * (len(factors) - 1) + [FUNCTION]
        return self.times.join(map(self._tight, factors, least)), PRODUCT

    def fallback(self, term: Expr) -> Written:
        return self.group(sstr(term)), ATOM

    def _at(self, term: Expr, level: int) -> str:
        return self._tight(self._write(term), level)

    def _tight(self, written: Written, level: int) -> str:
        return written[0] if written[1] >= level else self.group(written[0])

    def _write(self, term: Expr) -> Written:
        return _written(self, term)

    def _sum(self, term: Expr) -> Written:
        """Positive terms before negative ones, so that it reads `n - 1` and `1 + a1`."""
        split = [_coefficient(part) for part in term.as_ordered_terms()]
        positive = [part for part in split if part[0] >= 0]
        negative = [part for part in split if not part[0] >= 0]
        positive.sort(key=lambda part: bool(part[1]))
        text = " + ".join(self._tight(self._signed(1, *part), PRODUCT) for part in positive)
        for part in negative:
            minus = " - " if text else "-"
            text += minus + self._tight(self._signed(-1, *part), PRODUCT)
        return text, SUM

    def _product(self, term: Expr) -> Written:
        coefficient, factors = _coefficient(term)
        if coefficient >= 0:
            return self._signed(1, coefficient, factors)
        return "-" + self._tight(self._signed(-1, coefficient, factors), PRODUCT), SUM

    def _signed(self, sign: int, coefficient: Rational, factors: list[Expr]) -> Written:
        """`sign * coefficient`, which is not negative, times the factors, as one fraction."""
        ordered = sorted(factors, key=_reading_order) if len(factors) > 1 else factors
        divided = [factor for factor in ordered if _is_divisor(factor)]
        above = [self._write(factor) for factor in ordered if not _is_divisor(factor)]
        below = [self._write(_inverse(factor)) for factor in divided]
        top, bottom = sign * coefficient.p, coefficient.q
        if top != 1 or not above:
            above.insert(0, (str(top), ATOM))
        if bottom != 1:
            below.insert(0, (str(bottom), ATOM))
        return self.fraction(above, below) if below else self.product(above)

    def _power(self, term: Expr) -> Written:
        if _is_divisor(term):
            return self._signed(1, Rational(1), [term])
        base, exponent = term.args
        return self.root(base) if exponent == Rational(1, 2) else self.power(base, exponent)


class Unicode(Plain):
    """For terminals and pages: `√(log n)`, `α_N ≤ 2·n^((1 + a1)^2)`."""

    times = "·"
    infinity = "∞"
    relations: ClassVar[dict[str, str]] = {name: r.unicode for name, r in RELATIONS.items()}

    def symbol(self, name: str) -> str:
        return unicode_symbol(name)

    def root(self, inside: Expr) -> Written:
        return f"√{self._at(inside, ATOM)}", POWER

    def function(self, function: Word, arguments: Sequence[Expr]) -> Written:
        if function.bare:
            return f"{function.name} {self._at(arguments[0], ATOM)}", FUNCTION
        return self.call(function.name, arguments)


class Latex(Plain):
    """For documents: KaTeX renders it."""

    times = r" \, "
    infinity = r"\infty"
    relations: ClassVar[dict[str, str]] = {name: r.latex for name, r in RELATIONS.items()}

    def symbol(self, name: str) -> str:
        match = _NAME.fullmatch(name)
        if match is None:
            return rf"\mathrm{{{name}}}"
        head = self.letter(match["head"]) if len(match["head"]) > 1 else match["head"]
        below = [match["digits"], *match["below"].split("_")]
        words = [self.letter(w) if re.fullmatch("[a-z]{2,}", w) else w for w in below if w]
        return f"{head}_{{{','.join(words)}}}" if words else head

    def letter(self, word: str) -> str:
        """A Greek letter by its name, which for Python is shorter, or a word."""
        name = {"lam": "lambda"}.get(word, word)
        return rf"\{name}" if name in GREEK else rf"\mathrm{{{name}}}"

    def group(self, text: str) -> str:
        return rf"\left({text}\right)"

    def words(self, text: str) -> str:
        return rf"\text{{{text}}}"

    def weighted(self, weight: Expr, signs: Written) -> str:
        return signs[0] if weight == 1 else super().weighted(weight, signs)

    def chance(self, event: Expr) -> str:
        return rf"\Pr\left[{self.event(event)}\right]"

    def root(self, inside: Expr) -> Written:
        return rf"\sqrt{{{self.term(inside)}}}", ATOM

    def call(self, name: str, arguments: Sequence[Expr]) -> Written:
        word = rf"\operatorname{{{name.replace('_', chr(92) + '_')}}}"
        return word + self.group(", ".join(self.term(a) for a in arguments)), ATOM

    def function(self, function: Word, arguments: Sequence[Expr]) -> Written:
        if function.bare:
            return rf"{function.latex} {self._at(arguments[0], ATOM)}", FUNCTION
        return function.in_latex(", ".join(self.term(a) for a in arguments)), ATOM

    def power(self, base: Expr, exponent: Expr) -> Written:
        return f"{self._at(base, ATOM)}^{{{self.term(exponent)}}}", POWER

    def fraction(self, above: Sequence[Written], below: Sequence[Written]) -> Written:
        """Functions of what is tall stand beside the fraction, not on top of it."""
        tall = [f for f in above if f[0].startswith(r"\exp\left") and r"\frac" in f[0]]
        top = self.product([factor for factor in above if factor not in tall] or [("1", ATOM)])
        written = rf"\frac{{{top[0]}}}{{{self.product(below)[0]}}}"
        return self.product([(written, ATOM), *tall])[0], PRODUCT

    def fallback(self, term: Expr) -> Written:
        return rf"\text{{{escape_latex(sstr(term))}}}", ATOM


@lru_cache(maxsize=20_000)
def _written(notation: Plain, term: Expr) -> Written:
    """A term in a notation; most occur in many statements."""
    for kind, write in _WRITERS:
        if isinstance(term, kind):
            return write(notation, term)
    return notation.fallback(term)


def _coefficient(term: Expr) -> tuple[Rational, list[Expr]]:
    """The rational factor in front, and the other factors as they stand."""
    if isinstance(term, Rational):
        return term, []
    if not isinstance(term, Mul):
        return Rational(1), [term]
    first, *rest = term.args
    return (first, rest) if isinstance(first, Rational) else (Rational(1), list(term.args))


def _is_divisor(term: Expr) -> bool:
    """Whether a factor is written below a line: `1/x`, `1/x^2`, `1/√x`, but `n^(-p)` is not."""
    if not isinstance(term, Pow) or not isinstance(term.args[1], Rational):
        return False
    exponent = term.args[1]
    return bool(exponent < 0 and (exponent.q == 1 or exponent == Rational(-1, 2)))


def _inverse(divisor: Expr) -> Expr:
    base, exponent = divisor.args
    return base if exponent == -1 else Pow(base, -exponent, evaluate=False)


@lru_cache(maxsize=20_000)
def _reading_order(factor: Expr) -> tuple[int, str]:
    """Numbers and symbols, then sums, then powers, then functions; `1/x` goes with `x`."""
    factor = _inverse(factor) if _is_divisor(factor) else factor
    kinds: tuple[Any, ...] = (Rational, Symbol, Add, Pow, Function)
    rank = next((i for i, kind in enumerate(kinds) if isinstance(factor, kind)), len(kinds))
    return rank, sstr(factor)


def _function(function: Word) -> Callable[[Plain, Any], Written]:
    def write(notation: Plain, term: Any) -> Written:
        return notation.function(
            function, sorted(term.args, key=sstr) if function.several else term.args
        )

    return write


_WRITERS: tuple[tuple[Any, Callable[[Plain, Any], Written]], ...] = (
    (Symbol, lambda notation, term: (notation.symbol(term.name), ATOM)),
    (Rational, Plain._product),
    (Infinity, lambda notation, term: (notation.infinity, ATOM)),
    (NegativeInfinity, lambda notation, term: ("-" + notation.infinity, SUM)),
    (NumberSymbol, lambda notation, term: (notation.symbol(sstr(term).lower()), ATOM)),
    (Add, Plain._sum),
    (Mul, Plain._product),
    (Pow, Plain._power),
    *((getattr(sympy, f.sympy), _function(f)) for f in FUNCTIONS.values()),
    (events.P, lambda notation, term: (notation.chance(term.args[0]), ATOM)),
    (Function, lambda notation, term: notation.call(term.func.__name__, term.args)),
)

PLAIN, UNICODE, LATEX = Plain(), Unicode(), Latex()

_LATEX_ESCAPES = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<=": r"$\le$",
    ">=": r"$\ge$",
    "<": "$<$",
    ">": "$>$",
    **{c: "\\" + c for c in "{}$&#_%"},
}
_LATEX_SPECIAL = re.compile("|".join(re.escape(c) for c in _LATEX_ESCAPES))
_LATEX_WRITTEN = {written: c for c, written in _LATEX_ESCAPES.items()}
_LATEX_MARK = re.compile("|".join(re.escape(w) for w in _LATEX_WRITTEN))


def escape_latex(text: str) -> str:
    r"""Ordinary text inside `\text{...}`.

    >>> print(escape_latex("n_1 <= 2"))
    n\_1 $\le$ 2
    """
    return _LATEX_SPECIAL.sub(lambda match: _LATEX_ESCAPES[match[0]], text)


def plain_of_latex(text: str) -> str:
    r"""The text that `escape_latex` was given.

    >>> plain_of_latex(r"n\_1 $\le$ 2")
    'n_1 <= 2'
    """
    return _LATEX_MARK.sub(lambda match: _LATEX_WRITTEN[match[0]], text)

"""Terms as people write them: one line of Unicode, plain ASCII, or LaTeX.

One fold over terms; each notation says how a sum, a fraction, a power or a function looks. Sums
and products are put in the order in which people read them, because SymPy, in which authors
write, does not keep the author's order; nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from proofkit.language.claims import Claim, Statement
from proofkit.language.from_sympy import data_from_sympy
from proofkit.language.terms import HALF, MINUS_ONE, ONE, Term, exp, number, power
from proofkit.language.words import (
    BINDERS,
    CONSTANTS,
    FUNCTIONS,
    RELATIONS,
    Function,
)
from proofkit.readers.report import sigmas
from proofkit.readers.report.sigmas import ATOM, FUNCTION, POWER, PRODUCT, SUM, Written

GREEK = {
    **{"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ"},
    **{"eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν"},
    **{"xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ"},
    **{"chi": "χ", "psi": "ψ", "omega": "ω"},
}

EULER = exp(ONE)
_NAME = re.compile(r"(?P<head>[A-Za-z]+)(?P<digits>\d*)_?(?P<below>([^_]+(_[^_]+)*)?)")


class Notation:
    """ASCII, readable by other programs; the other two notations refine it."""

    times = "*"
    sigmas = False
    infinity = "oo"
    constants: ClassVar[dict[str, str]] = {"E": "exp(1)"}
    relations: ClassVar[dict[str, str]] = {name: name for name in RELATIONS}

    def term(self, term: Any) -> str:
        """The whole term, on one line."""
        return self._at(data_from_sympy(term), SUM)

    def statement(self, statement: Statement) -> str:
        """Both sides and the relation between them."""
        relation = self.relations[statement.relation]
        return f"{self.term(statement.left)} {relation} {self.term(statement.right)}"

    def claim(self, claim: Claim) -> str:
        """Every part of a claim."""
        return "; ".join(self.statement(part.statement) for part in claim.parts)

    def symbol(self, name: str) -> str:
        return name

    def constant(self, name: str) -> str:
        """A number that has a name, never written like a parameter of that name."""
        return self.constants.get(name, name)

    def group(self, text: str) -> str:
        return f"({text})"

    def root(self, inside: Term) -> Written:
        return f"sqrt({self.term(inside)})", ATOM

    def call(self, name: str, arguments: Sequence[Term]) -> Written:
        return f"{name}({', '.join(self.term(a) for a in arguments)})", ATOM

    def words(self, text: str) -> str:
        return text

    def chance(self, event: Term) -> str:
        return f"P({self.event(event)})"

    def event(self, event: Term) -> str:
        """Signs are called y1, y2, ...; a sum of k signs is S(k)."""
        if event.op == "both":
            return self.words(" and ").join(self.group(self.event(arg)) for arg in event.args)
        if event.op in ("some", "none"):
            opening = self.words(f"{event.op} of ")
            inner = self.words(" or ").join(map(self.event, event.args[1:]))
            return f"{opening}{self.term(event.args[0])}{self.words(' neurons: ')}{inner}"
        threshold, *groups = event.args
        if event.op in ("exceeds", "despite"):
            size = self.term(groups[0])
            known = event.op == "despite"
            sum_ = f"{size} {self.symbol('y1')} + R" if known else f"R[{size}]"
            return f"{sum_} {self.relations['>']} {self.term(threshold)}"
        terms = []
        for k, (weight, count) in enumerate(zip(groups[::2], groups[1::2], strict=True), 1):
            signs = self.symbol(f"y{k}") if count == ONE else self.call("S", [count])[0]
            terms.append(self.weighted(weight, (signs, ATOM)))
        relation = self.relations[">=" if event.op == "reaches" else ">"]
        return f"{' + '.join(terms)} {relation} {self.term(threshold)}"

    def weighted(self, weight: Term, signs: Written) -> str:
        return self.product([self._write(weight), signs])[0]

    def function(self, function: Function, arguments: Sequence[Term]) -> Written:
        return self.call(function.name, arguments)

    def power(self, base: Term, exponent: Term) -> Written:
        above, level = self._write(exponent)
        return f"{self._at(base, ATOM)}^{above if level == ATOM else self.group(above)}", POWER

    def fraction(self, above: Sequence[Written], below: Sequence[Written]) -> Written:
        top, bottom = self.product([*above[:-1], self._closed(above[-1])]), self.product(below)
        bottom = self._closed(bottom)
        divisor = bottom[0] if bottom[1] >= POWER else self.group(bottom[0])
        return f"{self._tight(top, PRODUCT)}/{divisor}", PRODUCT

    def product(self, factors: Sequence[Written]) -> Written:
        """Factors side by side; only the last may be a bare `log n`."""
        if len(factors) == 1:
            return factors[0]
        *before, last = factors
        shown = [self._tight(self._closed(factor), POWER) for factor in before]
        return self.times.join([*shown, self._tight(last, FUNCTION)]), PRODUCT

    def _closed(self, written: Written) -> Written:
        """A bare `log x` as `log(x)`, which takes nothing in that follows."""
        text, level = written
        if level != FUNCTION:
            return written
        name, _, inside = text.partition(" ")
        opening = self.group("\0").partition("\0")[0]
        return name + (inside if inside.startswith(opening) else self.group(inside)), ATOM

    def _foreign(self, term: Term) -> Written:
        """What the language has no word for, such as a function that a unit's link has."""
        return self.call(term.op, term.args) if term.args else (self.words(term.op), ATOM)

    def _at(self, term: Term, level: int) -> str:
        return self._tight(self._write(term), level)

    def _tight(self, written: Written, level: int) -> str:
        return written[0] if written[1] >= level else self.group(written[0])

    def _write(self, term: Term) -> Written:
        return _written(self, term)

    def _sum(self, term: Term) -> Written:
        """Positive terms before negative ones, so that it reads `n - 1` and `1 + a1`."""
        split = [_coefficient(part) for part in _in_reading_order(term.args)]
        positive = [part for part in split if part[0] >= 0]
        negative = [part for part in split if not part[0] >= 0]
        positive.sort(key=lambda part: bool(part[1]))
        line = " + ".join(self._tight(self._signed(1, *part), PRODUCT) for part in positive)
        for part in negative:
            minus = " - " if line else "-"
            line += minus + self._tight(self._signed(-1, *part), PRODUCT)
        return line, SUM

    def _product(self, term: Term) -> Written:
        coefficient, factors = _coefficient(term)
        if coefficient >= 0:
            return self._signed(1, coefficient, factors)
        return "-" + self._tight(self._signed(-1, coefficient, factors), PRODUCT), SUM

    def _signed(self, sign: int, coefficient: Fraction, factors: list[Term]) -> Written:
        """`sign * coefficient`, which is not negative, times the factors, as one fraction."""
        ordered = sorted(factors, key=_reading_order) if len(factors) > 1 else factors
        divided = [factor for factor in ordered if _is_divisor(factor)]
        above = [self._write(factor) for factor in ordered if not _is_divisor(factor)]
        below = [self._write(_inverse(factor)) for factor in divided]
        top, bottom = sign * coefficient.numerator, coefficient.denominator
        if top != 1 or not above:
            above.insert(0, (str(top), ATOM))
        if bottom != 1:
            below.insert(0, (str(bottom), ATOM))
        return self.fraction(above, below) if below else self.product(above)

    def _power(self, term: Term) -> Written:
        if _is_divisor(term):
            return self._signed(1, Fraction(1), [term])
        base, exponent = term.args
        return self.root(base) if exponent == HALF else self.power(base, exponent)

    def _function(self, term: Term) -> Written:
        if term is EULER:
            return self.constant("E"), ATOM
        function = FUNCTIONS[term.op]
        return self.function(
            function, sorted(term.args, key=PLAIN.term) if function.several else term.args
        )


class Unicode(Notation):
    """For terminals and pages: `√(log n)`, `α_N ≤ 2·n^((1 + a1)^2)`."""

    times = "·"
    infinity = "∞"
    constants: ClassVar[dict[str, str]] = {"E": "exp(1)", "pi": "π"}
    relations: ClassVar[dict[str, str]] = {name: r.unicode for name, r in RELATIONS.items()}

    def symbol(self, name: str) -> str:
        """A name with a Greek letter where it begins with that letter's name; but `pi` is a
        parameter here, and π a number."""
        if name == "pi":
            return name
        head = re.match(r"[A-Za-z]+", name)
        letter = GREEK.get(head[0]) if head else None
        return letter + name[len(head[0]) :] if head and letter else name

    def root(self, inside: Term) -> Written:
        return f"√{self._at(inside, ATOM)}", POWER

    def function(self, function: Function, arguments: Sequence[Term]) -> Written:
        if function.bare:
            return f"{function.name} {self._at(arguments[0], ATOM)}", FUNCTION
        return self.call(function.name, arguments)


class Latex(Notation):
    """For documents: KaTeX renders it."""

    sigmas = True
    times = r" \, "
    infinity = r"\infty"
    constants: ClassVar[dict[str, str]] = {"E": r"\mathrm{e}", "pi": r"\pi"}
    relations: ClassVar[dict[str, str]] = {name: r.latex for name, r in RELATIONS.items()}

    def symbol(self, name: str) -> str:
        core = name.rstrip("_")  # a proof's own `x_`, which is another than x
        match = None if name == "pi" else _NAME.fullmatch(core)
        if match is None:
            return rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}"
        primes = "'" * (len(name) - len(core))
        return f"{{{self._indexed(match)}{primes}}}" if primes else self._indexed(match)

    def _indexed(self, match: re.Match[str]) -> str:
        """A name's parts as a letter and its indices."""
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

    def weighted(self, weight: Term, signs: Written) -> str:
        return signs[0] if weight == ONE else super().weighted(weight, signs)

    def chance(self, event: Term) -> str:
        return rf"\Pr\left[{self.event(event)}\right]"

    def root(self, inside: Term) -> Written:
        return rf"\sqrt{{{self.term(inside)}}}", ATOM

    def call(self, name: str, arguments: Sequence[Term]) -> Written:
        word = rf"\operatorname{{{name.replace('_', chr(92) + '_')}}}"
        return word + self.group(", ".join(self.term(a) for a in arguments)), ATOM

    def function(self, function: Function, arguments: Sequence[Term]) -> Written:
        if function.bare:
            return rf"{function.latex} {self._at(arguments[0], ATOM)}", FUNCTION
        return function.in_latex(", ".join(self.term(a) for a in arguments)), ATOM

    def power(self, base: Term, exponent: Term) -> Written:
        return f"{self._at(base, ATOM)}^{{{self.term(exponent)}}}", POWER

    def fraction(self, above: Sequence[Written], below: Sequence[Written]) -> Written:
        """Functions of what is tall stand beside the fraction, not on top of it."""
        tall = [f for f in above if f[0].startswith(r"\exp\left") and r"\frac" in f[0]]
        top = self.product([factor for factor in above if factor not in tall] or [("1", ATOM)])
        written = rf"\frac{{{top[0]}}}{{{self.product(below)[0]}}}"
        return self.product([(written, ATOM), *tall])[0], PRODUCT


@lru_cache(maxsize=20_000)
def _written(notation: Notation, term: Term) -> Written:
    """A term in a notation; most occur in many statements."""
    return _WRITERS.get(term.op, Notation._foreign)(notation, term)


def _coefficient(term: Term) -> tuple[Fraction, list[Term]]:
    """The rational factor in front, and the other factors as they stand."""
    first, *rest = term.args if term.op == "product" else (term,)
    return (first.args[0], rest) if first.op == "number" else (Fraction(1), [first, *rest])


def _is_divisor(term: Term) -> bool:
    """Whether a factor is written below a line: `1/x`, `1/x^2`, `1/√x`, but `n^(-p)` is not."""
    if term.op != "power" or term.args[1].op != "number":
        return False
    exponent = term.args[1].args[0]
    return bool(exponent < 0 and (exponent.denominator == 1 or exponent == Fraction(-1, 2)))


def _inverse(divisor: Term) -> Term:
    base, exponent = divisor.args
    return base if exponent == MINUS_ONE else power(base, number(-exponent.args[0]))


_RANKS = {"number": 0, "variable": 1, "sum": 2, "power": 3}


@lru_cache(maxsize=20_000)
def _reading_order(factor: Term) -> tuple[int, str]:
    """Numbers and symbols, then sums, then powers, then functions; `1/x` goes with `x`."""
    factor = _inverse(factor) if _is_divisor(factor) else factor
    return _RANKS.get(factor.op, len(_RANKS)), PLAIN.term(factor)


def _in_reading_order(terms: Sequence[Term]) -> list[Term]:
    """The terms of a sum as those of a polynomial in its atoms, the highest powers first."""
    degrees = [_degrees(term) for term in terms]
    atoms = sorted(frozenset().union(*degrees), key=_reading_order)
    keys = {
        term: [-found.get(x, 0) for x in atoms] for term, found in zip(terms, degrees, strict=True)
    }
    return sorted(terms, key=keys.__getitem__)


def _degrees(term: Term) -> dict[Term, Fraction]:
    """The exponents of the atoms that a term is a product of."""
    found: dict[Term, Fraction] = {}
    for factor in _coefficient(term)[1]:
        base, exponent = factor, Fraction(1)
        if factor.op == "power" and factor.args[1].op == "number":
            base, exponent = factor.args[0], factor.args[1].args[0]
        found[base] = found.get(base, Fraction(0)) + exponent
    return found


_WRITERS: dict[str, Callable[[Notation, Term], Written]] = {
    "entry": sigmas.entry,
    **dict.fromkeys(BINDERS, sigmas.binder),
    "variable": lambda notation, term: (notation.symbol(term.args[0]), ATOM),
    "Infinity": lambda notation, _: (notation.infinity, ATOM),
    "NegativeInfinity": lambda notation, _: ("-" + notation.infinity, SUM),
    "number": Notation._product,
    "sum": Notation._sum,
    "product": Notation._product,
    "power": Notation._power,
    "P": lambda notation, term: (notation.chance(term.args[0]), ATOM),
    **dict.fromkeys(FUNCTIONS, Notation._function),
    **dict.fromkeys(CONSTANTS, lambda notation, term: (notation.constant(term.op), ATOM)),
}

PLAIN, UNICODE, LATEX = Notation(), Unicode(), Latex()

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

"""What statements are made of: one record a relation, one record a function, words for events.

A record says what is compared, how many arguments there are, and how the thing is written for
people and for other programs. Who reads, prints, compares or evaluates statements goes by these
records and keeps no list of its own. What a function *is*, `proofkit/kernel/operations.py` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Relation:
    """It holds when the sign of `left - right` is one of `signs`."""

    name: str
    signs: frozenset[int]
    unicode: str
    latex: str
    coq: str
    method: str  # of a chain; `proofkit.claims` and `proofkit.proof` have a function of this name
    also: tuple[str, ...] = ()  # other spellings that are read

    @property
    def strict(self) -> bool:
        return 0 not in self.signs

    @property
    def upwards(self) -> bool:
        """Is the larger side, if it is known, on the right?"""
        return 1 not in self.signs or -1 in self.signs


@dataclass(frozen=True, kw_only=True)
class Function:
    """A function of numbers. Its name is also its name in mpmath and in Python, and, if the
    browser can enclose it, in `arithmetic.js`."""

    name: str
    several: bool = False  # of two or more numbers; else of one
    sympy: str
    latex: str = ""
    fences: tuple[str, str] = ("(", ")")
    bare: bool = False  # written without brackets where no doubt is left: `log n`
    coq: str = ""
    browser: bool = False

    def in_latex(self, inside: str) -> str:
        """The function of what is already LaTeX."""
        return rf"{self.latex}\left{self.fences[0]}{inside}\right{self.fences[1]}"


@dataclass(frozen=True, kw_only=True)
class Constant:
    """A number with a name. Its name is also its name in mpmath, SymPy and Python; in the text of
    terms it is written with empty brackets, `pi()`, which no unknown is."""

    name: str
    latex: str
    coq: str


@dataclass(frozen=True, kw_only=True)
class OverIndex:
    """Something over an index, `sum(i=1..n, ...)`. A term of it has the operation `op`, for `sum`
    alone is `x + y`; what it is, `proofkit/kernel/binders.py` says."""

    name: str
    op: str
    latex: str


RELATIONS = {
    relation.name: relation
    for relation in (
        Relation(
            name="=",
            signs=frozenset({0}),
            unicode="=",
            latex="=",
            coq="eq",
            method="equals",
            also=("==",),
        ),
        Relation(
            name="<=",
            signs=frozenset({-1, 0}),
            unicode="≤",
            latex=r"\le",
            coq="Rle",
            method="at_most",
            also=("≤",),
        ),
        Relation(
            name="<",
            signs=frozenset({-1}),
            unicode="<",
            latex="<",
            coq="Rlt",
            method="less_than",
        ),
        Relation(
            name=">=",
            signs=frozenset({0, 1}),
            unicode="≥",
            latex=r"\ge",
            coq="Rge",
            method="at_least",
            also=("≥",),
        ),
        Relation(
            name=">",
            signs=frozenset({1}),
            unicode=">",
            latex=">",
            coq="Rgt",
            method="more_than",
        ),
    )
}

FUNCTIONS = {
    function.name: function
    for function in (
        Function(name="exp", sympy="exp", latex=r"\exp", coq="exp", browser=True),
        Function(name="log", sympy="log", latex=r"\log", bare=True, coq="ln", browser=True),
        Function(name="abs", sympy="Abs", fences=("|", "|"), coq="Rabs", browser=True),
        Function(name="max", several=True, sympy="Max", latex=r"\max", coq="Rmax", browser=True),
        Function(name="min", several=True, sympy="Min", latex=r"\min", coq="Rmin", browser=True),
    )
}
CONSTANTS = {constant.name: constant for constant in (Constant(name="pi", latex=r"\pi", coq="PI"),)}
BINDERS = {
    bound.op: bound
    for bound in (
        OverIndex(name="sum", op="summed", latex=r"\sum"),
        OverIndex(name="prod", op="multiplied", latex=r"\prod"),
        OverIndex(name="max", op="greatest", latex=r"\max"),
        OverIndex(name="min", op="least", latex=r"\min"),
    )
}
BOUND = {bound.name: bound.op for bound in BINDERS.values()}

EULER = "e"
"""Where it is no unknown, it is read as `exp(1)`."""

ROOT = "sqrt"
"""`sqrt(x)` is read, and is written for `x^(1/2)`."""

CALLED = (*FUNCTIONS, ROOT)
EVENTS = ("P", "above", "reaches", "exceeds", "despite", "some", "none", "both")


def _largest(allowed: frozenset[int]) -> tuple[str, ...]:
    """The relations that together allow these signs, none of them twice."""
    within = [r for r in RELATIONS.values() if r.signs <= allowed]
    return tuple(r.name for r in within if not any(r.signs < other.signs for other in within))


FLIP = {r.name: _largest(frozenset(-sign for sign in r.signs))[0] for r in RELATIONS.values()}
"""The relation of the sides taken the other way round."""

OPPOSITE = {r.name: _largest(frozenset({-1, 0, 1}) - r.signs) for r in RELATIONS.values()}
"""Where a relation does not hold, and both sides have values, one of these does."""

IMPLIES = {
    r.name: tuple(other.name for other in RELATIONS.values() if r.signs <= other.signs)
    for r in RELATIONS.values()
}

SPELLED = {word: r.name for r in RELATIONS.values() for word in (r.name, *r.also)}
"""Every spelling of a relation that is read."""


def composed(relations: Iterable[str]) -> str:
    """The relation between the two ends of a chain; "" if its links do not go one way."""
    signs = {0}
    for name in relations:
        signs = {
            sign
            for x in signs
            for y in RELATIONS[name].signs
            for sign in ((-1, 0, 1) if x * y < 0 else (x or y,))
        }
    return next((r.name for r in RELATIONS.values() if r.signs == signs), "")

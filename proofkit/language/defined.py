"""Functions that are read as terms: one record each, with the term that the function means.

Each definition is exact: it has the function's value wherever the function has one, and no value
elsewhere. Provers, kernel and Coq see the term only. A function of one number that has a record
in `proofkit/language/words.py` is never read through this table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from proofkit.language.terms import MINUS_ONE, Term, negate, parse, rebuild
from proofkit.language.words import FUNCTIONS


@dataclass(frozen=True)
class Meaning:
    """A function of `x`, or of `x` and `y`, with its meaning in the grammar of terms."""

    name: str
    meaning: str
    arguments: int = 1
    sympy: str = ""

    @property
    def called(self) -> str:
        """The function with its arguments, such as `tanh(x)`."""
        return f"{self.name}({', '.join(('x', 'y')[: self.arguments])})"

    @cached_property
    def _term(self) -> Term:
        return parse(self.meaning)

    def of(self, *args: Term) -> Term:
        """The term that the function of these arguments means.

        >>> str(DEFINED["sigmoid", 1].of(parse("-t")))
        '1/(1 + exp(t))'
        """
        return _put(self._term, dict(zip("xy", args, strict=False)))


def _put(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with other terms in place of its variables."""
    if term.op == "variable":
        return values[term.args[0]]
    if term.op == "number":
        return term
    args = tuple(_put(arg, values) for arg in term.args)
    if term.op == "product" and args[0] is MINUS_ONE and len(args) == 2:
        return negate(args[1])
    return rebuild(term, args)


_RECORDS = (
    Meaning("ln", "log(x)"),
    Meaning("log", "log(x)/log(y)", 2),
    Meaning("log2", "log(x)/log(2)"),
    Meaning("log10", "log(x)/log(10)"),
    Meaning("log1p", "log(1 + x)"),
    Meaning("expm1", "exp(x) - 1"),
    Meaning("sinh", "(exp(x) - exp(-x))/2", sympy="sinh"),
    Meaning("cosh", "(exp(x) + exp(-x))/2", sympy="cosh"),
    Meaning("tanh", "1 - 2/(exp(2*x) + 1)", sympy="tanh"),
    Meaning("coth", "(exp(x) + exp(-x))/(exp(x) - exp(-x))", sympy="coth"),
    Meaning("sech", "2/(exp(x) + exp(-x))", sympy="sech"),
    Meaning("asinh", "log(x + sqrt(x^2 + 1))", sympy="asinh"),
    Meaning("acosh", "log(x + sqrt(x^2 - 1))", sympy="acosh"),
    Meaning("atanh", "log((1 + x)/(1 - x))/2", sympy="atanh"),
    Meaning("sigmoid", "1/(1 + exp(-x))"),
    Meaning("softplus", "log(1 + exp(x))"),
    Meaning("logit", "log(x/(1 - x))"),
    Meaning("relu", "max(x, 0)"),
    Meaning("cbrt", "max(x, 0)^(1/3) - max(-x, 0)^(1/3)"),
    Meaning("hypot", "sqrt(x^2 + y^2)", 2),
)
DEFINED = {
    (record.name, record.arguments): record
    for record in _RECORDS
    if record.name not in FUNCTIONS or record.arguments > 1
}
NAMES = frozenset(name for name, _ in DEFINED)


def definition(name: str, args: Sequence[Term]) -> Meaning | None:
    """The record of a function of these arguments, if it is read as a term."""
    return DEFINED.get((name, len(args)))


def count(name: str) -> str:
    """How many arguments a function of numbers has, in words."""
    numbers = {arguments for known, arguments in DEFINED if known == name}
    if name in FUNCTIONS or not numbers:
        numbers.add(1)
    words = " or ".join(("one", "two")[k - 1] for k in sorted(numbers))
    return f"{words} argument{'s' if numbers != {1} else ''}"

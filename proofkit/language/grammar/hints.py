"""What is said of notations that the language of statements does not have: what it has instead,
or how to do without."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from proofkit.foundations.exact import shorten
from proofkit.language import defined
from proofkit.language.words import CALLED

if TYPE_CHECKING:
    from proofkit.language.grammar.tokens import Lexeme

ALSO = "and"
WITHIN = "in"
WORDS = {ALSO, WITHIN}
BETWEEN = {*WORDS, "or", "for", "if"}
"""Words that stand between terms, so that no unknown is called so."""

_ROUND = "; brackets are round: ( )"
_PRIMES = "; primes and derivatives are not read: call the other unknown x1 or x_new"
_FLOOR = "write k for it, with --integer k --given 'k <= x < k + 1'"
_CEILING = "write k for it, with --integer k --given 'k - 1 < x <= k'"
_INSTEAD = "put an unknown in its place, and say with --given what is known of it"

SIGNS = {
    "‖": "; norms are not read, for unknowns are numbers: write |x|, or sqrt(x^2 + y^2)",
    "!": f"; factorials are not read: {_INSTEAD}",
    "∛": "; a cube root is written cbrt(x)",
    "{": _ROUND,
    "}": _ROUND,
    "'": _PRIMES,
    "′": _PRIMES,
    "\\": "; LaTeX is not read here: write sqrt(x), a/b, <=, alpha",
    "ϵ": "; write ε or epsilon",
    "ϕ": "; write φ or phi",
    "ϑ": "; write θ or theta",
    "±": "; ask once with + and once with -",
    "≈": "; statements are exact: write abs(x - y) <= 1/100",
    "=<": "; write <=",
    "=>": "; write >=, and hypotheses with --given",
    "->": "; write hypotheses with --given",
    "<>": "; write !=",
    "<=>": "; ask each direction on its own",
    "∨": "; `or` is not read: ask each case on its own",
    "⌊": f"; the floor of x is not read: {_FLOOR}",
    "⌈": f"; the ceiling of x is not read: {_CEILING}",
    "%": "; remainders are not read, and 5 percent is 5/100",
    "∑": "; a sum over an index is written sum(i=1..n, x[i])",
    "Σ": "; a sum over an index is written sum(i=1..n, x[i])",
    "∏": "; a product over an index is written prod(i=1..n, x[i])",
    "Π": "; a product over an index is written prod(i=1..n, x[i])",
}
"""What to do about a sign that is not read."""

AFTER = {
    "or": "`or` is not read: ask each case on its own",
    "]": "expected an operation or a relation; intervals are written x in [0, 1]",
    "[": "expected an operation or a relation; brackets are round: ( )",
}
"""What to do about a token that cannot follow a term."""

_TURNS = "write s for it, with --given '-1 <= s <= 1' and what else is known of it"
KNOWN = {
    "sin": _TURNS,
    "cos": _TURNS,
    "floor": _FLOOR,
    "ceil": _CEILING,
    "ceiling": _CEILING,
    "round": "write k for it, with --integer k --given 'k - 1/2 <= x <= k + 1/2'",
    "sign": "ask once with x > 0 and once with x < 0",
    "sgn": "ask once with x > 0 and once with x < 0",
    "lg": "write log2(x) or log10(x)",
    "arsinh": "write asinh(x)",
    "arcosh": "write acosh(x)",
    "artanh": "write atanh(x)",
}
_OTHERS = """
tan cot sec csc asin acos atan arcsin arccos arctan atan2 erf erfc gamma Gamma beta zeta
factorial binomial binom mod gcd lcm fract
"""
KNOWN |= dict.fromkeys(_OTHERS.split(), _INSTEAD)
KNOWN["norm"] = "unknowns are numbers: write abs(x), or sqrt(x^2 + y^2)"
"""Functions that people know and the language does not have, with a way to do without."""

_GREEK = """
alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon
phi chi psi omega Gamma Delta Theta Lambda Xi Phi Psi Omega
"""
GREEK = _GREEK.split()


def misused(source: str, tokens: Sequence[Lexeme], at: int) -> str:
    """What is wrong with the unknown before this token, if what follows makes it a call."""
    name, start, after = tokens[at - 1].text, tokens[at - 1].place, tokens[at]
    beside = after.kind in ("name", "number") and after.text not in BETWEEN
    if after.text == "[":
        return f"{name}[...]: indices in brackets are not read here; write {name}_1 or {name}_t"
    if beside and name in defined.NAMES:
        return f"{name} needs brackets: {name}(x)"
    if after.text != "(" and not (beside and name in KNOWN):
        return ""
    end, depth = at, 0
    while tokens[end].kind != "end":
        depth += (tokens[end].text == "(") - (tokens[end].text == ")")
        if depth <= 0:
            break
        end += 1
    return _called(name, shorten(source[start : tokens[end].end]))


def _called(name: str, typed: str) -> str:
    """What to say of a name that is used like a function, in the text `typed`."""
    available = f"Available: {', '.join(sorted({*CALLED, *defined.NAMES}))}"
    inside = re.sub(r"^\w+\s*", "", typed)
    product = f"{name}*{inside}" if inside != typed else f"{name}*(...)"
    if name in GREEK or not name.isalpha() or len(name) == 1:
        return (
            f"a product needs its *: {typed} can mean {product}, or a function {name}, which is "
            f"unknown. {available}"
        )
    way = f" Instead, {KNOWN[name]}" if name in KNOWN else f" A product is {product}"
    return f"unknown function '{name}'. {available}.{way}"

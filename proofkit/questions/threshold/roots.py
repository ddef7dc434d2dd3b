"""Where two exponents of a proof change places: candidates for the exact constant."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from sympy import Expr, Integer, Poly, Rational, Symbol, radsimp, together

from proofkit.language.claims import Claim, Statement, at_most
from proofkit.language.subterms import parts
from proofkit.language.terms import variables
from proofkit.language.to_sympy import to_sympy
from proofkit.questions.ends import End, end_of
from proofkit.questions.problem import cited

MAX_EXPONENTS = 16


@dataclass(frozen=True)
class Root:
    """An algebraic number, and the order of exponents that changes there."""

    value: Expr
    polynomial: Expr  # the minimal polynomial
    condition: Statement  # of the claim's exponents; true from the root on, on one side


def around(root: Expr, end: End, step: Fraction) -> tuple[Fraction, Fraction]:
    """The decimals on both sides of a root: the one to be proved, the one beyond it."""
    scaled = root / number(step)
    low = int(scaled.floor() if hasattr(scaled, "floor") else scaled // 1)
    if root.is_rational:
        exact = Fraction(int(root.p), int(root.q))
        return exact, exact + end.out * step
    ends = Fraction(low) * step, Fraction(low + 1) * step
    return ends if end.out > 0 else (ends[1], ends[0])


def roots(claim: Claim, over: Symbol, end: End, step: Fraction) -> list[Root]:
    """Where two exponents of the proof change places, the most relaxed first."""
    found: dict[Expr, Root] = {}
    for small, large in permutations(_exponents(claim, over), 2):
        gap = Poly(large - small, over)
        if gap.degree() < 1 or gap.degree() > 4:
            continue
        for value in gap.real_roots():
            beyond = around(value, end, step)[1]
            if _is_border(claim, gap, beyond, end) and _relaxes(value, end):
                best = together(radsimp(value))
                made = Root(best, _minimal(gap, value), at_most(small, large))
                found.setdefault(best, made)
    return [found[v] for v in sorted(found, reverse=end.out > 0)]


def number(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)


def _is_border(claim: Claim, gap: Poly, beyond: Fraction, end: End) -> bool:
    """Is `gap >= 0` false at `beyond` and, from there on inwards, true from one root on, as far
    as the other hypotheses allow?"""
    start, stop = number(beyond), _opposite(claim, end)
    interval = (start, stop) if end.out < 0 else (stop, start)
    inner = start - end.out * (2 + abs(start)) * 10**6 if stop is None else stop
    signs = gap.eval(start), gap.eval(inner)
    return bool(gap.count_roots(*interval) == 1 and signs[0] < 0 < signs[1])


def _opposite(claim: Claim, end: End) -> Rational | None:
    """The number that bounds the parameter on the other side, if one does."""
    ends = (end_of(claim, hypothesis) for hypothesis in claim.hypotheses)
    found = (e.number for e in ends if e and e.over == end.over and e.out == -end.out)
    first = next(found, None)
    return None if first is None else number(first)


def _relaxes(value: Expr, end: End) -> bool:
    stated = number(end.number)
    return bool(value <= stated if end.out < 0 else value >= stated)


def _minimal(gap: Poly, value: Expr) -> Expr:
    """The factor of which the value is a root."""
    for factor, _ in gap.factor_list()[1]:
        if factor.eval(value).equals(0):
            return factor.as_expr()
    return gap.as_expr()


def _exponents(claim: Claim, over: Symbol) -> list[Expr]:
    """The exponents in the proof and in those it cites that no other parameter is in."""
    found: dict[Expr, None] = {Integer(0): None}
    for one in cited(claim):
        for part in one.parts:
            for term in part.chain.terms():
                for node in parts(term):
                    if node.op == "power" and variables(node.args[1]) <= {over.name}:
                        found.setdefault(to_sympy(node.args[1]))
    spoken = [e for e in found if e.is_polynomial(over) and (not e.is_number or e.is_rational)]
    return spoken[:MAX_EXPONENTS]

"""Writes the program that finds the signs a form needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Known
from proofkit.kernel.boxes import Box
from proofkit.language.terms import Term
from proofkit.questions.sweep.balls import TINY, Arithmetic, Ball, U, up
from proofkit.questions.sweep.code import Code
from proofkit.questions.sweep.forms import Form, Group, Powers, Signed, in_variables
from proofkit.questions.sweep.functions import EXP_ERROR, exp, exp_value, log

MAX_OPERATIONS = 6_000


@dataclass(frozen=True)
class Answers:
    """Which questions of a program make up a sign: one for each factor, with its power's
    parity, and one for the sum."""

    factors: tuple[tuple[int, bool], ...]
    sum: int


@dataclass(frozen=True)
class Written:
    """A form, answered by a program: `difference` is None for an identity."""

    relation: str
    difference: Answers | None
    guards: tuple[Answers, ...]


def write(code: Code, form: Form) -> Written:
    """Add what a form needs to a program."""
    writer = _Writer(code, form.known)
    difference = writer.answers(form.difference) if form.difference else None
    return Written(form.relation, difference, tuple(map(writer.answers, form.guards)))


class _Writer:
    def __init__(self, code: Code, known: Known) -> None:
        self.definitions = known.context.definitions
        self.box = Box({name: known.range_of(name) for name in known.kinds}, self.definitions)
        self.arithmetic = Arithmetic(code)
        self.code = code
        self._balls: dict[Term, Ball] = {}
        self._logs: dict[Term, Ball] = {}

    def answers(self, signed: Signed) -> Answers:
        """The questions whose answers give the sign."""
        ask = self.arithmetic.ask
        factors = tuple((ask(self.ball(atom)), power % 2 == 1) for atom, power in signed.factors)
        found = Answers(factors, ask(self._sum(signed.groups)))
        if len(self.code.operations) > MAX_OPERATIONS:
            raise LimitExceeded("the statement is too long for a filter")
        return found

    def _sum(self, groups: tuple[Group, ...]) -> Ball:
        """The sum divided by its greatest power, so that nothing overflows."""
        sums = [self._polynomial(group.terms) for group in groups]
        if len(groups) == 1:
            return sums[0]
        exponents = [self._exponent(group) for group in groups[1:]]
        weights = self._two(exponents[0]) if len(groups) == 2 else self._many(exponents)
        times = self.arithmetic.times
        return self.arithmetic.plus([times(s, w) for s, w in zip(sums, weights, strict=True)])

    def _two(self, y: Ball) -> list[Ball]:
        """`1` and `exp(y)`, both divided by `exp(max(y, 0))`, from one exponential."""
        emit, arithmetic = self.code.emit, self.arithmetic
        size = emit("abs", y.value)
        small = exp_value(arithmetic, emit("max", emit("sub", 0.0, size), -700.0))
        share = arithmetic.share(arithmetic.error(y))
        first = emit("choose", y.value, small, 1.0)
        second = emit("choose", y.value, 1.0, small)
        radius = emit("add", emit("mul", second, share), TINY)
        known = Ball(first, up(2 * EXP_ERROR), TINY, 16 * U, True, 99)
        return [known, replace(known, value=second, radius=radius, slack=up(4 * EXP_ERROR))]

    def _many(self, exponents: list[Ball]) -> list[Ball]:
        """`1, exp(y1), exp(y2), ...`, all divided by the exponential of the greatest."""
        emit, arithmetic = self.code.emit, self.arithmetic
        greatest = 0.0
        for y in exponents:
            greatest = emit("max", greatest, y.value)  # type: ignore[assignment]
        shift = Ball(emit("sub", 0.0, greatest))
        return [
            exp(arithmetic, shift),
            *(exp(arithmetic, self._shifted(y, shift)) for y in exponents),
        ]

    def _shifted(self, y: Ball, shift: Ball) -> Ball:
        """`y + shift`, where shift is a double: one rounding beside the error of y."""
        emit = self.code.emit
        value = emit("add", y.value, shift.value)
        radius = emit("add", self.arithmetic.error(y), TINY)
        return Ball(value, 2 * U, radius, 8 * U, False, 99)

    def _exponent(self, group: Group) -> Ball:
        terms = [
            self.arithmetic.times(self._polynomial(in_variables(exponent)), self._log(atom))
            for atom, exponent in group.exponents
        ]
        return self.arithmetic.plus(terms)

    def _polynomial(self, terms: Iterable[tuple[Fraction, Powers]]) -> Ball:
        arithmetic = self.arithmetic
        pieces = []
        for coefficient, powers in terms:
            piece: Ball | None = None
            for atom, k in powers:
                factor = arithmetic.to_integer(self.ball(atom), k)
                piece = factor if piece is None else arithmetic.times(piece, factor)
            scale = arithmetic.constant(coefficient)
            pieces.append(scale if piece is None else arithmetic.times(scale, piece))
        return arithmetic.plus(pieces)

    def _log(self, atom: Term) -> Ball:
        """The logarithm of a positive atom; of `exp(x)`, x itself."""
        if atom.op == "exp":
            return self.ball(atom.args[0])
        if atom not in self._logs:
            known = self._from_two(atom)
            self._logs[atom] = log(self.arithmetic, self.ball(atom), from_two=known)
        return self._logs[atom]

    def _from_two(self, atom: Term) -> bool:
        try:
            return bool(self.box.enclose(atom).low >= 2)
        except Undefined:
            return False

    def ball(self, term: Term) -> Ball:
        """A term as it stands, node by node."""
        if term not in self._balls:
            self._balls[term] = self._ball(term)
        return self._balls[term]

    def _ball(self, term: Term) -> Ball:
        arithmetic = self.arithmetic
        if term.op == "number":
            return arithmetic.constant(term.args[0])
        if term.op == "variable":
            return self._variable(term.args[0])
        if term.op == "sum":
            return arithmetic.plus([self.ball(arg) for arg in term.args])
        if term.op == "product":
            first, *rest = (self.ball(arg) for arg in term.args)
            for factor in rest:
                first = arithmetic.times(first, factor)
            return first
        if term.op == "exp":
            return exp(arithmetic, self.ball(term.args[0]))
        if term.op == "log":
            return self._log(term.args[0])
        if term.op == "power":
            base, exponent = term.args
            if exponent.op == "number" and exponent.args[0].denominator == 1:
                return arithmetic.to_integer(self.ball(base), int(exponent.args[0]))
            return exp(arithmetic, arithmetic.times(self.ball(exponent), self._log(base)))
        raise LimitExceeded(f"a filter has no rule for {term.op}")

    def _variable(self, name: str) -> Ball:
        if name in self.definitions:
            return self.ball(self.definitions[name])
        low, _ = self.box.ranges[name]
        return self.arithmetic.input(name, exact=False, nonnegative=low is not None and low >= 0)

"""Verdicts of one lemma at many points: first by a filter, then by the kernel.

What the doubles of the general filter leave undecided, and all probabilities, are tried by Arb.
What is left then is often a tie on a line, such as `a0 = 0`. A value that many of these points
share is put into the statement as a number, where the kernel's normal form may cancel
everything, and a filter for the result is tried. The rest goes to
`proofkit.kernel.points.decide`, point by point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from proofkit.foundations.errors import ProofkitError
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.signs import chances
from proofkit.language.claims import Claim, Hypothesis
from proofkit.language.lemma import Lemma
from proofkit.language.terms import variables
from proofkit.language.words import FLIP, RELATIONS
from proofkit.questions.sweep.balls import RANGE
from proofkit.questions.sweep.code import Code
from proofkit.questions.sweep.columns import Column, double
from proofkit.questions.sweep.enclosing import Enclosed, of_form, of_sides
from proofkit.questions.sweep.forms import Form, form
from proofkit.questions.sweep.machine import Machine, Signs
from proofkit.questions.sweep.points import Indices
from proofkit.questions.sweep.setting import Setting
from proofkit.questions.sweep.writing import Answers, Written, write
from proofkit.search.contexts import context_of, fact_of

Codes = NDArray[np.uint8]
Runner = Callable[[Code], Machine]

UNDECIDED, HOLDS, FAILS, NOWHERE = 0, 1, 2, 3
"""A cell is one of these; `NOWHERE` where the parameters make no point."""

FEW = 4
"""So many points have to share a value for it to be put in as a number."""
MAX_SPECIAL = 200


@dataclass(frozen=True)
class Item:
    """One statement of a lemma: a part of a claim, or a hypothesis."""

    row: int
    context: Context
    fact: Fact
    names: frozenset[str]  # the parameters it depends on


def items(lemma: Lemma, claims: Sequence[Claim], hypotheses: Sequence[Hypothesis]) -> list[Item]:
    """The claims' parts, one row for a claim, and then the hypotheses."""
    found = []
    for row, claim in enumerate(claims):
        context = context_of(claim)
        for part in claim.parts:
            found.append(_item(row, context, fact_of(part.statement)))
    context = Context({p.name: p.integer for p in lemma.parameters})
    for row, hypothesis in enumerate(hypotheses, len(claims)):
        found.append(_item(row, context, fact_of(hypothesis.statement)))
    return found


def _item(row: int, context: Context, fact: Fact) -> Item:
    names: set[str] = set()
    pending = [*variables(fact[0]), *variables(fact[2])]
    while pending:
        name = pending.pop()
        if name in context.definitions:
            pending += variables(context.definitions[name])
        else:
            names.add(name)
    return Item(row, context, fact, frozenset(names))


def is_deterministic(claim: Claim) -> bool:
    """Does it speak of no probability?"""
    facts = [fact_of(part.statement) for part in claim.parts]
    return not any(True for fact in facts for side in fact[::2] for _ in chances(side))


class Filter:
    """Some statements, compiled for points at which certain parameters have given values."""

    def __init__(
        self,
        chosen: Sequence[Item],
        setting: Setting,
        fixed: Mapping[str, Fraction],
        runner: Runner,
    ) -> None:
        self.code = Code()
        parameters = setting.parameters.values()
        self.forms = [form(item.context, item.fact, parameters, fixed) for item in chosen]
        self.written = [self._write(found) if found else None for found in self.forms]
        self.machine = runner(self.code) if any(self.written) else None
        self.constants = setting.constants

    def _write(self, found: Form) -> Written | None:
        before = self.code.copy()
        try:
            return write(self.code, found)
        except ProofkitError:
            self.code = before
            return None

    def decide(self, doubles: Mapping[str, NDArray[np.float64]], count: int) -> Codes:
        """A row of codes for every statement."""
        codes = np.zeros((len(self.written), count), dtype=np.uint8)
        if self.machine is None:
            return codes
        inputs, sound = {}, np.ones(count, dtype=np.bool_)
        for name in self.code.inputs:
            values = doubles[name]
            if not (values.min() >= 2.0**-RANGE and values.max() <= 2.0**RANGE):
                size = np.abs(values)
                fits = (values == 0) | ((size >= 2.0**-RANGE) & (size <= 2.0**RANGE))
                sound &= fits
                values = np.where(fits, values, 1.0)
            inputs[name] = values
        signs = self.machine.run(inputs, count)
        for codes_, written in zip(codes, self.written, strict=True):
            if written is not None:
                codes_[:] = _verdict(self.code, written, signs, count)
        if not sound.all():
            codes[:, ~sound] = UNDECIDED
        return codes


_COMPARE = {
    frozenset({0}): np.equal,
    frozenset({-1, 0}): np.greater_equal,
    frozenset({-1}): np.greater,
    frozenset({-1, 1}): np.not_equal,
}
"""How `right - left` compares with 0, by the signs that a relation allows `left - right`."""


def _verdict(code: Code, written: Written, signs: Signs, count: int) -> Codes:
    if written.difference is None:
        sign, known = np.zeros(count, dtype=np.int8), np.ones(count, dtype=np.bool_)
    else:
        sign, known = _sign(code, written.difference, signs)
    for guard in written.guards:
        known = known & (_sign(code, guard, signs)[0] == 1)
    relation = written.relation
    if not RELATIONS[relation].upwards:
        sign, relation = -sign, FLIP[relation]
    holds = _COMPARE[RELATIONS[relation].signs](sign, 0)
    return (np.uint8(FAILS) - holds.view(np.uint8)) * known.view(np.uint8)  # 1, 2, or 0


def _sign(code: Code, answers: Answers, signs: Signs) -> tuple[Signs, NDArray[np.bool_]]:
    """The sign of a product, and where it is known."""
    sign = signs[answers.sum]
    exact = [sign] if code.signs[answers.sum].radius is None else []
    for question, odd in answers.factors:
        factor = signs[question]
        if code.signs[question].radius is None:
            exact.append(factor)
        sign = sign * (factor if odd else factor * factor)
    known = sign != 0
    for factor in exact:
        known |= factor == 0
    return sign, known


class Cells:
    """Decides the statements of one lemma at any points of a sweep."""

    def __init__(
        self, chosen: Sequence[Item], rows: int, setting: Setting, runner: Runner | None
    ) -> None:
        self.items, self.rows, self.setting, self.runner = list(chosen), rows, setting, runner
        self.general: Filter | None = None
        if runner is not None:
            self.general = Filter(self.items, setting, setting.constants, runner)
        self._special: dict[tuple[int, str, Fraction], Filter] = {}
        self._enclosed: dict[int, Enclosed | None] = {}

    def decide(self, given: Mapping[str, Column], count: int) -> tuple[Codes, NDArray[np.bool_]]:
        """A row of codes for every claim and hypothesis, and which of them the kernel was asked
        about."""
        columns, there = self.setting.columns(given, count)
        doubles = {name: values.doubles() for name, values in columns.items()}
        for name, value in self.setting.constants.items():
            if self.general and name in self.general.code.inputs:
                doubles[name] = np.full(count, double(value.numerator, value.denominator))
        if self.general is not None:
            found = self.general.decide(doubles, count)
        else:
            found = np.zeros((len(self.items), count), dtype=np.uint8)
        by_kernel: dict[int, Indices] = {}
        if there.all() and found.all():
            return self._rows(found, by_kernel, there)  # nothing is left, as nearly always
        for number, item in enumerate(self.items):
            left = np.flatnonzero((found[number] == UNDECIDED) & there)
            if len(left) and self.general is not None:
                left = self._enclose(number, columns, left, found[number])
            if len(left) and self.runner is not None:
                left = self._specialise(number, columns, doubles, left, found[number])
            if len(left):
                by_kernel[number] = left
                self._ask_the_kernel(item, columns, left, found[number])
        return self._rows(found, by_kernel, there)

    def _rows(
        self, found: Codes, by_kernel: Mapping[int, Indices], there: NDArray[np.bool_]
    ) -> tuple[Codes, NDArray[np.bool_]]:
        """A row for every claim and hypothesis, and where the kernel was asked."""
        asked = np.zeros((self.rows, len(there)), dtype=np.bool_)
        for number, indices in by_kernel.items():
            asked[self.items[number].row, indices] = True
        codes = self._joined(found)
        if not there.all():
            codes[:, ~there] = NOWHERE
        return codes, asked

    def _joined(self, found: Codes) -> Codes:
        """Parts joined to claims: one failing part decides, an undecided one leaves open."""
        if [item.row for item in self.items] == [*range(self.rows)]:
            return found
        codes = np.full((self.rows, found.shape[1]), HOLDS, dtype=np.uint8)
        seen: set[int] = set()
        for item, row in zip(self.items, found, strict=True):
            codes[item.row] = _JOIN[codes[item.row], row] if item.row in seen else row
            seen.add(item.row)
        return codes

    def _enclose(
        self, number: int, columns: Mapping[str, Column], left: Indices, codes: Codes
    ) -> Indices:
        """Ask Arb; what is left after that."""
        if number not in self._enclosed:
            self._enclosed[number] = self._program(number)
        program = self._enclosed[number]
        if program is None:
            return left
        codes[left] = [CODE[verdict] for verdict in program.decide(columns, left)]
        rest: Indices = left[codes[left] == UNDECIDED]
        return rest

    def _program(self, number: int) -> Enclosed | None:
        found = self.general.forms[number] if self.general else None
        if found is not None:
            return of_form(found)
        item = self.items[number]
        return of_sides(item.context, item.fact, self.setting.constants)

    def _specialise(
        self,
        number: int,
        columns: Mapping[str, Column],
        doubles: Mapping[str, NDArray[np.float64]],
        left: Indices,
        codes: Codes,
    ) -> Indices:
        """Put in the values that many of the points left share; what is left after that."""
        names = sorted(self.items[number].names & set(columns))
        for name in names:
            values, inverse, counts = np.unique(
                doubles[name][left], return_inverse=True, return_counts=True
            )
            for place in np.argsort(-counts, kind="stable"):
                if counts[place] < FEW or np.isnan(values[place]):
                    continue
                special = self._special_filter(
                    number, name, columns[name].exact(left[inverse == place][0])
                )
                if special is None:
                    break
                chosen = left[inverse == place]
                same = np.array([columns[name].exact(i) for i in chosen], dtype=object)
                chosen = chosen[same == same[0]]
                inner = {key: near[chosen] for key, near in doubles.items()}
                codes[chosen] = special.decide(inner, len(chosen))[0]
            left = left[codes[left] == UNDECIDED]
            if not len(left):
                break
        return left

    def _special_filter(self, number: int, name: str, value: Fraction) -> Filter | None:
        key = (number, name, value)
        if key not in self._special:
            if len(self._special) >= MAX_SPECIAL or self.runner is None:
                return None
            fixed = {**self.setting.constants, name: value}
            self._special[key] = Filter([self.items[number]], self.setting, fixed, Machine)
        return self._special[key]

    def _ask_the_kernel(
        self, item: Item, columns: Mapping[str, Column], left: Indices, codes: Codes
    ) -> None:
        """Point by point; a statement that does not depend on all parameters, once for each of
        the values it depends on."""
        known: dict[tuple[Fraction, ...], int] = {}
        names = sorted(item.names)
        for index in left:
            values = self.setting.values(columns, int(index))
            key = tuple(values[name] for name in names)
            if key not in known:
                verdict = points.decide(item.context, item.fact, values)
                known[key] = CODE[verdict.value]
            codes[index] = known[key]


CODE = {"": UNDECIDED, "undecided": UNDECIDED, "holds": HOLDS, "fails": FAILS}
_JOIN = np.array([[0, 0, 2], [0, 1, 2], [2, 2, 2]], dtype=np.uint8)

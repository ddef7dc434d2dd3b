"""Arb's balls at many points: the second tier of a sweep, between the doubles and the kernel.

A statement becomes a Python function of Arb numbers, written once and called at every point: of
the form that the filter has too, or, where it speaks of probabilities, of its two sides as they
stand. Arb encloses whatever is computed, so nothing is to be proved but that the function
computes the statement; what is not certain with so many bits is tried with more, and then left.
`docs/filter.md` says more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from proofkit.foundations.errors import LimitExceeded, ProofkitError
from proofkit.kernel.assumptions import Context, Fact
from proofkit.language.terms import Term, number, numbers_within, whole_value
from proofkit.language.words import RELATIONS
from proofkit.questions.sweep.columns import Column, Doubles
from proofkit.questions.sweep.crowds import Chance
from proofkit.questions.sweep.forms import Form, Group, Powers, Signed, in_variables
from proofkit.questions.sweep.points import Indices

BITS = (128, 512)
MAX_LINES = 2_000

Values = tuple[arb, ...]
Product = tuple[tuple[tuple[int, bool], ...], int]
"""Places of factors with their powers' parity, and of a sum, among the values of a program."""


class Enclosed:
    """One statement, decided at point after point."""

    def __init__(self, program: _Program, relation: str, asked: Sequence[Product | None]) -> None:
        self.relation = relation
        self.difference, *self.guards = asked
        self.inputs = tuple(program.inputs)
        self.constants = tuple(program.constants)
        self.program = program.compiled()

    def decide(self, columns: Mapping[str, Column], left: Indices) -> list[str]:
        """`holds`, `fails`, or nothing for each of these points, in order."""
        raw = [_raw(columns[name][left]) for name in self.inputs]
        rows = list(zip(*raw, strict=True)) if raw else [()] * len(left)
        known: dict[tuple[Any, ...], str] = dict.fromkeys(rows, "")
        for bits in BITS:
            with ctx.workprec(bits):
                constants = [arb(fmpq(*key)) for key in self.constants]
                for row, found in known.items():
                    if not found:
                        known[row] = self._verdict(self.program(*map(_ball, row), *constants))
        return [known[row] for row in rows]

    def _verdict(self, values: Values | None) -> str:
        if values is None or any(_sign(values, guard) != 1 for guard in self.guards):
            return ""
        sign = 0 if self.difference is None else _sign(values, self.difference)
        if sign is None:
            return ""
        return "holds" if -sign in RELATIONS[self.relation].signs else "fails"


def _sign(values: Values, product: Product | None) -> int | None:
    """The sign of a product, where it is certain."""
    if product is None:
        return 0
    factors, place = product
    signs = [(_sign_of(values[at]), odd) for at, odd in factors]
    signs.append((_sign_of(values[place]), True))
    if any(sign == 0 for sign, _ in signs):
        return 0
    found = 1
    for sign, odd in signs:
        if sign is None:
            return None
        found *= sign if odd else 1
    return found


def _sign_of(value: arb) -> int | None:
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0 if value.is_zero() else None


def _raw(column: Column) -> list[Any]:
    """The values at some points: numbers, or numerators with denominators."""
    if isinstance(column, Doubles):
        return list(column.values.tolist())
    tops = column.top.tolist()
    return list(zip(tops, column.below.tolist(), strict=True)) if column.below is not None else tops


def _ball(value: Any) -> arb:
    """A ball around a rational number: of a double or an integer, that number alone."""
    return arb(fmpq(*value)) if isinstance(value, tuple) else arb(value)


def of_form(form: Form) -> Enclosed | None:
    """A program for what the filter decides too."""
    program = _Program(form.known.context.definitions)
    try:
        difference = program.product(form.difference) if form.difference else None
        guards = map(program.product, form.guards)
        return Enclosed(program, form.relation, [difference, *guards])
    except ProofkitError:
        return None


def of_sides(context: Context, fact: Fact, fixed: Mapping[str, Fraction]) -> Enclosed | None:
    """A program for `right - left` as it stands, probabilities included."""
    left, relation, right = fact
    numbers = {name: number(value) for name, value in fixed.items()}
    program = _Program({**numbers, **context.definitions})
    try:
        return Enclosed(program, relation, [((), program.ask(program.of(right - left)))])
    except ProofkitError:
        return None


class _Program:
    """The text of a function, line by line; a term that occurs twice is computed once."""

    def __init__(self, definitions: Mapping[str, Term]) -> None:
        self.definitions = definitions
        self.inputs: dict[str, str] = {}
        self.constants: dict[tuple[int, int], str] = {}
        self.asked: list[str] = []
        self._lines: list[str] = []
        self._finite: list[str] = []
        self._names: dict[object, str] = {}
        self._chances: dict[str, Chance] = {}

    def compiled(self) -> Callable[..., Values | None]:
        """The function of the inputs and then the constants; `None` where a part has no value."""
        names = [*self.inputs.values(), *self.constants.values()]
        body = [f"def program({', '.join(names)}):", *self._lines]
        if self._finite:
            test = " and ".join(f"{name}.is_finite()" for name in self._finite)
            body.append(f"if not ({test}): return None")
        body.append(f"return ({''.join(f'{name}, ' for name in self.asked)})")
        made: dict[str, Any] = dict(self._chances)
        exec("\n    ".join(body), made)  # our own text, from our own operations
        found: Callable[..., Values | None] = made["program"]
        return found

    def ask(self, name: str) -> int:
        """The place of a value in what the function returns."""
        if name not in self.asked:
            self.asked.append(name)
        return self.asked.index(name)

    def product(self, signed: Signed) -> Product:
        """The factors and the sum whose signs make one."""
        factors = tuple((self.ask(self.of(atom)), k % 2 == 1) for atom, k in signed.factors)
        groups = [self._group(group) for group in signed.groups]
        return factors, self.ask(self._joined(" + ", groups))

    def _group(self, group: Group) -> str:
        total = self._sum(group.terms)
        if not group.exponents:
            return total
        shares = [
            self._line(f"{self._sum(in_variables(exponent))} * {self._log(atom)}")
            for atom, exponent in group.exponents
        ]
        return self._line(f"{total} * ({self._joined(' + ', shares)}).exp()")

    def _sum(self, terms: Iterable[tuple[Fraction, Powers]]) -> str:
        pieces = []
        for coefficient, powers in terms:
            factors = [self._constant(coefficient)] if coefficient != 1 or not powers else []
            factors += [self._raised(self.of(atom), k) for atom, k in powers]
            pieces.append(self._joined(" * ", factors))
        return self._joined(" + ", pieces)

    def of(self, term: Term) -> str:
        """The name of a term's value."""
        if term not in self._names:
            self._names[term] = self._of(term)
        return self._names[term]

    def _of(self, term: Term) -> str:
        op, args = term.op, term.args
        if op == "number":
            return self._constant(args[0])
        if op == "variable":
            meaning = self.definitions.get(args[0])
            if meaning is not None:
                return self.of(meaning)
            return self.inputs.setdefault(args[0], f"x{len(self.inputs)}")
        if op == "P":
            return self._chance(args[0])
        if op == "log":
            return self._log(args[0])
        if op == "power":
            whole = whole_value(args[1])
            if whole is not None:
                return self._raised(self.of(args[0]), whole)
            return self._line(f"({self.of(args[1])} * {self._log(args[0])}).exp()")
        names = [self.of(arg) for arg in args]
        if op in ("sum", "product"):
            return self._joined(" + " if op == "sum" else " * ", names)
        if op == "exp":
            return self._line(f"{names[0]}.exp()")
        raise LimitExceeded(f"no program for {op}")

    def _log(self, atom: Term) -> str:
        """The logarithm of a positive number; of `exp(x)`, x itself."""
        if atom.op == "exp":
            return self.of(atom.args[0])
        return self._line(f"{self.of(atom)}.log()", finite=True)

    def _raised(self, base: str, k: int) -> str:
        if k < 0:
            inverse = self._line(f"{self._constant(Fraction(1))} / {base}", finite=True)
            return self._raised(inverse, -k)
        if k <= 1:
            return base if k else self._constant(Fraction(1))
        power = f"{base} * {base}" if k == 2 else f"{base} ** {self._constant(Fraction(k))}"
        return self._line(power)

    def _chance(self, event: Term) -> str:
        chance = Chance(event)
        arguments = [self.of(arg) for arg in numbers_within(event)]
        name = f"chance{len(self._chances)}"
        self._chances[name] = chance
        return self._line(f"{name}({', '.join(arguments)})", finite=True)

    def _constant(self, value: Fraction) -> str:
        key = value.numerator, value.denominator
        return self.constants.setdefault(key, f"k{len(self.constants)}")

    def _joined(self, sign: str, names: Sequence[str]) -> str:
        return names[0] if len(names) == 1 else self._line(sign.join(names))

    def _line(self, text: str, *, finite: bool = False) -> str:
        """A value that is computed once; `finite` if it may not exist."""
        if text not in self._names:
            if len(self._lines) >= MAX_LINES:
                raise LimitExceeded("the statement is too long for a program")
            self._names[text] = f"v{len(self._lines)}"
            self._lines.append(f"{self._names[text]} = {text}")
            if finite:
                self._finite.append(self._names[text])
        return self._names[text]

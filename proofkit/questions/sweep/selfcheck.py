"""A check before every sweep that this machine's arithmetic meets the assumptions of the filter's
proof.

The proof needs `+ - * /` rounded to nearest in double precision, gradual underflow, exact
`rint` and comparisons, and two's-complement bits. Products and sums whose exact rounding is
known are tried, chosen to tell apart other rounding modes, extended precision, contraction
to fused multiply-add, and flushing to zero; and `log` and `exp` are compared with Arb.

What is expected of tiny numbers is written down as bits, and looked at as bits: a processor that
flushes them to zero would take the number expected for zero too, and find the two equal.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from proofkit.foundations.errors import ProofkitError
from proofkit.questions.sweep.balls import Arithmetic
from proofkit.questions.sweep.code import Code, Operand, Ref
from proofkit.questions.sweep.engine import NONE, engine
from proofkit.questions.sweep.functions import EXP_ERROR, LOG_ERROR, exp_value, log_value
from proofkit.questions.sweep.machine import Machine

ULP = 2.0**-52
_LEFT = (1.0, 1.0 + ULP, 1.0 + ULP, 3.0, 2.0**53, 1e16, -1.0, 2.0**-1022, 5e-324, 1.1, 0.1, 7.0)
_RIGHT = (ULP / 2, ULP / 2, 1.0 - ULP, 10.0, 1.0, 2.9999, -ULP / 2, 0.5, 1.0, 1.1, 3.0, 49.0)
_COUNT = len(_LEFT)
_EDGES = [2.0, 3.0, 10.0, 1e18, 1e9, 5.5, 0.70710678118654746, 0.70710678118654757]
_EDGES += [1.0 + ULP, 1.0 - ULP / 2, 1e-300]
_HARD = [1.0, -0.5, 30.0, -40.0, -1.0, 1e-300, 0.34657359027997264, -0.34657359027997270]
_HARD += [699.9, -699.9, 1e-17]


class UnsoundArithmetic(ProofkitError):
    """This machine does not compute as the filter's proof assumes."""


_TINY = 0x0010000000000000, 0x0000000000000001, 0x3FE0000000000000
"""The bits of the least normal number, of the least of all, and of one half."""

_HALVED = 0x0008000000000000
"""The bits of half the least normal number: a subnormal one."""


def require(name: str) -> None:
    """Refuse to filter where the arithmetic is not what it has to be."""
    runner = engine(name)
    if name == NONE or runner is None:
        return
    wrong = [*faults(runner), *faults_of_balls()]
    if wrong:
        raise UnsoundArithmetic(
            f"the {name} filter is refused on this machine, whose {wrong[0]} is not as the IEEE "
            "754 standard says; --filter none decides without it"
        )


def faults(runner: Callable[[Code], Machine] = Machine) -> list[str]:
    """What does not work as it has to: names of tries, none where all is well."""
    kept = _keeps_tiny(np.multiply, np.add) and _program_keeps_tiny(runner)
    wrong = [] if kept else ["treatment of tiny numbers"]
    tries = _Tries()
    operations: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
        "add": lambda x, y: x + y,
        "sub": lambda x, y: x - y,
        "mul": lambda x, y: x * y,
        "div": lambda x, y: x / y,
    }
    emit = tries.code.emit
    x, y = tries.input("x", list(_LEFT)), tries.input("y", list(_RIGHT))
    pairs = [(Fraction(a), Fraction(b)) for a, b in zip(_LEFT, _RIGHT, strict=True)]
    for kind, exact in operations.items():
        tries.equal(f"rounding ({kind})", emit(kind, x, y), [exact(a, b) for a, b in pairs])
    products = [Fraction(_nearest(a * b)) for a, b in pairs]
    apart = emit("add", emit("mul", x, y), -1.0)  # wrong if it is contracted to one rounding
    tries.equal("rounding of products", apart, [p - 1 for p in products])
    arithmetic = Arithmetic(tries.code)
    logs, powers = tries.input("logs", _EDGES), tries.input("powers", _HARD)
    tries.near("logarithm", log_value(arithmetic, logs), [arb(v).log() for v in _EDGES], LOG_ERROR)
    tries.near(
        "exponential", exp_value(arithmetic, powers), [arb(v).exp() for v in _HARD], EXP_ERROR
    )
    return [*wrong, *tries.wrong(runner)]


def faults_of_balls() -> list[str]:
    """The same of Arb, as far as the second tier of a filter leans on it: balls hold what they
    stand for, are as narrow as their precision, and say nothing where nothing is certain."""
    with ctx.workprec(BALLS):
        third, logarithm, power = arb(1) / 3, arb(2).log(), arb(1).exp()
        zero = 3 * third - 1
        narrow = (_LOG_2, logarithm), (_E, power), (Fraction(1, 3), third)
        tries = {
            "width of balls": all(_is_near(ball, value) for value, ball in narrow),
            "comparison of balls": not (zero > 0 or zero < 0 or zero.is_zero()),
            "numbers that do not exist": not any(
                value.is_finite() or value > 0 or value < 0
                for value in (1 / zero, zero.log(), arb(-1).log())
            ),
            "rounding to integers": (zero + 2).floor().unique_fmpz() is None
            and third.floor().unique_fmpz() == 0
            and third.ceil().unique_fmpz() == 1,
        }
    return [name for name, is_right in tries.items() if not is_right]


BALLS = 128
_LOG_2 = Fraction(235865763225513294137944142764154484399, 2**128)
_E = Fraction(924983374546220337150911035843336795079, 2**128)
"""log 2 and e, rounded down to 128 bits after the point."""


def _is_near(ball: arb, value: Fraction) -> bool:
    """Does a ball hold a number that is written down up to 2^-128, and little else?"""
    room = arb(fmpq(value.numerator, value.denominator)) + arb(0).union(arb(2) ** -BALLS)
    return bool(ball.overlaps(room) and ball.rad() < arb(2) ** (8 - BALLS))


def _keeps_tiny(times: Callable[..., Any], plus: Callable[..., Any]) -> bool:
    """Is half the least normal number what its bits say, and one unit more than what comes
    before? Integers alone are compared."""
    least, unit, half = np.array(_TINY, np.int64).view(np.float64)
    halved = np.array([times(least, half), plus(unit, unit), plus(-unit, least)])
    return bool(halved.view(np.int64).tolist() == [_HALVED, 2, _TINY[0] - 1])


def _program_keeps_tiny(runner: Callable[[Code], Machine]) -> bool:
    """The same of the filter's own programs: what was tiny is made large before it is asked
    for, from bits that were never computed with."""
    code = Code()
    x = code.input("x")
    halved = code.emit("mul", x, 0.5)
    code.ask(code.emit("mul", code.emit("mul", halved, 2.0**600), 2.0**600), None)
    code.ask(code.emit("mul", code.emit("mul", x, 2.0**600), 2.0**600), None)
    bits = np.array([_TINY[0], _TINY[0] + 2, 2, 2**51], np.int64)
    signs = runner(code).run({"x": bits.view(np.float64)}, len(bits))
    return bool(signs.tolist() == [[1] * len(bits), [1] * len(bits)])


class _Tries:
    """Comparisons of what the machine finds with what is true, in one program."""

    def __init__(self) -> None:
        self.code = Code()
        self._inputs: dict[str, list[float]] = {}
        self._asked: list[tuple[str, int, tuple[int, ...]]] = []  # and the signs that are right

    def input(self, name: str, values: list[float]) -> Ref:
        self._inputs[name] = (values + [values[-1]] * _COUNT)[:_COUNT]
        return self.code.input(name)

    def equal(self, name: str, found: Operand, expected: list[Fraction]) -> None:
        """Found is the double nearest to what is expected: neither above nor below it."""
        true = self.input(f"true {name}", [_nearest(value) for value in expected])
        self._ask(name, self.code.emit("sub", found, true), (0,))
        self._is_a_number(name, found)

    def near(self, name: str, found: Operand, expected: list[arb], bound: float) -> None:
        """Found is within a relative error of what is expected, which is not 0."""
        emit, size = self.code.emit, self.code.emit("abs", found)
        with ctx.workprec(128):
            near = np.array([value.mid().str(30, radius=False) for value in expected], np.float64)
        true = self.input(f"true {name}", np.abs(near).tolist())
        self._ask(name, emit("sub", size, emit("mul", true, 1 - bound)), (0, 1))
        self._ask(name, emit("sub", size, emit("mul", true, 1 + bound)), (0, -1))
        self._is_a_number(name, found)

    def _is_a_number(self, name: str, found: Operand) -> None:
        self._ask(name, self.code.emit("add", self.code.emit("abs", found), 1.0), (1,))

    def _ask(self, name: str, gap: Operand, right: tuple[int, ...]) -> None:
        self._asked.append((name, self.code.ask(gap, None), right))

    def wrong(self, runner: Callable[[Code], Machine]) -> list[str]:
        """The names of the tries that failed."""
        inputs = {name: np.array(values) for name, values in self._inputs.items()}
        signs = runner(self.code).run(inputs, _COUNT)
        failed = [name for name, q, right in self._asked if not np.isin(signs[q], right).all()]
        return list(dict.fromkeys(failed))


def _nearest(value: Fraction) -> float:
    return value.numerator / value.denominator

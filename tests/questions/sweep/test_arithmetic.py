"""Balls, functions, and the machine that runs them."""

import math
import platform
import shutil
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx

from proofkit.questions.sweep import functions, machine, selfcheck
from proofkit.questions.sweep.balls import Arithmetic, Ball
from proofkit.questions.sweep.code import Code
from proofkit.questions.sweep.compiled import Compiled
from proofkit.questions.sweep.machine import Machine


def evaluated(write, inputs):
    """The value a written function has at doubles, found by asking whether it equals guesses."""
    code = Code()
    out = write(Arithmetic(code), code.input("x"))
    code.ask(out, None)
    kept, original = [], machine._compare

    def keep(value, radius, out):
        kept.append(value.copy())
        original(value, radius, out)

    machine._compare = keep
    try:
        Machine(code).run({"x": inputs}, len(inputs))
    finally:
        machine._compare = original
    return np.concatenate(kept)


@pytest.mark.parametrize("name", ["log", "exp"])
def test_functions_keep_their_bounds(name):
    rng = np.random.default_rng(3)
    if name == "log":
        inputs = np.concatenate(
            [np.exp(rng.uniform(-690, 690, 4000)), 1 + rng.normal(0, 1e-3, 4000)]
        )
        inputs = np.concatenate([inputs, 1 + np.arange(-40, 41) * 2.0**-52, np.arange(2.0, 500.0)])
        found, bound = evaluated(functions.log_value, inputs), functions.LOG_ERROR
    else:
        inputs = np.concatenate([rng.uniform(-700, 700, 4000), rng.normal(0, 1, 4000)])
        edges = (np.arange(-1000, 1000) + 0.5) * math.log(2)
        inputs = np.concatenate([inputs, edges, [-700.0, 700.0, 0.0, 1e-300]])
        found, bound = evaluated(functions.exp_value, inputs), functions.EXP_ERROR
    with ctx.workprec(128):
        for x, y in zip(inputs.tolist(), found.tolist(), strict=True):
            true = arb(x).log() if name == "log" else arb(x).exp()
            assert not abs(arb(y) - true) > abs(true) * arb(bound), (x, y)


def test_a_constant_and_an_operation_are_never_confused():
    code = Code()
    x = code.input("x")
    for number in range(3):
        code.emit("add", x, number + 0.5)
    first, second = code.emit("mul", x, x), code.emit("mul", x, 0.0)
    assert first != second
    assert code.emit("mul", code.emit("add", x, 0.5), 2.0) != code.emit("mul", x, 2.0)


@pytest.mark.parametrize("runner", [Machine, Compiled])
def test_what_is_not_a_number_is_never_decided(runner):
    code = Code()
    arithmetic = Arithmetic(code)
    x = Ball(code.input("x"), 2.0**-53)
    inverse = arithmetic.inverse(arithmetic.plus([x, arithmetic.constant(Fraction(-1))]))
    huge = functions.exp(arithmetic, arithmetic.times(x, arithmetic.constant(Fraction(10**6))))
    both = arithmetic.plus([arithmetic.times(huge, huge), arithmetic.inverse(huge)])
    for ball in (inverse, both, arithmetic.plus([huge, arithmetic.times(huge, x)])):
        arithmetic.ask(ball)
    signs = runner(code).run({"x": np.array([1.0, 1.0 + 2.0**-52, np.inf, np.nan])}, 4)
    assert signs[0, 0] == 0 and (signs[:, 2:] == 0).all()
    assert (signs[1] == 0).all()


@pytest.mark.parametrize("runner", [Machine, Compiled])
def test_infinite_constants_and_programs_without_operations_run(runner):
    code = Code()
    assert runner(code).run({}, 3).shape == (0, 3)  # identities ask nothing
    arithmetic = Arithmetic(code)
    x = arithmetic.input("x", exact=True, nonnegative=False)
    for value in (Fraction(10) ** 400, -(Fraction(10) ** 400)):
        huge = arithmetic.constant(value)
        arithmetic.ask(arithmetic.plus([x, huge]))
        arithmetic.ask(arithmetic.plus([x, functions.log(arithmetic, huge, from_two=False)]))
    assert (runner(code).run({"x": np.array([1.0, -2.0])}, 2) == 0).all()


@pytest.mark.parametrize("runner", [Machine, Compiled])
def test_this_machine_is_sound(runner):
    assert selfcheck.faults(runner) == []


def broken(change):
    class Broken(Machine):
        def call(self, kind, operands, out):
            step = super().call(kind, operands, out)

            def worse():
                step()
                change(kind, operands, out)

            return worse

    return Broken


def _bad_power(kind, operands, out):
    if kind == "power2":
        out *= 1 + 1e-12


def _chopped(kind, operands, out):
    if kind in ("add", "mul"):
        np.nextafter(out, 0, out=out)


def _flushed(kind, operands, out):
    out[np.abs(out) < 2.0**-1022] = 0


def _nan(kind, operands, out):
    if kind == "rint":
        out[:] = np.nan


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_bad_power, "exponential"),
        (_chopped, "rounding (add)"),
        (_flushed, "treatment of tiny numbers"),
        (_nan, "exponential"),
    ],
)
def test_a_machine_that_computes_otherwise_is_refused(change, fault, monkeypatch):
    runner = broken(change)
    assert fault in selfcheck.faults(runner)
    monkeypatch.setattr(selfcheck, "engine", lambda name: runner)
    with pytest.raises(selfcheck.UnsoundArithmetic, match="refused"):
        selfcheck.require("numpy")


FLUSHING = """
__attribute__((constructor)) static void flush(void)
{
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
}
"""
"""What loading a library that was compiled with -Ofast does to the processor."""

LOADED = """
import ctypes, sys
from proofkit import cli
from proofkit.questions.sweep import selfcheck
from proofkit.questions.sweep.engine import engine
import proofkit.questions.sweep.cells
ctypes.CDLL(sys.argv[1])
print(selfcheck.faults(engine(sys.argv[2])))
sys.exit(cli.run(["sweep", "softmax-d1-weights/f-NN", "--grid", "a1=1,2", "--workers", "1",
    "-p", "d=12", "--filter", sys.argv[2]]))
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the library is for this processor")
@pytest.mark.skipif(shutil.which("gcc") is None, reason="a compiler makes the library")
@pytest.mark.parametrize("name", ["numpy", "numba"])
def test_a_processor_that_flushes_to_zero_is_refused(tmp_path, name):
    (tmp_path / "flush.c").write_text(FLUSHING)
    library = str(tmp_path / "flush.so")
    made = ["gcc", "-shared", "-fPIC", "-o", library, str(tmp_path / "flush.c")]
    subprocess.run(made, check=True, capture_output=True)
    done = subprocess.run(
        [sys.executable, "-c", LOADED, library, name], capture_output=True, text=True, check=False
    )
    assert done.stdout == "['treatment of tiny numbers']\n", done.stderr
    assert done.returncode == 2
    assert "whose treatment of tiny numbers is not as the IEEE 754 standard says" in done.stderr

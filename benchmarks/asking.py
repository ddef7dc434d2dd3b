"""`ask` as a question grows: sums of squares in more and more variables, against z3.

`x1^2 + ... + xk^2 >= x1*x2 + x2*x3 + ... + xk*x1`, which is true for all real numbers, in processor
time. What is open after ten seconds says so.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import proofkit
from benchmarks.table import Row

SIZES = (2, 4, 6, 8, 10, 12, 14)
SECONDS = 10


def statement(names: list[str]) -> str:
    """The question, in as many variables."""
    squares = " + ".join(f"{name}^2" for name in names)
    return f"{squares} >= " + " + ".join(f"{a}*{b}" for a, b in _neighbours(names))


def _neighbours(names: list[str]) -> list[tuple[str, str]]:
    return list(zip(names, [*names[1:], names[0]], strict=True))


def _ask(names: list[str]) -> tuple[float, str]:
    started = time.process_time()
    answer = proofkit.ask(statement(names), seconds=SECONDS)
    return time.process_time() - started, answer.verdict


def _z3(names: list[str]) -> tuple[float, str]:
    import z3

    started = time.process_time()
    real = {name: z3.Real(name) for name in names}
    left = z3.Sum([x * x for x in real.values()])
    right = z3.Sum([real[a] * real[b] for a, b in _neighbours(names)])
    solver = z3.Solver()
    solver.set("timeout", 1000 * SECONDS)
    solver.add(left < right)
    found = str(solver.check())
    return time.process_time() - started, {"unsat": "proved", "sat": "refuted"}.get(found, "open")


def measure(quick: bool = False) -> Iterator[Row]:
    """Each size once, after one that loads what both need."""
    _ask(["x1", "x2"]), _z3(["x1", "x2"])
    for size in SIZES[:3] if quick else SIZES:
        names = [f"x{k}" for k in range(1, size + 1)]
        (ours, verdict), (theirs, other) = _ask(names), _z3(names)
        note = f"ask: {verdict}, z3: {other}"
        yield Row("a sum of squares", "ask", ours, "z3", theirs, note, "variables", size)

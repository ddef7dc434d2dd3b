"""The sweep's points per second against Arb alone, mpmath and SymPy, in the same run.

python -m benchmarks.sweep
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
from flint import arb, ctx, fmpz

from benchmarks.table import Row, least
from proofkit.kernel import points as kernel
from proofkit.questions.sweep import cells
from proofkit.questions.sweep.columns import Column, Doubles
from proofkit.questions.sweep.job import ALL, DETERMINISTIC, Sweep, assemble
from proofkit.questions.sweep.points import Listed, grid

POINTS = 1_000_000
ARB_SAMPLE, MPMATH_SAMPLE, SYMPY_SAMPLE = 200_000, 10_000, 400
ADVERSARIAL = 100_000
CLAIM = "softmax-d1-weights/f-NN"
GRID = ("a0=0:0.09:0.01", "a1=0.5:1.4:0.1", "b=0.1:0.9:0.1", "n=10:100000:900")
EVALF_POINTS = 3
NETWORK, KERNEL_SAMPLE = "softmax-d0-network/silent", 100
NETWORK_GRID = ("d=8:200:4", "t=1:10:1", "a0=0.01:0.1:0.01", "b=0.1:0.5:0.02")
REPEATS = 5


def random_points(count: int, seed: int = 1) -> Listed:
    """Half near the threshold in a1 (within 10^-3), half far from it; n at random."""
    rng = np.random.default_rng(seed)
    a1 = rng.uniform(0.3, 1.5, count)
    a1[::2] = (5**0.5 - 1) / 2 + rng.normal(0, 1e-3, len(a1[::2]))
    return Listed({"n": Column(rng.integers(3, 10**6, count)), "a1": Doubles(a1)})


def adversarial_points(count: int, seed: int = 2) -> Listed:
    """Within 64 ulp of equality: a1*(1 + a1) = log(n - 1)/log n, solved with Arb."""
    rng = np.random.default_rng(seed)
    n = rng.integers(3, 10**6, count)
    with ctx.workprec(128):
        share = [(fmpz(int(k)) - 1, fmpz(int(k))) for k in n]
        root = [((1 + 4 * arb(x).log() / arb(y).log()).sqrt() - 1) / 2 for x, y in share]
        near = np.array([float(r.mid()) for r in root])
    moved = near + rng.integers(-64, 65, count) * np.spacing(near)
    return Listed({"n": Column(n), "a1": Doubles(moved)})


def swept(points: Listed, filter_: str) -> tuple[float, np.ndarray, int]:
    """The least of some times to decide all points; the cells; how many the kernel was asked."""
    work = Sweep((CLAIM,), points, {"d": Fraction(3)}, ALL, filter_)
    work.compute(0)  # compiles
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        result = assemble(work, map(work.compute, range(work.chunks)))
        times.append(time.perf_counter() - started)
    (part,) = work.parts
    claims, _, asked = result.of(part)
    return min(times), claims[0], int(asked[0])


def arb_alone(points: Listed, count: int) -> tuple[float, list[bool | None]]:
    """The same inequality as a person would write it for python-flint, at 128 bits: in the
    exponents, `a1*(1 + a1)*log n >= log(n - 1)`. It is the quickest of the forms tried."""
    n, a1 = (
        points.columns["n"].top[:count].tolist(),
        points.columns["a1"].doubles()[:count].tolist(),
    )
    found: list[bool | None] = []
    with ctx.workprec(128):
        started = time.perf_counter()
        for size, strength in zip(n, a1, strict=True):
            a = arb(strength)
            gap = a * (1 + a) * arb(size).log() - arb(size - 1).log()
            found.append(True if gap >= 0 else False if gap < 0 else None)
        return time.perf_counter() - started, found


def plain(points: Listed) -> float:
    """The same with doubles alone, wrong near equality: what the machine does at most."""
    n, a1 = points.columns["n"].top.astype(np.float64), points.columns["a1"].doubles()
    return least(lambda: a1 * (1 + a1) * np.log(n) >= np.log(n - 1), REPEATS)


def mpmath_alone(points: Listed, count: int) -> float:
    """The same at 50 digits with mpmath: a number, not an enclosure."""
    import mpmath

    n, a1 = (
        points.columns["n"].top[:count].tolist(),
        points.columns["a1"].doubles()[:count].tolist(),
    )
    with mpmath.workdps(50):
        started = time.perf_counter()
        for size, strength in zip(n, a1, strict=True):
            a = mpmath.mpf(strength)
            _ = a * (1 + a) * mpmath.log(size) - mpmath.log(size - 1) >= 0
        return time.perf_counter() - started


def sympy_alone(points: Listed, count: int) -> float:
    """The same with SymPy: `evalf` of the difference at each point."""
    from sympy import Rational, log, symbols

    n, a1 = symbols("n a1", positive=True)
    gap = a1 * (1 + a1) * log(n) - log(n - 1)
    values = [(points.columns["n"].exact(k), points.columns["a1"].exact(k)) for k in range(count)]
    started = time.perf_counter()
    for size, strength in values:
        _ = gap.evalf(30, subs={n: Rational(size), a1: Rational(strength)}) >= 0
    return time.perf_counter() - started


def measure() -> Iterator[Row]:
    """One claim at a million random points, by each filter; then everything on a grid."""
    points = random_points(POINTS)
    runs = [arb_alone(points, ARB_SAMPLE) for _ in range(REPEATS)]
    seconds, found = min(run[0] for run in runs), runs[0][1]
    scale = POINTS / ARB_SAMPLE
    limit = plain(points)
    work = f"{CLAIM}, {POINTS} random points"
    numpy_seconds = 0.0
    for name in ("numpy", "numba"):
        ours, codes, asked = swept(points, name)
        agree = all(
            (code == cells.HOLDS) == truth and code != cells.UNDECIDED
            for code, truth in zip(codes.tolist(), found, strict=False)
            if truth is not None
        )
        open_ = int(np.count_nonzero(codes == cells.UNDECIDED))
        note = f"Arb timed on {ARB_SAMPLE}; {asked} asked of the kernel, {open_} undecided; "
        note += "all agree" if agree else "DISAGREEMENT"
        yield Row(work, f"sweep, {name}", ours, "Arb at 128 bits", seconds * scale, note)
        note = "the limit: NumPy's doubles and its `log`, without any guarantee"
        yield Row(work, f"sweep, {name}", ours, "plain floats", limit, note)
        numpy_seconds = numpy_seconds or ours
    others: list[tuple[str, Callable[[Listed, int], float], int]] = [
        ("mpmath, 50 digits", mpmath_alone, MPMATH_SAMPLE),
        ("SymPy evalf", sympy_alone, SYMPY_SAMPLE),
    ]
    for other, run, sample in others:
        slow = run(points, sample) * POINTS / sample
        yield Row(work, "sweep, numpy", numpy_seconds, other, slow, f"timed on {sample}")
    yield _adversarial()
    yield _network()
    yield _everything()


def _adversarial() -> Row:
    """Points within 64 ulp of equality: doubles, and Arb for what they leave."""
    points = adversarial_points(ADVERSARIAL)
    ours, codes, asked = swept(points, "numpy")
    runs = [arb_alone(points, ADVERSARIAL) for _ in range(REPEATS)]
    seconds, found = min(run[0] for run in runs), runs[0][1]
    pairs = zip(codes.tolist(), found, strict=True)
    wrong = sum((c == cells.HOLDS) != truth for c, truth in pairs if truth is not None)
    open_ = int(np.count_nonzero(codes == cells.UNDECIDED))
    note = f"{asked} asked of the kernel, {open_} undecided, {wrong} disagree with Arb"
    what = f"{CLAIM}, {ADVERSARIAL} points within 64 ulp of equality"
    return Row(what, "sweep, numpy", ours, "Arb at 128 bits", seconds, note)


def _network() -> Row:
    """A claim about a probability on a grid, against the kernel point by point."""
    work = Sweep((NETWORK,), grid(NETWORK_GRID), {}, ALL, "numpy")
    work.compute(0)
    started = time.perf_counter()
    result = assemble(work, map(work.compute, range(work.chunks)))
    ours = time.perf_counter() - started
    codes, _, asked = result.of(work.parts[0])
    chosen = np.sort(np.random.default_rng(6).choice(len(work.points), KERNEL_SAMPLE, False))
    (part,) = work.parts
    columns, _ = part.setting.columns(work.points.at(chosen), len(chosen))
    item, wrong, seconds = part.items[0], 0, 0.0
    for index, code in enumerate(codes[0][chosen].tolist()):
        values = part.setting.values(columns, index)
        started = time.perf_counter()
        verdict = kernel.decide(item.context, item.fact, values).value
        seconds += time.perf_counter() - started
        wrong += cells.CODE[verdict] != code
    note = f"kernel timed on {KERNEL_SAMPLE}; {int(asked[0])} asked of it, {wrong} disagree"
    what = f"{NETWORK}, {len(work.points)} settings with d <= 200, one process"
    scale = len(work.points) / KERNEL_SAMPLE
    return Row(what, "sweep, numpy", ours, "the kernel alone", seconds * scale, note)


def _everything() -> Row:
    """All deterministic claims on a grid, against SymPy point by point."""
    points = grid(GRID)
    started = time.perf_counter()
    work = Sweep((), points, {"d": Fraction(12)}, DETERMINISTIC, "numpy")
    result = assemble(work, map(work.compute, range(work.chunks)))
    ours = time.perf_counter() - started
    claims = sum(len(part.claims) for part in work.parts)
    there = sum(int(np.count_nonzero(result.of(p)[0] != cells.NOWHERE)) for p in work.parts)
    seconds, done = _evalf(work)
    note = f"{there} cells; SymPy timed on {done} of them, compiling included in ours"
    what = f"{claims} deterministic claims, {len(points)} settings"
    return Row(what, "sweep, numpy", ours, "SymPy evalf", seconds * there / done, note)


def _evalf(work: Sweep) -> tuple[float, int]:
    """Every claim at a few points of the grid, by `evalf` of `right - left` with definitions
    written out beforehand."""
    from sympy import Rational

    seconds, done = 0.0, 0
    rng = np.random.default_rng(5)
    for part in work.parts:
        chosen = np.sort(rng.integers(0, len(work.points), EVALF_POINTS))
        columns, there = part.setting.columns(work.points.at(chosen), len(chosen))
        for claim in part.claims:
            for piece in claim.parts:
                gap = piece.statement.right - piece.statement.left
                for definition in reversed(claim.definitions.values()):
                    gap = gap.subs(definition.symbol, definition.expression)
                for index in np.flatnonzero(there):
                    values = part.setting.values(columns, int(index))
                    inserted = {s: Rational(values[s.name]) for s in gap.free_symbols}
                    started = time.perf_counter()
                    _ = gap.evalf(30, subs=inserted)
                    seconds += time.perf_counter() - started
            done += int(np.count_nonzero(there))
    return seconds, done


def main() -> None:
    """Print a line for every ratio."""
    for row in measure():
        print(f"{row.work}: {row.ours} {row.seconds:.4f} s", end="; ")
        print(
            f"{row.alternative} {row.alternative_seconds:.3f} s; {row.ratio:.0f} times; {row.note}"
        )


if __name__ == "__main__":
    main()

"""Blocked softmax attention, with its error bounds, against NumPy's and PyTorch's without.

The same matrices, the same number of threads, the same run. PyTorch's is
`scaled_dot_product_attention` with scale 1. The rate of the machine is what the two products
and the exponentials take alone, on blocks that stay in the cache.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np

from benchmarks.table import Row, least
from proofkit.attention.blocked import attention

WIDTH = 66
TOKENS = (1024, 4096, 16384)
WIDTHS = (16, 64, 256)
LARGEST = 16384
SHAPES = ((128, 256), (256, 256), (256, 512), (512, 512), (1024, 512))


def matrix(tokens: int, width: int, dtype: str = "float64") -> np.ndarray:
    """Normal entries, so that scores have variance one."""
    entries = np.random.default_rng(0).standard_normal((tokens, width)) / width**0.25
    return entries.astype(dtype)


def naive(given: np.ndarray) -> np.ndarray:
    """Softmax attention with the `n x n` matrix of scores, in place where possible."""
    scores = given @ given.T
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores @ given


def machine(tokens: int, width: int, dtype: str) -> float:
    """Seconds for two products and the exponentials of `n x n` scores, nothing else."""
    best = np.inf
    for rows, columns in SHAPES:
        queries, keys = matrix(rows, width, dtype), matrix(columns, width, dtype)
        scores, out = np.empty((rows, columns), dtype), np.empty((rows, width), dtype)
        arguments = -np.abs(queries @ keys.T)
        repeats = max(1, 2_000_000 // (rows * columns))

        def work(
            queries=queries, keys=keys, scores=scores, out=out, arguments=arguments, times=repeats
        ) -> None:
            for _ in range(times):
                np.matmul(queries, keys.T, out=scores)
                np.exp(arguments, out=scores)
                np.matmul(scores, keys, out=out)

        best = min(best, least(work, 5) / (repeats * rows * columns))
    return best * tokens**2


def measure(quick: bool = False) -> Iterator[Row]:
    """Growth with `n` and `d`, both types, the rate of the machine, and the peak of memory."""
    import torch

    torch.set_num_threads(os.cpu_count() or 1)
    largest = 1024 if quick else LARGEST
    for tokens in TOKENS:
        if tokens <= largest:
            yield from _against(torch, "softmax attention, d = 66", tokens, WIDTH, "n", tokens)
    for width in WIDTHS[: 2 if quick else None]:
        count = min(2048, largest)
        yield from _against(torch, f"softmax attention, n = {count}", count, width, "d", width)
    yield from _memory(largest)


def _against(torch, work: str, tokens: int, width: int, over: str, size: int) -> Iterator[Row]:
    reference = torch.nn.functional.scaled_dot_product_attention
    runs = 1 if tokens >= LARGEST else 3
    for dtype in ("float64", "float32"):
        given = matrix(tokens, width, dtype)
        tensor = torch.from_numpy(given)[None, None]
        ways = {
            "NumPy, n x n": lambda given=given: naive(given),
            "PyTorch": lambda tensor=tensor: reference(tensor, tensor, tensor, scale=1.0),
        }
        ours = least(lambda given=given: attention(given), runs)
        rate = machine(tokens, width, dtype)
        note = f"{rate / ours:.0%} of the machine's rate"
        for name, way in ways.items():
            named = f"{work}, {dtype}"
            yield Row(named, "blocked", ours, name, least(way, runs), note, over, size)


def _memory(tokens: int) -> Iterator[Row]:
    """Both in processes of their own, which say how far their memory rose."""
    (ours, peak), (other, alternative) = (_alone(way, tokens) for way in ("blocked", "naive"))
    note = (
        f"peak of memory {peak / 1e6:.0f} MB against {alternative / 1e6:.0f} MB; "
        f"an n x n matrix has {tokens**2 * 8 / 1e6:.0f} MB"
    )
    work = f"softmax attention in a process of its own, n = {tokens}, d = {WIDTH}"
    yield Row(work, "blocked", ours, "NumPy, n x n", other, note)


def _alone(way: str, tokens: int) -> tuple[float, float]:
    command = [sys.executable, "-m", "benchmarks.attention", way, str(tokens)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, peak = map(float, done.stdout.split())
    return seconds, peak


def _peak() -> int:
    """The largest resident memory of this process so far, in bytes (Linux)."""
    with open("/proc/self/status", encoding="ascii") as status:
        found = next(line for line in status if line.startswith("VmHWM"))
    return int(found.split()[1]) * 1024


def main(way: str, tokens: str) -> None:
    """Print the seconds that one way takes, and how far memory rises."""
    attend = {"blocked": attention, "naive": naive}[way]
    attend(matrix(64, WIDTH))
    given = matrix(int(tokens), WIDTH)
    before = _peak()
    seconds = least(lambda: attend(given), 1)
    print(seconds, _peak() - before)


if __name__ == "__main__":
    main(*sys.argv[1:])

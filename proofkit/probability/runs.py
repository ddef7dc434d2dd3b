"""Sets of integers in `0..size` as runs `(first, last)`, in order and not touching."""

from __future__ import annotations

from collections.abc import Iterable

Run = tuple[int, int]
Runs = tuple[Run, ...]


def run(first: int, last: int) -> Runs:
    """All whole numbers from `first` to `last`, none when `last` comes before."""
    return ((first, last),) if first <= last else ()


def union(sets: Iterable[Runs]) -> Runs:
    """All members of any of the sets.

    >>> union([((0, 2), (7, 9)), ((3, 4),), ((8, 12),)])
    ((0, 4), (7, 12))
    """
    merged: list[Run] = []
    for first, last in sorted(piece for pieces in sets for piece in pieces):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(merged)


def complement(runs: Runs, size: int) -> Runs:
    """The members of `0..size` that are not in the set.

    >>> complement(((0, 4), (7, 12)), 20)
    ((5, 6), (13, 20))
    """
    ends = [-1, *(last for _, last in runs)]
    starts = [*(first for first, _ in runs), size + 1]
    gaps = (run(end + 1, start - 1) for end, start in zip(ends, starts, strict=True))
    return tuple(piece for gap in gaps for piece in gap)


def shifted(runs: Runs, by: int) -> Runs:
    return tuple((first + by, last + by) for first, last in runs)

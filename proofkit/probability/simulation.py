"""Draw random networks and count their answers.

`fast` draws what a neuron's events depend on, the single signs and the number of positive
signs in the crowd, and looks the events up in the table of exact thresholds. It tests the
probabilities, not the thresholds. `faithful` draws every sign of every neuron and compares
`<c, y>` with `tau` for the contexts of every token, computed from the concrete matrices in
double precision. Where the two are closer than rounding may account for, the comparison says
nothing, and the exact table decides; how often that happened is reported.

Work is cut into chunks that depend on the parameters only, each with its own stream of
random numbers, so that the same seed gives the same counts wherever they are drawn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofkit.attention import Attention
from proofkit.attention.dense import Matrices, fits
from proofkit.attention.layout import Values, exact, sizes
from proofkit.foundations.errors import LimitExceeded
from proofkit.probability.events import Event
from proofkit.probability.model import QUANTITIES, Setting

FAST, FAITHFUL = "fast", "faithful"
METHODS = (FAST, FAITHFUL)

PACKED_SIGNS = 1_024
"""Up to so many signs a neuron are drawn as bits; beyond, their sum is drawn."""

MAX_TABLE = 1 << 22
"""Largest table of events by number of positive signs, in entries."""

MAX_TRIALS = 10**12
MAX_DRAWS = 10**14
"""Most neurons drawn in all trials together: two weeks of a processor."""

ROUNDING = 1e-12
TRUSTED = 1e-6
"""Relative errors of contexts in double precision: the usual, and the most put up with."""

_CHUNK = {FAST: 1 << 20, FAITHFUL: 1 << 12}  # neurons in a chunk
_BLOCK = {FAST: 1 << 15, FAITHFUL: 1 << 10}  # neurons in memory at a time

Bits = NDArray[np.unsignedinteger[Any]]
Words = NDArray[np.uint64]
Small = NDArray[np.uint32]
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """The events of all mechanisms, looked up by pattern and number of positive signs.

    An entry has bit `2 i` set where mechanism `i` fires on D0, bit `2 i + 1` where on D1; it
    has one byte as long as that is enough.
    """

    crowd: int
    singles: int
    starts: NDArray[np.int64]
    codes: Bits

    @property
    def dense(self) -> Bits | None:
        """The table written out, where it is short enough."""
        size = (self.crowd + 1) << self.singles
        if size > MAX_TABLE:
            return None
        return np.repeat(self.codes, np.diff(np.append(self.starts, size)))

    def lookup(self, keys: NDArray[np.int64]) -> Bits:
        places: NDArray[np.intp] = np.searchsorted(self.starts, keys, side="right") - 1
        return self.codes[places]


def table(events: list[Event]) -> Table:
    """Events that belong to the same neuron, as one table; event `i` becomes bit `i`."""
    crowd, singles = events[0].crowd, events[0].signs - events[0].crowd
    if (crowd + 1) << singles >= 1 << 62:
        raise LimitExceeded(f"{crowd} signs are too many to draw: d is too large")
    starts, codes = [], []
    for pattern in range(1 << singles):
        ends = {0}
        for event in events:
            for first, last in event.patterns[pattern]:
                ends |= {first, last + 1}
        for start in sorted(ends - {crowd + 1}):
            starts.append(pattern * (crowd + 1) + start)
            codes.append(sum(e.contains(pattern, start) << i for i, e in enumerate(events)))
    sizes = (np.uint8, np.uint16, np.uint32, np.uint64)
    kind = next(size for size in sizes if len(events) <= np.iinfo(size).bits)
    return Table(crowd, singles, np.array(starts, np.int64), np.array(codes, kind))


class Fast:
    """Draws the single signs and the number of positive signs among the others: gives the codes of
    `count` neurons, and how many were near ties."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.dense = table.dense

    def __call__(self, source: np.random.Generator, count: int) -> tuple[Bits, int]:
        crowd, singles = self.table.crowd, self.table.singles
        if self.dense is not None and crowd + singles <= PACKED_SIGNS:
            patterns, positive = _packed(source, count, crowd, singles)
            return self.dense[(patterns * np.uint32(crowd + 1) + positive).astype(np.intp)], 0
        places = source.integers(0, 1 << singles, count) * np.int64(crowd + 1)
        places += source.binomial(crowd, 0.5, count)
        return (self.table.lookup(places) if self.dense is None else self.dense[places]), 0


def _packed(
    source: np.random.Generator, count: int, crowd: int, singles: int
) -> tuple[Small, Small]:
    """Every sign as one random bit, 64 to a word; the lowest ones are the single signs."""
    signs = crowd + singles
    first: Words = source.bit_generator.random_raw(count)
    patterns = (first & np.uint64((1 << singles) - 1)).astype(np.uint32)
    positive = _ones(first >> np.uint64(singles), 64 - singles, crowd)
    for start in range(64, signs, 64):
        positive += _ones(source.bit_generator.random_raw(count), 64, signs - start)
    return patterns, positive


def _ones(words: Words, held: int, wanted: int) -> Small:
    """How many of the `wanted` lowest bits are set, of words that hold `held` bits."""
    if wanted < held:
        words = words & np.uint64((1 << wanted) - 1)
    return np.bitwise_count(words).astype(np.uint32)


class Faithful:
    """Draws all signs and computes with the contexts of all tokens, needle at `position`."""

    def __init__(self, setting: Setting, table: Table, position: int) -> None:
        self.table = table
        values, separation = setting.data_values, setting.separation
        if not all(fits(data, values) for data in separation.data):
            raise LimitExceeded("the matrices are too large to be written out: use the method fast")
        places: list[NDArray[np.bool_]] = []
        self.contexts: list[Floats] = []
        self.slack: list[float] = []
        tau = float(exact(separation.threshold, values))
        for name in setting.mechanisms:
            for data in separation.data:
                seen = [
                    Matrices(attention, values, _within(attention, values, position))
                    for attention in setting.attentions(name, data)
                ]
                found = [_contexts(dense) for dense in seen]
                contexts, error = np.concatenate([c for c, _ in found]), max(e for _, e in found)
                self.contexts.append(np.ascontiguousarray(contexts.T))
                self.slack.append(error * (abs(tau) + float(np.abs(contexts).sum(axis=1).max())))
                places += [np.equal(dense.column_roles, _crowd(dense)) for dense in seen]
        self.tau = tau
        self.in_crowd = places[0]

    def __call__(self, source: np.random.Generator, count: int) -> tuple[Bits, int]:
        signs = source.integers(0, 2, (count, self.table.crowd + self.table.singles), np.int8)
        doubles = signs * 2.0 - 1.0
        kind = self.table.codes.dtype
        codes, doubtful = np.zeros(count, kind), np.zeros(count, kind)
        for bit, (contexts, slack) in enumerate(zip(self.contexts, self.slack, strict=True)):
            highest = (doubles @ contexts).max(axis=1) - self.tau
            codes |= (highest > slack).astype(kind) << kind.type(bit)
            doubtful |= (np.abs(highest) <= slack).astype(kind) << kind.type(bit)
        near = np.flatnonzero(doubtful)
        if near.size:
            codes[near] |= self.table.lookup(self._keys(signs[near])) & doubtful[near]
        return codes, int(near.size)

    def _keys(self, signs: NDArray[np.int8]) -> NDArray[np.int64]:
        single = signs[:, ~self.in_crowd].astype(np.int64)
        patterns = single @ (1 << np.arange(self.table.singles, dtype=np.int64))
        positive = signs[:, self.in_crowd].sum(axis=1, dtype=np.int64)
        keys: NDArray[np.int64] = patterns * (self.table.crowd + 1) + positive
        return keys


Draw = Fast | Faithful
"""A way to draw neurons."""


def _within(attention: Attention, values: Values, position: int) -> int:
    """The needle's place in its block, where attention sees a part of the tokens only."""
    return position % sum(sizes(attention.data, values)[0].values())


def _crowd(dense: Matrices) -> str:
    """The role of the columns that are many."""
    return next(column.name for column in dense.data.columns if column.count != 1)


def _contexts(dense: Matrices) -> tuple[Floats, float]:
    """The contexts of all tokens in units of the scale, and their relative error."""
    rows, error = [], ROUNDING
    for query in range(len(dense.token_roles)):
        keys = dense.attend(query)
        weights = keys.weights()
        rows.append(weights @ dense.matrix / dense.scale)
        # exp(z) loses the digits that z has before its point; a sum, those that cancel.
        lost = (10 + float(np.abs(keys.scores).max())) * float(np.abs(weights).sum())
        error = max(error, 1e-15 * lost) if lost < math.inf else math.inf
    if not error <= TRUSTED:
        raise LimitExceeded("double precision cannot compute these contexts: use the method fast")
    return np.array(rows), error


# Chunks ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """All that a worker needs to know, in a form that travels between processes."""

    setting: Setting
    table: Table = field(repr=False)
    method: str
    seed: int

    @property
    def chunk(self) -> int:
        """Trials in a chunk."""
        return max(1, _CHUNK[self.method] // self.setting.neurons)

    @property
    def slices(self) -> int:
        """Chunks in a trial, where one network is more work than a chunk should be."""
        return max(1, -(-self.setting.neurons // _CHUNK[self.method]))

    def neurons(self, part: int) -> int:
        """How many neurons one slice of a trial has."""
        size = _CHUNK[self.method]
        return min(size, self.setting.neurons - part * size) if self.slices > 1 else 0

    def position(self, repeat: int) -> int:
        """Where the needle is in one repetition."""
        source = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(repeat,)))
        tokens = self.setting.values["n"].numerator
        return 0 if repeat == 0 or tokens >= 1 << 62 else int(source.integers(tokens))


@dataclass(frozen=True)
class TrialChunk:
    """One chunk: its repetition, its place in it, and how many trials it has; or which slice of
    the neurons of a single trial."""

    repeat: int
    index: int
    trials: int
    part: int = 0


def run(task: Task, piece: TrialChunk) -> tuple[Counts, int]:
    """Do one chunk: how often each quantity's event happened, mechanism by mechanism; and how many
    near ties."""
    source, draw = _source(task, piece.repeat, piece.index), _drawing(task, piece.repeat)
    mechanisms = len(task.setting.mechanisms)
    counts = np.zeros((mechanisms, len(QUANTITIES)), np.int64)
    near, done = 0, 0
    block, neurons = _BLOCK[task.method], task.setting.neurons
    while done < piece.trials:
        trials = min(max(1, block // neurons), piece.trials - done)
        fired, ties = _fired(task, draw, source, trials, neurons)
        near += ties
        counts += tally(fired)[:mechanisms]
        done += trials
    return counts, near


def run_slice(task: Task, piece: TrialChunk) -> tuple[int, int]:
    """Do a slice of one trial: what its neurons heard, as a code, and how many near ties."""
    source = _source(task, piece.repeat, piece.index, piece.part)
    draw = _drawing(task, piece.repeat)
    fired, near = _fired(task, draw, source, 1, task.neurons(piece.part))
    return int(fired[0]), near


def _source(task: Task, *key: int) -> np.random.Generator:
    """The stream of random numbers of a chunk, its own."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(task.seed, spawn_key=key)))


def _fired(
    task: Task, draw: Draw, source: np.random.Generator, trials: int, neurons: int
) -> tuple[Bits, int]:
    """For each of some trials, what any of its neurons heard; and how many near ties."""
    fired, near = np.zeros(trials, task.table.codes.dtype), 0
    block = _BLOCK[task.method]
    for start in range(0, neurons, block):
        width = min(block, neurons - start)
        codes, ties = draw(source, trials * width)
        fired |= np.bitwise_or.reduce(codes.reshape(width, trials), axis=0)
        near += ties
    return fired, near


def tally(fired: Bits) -> Counts:
    """Counts of the quantities, from which events happened in every trial; for as many
    mechanisms as there is room for."""
    mechanisms = 4 * fired.dtype.itemsize
    counts = np.zeros((mechanisms, len(QUANTITIES)), np.int64)
    for i in range(mechanisms):
        pairs = (fired >> fired.dtype.type(2 * i)) & fired.dtype.type(3)
        for code, trials in enumerate(np.bincount(pairs.astype(np.intp), minlength=4)):
            d0, d1 = bool(code & 1), bool(code & 2)
            happened = (d1, not d0, not d1, d1 and not d0, not (d0 or d1))
            counts[i] += trials * np.array(happened, np.int64)
    return counts


_last: list[tuple[object, Draw]] = []


def _drawing(task: Task, repeat: int) -> Draw:
    """The way to draw in a repetition, kept from one chunk to the next."""
    position, chosen = task.position(repeat), task.setting
    key = (
        task.method,
        chosen.name,
        chosen.weights,
        chosen.mechanisms,
        tuple(chosen.values.items()),
        position,
    )
    kept = list(_last)
    if kept and kept[0][0] == key:
        return kept[0][1]
    draw: Draw = (
        Fast(task.table) if task.method == FAST else Faithful(task.setting, task.table, position)
    )
    _last[:] = [(key, draw)]
    return draw

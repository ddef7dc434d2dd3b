"""A sweep as a job: cut in chunks that any process can decide, and put together again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.foundations.exact import shorten
from proofkit.language import registry
from proofkit.language.claims import Claim, Hypothesis
from proofkit.language.lemma import Lemma
from proofkit.language.terms import text
from proofkit.questions.sweep import selfcheck
from proofkit.questions.sweep.cells import NOWHERE, Cells, Codes, Item, is_deterministic, items
from proofkit.questions.sweep.engine import engine
from proofkit.questions.sweep.points import Indices, Points
from proofkit.questions.sweep.setting import Setting
from proofkit.search.nodes import fact_text

CHUNK = 65_536
"""Points decided at a time; a chunk is what a worker gets and what a run keeps."""
MAX_CELLS = 4 * 10**9
"""Most cells (points times claims and hypotheses) of one sweep, a byte each."""
ALL, DETERMINISTIC = "all", "deterministic"


@dataclass(frozen=True)
class SweptLemma:
    """One lemma of a sweep: what is decided there, and from which parameters."""

    lemma: Lemma
    claims: tuple[Claim, ...]
    hypotheses: tuple[Hypothesis, ...]
    setting: Setting
    items: tuple[Item, ...]

    @property
    def rows(self) -> int:
        return len(self.claims) + len(self.hypotheses)


@dataclass(frozen=True)
class Sweep:
    """The selected claims at many points; `given` are values that all points share."""

    selection: tuple[str, ...]
    points: Points
    given: Mapping[str, object]
    claims: str = ALL
    filter: str = "numpy"

    @property
    def chunks(self) -> int:
        return -(-len(self.points) // CHUNK)

    @cached_property
    def parts(self) -> tuple[SweptLemma, ...]:
        """The lemmas, with what they need; made again in every process."""
        return tuple(self._parts())

    @cached_property
    def _cells(self) -> tuple[Cells, ...]:
        selfcheck.require(self.filter)
        runner = engine(self.filter)
        return tuple(Cells(p.items, p.rows, p.setting, runner) for p in self.parts)

    def __getstate__(self) -> dict[str, Any]:
        names = ("selection", "points", "given", "claims", "filter")
        return {name: self.__dict__[name] for name in names}

    @property
    def rows(self) -> int:
        """Cells at every point: the claims' and the hypotheses'."""
        return sum(part.rows for part in self.parts)

    @property
    def claim_rows(self) -> int:
        """Cells of claims at every point."""
        return sum(len(part.claims) for part in self.parts)

    def _parts(self) -> Iterable[SweptLemma]:
        for lemma, selected in registry.find(self.selection):
            claims = tuple(c for c in selected if self.claims == ALL or is_deterministic(c))
            if not claims:
                continue
            extra = (h for c in claims for h in c.hypotheses)
            hypotheses = tuple(dict.fromkeys([*lemma.hypotheses, *extra]))
            setting = Setting(lemma.parameters, self.points.names, self.given)
            yield SweptLemma(
                lemma, claims, hypotheses, setting, tuple(items(lemma, claims, hypotheses))
            )

    def check(self) -> None:
        """Refuse what makes no sense before any work is done."""
        if not self.parts:
            raise InputError("no deterministic claim is selected; use --claims all")
        if len(self.points) * self.rows > MAX_CELLS:
            raise LimitExceeded(
                f"{len(self.points)} points with {self.rows} statements each: a sweep has at "
                f"most {MAX_CELLS} cells; select fewer claims or cut the grid"
            )
        known = {name for part in self.parts for name in part.setting.parameters}
        everything: set[str] = set()
        if not {*self.points.names, *self.given} <= known:
            everything = {p.name for lemma, _ in registry.find(()) for p in lemma.parameters}
        for name in (*self.points.names, *self.given):
            if name in self.points.names and name in self.given:
                raise InputError(f"{shorten(name)} is given twice: for all points and for each")
            if name not in known | everything:
                shown = ", ".join(sorted(known))
                raise UnknownName(f"unknown parameter {shorten(name)!r}; known: {shown}")
            if name in self.points.names and name not in known:
                raise InputError(f"{shorten(name)}: no selected claim has this parameter")

    def key(self) -> Mapping[str, Any]:
        """Everything that determines the result: the statements in full, and the points."""
        return {
            "kind": "sweep",
            "collections": registry.versions(part.lemma for part in self.parts),
            "statements": {part.lemma.id: _digest(part) for part in self.parts},
            "points": self.points.key(),
            "given": {name: str(value) for name, value in self.given.items()},
            "filter": self.filter,
            "chunk": CHUNK,
        }

    def compute(self, index: int) -> bytes:
        """The cells of one chunk, a byte each, row by row; first, for every row, how many of
        them the kernel was asked about, as eight-byte integers."""
        start = index * CHUNK
        indices = np.arange(start, min(start + CHUNK, len(self.points)), dtype=np.int64)
        codes, asked = [], []
        for part, cells in zip(self.parts, self._cells, strict=True):
            mine, counted = _decide(self.points, part, cells, indices)
            codes.append(mine)
            asked.append(counted)
        counts = np.concatenate(asked).astype("<i8").tobytes()
        return b"".join([counts, *(mine.tobytes() for mine in codes)])


def _decide(
    points: Points, part: SweptLemma, cells: Cells, indices: Indices
) -> tuple[Codes, NDArray[np.int64]]:
    """One lemma at some points; where several of them differ only in parameters that the lemma
    does not have, once."""
    own, places = points.onto(frozenset(part.setting.parameters), indices)
    if own is points:
        codes, asked = cells.decide(points.at(indices), len(indices))
    else:
        different, back = np.unique(places, return_inverse=True)
        codes, asked = cells.decide(own.at(different), len(different))
        codes, asked = codes[:, back], asked[:, back]
    return codes, np.array([np.count_nonzero(row) for row in asked], dtype=np.int64)


def _digest(part: SweptLemma) -> str:
    """A fingerprint of what is decided."""
    lines = [f"{part.lemma.id} {sorted(part.setting.parameters)}"]
    for item in part.items:
        lines.append(f"{item.row} {fact_text(item.fact)}")
        lines += [f"{k} := {text(v)}" for k, v in item.context.definitions.items()]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True)
class Result:
    """The cells of a sweep: a row for every claim and then one for every hypothesis, in the
    order of the lemmas; a column for every point."""

    sweep: Sweep
    codes: Codes
    asked: NDArray[np.int64]

    @property
    def claims(self) -> Codes:
        """The rows of all claims; like all rows, a view and no copy."""
        return self.codes[: self.sweep.claim_rows]

    @property
    def hypotheses(self) -> Codes:
        """The rows of all hypotheses."""
        return self.codes[self.sweep.claim_rows :]

    def of(self, part: SweptLemma) -> tuple[Codes, Codes, NDArray[np.int64]]:
        """The rows of a lemma's claims, those of its hypotheses, and the kernel's share."""
        claims, hypotheses = _places(self.sweep)[self.sweep.parts.index(part)]
        return self.codes[claims], self.codes[hypotheses], self.asked[claims]


def _places(sweep: Sweep) -> list[tuple[slice, slice]]:
    """Where the rows of each lemma are: those of its claims, and those of its hypotheses."""
    claim, hypothesis, found = 0, sweep.claim_rows, []
    for part in sweep.parts:
        rows = slice(claim, claim + len(part.claims))
        met = slice(hypothesis, hypothesis + len(part.hypotheses))
        found.append((rows, met))
        claim, hypothesis = rows.stop, met.stop
    return found


def assemble(sweep: Sweep, chunks: Iterable[bytes]) -> Result:
    """The result, from the chunks in order. The cells are in memory once, a byte each."""
    places = _places(sweep)
    order = np.concatenate([np.r_[rows, met] for rows, met in places])
    codes = np.empty((sweep.rows, len(sweep.points)), dtype=np.uint8)
    asked = np.zeros(sweep.rows, dtype=np.int64)
    start = 0
    for chunk in chunks:
        asked[order] += np.frombuffer(chunk, dtype="<i8", count=sweep.rows)
        cells = np.frombuffer(chunk, dtype=np.uint8, offset=8 * sweep.rows)
        count = len(cells) // sweep.rows
        codes[order, start : start + count] = cells.reshape(sweep.rows, count)
        start += count
    if start != len(sweep.points):
        raise InputError("chunks of another sweep")
    result = Result(sweep, codes, asked)
    if (codes[:, :1] == NOWHERE).all() and np.all(codes == NOWHERE):
        part = sweep.parts[0]
        own, place = sweep.points.onto(part.setting.varying, np.zeros(1, dtype=np.int64))
        part.setting.explain(own.at(place), 0)
    return result

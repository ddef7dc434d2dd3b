"""A sweep as bytes: NPZ, CSV or JSON, the same bytes for the same result every time."""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofkit.foundations.progress import Progress
from proofkit.questions.sweep.cells import Codes
from proofkit.questions.sweep.columns import Column
from proofkit.questions.sweep.job import Result, SweptLemma
from proofkit.questions.sweep.points import Grid
from proofkit.search.nodes import fact_text

VERDICTS = ("undecided", "holds", "fails", "no such point")
MEANINGS = ("undecided", "met", "unmet", "no such point")
LETTERS = "uhf-"
SCHEMA = 1
LARGE = 1 << 30
"""From this size on an array needs the longer form of a ZIP entry, to be safe."""

PIECE = 1 << 20
ROWS = 8192
"""Points written to a table at a time."""


def claim_names(result: Result) -> list[str]:
    """The claims in the order of the rows."""
    return [claim.name for part in result.sweep.parts for claim in part.claims]


def hypothesis_names(result: Result) -> list[str]:
    """The hypotheses, each with its lemma; those that several lemmas share occur in each."""
    return [f"{p.lemma.id}:{h.id}" for p in result.sweep.parts for h in p.hypotheses]


def npz(result: Result) -> Iterator[bytes]:
    """Arrays that `numpy.load` opens without pickle; numbers are exact text. In pieces, from a
    file without a name: the cells are not copied in memory."""
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for name, array in _arrays(result):
                entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                large = array.nbytes >= LARGE
                with archive.open(entry, "w", force_zip64=large) as out:
                    np.lib.format.write_array(out, array, allow_pickle=False)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def _arrays(result: Result) -> Iterator[tuple[str, NDArray[Any]]]:
    points, parts = result.sweep.points, result.sweep.parts
    shape = points.shape if isinstance(points, Grid) else (len(points),)
    yield "claims", _text(claim_names(result))
    yield "provenance", _text([c.provenance for p in parts for c in p.claims])
    yield "verdicts", result.claims.reshape(-1, *shape)
    yield "verdict_names", _text(list(VERDICTS))
    yield "hypotheses", _text(hypothesis_names(result))
    yield "met", result.hypotheses.reshape(-1, *shape)
    yield "met_names", _text(list(MEANINGS))
    yield "given", _text([f"{name}={value}" for name, value in result.sweep.given.items()])
    yield "parameters", _text(list(points.names))
    for name in points.names:
        if isinstance(points, Grid):
            yield f"axis_{name}", _text([str(value) for value in points.axes[name]])
        else:
            yield f"points_{name}", _text(list(_exact(result, name)))


def csv(result: Result, progress: Progress | None = None) -> Iterator[str]:
    """A line for every point: the given parameters, then a word for every claim and
    hypothesis. In pieces, since there may be millions."""
    claims, met = result.claims, result.hypotheses
    points = result.sweep.points
    yield ",".join([*points.names, *claim_names(result), *hypothesis_names(result)]) + "\n"
    for start in range(0, len(points), ROWS):
        indices = np.arange(start, min(start + ROWS, len(points)), dtype=np.int64)
        values = [_texts(column, len(indices)) for column in points.at(indices).values()]
        words = [[VERDICTS[code] for code in row] for row in claims[:, indices].tolist()]
        words += [[MEANINGS[code] for code in row] for row in met[:, indices].tolist()]
        yield "".join(",".join(line) + "\n" for line in zip(*values, *words, strict=True))
        if progress:
            progress(start + len(indices), len(points), "lines")


def json_text(result: Result) -> str:
    """One object; the cells of a row are one text with a letter for every point."""
    points = result.sweep.points
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "letters": dict(zip(LETTERS, VERDICTS, strict=True)),
        "hypothesis_letters": dict(zip(LETTERS, MEANINGS, strict=True)),
        "given": {name: str(value) for name, value in result.sweep.given.items()},
        "lemmas": [_lemma(part, result) for part in result.sweep.parts],
        "count": len(points),
    }
    if isinstance(points, Grid):
        data["axes"] = {name: [str(v) for v in values] for name, values in points.axes.items()}
    else:
        data["points"] = {name: list(_exact(result, name)) for name in points.names}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _lemma(part: SweptLemma, result: Result) -> dict[str, Any]:
    claims, met, _ = result.of(part)
    statements: dict[int, list[str]] = {}
    for item in part.items:
        statements.setdefault(item.row, []).append(fact_text(item.fact))
    lemma = part.lemma
    return {
        "id": lemma.id,
        "source": lemma.source,
        "provenance": lemma.provenance,
        "claims": [
            {"id": claim.id, "statements": statements[row], "cells": _letters(claims[row])}
            for row, claim in enumerate(part.claims)
        ],
        "hypotheses": [
            {"id": h.id, "statements": statements[row], "cells": _letters(met[row - len(claims)])}
            for row, h in enumerate(part.hypotheses, len(part.claims))
        ],
    }


def _letters(row: Codes) -> str:
    return row.tobytes().translate(bytes.maketrans(bytes(range(4)), LETTERS.encode())).decode()


def _exact(result: Result, name: str) -> Iterator[str]:
    points = result.sweep.points
    for start in range(0, len(points), ROWS):
        indices = np.arange(start, min(start + ROWS, len(points)), dtype=np.int64)
        yield from _texts(points.at(indices)[name], len(indices))


def _texts(column: Column, count: int) -> list[str]:
    return [str(column.exact(index)) for index in range(count)]


def _text(values: list[str]) -> NDArray[np.str_]:
    return np.array(values, dtype=np.str_) if values else np.zeros(0, dtype="<U1")

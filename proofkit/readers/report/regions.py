"""Certified maps as text, JSON, CSV and NPZ; every end exact."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import Any

from proofkit.foundations.exact import shorten
from proofkit.language.results import FAILS, HOLDS, UNDECIDED
from proofkit.questions.regions import Regions
from proofkit.readers.report.json import dump
from proofkit.readers.report.style import Style
from proofkit.readers.report.tables import as_csv
from proofkit.readers.report.threshold import PROVED_THERE, exact
from proofkit.readers.report.wording import assigned, percent, rests_on

VERDICTS = (HOLDS, FAILS, UNDECIDED)
WORDS = {HOLDS: "proved true", FAILS: "proved false", UNDECIDED: "undecided"}
INFINITE = "oo"


def text(found: Regions, style: Style) -> str:
    """What `regions` prints: the ranges, and how much of the map has which verdict."""
    lines = [style.paint(found.claim.name, "strong") + f" [{found.claim.provenance}]"]
    lines += style.wrap(style.notation.claim(found.claim), "    ", first="  ")
    for track in found.plane.tracks:
        low, high = track.ends(track.whole)
        end = INFINITE if high is None else exact(high)
        kind = f", {_exact(track.size(track.whole))} integers" if track.integer else ""
        lines.append(f"  {track.name} from {exact(low)} to {end}{kind}")
    if found.plane.fixed:
        lines += style.wrap(f"at {assigned(found.plane.fixed)}", "  ")
    if found.borders:
        said = ", ".join(style.notation.statement(h.statement) for h in found.borders)
        lines += style.wrap(f"not assumed in the boxes: {said}", "  ")
    lines.append("")
    for verdict in VERDICTS:
        boxes = [box for box in found.boxes if box.verdict == verdict]
        word = style.paint(WORDS[verdict].ljust(12), verdict)
        unit = "box,  " if len(boxes) == 1 else "boxes,"
        lines.append(f"  {word}  {len(boxes):>6} {unit} area {_area(found, verdict, style)}")
    if found.axioms:
        lines += style.wrap(rests_on(found.axioms), "  ")
    if found.proved:
        lines += style.wrap(PROVED_THERE, "  ")
    return "\n".join(lines)


def _area(found: Regions, verdict: str, style: Style) -> str:
    area, share = found.total(verdict), found.share(verdict)
    if area is None:
        return INFINITE
    shown = shorten(exact(area), min(style.width // 2, 40))
    if share is None:
        return shown
    return f"{shown}, {percent(share, 3, 'less than', 'more than')} of the map"


def json(found: Regions) -> str:
    """The map with every end and area as exact text."""
    return dump(
        {
            "claim": found.claim.name,
            "provenance": found.claim.provenance,
            "over": [_track(found, k) for k in (0, 1)],
            "parameters": found.plane.fixed,
            "areas": {verdict: _exact(found.total(verdict)) for verdict in VERDICTS},
            "axioms": found.axioms,
            "boxes": [_box(found, row) for row in rows(found)],
        }
    )


def _track(found: Regions, side: int) -> dict[str, Any]:
    track = found.plane.tracks[side]
    low, high = track.ends(track.whole)
    kind = "integer" if track.integer else "real"
    return {"name": track.name, "kind": kind, "from": str(low), "to": _exact(high)}


def _exact(value: Fraction | None) -> str:
    return INFINITE if value is None else str(value)


def rows(found: Regions) -> list[list[str]]:
    """The boxes: verdict, and the ends of both parameters."""
    return [
        [box.verdict, *(_exact(end) for ends in found.ends(box) for end in ends)]
        for box in found.boxes
    ]


def _box(found: Regions, row: list[str]) -> dict[str, Any]:
    one, two = (track.name for track in found.plane.tracks)
    return {"verdict": row[0], one: row[1:3], two: row[3:5]}


def csv(found: Regions) -> str:
    """One line a box."""
    return as_csv(header(found), rows(found))


def header(found: Regions) -> list[str]:
    """What the columns of `rows` are called."""
    names = [f"{t.name} {end}" for t in found.plane.tracks for end in ("from", "to")]
    return ["verdict", *names]


def npz(found: Regions) -> bytes:
    """The columns of the table as arrays of text, by name."""
    import numpy as np

    out = io.BytesIO()
    table = zip(*rows(found), strict=True)
    columns: dict[str, Any] = {
        name: np.array(column) for name, column in zip(header(found), table, strict=True)
    }
    np.savez_compressed(out, **columns)
    return out.getvalue()

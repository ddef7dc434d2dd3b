"""Certificates of maps: the pieces that were proved, in a file that `verify` replays.

A proof does not speak of the ends of its piece, so that pieces share it: a file of a thousand
boxes holds a few proofs and a thousand short lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from proofkit.foundations.seals import seal
from proofkit.kernel.maps import Map, Range
from proofkit.language.terms import Term, text
from proofkit.search.header import header


class Piece(NamedTuple):
    """Where the moving parameters are, and what is proved there: of each statement, by its place,
    a relation, with its proof."""

    ranges: tuple[Range, ...]
    verdict: str
    reasons: tuple[tuple[int, str, Any], ...]


def certificate(name: str, region: Map, proved: Sequence[Piece]) -> dict[str, Any]:
    """What was proved of a region, piece by piece, without repetition."""
    nodes: list[Any] = []
    places: dict[str, int] = {}

    def place(node: Any) -> int:
        key = json.dumps(node, sort_keys=True, default=_written)
        if key not in places:
            places[key] = len(nodes)
            nodes.append(node)
        return places[key]

    pieces = {
        (piece.ranges, piece.verdict): [
            [[_end(low), _end(high)] for low, high in piece.ranges],
            piece.verdict,
            [[part, relation, place(node)] for part, relation, node in piece.reasons],
        ]
        for piece in proved
    }
    return seal(
        {
            **header(name, region.known.context, region.facts),
            "verdict": "map",
            "over": list(region.over),
            "nodes": nodes,
            "pieces": list(pieces.values()),
        }
    )


def renamed(claims: Sequence[Mapping[str, Any]], suffix: str) -> list[dict[str, Any]]:
    """Certificates under longer names, in their citations too, so that the same claim may
    stand in a file with other hypotheses."""
    names = {claim["id"] for claim in claims}

    def inside(value: Any) -> Any:
        if isinstance(value, dict):
            copy = {key: inside(part) for key, part in value.items()}
            if value.get("rule") == "cite" and value["claim"] in names:
                copy["claim"] += suffix
            return copy
        return [inside(part) for part in value] if isinstance(value, list) else value

    return [seal({**inside(dict(claim)), "id": claim["id"] + suffix}) for claim in claims]


def _written(value: object) -> str:
    if isinstance(value, Term):
        return text(value)
    raise TypeError(f"{type(value).__name__} is no part of a certificate")


def _end(value: Fraction | None) -> str | None:
    return None if value is None else str(value)

"""`coq.json`: Coq's answers about an export, tied to the exported files by digests.

    {"schema": 1, "coq": "8.16.1", "strict": false, "selection": [...],
     "files": {"softmax_d1_weights.v": "<sha256>", ...},
     "theorems": [{"claim": "softmax-d1-weights/f-NN", "part": 0,
                   "theorem": "softmax_d1_weights.claim_f_NN", "accepted": true,
                   "milliseconds": 40, "axioms": [...], "message": ""}],
     "left_out": {"hoeffding/tail": "why"},
     "points": {"parameters": {"n": "1000"}, "files": {"softmax_d1_weights_points.v": "<sha256>"}}}

Verdicts at the parameters of `points` are among the theorems, as `.../f-NN at the point`; they
are not proofs of a claim and leave no mark. A record says something about a claim only as
long as the export of today has the same files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from proofkit.bridges.coq.checker import Answer
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten

SCHEMA = 1
_KEYS = {"schema", "coq", "strict", "selection", "files", "theorems", "left_out", "points"}


def digests(files: Mapping[str, str]) -> dict[str, str]:
    """The digest of every file of an export."""
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}


def written(
    files: Mapping[str, str],
    answers: Sequence[Answer],
    left_out: Mapping[str, str],
    selection: Sequence[str],
    coq: str,
    strict: bool,
    points: Mapping[str, str] | None = None,
    given: Mapping[str, object] | None = None,
) -> str:
    """The record as text; `points` are the files of the verdicts at the values `given`."""
    content = {
        "schema": SCHEMA,
        "coq": coq,
        "strict": strict,
        "selection": list(selection),
        "files": digests(files),
        "theorems": [asdict(answer) for answer in answers],
        "left_out": dict(left_out),
        "points": {
            "parameters": {name: str(value) for name, value in (given or {}).items()},
            "files": digests(points or {}),
        },
    }
    return json.dumps(content, indent=1) + "\n"


def read(source: str) -> dict[str, Any]:
    """A record, checked for its form."""
    try:
        content = json.loads(source)
    except (ValueError, RecursionError) as problem:
        raise InputError(f"not a record of Coq: {shorten(str(problem), 120)}") from None
    if not isinstance(content, dict) or set(content) != _KEYS or content["schema"] != SCHEMA:
        raise InputError(f"not a record of Coq: expected schema {SCHEMA}")
    named = isinstance(content["selection"], list) and isinstance(content["files"], dict)
    listed = isinstance(content["theorems"], list) and all(
        isinstance(t, dict) and isinstance(t.get("claim"), str) and type(t.get("part")) is int
        for t in content["theorems"]
    )
    if not (named and listed and all(isinstance(s, str) for s in content["selection"])):
        raise InputError("not a record of Coq: its parts are not of the form expected")
    return content


def accepted(
    content: Mapping[str, Any], files: Mapping[str, str], parts: Mapping[str, int]
) -> set[str]:
    """The claims all of whose parts Coq accepted, if the files are still the same; `parts`
    says how many each claim has."""
    if content["files"] != digests(files):
        return set()
    good = {(t["claim"], t["part"]) for t in content["theorems"] if t.get("accepted") is True}
    return {
        claim for claim, count in parts.items() if all((claim, k) in good for k in range(count))
    }

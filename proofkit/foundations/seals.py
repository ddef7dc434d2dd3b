"""Certificate files: strict reading, writing, and digests.

A claim and each step of a proof carry a digest. Digests are not what makes a proof right, and
anyone can recompute them: they make a file that was edited by hand, even into another true
statement, noticeable, and name the place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from proofkit.foundations.errors import CertificateError, InputError, LimitExceeded
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import a_text, at, fields, items, mapping

FORMAT = "proofkit-certificates"
SCHEMA = 2
MAX_FILE = 20_000_000
MAX_CLAIMS = 2_000


def read_claims(source: str) -> list[Any]:
    """The claims of a file, after checking only that it is such a file."""
    if len(source) > MAX_FILE:
        raise LimitExceeded(f"a certificate file of more than {MAX_FILE} characters is refused")
    try:
        content = json.loads(
            source, parse_float=_no_number, parse_constant=_no_number, object_pairs_hook=_no_twins
        )
    except RecursionError:
        raise LimitExceeded("the certificate file is nested too deep") from None
    except ValueError as problem:
        raise InputError(f"not a certificate file: {shorten(str(problem), 120)}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"not a certificate file: expected format {FORMAT!r}")
    schema, claims = content.get("schema"), content.get("claims")
    if len(content) != 3 or isinstance(schema, bool) or schema != SCHEMA:
        raise InputError(f"certificate file: expected schema {SCHEMA} with a list of claims")
    if not isinstance(claims, list) or len(claims) > MAX_CLAIMS:
        raise InputError(f"certificate file: expected a list of at most {MAX_CLAIMS} claims")
    return claims


def _no_number(source: str) -> NoReturn:
    raise ValueError(f"{shorten(source)} is not an exact number")


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return dict(pairs)


def file_text(claims: Sequence[Mapping[str, Any]]) -> str:
    """A certificate file of these claims; terms in them are written as their text."""
    content = {"format": FORMAT, "schema": SCHEMA, "claims": claims}
    return json.dumps(content, indent=1, default=str) + "\n"


def digest(section: Mapping[str, Any]) -> str:
    """The digest of a section without the digest itself."""
    content = {key: value for key, value in section.items() if key != "digest"}
    canonical = json.dumps(
        content, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def seal(claim: dict[str, Any]) -> dict[str, Any]:
    """The claim with the digests of its steps and its own; it decides nothing."""
    for proof in claim.get("proofs", ()):
        for step in proof["steps"]:
            step["digest"] = digest(step)
    claim["digest"] = digest(claim)
    return claim


def require_sealed_steps(claim: Mapping[str, Any]) -> None:
    """No step was edited; else a refusal that names it."""
    proofs = items(claim.get("proofs", []), "proofs")
    for part, proof in enumerate(proofs, 1):
        steps = items(mapping(proof, "proof").get("steps"), "steps")
        for k, step in enumerate(steps, 1):
            with at(f"statement {part}, step {k}" if len(proofs) > 1 else f"step {k}"):
                fields(step, "relation term reason because digest")
                a_text(step["reason"], "reason")
                require_seal(step)


def require_seal(section: Mapping[str, Any]) -> None:
    """The section was not edited."""
    if section["digest"] != digest(section):
        raise CertificateError("", "was edited after it was written (its digest differs)")

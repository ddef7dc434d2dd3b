"""Proofs found before: those that a collection ships, and those in the user's cache.

A certificate is looked up by all that its search depends on: what the claim says, its author's
chain, and the same of every claim that the chain cites. What is found here is only proposed; the
kernel replays it like any other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from proofkit.foundations import cache
from proofkit.foundations.seals import FORMAT, SCHEMA
from proofkit.language.claims import Claim
from proofkit.language.from_sympy import from_sympy
from proofkit.language.proof import Chain
from proofkit.language.statement_cache import CachedClaim
from proofkit.language.terms import text
from proofkit.search.contexts import context_of, fact_of
from proofkit.search.header import header

FOLDER = "certificates"
"""Where a collection keeps the certificates that it ships, a file for each lemma."""


@dataclass(frozen=True)
class Said:
    """What a claim says, and how its author proves it, as certificates have it."""

    claim: Claim
    head: dict[str, Any]
    steps: list[list[tuple[str, str, str]]]
    key: str


def key(claim: Claim) -> str:
    """A digest of what a certificate of this claim depends on."""
    return claim.key if isinstance(claim, CachedClaim) else _said(claim).key


def head_of(claim: Claim) -> dict[str, Any]:
    """What a certificate of this claim says before it proves anything."""
    return _said(claim).head


def steps_of(claim: Claim) -> list[list[tuple[str, str, str]]]:
    """Relation, term and reason of each step of each chain."""
    return _said(claim).steps


def _said(claim: Claim) -> Said:
    known = _SAID.get(id(claim))
    if known is None or known.claim is not claim:
        known = _read_off(claim)
        if len(_SAID) >= MAX_SAID:
            _SAID.clear()
        _SAID[id(claim)] = known
    return known


_SAID: dict[int, Said] = {}
MAX_SAID = 20_000


def _read_off(claim: Claim) -> Said:
    head = header(claim.name, context_of(claim), [fact_of(p.statement) for p in claim.parts])
    chains = [[part.label, _chain(part.chain)] for part in claim.parts]
    steps = [[(s[0], s[1], s[2]) for s in chain[1:]] for _, chain in chains]
    content = json.dumps([FORMAT, SCHEMA, head, chains])
    return Said(claim, head, steps, hashlib.sha256(content.encode()).hexdigest())


def _chain(chain: Chain) -> list[Any]:
    return [
        text(from_sympy(chain.start)),
        *(
            [
                step.relation,
                text(from_sympy(step.term)),
                step.reason,
                [[cited.citation, key(cited)] for cited in step.by],
                step.given and _chain(step.given),
            ]
            for step in chain.steps
        ),
    ]


def recalled(claim: Claim) -> Iterator[Mapping[str, Any]]:
    """Certificates that were found for this claim, the shipped one first."""
    if cache.is_off():
        return
    kept, name = cache.current(), key(claim)
    shipped = _shipped(claim).get(name)
    if isinstance(shipped, dict):
        yield shipped
    source = kept.get(name)
    if source is not None:
        found = _read(source).get(name)
        if isinstance(found, dict):
            yield found
        else:
            kept.note(UNUSABLE)


UNUSABLE = "an entry could not be used, and its proof was searched anew"


def keep(claim: Claim, certificate: Mapping[str, Any]) -> None:
    """Remember a certificate that the kernel accepted."""
    cache.current().put(key(claim), json.dumps({key(claim): certificate}) + "\n")


def refused() -> None:
    """The kernel did not accept what was recalled."""
    cache.current().note(UNUSABLE)


def _shipped(claim: Claim) -> Mapping[str, Any]:
    if claim.place is None:
        return {}
    folder = _package(claim.place.file)
    if folder is None:
        return {}
    path = folder / FOLDER / f"{claim.lemma}.json"
    try:
        return _file(path, path.stat().st_mtime_ns)
    except OSError:
        return {}


@lru_cache(maxsize=1024)
def _package(module: str) -> Path | None:
    """The folder of the package on top of a module."""
    inside = [p for p in Path(module).absolute().parents if (p / "__init__.py").is_file()]
    return inside[-1] if inside else None


@lru_cache(maxsize=1024)
def _file(path: Path, changed: int) -> Mapping[str, Any]:
    """The certificates in a file that was changed last at this time."""
    return _read(path.read_text(encoding="utf-8", errors="replace"))


def _read(source: str) -> Mapping[str, Any]:
    """Certificates by key; none if this is something else."""
    try:
        found = json.loads(source)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}

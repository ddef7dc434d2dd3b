"""Search for many proofs in parallel; `prove` then replays them one after the other.

Claims that cite no others come first, then those that cite them, and so on; within such a wave
they do not depend on each other, and each is a chunk of a job. What comes back is a certificate,
which the kernel of this process replays like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from proofkit.foundations import cache
from proofkit.foundations.progress import Progress
from proofkit.jobs.runner import run
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.results import ProveReport
from proofkit.questions import pipeline
from proofkit.search import Earlier, memory


@dataclass(frozen=True)
class Searches:
    """A job: each chunk is the search for the proof of one claim; `known` has what is needed of
    the claims that they cite."""

    names: tuple[str, ...]
    known: Mapping[str, Earlier] = field(default_factory=dict)
    anew: bool = False

    @property
    def chunks(self) -> int:
        return len(self.names)

    def key(self) -> Mapping[str, Any]:
        """What is searched; whatever comes back for another statement is not accepted."""
        return {"kind": "search", "claims": list(self.names), "anew": self.anew}

    def compute(self, index: int) -> bytes:
        """A certificate, and why it leaves the claim open if it does."""
        with cache.off() if self.anew else nullcontext():
            report = pipeline.prove_these([self._chosen[self.names[index]]], known=self.known)
        (proved,) = report.claims
        return json.dumps([proved.certificate, proved.reason]).encode()

    @cached_property
    def _chosen(self) -> dict[str, tuple[Lemma, list[Claim]]]:
        """The claims, looked up once in a process."""
        return {c.name: (lemma, [c]) for lemma, claims in registry.find(self.names) for c in claims}

    def __getstate__(self) -> dict[str, Any]:
        """What travels: the names, and not what they stand for here."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}


def prove(
    selection: Sequence[str],
    executor: Executor | None,
    progress: Progress | None = None,
    broken: registry.Broken | None = None,
    kept: bool = False,
) -> ProveReport:
    """`pipeline.prove`, where what has to be searched is searched on an executor; of claims that
    are `kept`, the author's chains are looked at only then."""
    chosen = registry.find(selection, broken, kept)
    if executor is None:
        return pipeline.prove_these(chosen, progress, broken=broken)
    claims = [claim for _, found in chosen for claim in found]
    missing = [c for c in _with_cited(claims) if next(memory.recalled(c), None) is None]
    done, total = 0, len(missing) + len(claims)
    known: dict[str, Earlier] = {}
    for wave in _waves(missing):
        cited = {name: known[name] for name in pipeline.needed(wave) if name in known}
        job = Searches(tuple(claim.name for claim in wave), cited, cache.is_off())
        for claim, result in zip(wave, run(job, executor=executor), strict=True):
            known[claim.name] = Earlier(*json.loads(result))
            done += 1
            if progress:
                progress(done, total, claim.name)

    def replayed(count: int, _: int, name: str) -> None:
        if progress:
            progress(done + count, total, name)

    return pipeline.prove_these(chosen, replayed, known, [] if broken is not None else None)


def _with_cited(claims: Iterable[Claim]) -> list[Claim]:
    """These claims and all that they cite, directly or in turn, each after those."""
    found: dict[str, Claim] = {}

    def add(claim: Claim) -> None:
        if claim.name not in found:
            for cited in claim.cited:
                add(cited)
            found[claim.name] = claim

    for claim in claims:
        add(claim)
    return list(found.values())


def _waves(claims: Sequence[Claim]) -> list[list[Claim]]:
    """Claims in order, cut so that none cites another of its own wave."""
    place: dict[str, int] = {}
    waves: list[list[Claim]] = []
    for claim in claims:
        before = [place[c.name] for c in _with_cited([claim])[:-1] if c.name in place]
        place[claim.name] = 1 + max(before, default=-1)
        if place[claim.name] == len(waves):
            waves.append([])
        waves[place[claim.name]].append(claim)
    return waves

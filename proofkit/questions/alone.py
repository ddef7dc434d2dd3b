"""Prove every claim anew without its author's chain, to see how far the search alone gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proofkit import search
from proofkit.foundations.progress import Progress
from proofkit.kernel.certificates import Library
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.proof import Chain
from proofkit.language.results import PROVED, ProvedClaim, ProvedLemma, ProveReport
from proofkit.language.subterms import parts
from proofkit.questions.pipeline import proved_claim, ticks


def prove(
    selection: Sequence[str],
    progress: Progress | None = None,
    broken: registry.Broken | None = None,
) -> ProveReport:
    """Each claim from its hypotheses, and if need be from those claims before it in its lemma
    that the search has proved; no chain and no citation of an author is looked at. Claims about
    probabilities are left out: their rules need to be told what to fix and what to bound."""
    chosen = [
        (lemma, [claim for claim in claims if not about_chances(claim)])
        for lemma, claims in registry.find(selection, broken)
    ]
    done = ticks(progress, [claim.name for _, claims in chosen for claim in claims])
    lemmas: list[ProvedLemma] = []
    for lemma, claims in chosen:
        library, found = Library(), list[ProvedClaim]()
        for claim in claims:
            before = [entry.claim for entry in found if entry.verdict == PROVED]
            found.append(_prove(claim, before, library))
            next(done)
        lemmas.append(ProvedLemma(lemma, tuple(found)))
    everything = tuple(entry for lemma in lemmas for entry in lemma.claims)
    return ProveReport(tuple(entry for entry in lemmas if entry.claims), everything)


def about_chances(claim: Claim) -> bool:
    """Does the claim speak of probabilities?"""
    sides = [side for part in claim.parts for side in (part.statement.left, part.statement.right)]
    return any(part.op == "P" for part in parts(*sides))


def _prove(claim: Claim, before: Sequence[Claim], library: Library) -> ProvedClaim:
    found = search.prove(bare(claim), Library(), refute=False)
    if found.verdict.value == PROVED:
        library.replay(found.verdict.certificate)
    elif before:
        found = search.prove(bare(claim, before), library, refute=False)
    return proved_claim(claim, found.verdict, found.reason)


def bare(claim: Claim, by: Sequence[Claim] = ()) -> Claim:
    """The claim with nothing said about how it is proved but what may be cited."""
    parts = []
    for part in claim.parts:
        said = part.statement
        chain = Chain.left_out(said.left, said.relation, said.right)
        step = replace(chain.steps[0], by=tuple(by))
        parts.append(replace(part, chain=Chain(chain.start, (step,))))
    return replace(claim, parts=tuple(parts))

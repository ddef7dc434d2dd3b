"""The whole export: every deterministic claim of the paper's lemmas, accepted by Coq."""

import pytest

from proofkit.coq import checker, export
from proofkit.kernel.sympy_terms import fact_of
from proofkit.kernel.terms import EVENTS
from proofkit.results import ProveReport


def deterministic(claim):
    return all(fact_of(part.statement)[0].op not in EVENTS for part in claim.parts)


@pytest.mark.usefixtures("coqc")
def test_every_deterministic_claim_is_accepted(all_proofs):
    from proofkit import registry

    for lemma, _ in registry.find(()):
        all_proofs.of(lemma)
    report = ProveReport((), tuple(all_proofs.claims.values()))
    wanted = {name for name, c in all_proofs.claims.items() if deterministic(c.claim)}
    documents = export.documents(report)
    left_out = {claim for document in documents for claim in document.left_out}
    assert not left_out & wanted
    answers = checker.check(documents)
    assert {a.theorem: a.message for a in answers if not a.accepted} == {}
    assert {a.claim for a in answers} == wanted

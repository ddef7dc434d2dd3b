"""The proofs of a lemma's claims, as tests ask for them."""

import pytest


@pytest.fixture
def proved(all_proofs):
    """Every claim of a lemma is proved for all parameters; which claims each proof cites."""

    def prove(lemma):
        rows = all_proofs.of(lemma)
        assert {row.verdict for row in rows.values()} == {"proved"}
        return {id: set(row.cites) for id, row in rows.items()}

    return prove


@pytest.fixture
def axioms(all_proofs):
    """What each claim of a lemma rests on besides the rules of the kernel."""

    def list_(lemma):
        return {id: " ".join(row.axioms) for id, row in all_proofs.of(lemma).items()}

    return list_

"""What every lemma is held to, from the tables beside this file, one a folder of lemmas.

An entry lists the lemma's `claims` in order; what their proofs cite at least, in `cites` (none
where nothing is listed for the lemma); the `axioms` they rest on, none by default; `edges`, hard
parameters at which its hypotheses are met; and the claims that are `conditional`, whose own
further hypotheses are not met at every edge.
"""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from proofkit.questions import pipeline

TABLES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("*.toml"))
}
ENTRIES = {
    id: {"edges": table.get("edges"), "folder": folder, **entry}
    for folder, table in TABLES.items()
    for id, entry in table.items()
    if id != "edges"
}
EDGES = [(id, edge) for id, entry in ENTRIES.items() for edge in entry["edges"]]


def lemma_of(id):
    return import_module(f"lemmas.{ENTRIES[id]['folder']}.{id.replace('-', '_')}").lemma


def shown(value):
    if isinstance(value, dict):
        return ",".join(f"{name}={text}" for name, text in value.items()) or "defaults"
    return value


@pytest.mark.parametrize("id", ENTRIES)
def test_the_claims_are_all_there(id):
    assert list(lemma_of(id).claims) == ENTRIES[id]["claims"]


@pytest.mark.parametrize("id", ENTRIES)
def test_every_claim_is_proved_from_what_it_cites(id, all_proofs):
    rows = all_proofs.of(lemma_of(id))
    assert {row.verdict for row in rows.values()} == {"proved"}
    expected = ENTRIES[id].get("cites", {})
    for claim, cited in expected.items():
        assert set(rows[claim].cites) >= set(cited)
    if not expected:
        assert not any(row.cites for row in rows.values())
    found = {claim: " ".join(row.axioms) for claim, row in rows.items() if row.axioms}
    assert found == ENTRIES[id].get("axioms", {})


@pytest.mark.parametrize(("id", "edge"), EDGES, ids=shown)
def test_every_claim_holds_at_the_edges(id, edge):
    """It does unless one of its own hypotheses does not, and no second opinion disagrees."""
    lemma = lemma_of(id)
    report = pipeline.check([id], edge)
    (checked,) = report.lemmas
    met = {h.hypothesis: h.verdict == "met" for h in checked.hypotheses}
    assert all(met[hypothesis] for hypothesis in lemma.hypotheses)
    assert report.contradictions == ()
    for row in checked.claims:
        assert row.verdict != "undecided", row.claim.name
        if all(met[hypothesis] for hypothesis in row.claim.hypotheses):
            assert row.verdict == "holds", row.claim.name
        else:
            assert row.claim.id in ENTRIES[id].get("conditional", ())

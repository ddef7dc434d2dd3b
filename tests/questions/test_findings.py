"""The findings are computed, and the committed page is what they say."""

import json
from pathlib import Path

import pytest

from proofkit.language import registry
from proofkit.questions import findings
from proofkit.readers.report import findings as report
from proofkit.readers.report.style import Style

PAGE = Path(__file__).parents[2] / "docs" / "findings.md"


@pytest.fixture
def by_id(found):
    return {finding.id: finding for finding in found}


def test_the_page_is_up_to_date(found):
    assert report.markdown(found) + "\n" == PAGE.read_text(encoding="utf-8")


def test_the_facts(by_id):
    assert "(-1 + sqrt(5))/2" in by_id["half-weight"].best
    assert "a1^2 + a1 - 1" in by_id["half-weight"].repair
    assert by_id["alpha-doubling"].slack == by_id["half-weight"].slack
    assert by_id["flat-exponent"].slack == "0"
    assert "11/100" in by_id["flat-exponent"].best
    assert by_id["four-tokens"].best.startswith("n >= 4 for the margin")
    assert any("n = 3" in said for said in by_id["four-tokens"].evidence)
    assert any("is proved from n >= 2, d >= 3" in said for said in by_id["four-tokens"].evidence)
    assert any("0.99998" in said for said in by_id["bounded-needle"].evidence)
    assert any("0.4602" in said for said in by_id["few-columns"].evidence)
    assert all("layout" in said for said in by_id["unused-hypotheses"].evidence)


def test_every_finding_is_settled_and_certified(found):
    for finding in found:
        assert finding.evidence, finding.id
        assert "unknown" not in " ".join([finding.best, finding.slack, *finding.evidence])
        assert not any("not settled" in said for said in finding.evidence)


def test_only_what_is_asked_for_is_computed(found):
    """Each function says what its finding is about, and says it rightly."""
    declared = [make for module in registry.declarations("findings") for make in module.FINDINGS]
    assert [make.about for make in declared] == [finding.about for finding in found]
    called = []
    some = findings.findings(lambda done, total, id: called.append(id), {"softmax-d1-weights"})
    assert [finding.id for finding in some] == called == ["unused-hypotheses"]


def test_text_and_json(found):
    said = report.text(found, Style(width=80))
    assert all(finding.title in said for finding in found)
    assert max(map(len, said.splitlines())) <= 80
    ids = [entry["id"] for entry in json.loads(report.json(found))["findings"]]
    assert ids == [finding.id for finding in found]


def test_every_finding_says_whose_statement_it_is(found):
    assert {finding.provenance for finding in found} == {"R"}
    said = report.text(found, Style(width=80))
    assert said.count("the reconstruction assumes") == len(found)
    assert "paper asks" not in said


def test_the_power_of_n_is_not_monotone(by_id):
    few = by_id["few-columns"]
    assert "n of 124 digits" in few.repair
    assert len(str(296**50)) == 124
    assert any("289, 291, 294 suffice" in said for said in few.evidence)

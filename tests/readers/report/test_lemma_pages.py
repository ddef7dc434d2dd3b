"""Every installed lemma has a page with everything on it."""

import re
from dataclasses import replace

import pytest

from proofkit.foundations.errors import LemmaError
from proofkit.language import registry
from proofkit.language.lemma import Lemma
from proofkit.language.proof import Chain
from proofkit.questions import graph, pipeline
from proofkit.readers.report import pages, wording
from proofkit.readers.report.explain import derivation
from proofkit.readers.report.markdown import escape
from proofkit.readers.report.mathematics import LATEX


def test_every_lemma_has_a_complete_page():
    checked, proved = pipeline.check((), {}), pipeline.prove(())
    around = graph.relations_in(proved.replayed)
    written = pages.pages(checked, proved, around)
    lemmas = [lemma for lemma, _ in registry.find(())]
    assert set(written) == {pages.INDEX, *(pages.file_name(lemma.id) for lemma in lemmas)}
    anchors = re.findall(r"^\((.*)\)=$", "\n".join(written.values()), re.M)
    assert len(set(anchors)) == len(anchors) == len(proved.claims) + len(lemmas)
    links = {a for page in written.values() for a in re.findall(r"\]\(#([^)]*)\)", page)}
    assert links <= set(anchors)
    steps = {claim.claim.name: claim.steps for claim in proved.claims}
    for lemma in lemmas:
        complete(written[pages.file_name(lemma.id)], lemma, steps)
        assert f"]({pages.file_name(lemma.id)})" in written[pages.INDEX]


def complete(page, lemma, steps):
    said = [lemma.title, lemma.source, lemma.section, wording.provenance(lemma)]
    said += [p.meaning for p in lemma.parameters]
    shown = [h.statement for h in lemma.hypotheses]
    for claim in lemma.claims.values():
        shown += [part.statement for part in claim.parts]
        shown += [h.statement for h in claim.hypotheses]
        said += [d.reason for d in derivation(claim)]
        said += [step.reason for part in claim.parts for step in part.chain.steps]
        rules = [step["rule"] for step in steps[claim.name]]
        section = page.partition(f"({pages.anchor(claim.name)})=")[2].partition(")=\n## ")[0]
        assert [r.split(" | ")[-1].removesuffix(" |") for r in proof_rows(section)] == rules
        assert "At the default parameters: **" in section
        assert "For all parameters allowed: **" in section
        assert "- Used by: " in section
    assert [text for text in said if escape(text) not in page] == []
    formulas = [LATEX.statement(statement) for statement in shown]
    assert [text for text in formulas if text not in page] == []


def proof_rows(section):
    proof = section.partition("### Proof")[2]
    rows = [line for line in proof.splitlines() if line.startswith("| $")]
    return [row for row in rows if not row.endswith("| | |")]


def test_what_is_not_proved_is_said(report, proofs):
    written = pages.pages(report, proofs, {})
    page = written["small-weights.md"]
    assert "**refuted** at n = 2, a1 = 7/10" in page
    assert "**open** (step 1 of left is not proved)" in page
    assert "| not proved |" in page
    assert "no proof" in page
    assert "1 proved, 1 refuted, 1 open" in written[pages.INDEX]


def test_anchors_tell_capitals_apart():
    assert pages.anchor("x/f-NO") != pages.anchor("x/f-no") != pages.anchor("x/f-No")


@pytest.mark.parametrize("blank", ["title", "source", "section"])
def test_a_lemma_that_cannot_be_printed_cannot_exist(lemma, blank):
    given = dict.fromkeys(["title", "source", "section"], "said") | {blank: " "}
    with pytest.raises(LemmaError, match=f"the {blank} is blank"):
        Lemma("mute", provenance="O", parameters=(), hypotheses=(), **given)


def test_a_step_without_a_reason_or_a_parameter_without_a_meaning(lemma):
    claim = lemma.claims["f-NN"]
    (part,) = claim.parts
    with pytest.raises(LemmaError, match="the reason of step 1 is blank"):
        lemma.claim("mute", part.statement, Chain(part.chain.start).at_least(0, ""))
    unknown = replace(lemma.parameters[0], meaning="")
    with pytest.raises(LemmaError, match="the meaning of n is blank"):
        Lemma(
            "mute",
            title="t",
            source="s",
            section="1",
            provenance="O",
            parameters=(unknown,),
            hypotheses=(),
        )

"""Every installed lemma has a page with everything on it."""

import re
from dataclasses import replace

import pytest
from sympy import exp, symbols

from proofkit.foundations.errors import LemmaError
from proofkit.language import registry
from proofkit.language.lemma import Lemma
from proofkit.language.proof import Chain
from proofkit.questions import graph, pipeline
from proofkit.questions.narration import narrated
from proofkit.readers.report import contents, pages, phrases, proof_lines, sheet, wording
from proofkit.readers.report.explain import derivation
from proofkit.readers.report.markdown import escape
from proofkit.readers.report.mathematics import LATEX
from proofkit.readers.report.naming import Named
from proofkit.readers.report.quantifiers import extra


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
    found = {claim.claim.name: claim for claim in proved.claims}
    for lemma in lemmas:
        complete(written[pages.file_name(lemma.id)], lemma, found)
        assert f"]({pages.file_name(lemma.id)})" in written[pages.INDEX]


def complete(page, lemma, found):
    shown = [LATEX.statement(h.statement) for h in lemma.hypotheses]
    said = [wording.lowered(lemma.title), lemma.source, lemma.section, wording.provenance(lemma)]
    assert [text for text in said if escape(text) not in page] == []
    said = [phrases.markdown(phrases.typeset(p.meaning)) for p in lemma.parameters]
    assert [text for text in said if text not in page] == []
    for claim in lemma.claims.values():
        section = page.partition(f"({pages.anchor(claim.name)})=")[2].partition(")=\n### ")[0]
        notation = Named()
        formulas = [notation.statement(part.statement) for part in claim.parts]
        formulas += [notation.statement(h.statement) for h in extra(lemma, claim)]
        formulas += list(notation.defined())
        assert [text for text in formulas if text not in section] == []
        proved = found[claim.name]  # the search fills in what an author leaves to it
        lines = [step for part in narrated(proved).parts for step in part.chain.steps]
        known = proof_lines.symbols(claim)
        why = [
            phrases.html(said)
            for step in lines
            for said in [
                *(phrases.typeset(line.reason, known) for line in step.found),
                proof_lines.reason(step, known),
            ]
        ]
        assert re.findall('<span class="proofkit-why">(.*)</span>', section) == why
        assert len(lines) == len(proved.steps) == section.count('class="proofkit-line"')
        assert "not proved" not in section and " at the defaults" in section
    assert [text for text in shown if text not in page] == []
    defined = {d.symbol.name for c in lemma.claims.values() for d in derivation(c)}
    assert page.count("| $\\displaystyle ") == len(defined)


def test_long_sums_in_exponents_have_names():
    n, a, b = symbols("n a b", positive=True)
    long = 200 * a**2 / n**2 + 200 * (n - 3) * b**2 / (n - 2) ** 2 + 200 * (a + 1 / n) ** 2 * b**2
    notation = Named()
    assert notation.term(a * exp(1 / long) / 4) == (
        r"\frac{a}{4} \, \exp\left(\frac{1}{Q_{1}}\right)"
    )
    assert notation.term(exp(-1 / long)) == r"\exp\left(-\frac{1}{Q_{1}}\right)"
    assert notation.term(long) == LATEX.term(long)
    assert list(notation.defined()) == [f"Here $Q_{{1}} = {LATEX.term(long)}$."]


def test_no_line_says_nothing(report, proofs):
    page = pages.pages(report, proofs, {})["small-weights.md"]
    assert ": none" not in page and "None." not in page


def test_what_is_not_proved_is_said(report, proofs):
    written = pages.pages(report, proofs, {})
    page = written["small-weights.md"]
    assert ">refuted</span>" in page and "at n = 2, a1 = 7/10" in page
    assert "step 1 of left is not proved" in page
    assert "<li>not proved" in page
    assert "used by no proof" in page
    counted = [f"1 {sheet.chip(verdict)}" for verdict in ("proved", "refuted", "open")]
    assert all(said in written[pages.INDEX] for said in counted)


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


def test_what_is_written_for_short_is_said_where_it_is_used():
    found = {lemma.id: contents.for_short(lemma) for lemma, _ in registry.find(())}
    assert found["softmax-d1-weights"] == r"$p_{1} = a_{1} \, \left(1 + a_{1}\right)$"
    assert found["softmax-d0-weights"].startswith("$p_{0} = ")
    assert found["means"] == ""

"""What `explain` prints of a claim is its statement, definitions, chain and axioms."""

from proofkit.readers.report import explain
from proofkit.readers.report.style import Style


def select(lemma, *ids):
    return [(lemma, [lemma.claims[id] for id in ids])]


def test_definitions_come_after_those_they_are_made_of(lemma):
    assert [d.symbol.name for d in explain.derivation(lemma.claims["f-NN"])] == [
        "u_NN",
        "alpha_N",
        "f_NN",
    ]
    assert [d.symbol.name for d in explain.derivation(lemma.claims["u-NN"])] == ["u_NN"]


def test_a_lemma_reads_like_its_proof(lemma):
    page = explain.text(select(lemma, "f-NN"), Style(width=100))
    assert "  Lemma 0.1 · [R] reconstructed, not the source's wording" in page
    assert "What a reader should know first." in page
    assert "  n     number of tokens (default 1000)" in page
    assert "  a1-lower  a1 ≥ 7/10" in page
    lines = page.splitlines()
    start = lines.index("small-weights/f-NN:  f_NN ≥ 1/2")
    assert [" ".join(line.split()) for line in lines[start + 1 :]] == [
        "derived from the definitions",
        "u_NN = n^((1 + a1)^2) u = exp(score)",
        "α_N = n·u_NN alpha sums u over all keys",
        "f_NN = u_NN/α_N f = u/alpha, entry by entry",
        "proof",
        "f_NN",
        "= 1/(1 + (n - 1)·n^(-a1·(1 + a1))) divide by u_NN",
        "≥ 1/2 p1 >= 1, so n^(1-p1) <= 1",
    ]


def test_extra_hypotheses_parts_and_citations_are_shown(lemma):
    page = explain.text(select(lemma, "u-NN", "pair"), Style(unicode=False))
    assert "also assuming\n  large  n >= 4" in page
    assert "proof of left" in page
    assert "[by small-weights/f-NN]" in page
    assert page.isascii()


def test_latex_has_one_align_a_chain(lemma):
    page = explain.latex(select(lemma, "f-NN", "pair"))
    assert page.count(r"\begin{align*}") == page.count(r"\end{align*}") == 5
    assert r" &\ge \frac{1}{2} && \text{$p_{1} \ge 1$, so $n^{1 - p_{1}} \le 1$}" in page
    assert r"\text{divide by $u_{NN}$} \\" in page
    assert page.count("{") == page.count("}") + page.count(r"\{") - page.count(r"\}")

"""The whole report: sound, self-contained, the same every time, and it says what was found."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.dom.minidom import parseString

import pytest
from sympy import Rational, exp, log, sqrt, symbols

from proofkit import cli
from proofkit.foundations.errors import ProofkitError
from proofkit.language import registry
from proofkit.language.claims import at_least, less
from proofkit.language.events import P, above
from proofkit.language.results import CheckReport, ProvedClaim, ProvedLemma, ProveReport
from proofkit.questions import pipeline
from proofkit.questions.findings import Finding
from proofkit.readers.report import booklet, dossier, html, mathml, phrases
from proofkit.readers.report.dossier import Dossier, Drawing
from proofkit.readers.report.mathematics import LATEX

HOSTILE = "<script>alert('x')</script>"


class Page(HTMLParser):
    """Every element that opens closes in order, and nothing is loaded."""

    void = frozenset({"meta", "br", "img", "source", "mspace", "wbr"})

    def __init__(self):
        super().__init__()
        self.text, self.open, self.tags = "", [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "srcset", "data", "action"):
                assert value.startswith("data:")
            if name == "href":
                assert not value.startswith(("http:", "https:", "//"))
            assert not name.startswith("on")
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.text += data


def read(text):
    page = Page()
    page.feed(text)
    assert page.open == []
    return page


@pytest.fixture
def whole(report):
    lemma = report.lemmas[0].lemma
    proofs = tuple(
        ProvedClaim(c, "proved", ("hoeffding",), (), (), ({},), {}) for c in lemma.claims.values()
    )
    finding = Finding("f", f"A fact {HOSTILE}", ("small-weights",), "7/10", "3/5", "", "", ())
    return Dossier(
        report,
        ProveReport((ProvedLemma(lemma, proofs),), proofs),
        "0123abcd",
        {"proofkit": "1"},
        graph="<svg></svg>",
        remarks=("Pictures are left out.",),
        drawings=(Drawing("A picture", f'"{HOSTILE}', b"<svg/>", b"<svg/>"),),
        findings=(finding,),
        accepted=frozenset({"small-weights/f-NN"}),
    )


def test_the_page_is_sound_and_says_everything(whole):
    page = read(booklet.html(whole))
    for words in (
        "Small weights <on> D₁",
        "[R] reconstructed, not the paper's wording",
        "1 holds, 1 fails, 1 undecided",
        "3 proved, 0 refuted, 0 open",
        "axioms: hoeffding",
        "unmet (a1 = 3/5) a1-lower, used by no proof",
        "4096 bits did not settle it",
        "0123abcd",
        "proofkit 1",
        "Pictures are left out.",
        "A fact",
    ):
        assert words in page.text
    assert "script" not in page.tags
    assert "link" not in page.tags


def test_a_lemma_has_its_hypotheses_definitions_and_proofs(whole):
    text = booklet.html(whole)
    (lemma,) = whole.checked.lemmas
    for name in ("u_NN", "f_NN"):
        definition = lemma.lemma.claims["f-NN"].definitions[name]
        said = f"{LATEX.term(definition.symbol)} = {LATEX.term(definition.expression)}"
        assert mathml.row(said) in text
    for step in lemma.lemma.claims["f-NN"].parts[0].chain.steps:
        assert mathml.row(LATEX.term(step.term)) in text
    assert text.count('class="proofkit-relation"') == sum(
        len(part.chain.steps) for c in lemma.claims for part in c.claim.parts
    )


def test_few_lemmas_stand_open_and_many_are_folded(whole):
    (lemma,) = whole.checked.lemmas
    assert '<details class="lemma" open>' in booklet.html(whole)
    many = replace(whole, checked=CheckReport(whole.checked.parameters, (lemma,) * 4))
    assert booklet.html(many).count('<details class="lemma">') == 4
    assert "open>" not in booklet.html(many)


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"n_{NN}'", "<msubsup><mi>n</mi><mrow><mi>N</mi><mi>N</mi></mrow><mo>′</mo></msubsup>"),
        (r"\frac{1}{2}", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        (r"a \le -1.5", "<mi>a</mi><mo>≤</mo><mo form='prefix'>−</mo><mn>1.5</mn>"),
        ("a - 1/2", "<mi>a</mi><mo>−</mo><mn>1</mn><mo lspace='0' rspace='0'>/</mo><mn>2</mn>"),
        (r"\text{n\_1 $<$ 2}", "<mtext>n_1\xa0&lt;\xa02</mtext>"),
        (r"\mathrm{d}", "<mi mathvariant='normal'>d</mi>"),
        (
            r"\left|x\right|",
            "<mrow><mo form='prefix' stretchy='false'>|</mo><mi>x</mi><mo form='postfix' stretchy='false'>|</mo></mrow>",
        ),
        (r"\operatorname{my\_link}", "<mi>my_link</mi>"),
    ],
)
def test_latex_is_read(latex, shown):
    assert mathml.row(latex) == shown


@pytest.mark.parametrize("latex", [r"\frac{1}", "x^", "{x", r"\left(x", r"\unheard"])
def test_latex_that_is_not_ours_is_refused(latex):
    with pytest.raises(ProofkitError):
        mathml.row(latex)


def test_brackets_grow_only_around_what_is_tall():
    assert "stretchy='false'" in mathml.row(r"\left(x + 1\right)")
    assert "stretchy" not in mathml.row(r"\left(\frac{x}{2}\right)")


def test_a_long_formula_may_be_broken_after_its_signs():
    long, short = (" + ".join(["a_{1}"] * count) for count in (40, 3))
    found = mathml.in_page(phrases.inline(long))
    assert found.count("<wbr>") == 39
    assert found.count("<mo form='infix'>+</mo></mrow></math>") == 39
    assert mathml.in_page(phrases.inline(short)).count("<math") == 1


def test_markdown_says_the_same(whole):
    text = dossier.markdown(whole)
    for words in (
        "u_NN = n^((1 + a1)^2)",
        "3 proved",
        "**unmet** hypothesis",
        "0123abcd",
        "A fact",
    ):
        assert words in text
    assert "<script>" not in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {6}


def test_check_has_the_style_of_the_report(whole, report):
    style = re.compile(r"<style>.*?</style>", re.S)
    assert style.search(html.check(report))[0] == style.search(booklet.html(whole))[0]


def test_wide_tables_can_be_read(report):
    text = html.check(report)
    assert text.count('<th scope="col">') == 4
    assert '<th scope="row">f-NN</th>' in text
    assert 'tabindex="0"' in text


n, d, a1 = symbols("n d a1", positive=True)


@pytest.mark.parametrize(
    "said",
    [
        at_least(n ** (-a1 * (1 + a1)) / (2 * sqrt(log(n))), exp(-(a1**2)) - Rational(1, 2)),
        less(P(above(a1, 1, d - 3, n, 1)), exp(-1 / (200 * d))),
    ],
)
def test_formulas_are_well_formed(said):
    element = parseString(mathml.statement(said)).documentElement
    assert element.tagName == "math"
    assert element.getAttribute("alttext")

    def leaves(node):
        for child in node.childNodes:
            if child.nodeType == child.TEXT_NODE:
                assert node.tagName in ("mi", "mn", "mo", "mtext"), child.data
            else:
                leaves(child)

    leaves(element)


def test_all_formulas_are_well_formed():
    for lemma, _ in registry.find(()):
        for claim in lemma.claims.values():
            for part in claim.parts:
                parseString(mathml.statement(part.statement))


def test_a_long_event_is_told_apart_from_its_statement():
    ((_, (claim,)),) = registry.find(["main-theorem/softmax-separates"])
    told = mathml.rows(claim.parts[0].statement)
    assert "⋯" in told["math"] and "⋯" not in told["full"]
    assert "is the event: " in told["full"] and "<wbr>" in told["full"]
    ((_, (claim,)),) = registry.find(["softmax-d1-weights/f-NN"])
    assert list(mathml.rows(claim.parts[0].statement)) == ["math"]


def test_replayed_certificates_count_for_the_same_statements_only(tmp_path, capsys):
    path = tmp_path / "certs.json"
    assert cli.run(["prove", "softmax-unit", "-o", str(path)]) == 0
    text = path.read_text()
    proofs = pipeline.replay(["softmax-unit"], text)
    assert [c.verdict for c in proofs.claims] == ["proved"] * 3
    assert proofs.claims == pipeline.prove(["softmax-unit"]).claims
    others = pipeline.replay(["linear-unit"], text)
    assert [c.verdict for c in others.claims] == ["open"] * 2
    assert "no certificate" in others.claims[0].reason


def test_a_certificate_of_another_statement_proves_nothing(tmp_path):
    """A file that calls a true but different statement by the name of a claim."""
    from proofkit.foundations.seals import file_text, seal

    (proved,) = pipeline.prove(["softmax-unit/positive"]).claims
    (other,) = pipeline.prove(["linear-unit/normalised"]).claims
    fields = {k: v for k, v in other.certificate.items() if k != "digest"}
    forged = seal({**fields, "id": proved.claim.name})
    (found,) = pipeline.replay([proved.claim.name], file_text([forged])).claims
    assert found.verdict == "open"


@pytest.mark.parametrize("name", ["report.html", "report.md"])
def test_the_command_writes_the_same_bytes_twice(tmp_path, name, monkeypatch, capsys):
    monkeypatch.setattr("proofkit.questions.findings.findings", lambda *_: ())
    certificates = tmp_path / "certs.json"
    cli.run(["prove", "softmax-unit", "-o", str(certificates)])
    files = [tmp_path / f"{k}-{name}" for k in range(2)]
    for path in files:
        arguments = ["softmax-unit", "-p", "x=1/3", "--certificates", str(certificates)]
        assert cli.run(["report", *arguments, "-o", str(path)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert "x = 1/3" in files[0].read_text()


def test_the_name_says_the_form():
    assert cli.run(["report", "softmax-unit", "-o", "report.pdf"]) == 2


def test_what_coq_accepted_is_marked_and_nothing_else(whole):
    for text in (booklet.html(whole), dossier.markdown(whole)):
        assert text.count("accepted by Coq") == 1

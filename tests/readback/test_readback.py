"""What is printed, read back by an independent reader, is the statement asked, with its domain.

A few statements by default; `PROOFKIT_STATEMENTS=1000` runs as many.
"""

import json
import os
import re
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest
import sympy

from proofkit.bridges import notebook
from proofkit.kernel.certificates import Library
from proofkit.language.claims import Hypothesis, Statement
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.results import (
    CheckedClaim,
    CheckedHypothesis,
    CheckedLemma,
    CheckReport,
    ProvedClaim,
    ProvedLemma,
    ProveReport,
)
from proofkit.questions import graph, verification
from proofkit.questions.ask import run as ask
from proofkit.readers.report import asked, booklet, explain, latex_report, pages, text
from proofkit.readers.report import dossier as whole
from proofkit.readers.report import json as report_json
from proofkit.readers.report.dossier import Dossier
from proofkit.readers.report.style import Style
from proofkit.readers.report.walkthrough.text import Scribe
from tests.readback.construction import constructed
from tests.readback.reading import (
    Read,
    from_latex,
    from_mathml,
    from_unicode,
    quantifier,
    split,
)

MANY = int(os.environ.get("PROOFKIT_STATEMENTS", "24"))
ROOM = 10**6
WIDE, ASCII = Style(width=ROOM), Style(unicode=False, width=ROOM)
_MATH = re.compile(r"<math.*?</math>")
_DOLLARS = re.compile(r"\$\$?(.*?)\$\$?", re.S)


def in_latex(running):
    """Running text whose formulas are LaTeX, as plain text."""
    return _DOLLARS.sub(lambda found: from_latex(found[1]), running)


def in_html(page):
    """A page whose formulas are MathML, as plain text."""
    page = re.sub("</mrow></math><wbr><math[^>]*><mrow>| form='infix'", "", page)
    return unescape(_MATH.sub(lambda found: plain(found[0]).replace("<", "&lt;"), page))


def plain(math):
    return from_mathml(math.replace("&nbsp;", " "))


class Printed:
    """What one format says: the kinds of the names, the hypotheses, and the statement."""

    def __init__(self, kinds, given, statement):
        self.kinds, self.given, self.statement = kinds, given, statement


def of_sentence(sentence):
    """`for all ... with ...: statement`."""
    begun, _, said = sentence.partition(": ")
    return Printed(*quantifier(begun), said.strip().rstrip("."))


def indexed(wanted):
    """The names as they are read where indices are set lower: without what joins them."""
    flat = {name: name.replace("_", "") for name in wanted.kinds}

    def renamed(said):
        return re.sub(r"[A-Za-z]\w*", lambda found: flat.get(found[0], found[0]), said)

    return replace(
        wanted,
        statement=renamed(wanted.statement),
        given=tuple(map(renamed, wanted.given)),
        kinds={flat[name]: kind for name, kind in wanted.kinds.items()},
        points=tuple({flat[name]: at for name, at in point.items()} for point in wanted.points),
    )


SET = ("LaTeX", "notebook", "HTML", "page")
"""Formats in which formulas are set."""


def compare(wanted, printed, name):
    wanted = indexed(wanted) if any(word in name for word in SET) else wanted
    where = f"{name}: {wanted.statement} given {wanted.given}: {vars(printed)}"
    assert printed.kinds == wanted.kinds, where

    def read(said):
        return Read(said, wanted.kinds)

    assert read(printed.statement).says_what(read(wanted.statement), wanted.points), where
    left = [read(said) for said in printed.given]
    for said in wanted.given:
        match = next((r for r in left if r.says_what(read(said), wanted.points)), None)
        assert match is not None, f"{said} is missing; {where}"
        left.remove(match)
    assert not left, f"too many hypotheses; {where}"


def flat(said):
    return said.replace("_", "")


# `ask` and certificates ------------------------------------------------------------------


def printed_by_ask(answer):
    """Every format in which `ask` and `verify` say what was asked."""
    first, begun, *_ = asked.as_text(answer).splitlines()
    yield "text", Printed(*quantifier(begun.strip()), first.split("  ", 1)[1])
    document = json.loads(asked.as_json(answer))
    yield "JSON", Printed(document["kinds"], document["hypotheses"], document["statement"])
    yield "JSON, as typed", Printed(document["kinds"], document["given"], document["statement"])
    latex = [line for line in asked.as_latex(answer).splitlines() if "all " in line and "$" in line]
    yield "LaTeX", of_sentence(in_latex(latex[0]).removeprefix("% ").replace("For", "for"))
    html = in_html(notebook.answer_html(answer))
    (head, said), *_ = re.findall(r"<code>(.*?)</code></p><p>(for all .*?)</p>", html)
    yield "notebook", Printed(*quantifier(flat(said)), flat(head))
    report = verification.verify(answer.certificate_text())
    lines = [line.strip() for line in text.verify(report, WIDE).splitlines()]
    (said,) = (line for line in lines if line.startswith("for all"))
    (claim,) = json.loads(report_json.verify(report))["claims"]
    (statement,) = claim["statements"]
    yield "verify", Printed(*quantifier(said), re.split(r"  +", lines[1])[1])
    yield "verify in JSON", Printed(claim["kinds"], claim["hypotheses"], statement)
    lines = [line.strip() for line in text.verify(report, WIDE, full=True).splitlines()]
    (said,) = (line for line in lines if line.startswith("for all"))
    given = [line.removeprefix("assumes: ") for line in lines if line.startswith("assumes: ")]
    (statement,) = (line.removeprefix("states: ") for line in lines if line.startswith("states: "))
    yield "verify in full", Printed(quantifier(said)[0], given, statement)


# Lemmas ----------------------------------------------------------------------------------


def as_statement(said, names):
    """A statement as an author writes it."""
    relation = next(r for r in ("<=", ">=", "<", ">", "=") if r in said)
    said = said.replace("^", "**").replace("pi()", "pi")
    sides = said.split(relation)
    known = {"abs": sympy.Abs, "max": sympy.Max, "min": sympy.Min, **names}
    renamed = {"lambda": "lam_"}  # a word of Python's
    left, right = (
        eval(
            re.sub(r"(?<![\w.])(\d+)", r"S(\1)", re.sub(r"\blambda\b", renamed["lambda"], side)),
            {**vars(sympy), **known, "lam_": names.get("lambda")},
        )
        for side in sides
    )
    return Statement(sympy.sympify(left), relation, sympy.sympify(right))


class Told:
    """The statement as the one claim of a lemma, with the proof that was found."""

    def __init__(self, wanted, answer, shared):
        names = {name: sympy.Symbol(name, real=True) for name in wanted.kinds}
        hypotheses = [
            Hypothesis(f"h-{k}", as_statement(said, names)) for k, said in enumerate(wanted.given)
        ]
        common = hypotheses if shared else []
        self.lemma = Lemma(
            "made", title="Made", source="nowhere", provenance="O", section="None",
            parameters=[
                Parameter(name, "14", "a number", integer=kind == "integer")
                for name, kind in wanted.kinds.items()
            ],
            hypotheses=common,
        )  # fmt: skip
        self.claim = self.lemma.claim(
            "one", as_statement(wanted.statement, names), extra=[] if shared else hypotheses
        )
        self.lemma.claims = {"one": self.claim}
        row = CheckedClaim(self.claim, "holds", "1", "1", "0", 64, "", {})
        values = {name: Fraction(14) for name in wanted.kinds}
        met = tuple(CheckedHypothesis(h, "met") for h in hypotheses)
        self.checked = CheckReport(values, (CheckedLemma(self.lemma, values, met, (row,)),))
        verdict = Library().replay(answer.certificate).value
        proved = ProvedClaim(self.claim, verdict, (), (), (), (), answer.certificate)
        self.proofs = ProveReport((ProvedLemma(self.lemma, (proved,)),), (proved,))
        self.around = graph.relations_in([proved])
        self.proved = proved


def rows(lines):
    """A quantifier with its hypotheses in rows below it, by name."""
    place = next(k for k, line in enumerate(lines) if line.strip().startswith("for all"))
    kinds, _ = quantifier(lines[place].strip().removesuffix(" with"))
    given = [line.split(None, 1)[1] for line in lines[place + 1 :] if re.match(r"\s+h-\d", line)]
    return kinds, given


def printed_in_lemmas(told):
    """Every format in which a lemma's claim is said."""
    selected = [(told.lemma, [told.claim])]
    for style, name in ((WIDE, "explain"), (ASCII, "explain in ASCII")):
        lines = from_unicode(explain.text(selected, style, told.around)).splitlines()
        (said,) = (line.partition(":  ")[2] for line in lines if line.startswith("made/one:"))
        yield name, Printed(*rows(lines), said)
    latex = explain.latex(selected, told.around)
    domain = quantifier(in_latex(re.search(r"For (all .*?)(\.| with)?$", latex, re.M)[1]))[0]
    displayed = re.findall(r"\\\[\n(.*?)\.\n\\\]", latex, re.S)
    given = [from_latex(h) for h in displayed[0].split(r",\quad ")] if displayed else []
    said = in_latex(re.search(r"^\$(.*?)\$\.$", latex, re.M)[0]).removesuffix(".")
    yield "explain in LaTeX", Printed(domain, given, said)
    lines = from_unicode(text.prove(told.proofs, WIDE)).splitlines()
    begun = next(line.strip() for line in lines if line.strip().startswith("for all"))
    (row,) = (line for line in lines if line.startswith("  one  "))
    yield "prove", Printed(*quantifier(begun), re.split(r"  +", row.strip())[1])
    for document, name in (
        (report_json.check(told.checked), "check in JSON"),
        (report_json.prove(told.proofs), "prove in JSON"),
    ):
        (lemma,) = json.loads(document)["lemmas"]
        (claim,) = lemma["claims"]
        stated = {h["key"]: h["statement"] for h in lemma["hypotheses"]}
        given = [stated[key] for key in claim["hypotheses"]]
        yield name, Printed(lemma["kinds"], given, claim["statement"])
        flattened = {flat(key): kind for key, kind in lemma["kinds"].items()}
        given = [*map(flat, given)]
        yield f"{name}: LaTeX", Printed(flattened, given, from_latex(claim["latex"]))
    dossier = Dossier(told.checked, told.proofs, "0" * 64, {})
    page = from_unicode(whole.markdown(dossier)).replace("`", "")
    begun = re.search(r"[Ff]or (all (?:integers|reals) [^|\n]*?):?( \||$)", page, re.M)[1]
    said = split(re.search(r"^\| one \| (.*?) \|", page, re.M)[1].partition(", for all")[0])
    yield "report in Markdown", Printed(*quantifier(begun), ", ".join(said))
    yield "report in LaTeX", of_paper(latex_report.document(dossier))
    html = in_html(booklet.html(dossier))
    yield "report in HTML", of_html(html)
    (page,) = (p for name, p in pages.pages(told.checked, told.proofs, told.around).items()
               if name != pages.INDEX)  # fmt: skip
    yield "page", of_page(in_latex(page.replace(r"\vert ", "|")))
    lines = from_unicode("\n".join(Scribe(WIDE).statement(told.claim))).splitlines()
    yield "walkthrough", Printed(*rows(lines), lines[0].partition(":  ")[2])
    html = in_html(notebook.proof_html(told.proved))
    begun, said = re.search(r"(for all [^<>]*.*?):<br>(.*?)</p>", html).groups()
    yield "notebook", Printed(*quantifier(begun), said)


def of_paper(document):
    """The claim's own words, and where there are any the words before all claims."""
    own = re.search(r"\\begin\{pkclaim\}.*?\n(For all.*?):\n(.*?)\\end\{pkclaim\}", document, re.S)
    kinds, given = quantifier(in_latex(own[1]).replace(", under the hypotheses above", ""))
    if "under the hypotheses above" in own[1]:
        shared = re.search(r"Claims are made (for all .*?)\.$", document, re.M)[1]
        kinds, given = quantifier(in_latex(shared))
    said = re.search(r"\\pkfit\{0.95\\linewidth\}\{(.*)\}", own[2])[1]
    return Printed(kinds, given, from_latex(said))


def of_html(html):
    """The words above a list of hypotheses, or those below the claim."""
    said = re.search(r'<span class="says">\s*(.*?) <code>one</code>', html)[1]
    own = re.search(r'<div class="assuming">(.*?)\.</div>', html)
    if own:
        return Printed(*quantifier(own[1]), said)
    kinds, _ = quantifier(re.search(r"<h4>For (all .*?) with</h4>", html)[1])
    given = re.findall(r"<li>(.*?) <span[^>]*>met</span>", html)
    return Printed(kinds, given, said)


def of_page(page):
    said = re.search(r"^### (.*)$", page, re.M)[1]
    shared = re.search(r"^For (all .*) with$", page, re.M)
    if shared is None:
        return Printed(*quantifier(re.search(r"^For (all .*)\.$", page, re.M)[1]), said)
    given = re.findall(r"^- (.*?) `h-\d+`", page, re.M)
    return Printed(quantifier(shared[1])[0], given, said)


# The tests -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(MANY))
def test_what_is_printed_is_what_was_asked(seed):
    wanted = constructed(seed)
    integers = [name for name, kind in wanted.kinds.items() if kind == "integer"]
    let = [f"{name}: real" for name in wanted.kinds if name in ("e", "pi")]
    answer = ask(wanted.statement, wanted.given, integers, seconds=20, let=let)
    assert answer.verdict != ("refuted" if wanted.true else "proved")
    for name, printed in printed_by_ask(answer):
        compare(wanted, printed, name)
    told = Told(wanted, answer, shared=seed % 2 == 0 and bool(wanted.given))
    for name, printed in printed_in_lemmas(told):
        compare(wanted, printed, name)


def test_the_reader_sees_a_difference():
    """What forgets a bracket, a sign or a relation is not taken for the same."""
    at = [{"x": 12.5, "y": 13.25}]
    said = Read("y*log(x)/2 <= x")
    assert said.says_what(Read("x >= y*log(x)/2"), at)
    for other in ("y*log(x/2) <= x", "y*log(x)/2 < x", "y*log(x)/2 >= x", "y*log(x)/3 <= x"):
        assert not said.says_what(Read(other), at)
    assert from_unicode("y·log x/2 ≤ √x") == "y*log(x)/2 <= sqrt(x)"
    assert Read(from_latex(r"\frac{y \, \log x}{2} \le x")).says_what(said, at)
    assert quantifier("for all integers k, n and all reals x with max(k, n) >= 1, x > 0") == (
        {"k": "integer", "n": "integer", "x": "real"},
        ["max(k, n) >= 1", "x > 0"],
    )


def test_most_statements_are_true_and_some_are_not():
    made = [constructed(seed) for seed in range(200)]
    assert 100 < sum(one.true for one in made) < 180
    assert any("integer" in one.kinds.values() for one in made)

"""Whoever prints a claim as proved prints for which values: the kind of each parameter that
occurs, and each hypothesis. Every claim of the paper, one at a time, in every format."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest

from proofkit.foundations.seals import file_text
from proofkit.language import registry
from proofkit.language.results import CheckReport, ProvedLemma, ProveReport
from proofkit.questions import graph, pipeline, verification
from proofkit.readers.report import booklet, explain, latex_report, mathml, pages, text
from proofkit.readers.report import dossier as whole
from proofkit.readers.report import json as report_json
from proofkit.readers.report.dossier import Dossier
from proofkit.readers.report.mathematics import LATEX, PLAIN, UNICODE
from proofkit.readers.report.naming import Named
from proofkit.readers.report.quantifiers import AS_WRITTEN, Quantified
from proofkit.readers.report.style import Style
from proofkit.readers.report.walkthrough.markdown import excerpt
from proofkit.readers.report.walkthrough.text import Scribe
from proofkit.readers.walkthrough.document import Excerpt

ROOM = 10**6


class Shown:
    """What one claim looks like in every format, made when it is asked for."""

    def __init__(self, lemma, checked, proved, around):
        claim = proved.claim
        self.claim = claim
        one = replace(checked, claims=tuple(c for c in checked.claims if c.claim.id == claim.id))
        self.checked = CheckReport(checked.values, (one,))
        self.proofs = ProveReport((ProvedLemma(lemma, (proved,)),), (proved,))
        self.selected = [(lemma, [claim])]
        self.around, self.certificate = around, proved.certificate

    def dossier(self):
        return Dossier(self.checked, self.proofs, "0" * 64, {})

    def replayed(self, replayed):
        return type(replayed)(tuple(c for c in replayed.claims if c.name == self.claim.name))


WHOLE = re.compile("</mrow></math><wbr><math><mrow>| form='infix'")
"""What breaks a long formula in lines."""
WIDE, ASCII = Style(width=ROOM), Style(unicode=False, width=ROOM)
FORMATS = {
    "explain": (lambda s: explain.text(s.selected, WIDE, s.around), UNICODE, r"\w+", "{}"),
    "explain in ASCII": (lambda s: explain.text(s.selected, ASCII, s.around), PLAIN, r"\w+", "{}"),
    "explain in LaTeX": (
        lambda s: explain.latex(s.selected, s.around), LATEX, r"\$[^$]+\$", "${}$",
    ),
    "prove": (lambda s: text.prove(s.proofs, WIDE), UNICODE, r"\w+", "{}"),
    "report in Markdown": (lambda s: whole.markdown(s.dossier()), UNICODE, "`[^`]+`", "`{}`"),
    "report in LaTeX": (lambda s: latex_report.document(s.dossier()), LATEX, r"\$[^$]+\$", "${}$"),
    "report in HTML": (
        lambda s: WHOLE.sub("", unescape(booklet.html(s.dossier()))), LATEX, r"<math>.*?</math>", None,
    ),
    "page": (
        lambda s: next(
            page
            for name, page in pages.pages(s.checked, s.proofs, s.around).items()
            if name != pages.INDEX
        ).replace(r"\vert ", "|"),
        LATEX, r"\$[^$]+\$", "${}$",
    ),
    "walkthrough": (lambda s: "\n".join(Scribe(WIDE).statement(s.claim)), UNICODE, r"\w+", "{}"),
    "walkthrough in Markdown": (
        lambda s: "\n".join(excerpt(Excerpt(s.claim.name, 1, ("statement",)))).replace(
            r"\vert ", "|"
        ),
        LATEX, r"\$[^$]+\$", "${}$",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def shown(all_proofs):
    """Every claim with its lemma."""
    checked = {c.lemma.id: c for c in pipeline.check((), {}).lemmas}
    around = graph.relations_in(list(all_proofs.claims.values()))
    found = []
    for lemma, claims in registry.find(()):
        for claim in claims:
            proved = replace(all_proofs.claims[claim.name], claim=claim)
            found.append(Shown(lemma, checked[lemma.id], proved, around))
    assert len(found) > 300
    return found


def occurring(certificate):
    """The parameters that the certificate's own text speaks of, with their kinds."""
    facts = [*certificate["statements"], *certificate["hypotheses"]]
    said = [f[side] for f in facts for side in ("left", "right")]
    words = set(re.findall(r"[A-Za-z]\w*", " ".join([*said, *certificate["definitions"].values()])))
    return {name: kind for name, kind in certificate["parameters"].items() if name in words}


def kinds_in(output, token):
    """Each symbol that stands in a list of `all integers` or `all reals`, with these words."""
    found = {}
    for plural, names in re.findall(rf"all (integers|reals) ({token}(?:, {token})*)", output):
        found.update(dict.fromkeys(re.findall(token, names), plural))
    return found


def written(notation, mark, latex_or_text):
    if mark is None:
        return unescape(f"<math><mrow>{mathml.row(latex_or_text)}</mrow></math>")
    return mark.format(latex_or_text)


@pytest.mark.parametrize("name", FORMATS)
def test_every_claim_is_printed_with_all_that_makes_it_true(name, shown):
    show, notation, token, mark = FORMATS[name]
    for one in shown:
        output = " ".join(show(one).split())
        kinds = kinds_in(output, token)
        for parameter, kind in occurring(one.certificate).items():
            symbol = written(notation, mark, notation.symbol(parameter))
            assert kinds.get(symbol) == f"{kind}s", f"{one.claim.name}: {parameter}"
        for hypothesis in one.claim.hypotheses:
            said = [
                " ".join(n.statement(hypothesis.statement).split()) for n in (notation, Named())
            ]
            said = [unescape(mathml.row(s)) for s in said] if mark is None else said
            found = said[0] in output or any(numbered in output for numbered in said[1:])
            assert found, f"{one.claim.name}: {hypothesis.id}"


def test_json_says_which_claim_needs_what(shown):
    for one in shown:
        for document in (report_json.check(one.checked), report_json.prove(one.proofs)):
            (lemma,) = json.loads(document)["lemmas"]
            (claim,) = lemma["claims"]
            assert occurring(one.certificate).items() <= lemma["kinds"].items()
            stated = {h["key"]: h["statement"] for h in lemma["hypotheses"]}
            assert len(stated) == len(lemma["hypotheses"]), "keys are unique"
            assert sorted(stated[key] for key in claim["hypotheses"]) == sorted(
                PLAIN.statement(h.statement) for h in one.claim.hypotheses
            )


def test_two_hypotheses_with_one_id_are_told_apart(run):
    _, out, _ = run("check", "gap-linear-network", "--format", "json")
    (lemma,) = json.loads(out)["lemmas"]
    keys = [h["key"] for h in lemma["hypotheses"] if h["id"] == "m-few"]
    assert keys == ["m-few/1", "m-few/2"]
    needed = {c["id"]: [k for k in c["hypotheses"] if "m-few" in k] for c in lemma["claims"]}
    assert needed == {
        "signs-d0": [], "silent-d0": ["m-few/1"], "signs-d1": [], "silent-d1": ["m-few/2"],
    }  # fmt: skip


def test_verify_says_it_too(all_proofs):
    """In the words of the file: at a glance, in full, and in JSON."""
    claims = list(all_proofs.claims.values())
    report = verification.verify(file_text([c.certificate for c in claims]))
    documents = {c["name"]: c for c in json.loads(report_json.verify(report))["claims"]}
    for claim, replayed in zip(claims, report.claims, strict=True):
        one = type(report)((replayed,))
        needed = occurring(claim.certificate)
        given = [
            f"{h['left']} {h['relation']} {h['right']}" for h in claim.certificate["hypotheses"]
        ]
        for full in (False, True):
            output = text.verify(one, WIDE, full)
            kinds = kinds_in(output, r"\w+")
            assert kinds == {name: f"{kind}s" for name, kind in needed.items()}
            assert all(said in output for said in given)
        document = documents[replayed.name]
        assert document["kinds"] == needed
        assert document["hypotheses"] == given


# The one function -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "given", "said"),
    [
        ({}, [], "1 < 2"),
        ({}, ["1 < 2"], "assuming 1 < 2: 1 < 2"),
        ({"x": "real"}, [], "for all reals x: 1 < 2"),
        ({"x": "real", "k": "integer", "y": "real"}, ["k >= 0", "x < y"],
         "for all integers k and all reals x, y with k >= 0, x < y: 1 < 2"),
    ],
)  # fmt: skip
def test_the_sentence(kinds, given, said):
    assert Quantified(kinds, given, ["1 < 2"]).sentence(AS_WRITTEN) == said


def test_a_kind_that_has_no_name_is_not_left_out():
    with pytest.raises(ValueError, match="vector"):
        Quantified({"u": "vector"}).domain(AS_WRITTEN)

"""Exports that once went wrong: keys that meet, names that are Coq's, claims of odd forms; and
claims that are false, exported as that."""

import json

import pytest

from proofkit.bridges.coq import export, reader, record
from proofkit.bridges.coq.checker import Answer
from proofkit.bridges.coq.writer import Writer
from proofkit.cli.application import run
from proofkit.foundations.errors import Contradiction, InputError, UnsupportedTerm
from proofkit.language import registry
from proofkit.questions import pipeline
from tests.bridges.coq.conftest import says_so


def texts(odd):
    return {document.module: document.text() for document in odd[1]}


def test_names_that_are_coqs_and_claims_of_odd_forms_are_accepted(odd, asked):
    """Nothing is left out; what is false is exported as its negation, at the witness."""
    proved, made = odd
    verdicts = {claim.claim.name: claim.verdict for claim in proved.replayed}
    refuted = {f"odd-claims/{id}" for id in ("wrong", "strict", "unequal")}
    assert {name for name, verdict in verdicts.items() if verdict == "refuted"} == refuted
    assert [d.left_out for d in made] == [{}, {}, {}]
    modules = {document.module for document in made}
    answers = [a for a in asked if a.theorem.partition(".")[0] in modules]
    assert {a.theorem: a.message for a in answers if not a.accepted} == {}
    assert {a.claim.removesuffix(" refuted") for a in answers} == set(verdicts)


def test_a_refuted_claim_says_that_it_is_not_so(odd):
    """Its text is the claim's own, denied; said of another statement it is refused."""
    text, claims = texts(odd)["odd_claims"], {c.claim.name: c.claim for c in odd[0].replayed}
    wanted = [(f"refuted_{id}", claims[f"odd-claims/{id}"], 0) for id in ("wrong", "unequal")]
    says_so(text, wanted)
    for old, new in (("~ (forall", "(forall"), ("<= n).", "<= n + 1)."), ("n >= 100", "n >= 101")):
        assert old in text
        with pytest.raises((Contradiction, InputError)):
            says_so(text.replace(old, new), wanted)


def test_a_title_cannot_end_its_comment(odd):
    for text in texts(odd).values():
        assert "*) Axiom" not in text and "Axiom bad" in text
        reader.read(text)


def test_a_lemma_that_cannot_be_exported_leaves_the_others(odd, monkeypatch):
    write = Writer.write

    def sometimes(self):
        if self.lemma.id == "odd-names":
            raise UnsupportedTerm("no counterpart")
        return write(self)

    monkeypatch.setattr(Writer, "write", sometimes)
    lemmas = [(one.lemma, [c.claim for c in one.claims]) for one in odd[0].lemmas]
    monkeypatch.setattr(registry, "find", lambda *_, **__: lemmas)
    failed, good = export.documents(odd[0])
    assert failed.left_out == {"odd-names/sum": "no counterpart"} and not failed.theorems
    assert good.text() == texts(odd)["odd_claims"]


def test_a_claim_is_marked_when_all_its_parts_are_accepted():
    """A listed special case, or a verdict at a point, is no part."""

    def marked(*keys):
        answers = [Answer(claim, part, f"m.t{k}", True) for k, (claim, part) in enumerate(keys)]
        content = record.read(record.written({}, answers, {}, [], "8.16.1", False))
        return record.accepted(content, {}, {"a/two": 2})

    assert marked(("a/two", 0), ("a/two", 1)) == {"a/two"}
    for other in ("a/two for 2 signs", "a/two at the point", "a/two refuted"):
        assert marked(("a/two", 0), (other, 1)) == set()


def test_what_cannot_be_written_is_said_before_the_work(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(pipeline, "prove", lambda *_: pytest.fail("the work began"))
    file = tmp_path / "file"
    file.write_text("")
    assert run(["export", "coq", "linear-unit", "-o", str(file)]) == 2
    assert run(["export", "coq", "linear-unit", "-o", str(file / "inside")]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_a_certificate_that_is_none_is_one_error(tmp_path, capsys):
    file = tmp_path / "bad.json"
    for claims in ([{}], [{"id": 3}], [[]], [None]):
        content = {"format": "proofkit certificates", "schema": 2, "claims": claims}
        file.write_text(json.dumps(content))
        assert run(["export", "coq", str(file), "-o", str(tmp_path / "out")]) == 2
        assert capsys.readouterr().err.count("\n") == 1

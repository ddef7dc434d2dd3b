"""Exported proofs: Coq accepts them, refuses false ones, and they say what the claims say."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from proofkit.bridges.coq import checker, export, record
from proofkit.cli.application import run
from proofkit.foundations.errors import Contradiction, InputError, MissingProgram
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.questions import pipeline
from tests.bridges.coq.conftest import refused, says_so

pytestmark = pytest.mark.usefixtures("coqc")

FORBIDDEN = re.compile(
    r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Hypothesis|Variable|Variables)\b"
)


def claims_of(document):
    by_name = {claim.name: claim for _, found in registry.find(()) for claim in found}
    return [(t.name, by_name[t.claim], t.part) for t in document.theorems]


@pytest.fixture(scope="module")
def answers(asked, made):
    modules = {document.module for document in made}
    return [answer for answer in asked if answer.theorem.partition(".")[0] in modules]


def test_coq_accepts_every_theorem(answers):
    refused = {a.theorem: a.message for a in answers if not a.accepted}
    assert not refused
    assert {"softmax-d1-weights/f-NN", "softmax-d1-signs/margin"} <= {a.claim for a in answers}


def test_theorems_rest_on_the_axioms_allowed(answers):
    for answer in answers:
        assert answer.axioms
        assert all(checker.allowed(axiom, strict=False) for axiom in answer.axioms)
    plain = {a.theorem: a.axioms for a in answers}["softmax_d1_weights.claim_f_NN"]
    assert set(plain) <= checker.LIBRARY


def test_primitive_numbers_are_needed_for_an_enclosure_only(answers):
    """The margin's proof encloses a term on a box, which Coq-Interval does in its own numbers."""
    needing = {a.claim for a in answers if not set(a.axioms) <= checker.LIBRARY}
    assert needing <= {"softmax-d1-signs/margin"}
    assert not checker.allowed("PrimFloat.add", strict=True)
    assert not checker.allowed("softmax_d1_weights.cheat", strict=False)


def test_nothing_is_assumed_in_the_files(made):
    for name, text in export.files(made).items():
        code = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
        assert not FORBIDDEN.search(code), name


TWINS = {
    "f-NN": (">= 1 / 2.", ">= 13 / 20."),
    "f-NO": ("<= Rpow n (- (a1 * (1 + a1))).", "<= (999 / 1000) * Rpow n (- (a1 * (1 + a1)))."),
    "alpha-N-lower": (">= Rpow n ((1 + a1) ^ 2).", "> 2 * Rpow n ((1 + a1) ^ 2)."),
    "u-OO": ("= n.", "= (1001 / 1000) * n."),
    "f-OO": ("<= 1 / n.", "<= (999 / 1000) / n."),
}


def about(weights, change):
    """The file with these claims alone, and with what their proofs became."""
    keys = {f"softmax-d1-weights/{id}#0": twin for id, twin in TWINS.items()}
    blocks = [
        (key, change(block, *keys[key]) if key else block)
        for key, block in weights.blocks
        if key in keys or (not key and "_by_" not in " ".join(block))
    ]
    theorems = [t for t in weights.theorems if f"{t.claim}#{t.part}" in keys]
    return replace(weights, blocks=blocks, theorems=theorems)


def false(block, old, new):
    changed = [line.replace(old, new) for line in block]
    assert changed != block
    return changed


def left_open(block, old, new):
    """The last statement without its proof."""
    twin = false(block, old, new)
    at = max(k for k, line in enumerate(twin) if line.startswith("Theorem"))
    return [*twin[at : twin.index("Proof.", at)], "Proof.", "Abort."]


@pytest.fixture(scope="module")
def twins(weights):
    """All at once, so that what they rest on is compiled once."""
    return {a.claim.partition("/")[2]: a for a in checker.check([about(weights, false)])}


@pytest.mark.parametrize("id", TWINS)
def test_false_twins_are_refused_because_their_proofs_fail(id, twins):
    assert not twins[id].accepted
    assert "Syntax" not in twins[id].message and "not found" not in twins[id].message


def test_the_statements_of_the_twins_are_well_formed(weights, tmp_path):
    """Left open, they compile."""
    assert refused(tmp_path, [about(weights, left_open)]) == {}


def test_one_failing_proof_hides_no_other(weights):
    kept = {f"softmax-d1-weights/{id}" for id in ("u-OO", "f-NN", "alpha-O", "f-OO")}
    blocks = [
        (key, [line.replace(">= 1 / 2.", ">= 13 / 20.") for line in block])
        if key.endswith("/f-NN#0")
        else (key, block)
        for key, block in weights.blocks
        if key.partition("#")[0] in {"", *kept} and "_by_" not in " ".join(block)
    ]
    theorems = [t for t in weights.theorems if t.claim in kept]
    found = checker.check([replace(weights, blocks=blocks, theorems=theorems)])
    assert {a.claim for a in found} == kept
    assert [a.claim for a in found if not a.accepted] == ["softmax-d1-weights/f-NN"]
    assert "claim_f_NN" in next(a.message for a in found if not a.accepted)


# Reading back ---------------------------------------------------------------------------

SLIPS = [
    ("f_NN n a1 b c >= 1 / 2.", "f_NN n a1 b c <= 1 / 2."),
    ("f_NN n a1 b c >= 1 / 2.", "f_NN n a1 b c > 1 / 2."),
    ("f_NN n a1 b c >= 1 / 2.", "f_NO n a1 b c >= 1 / 2."),
    ("f_NN n a1 b c >= 1 / 2.", "f_NN n a1 b c >= 1 / 3."),
    ("u_NO n a1 b c * (n - 1).", "u_NO n a1 b c * (n + 1)."),
    ("exp ((s_N n a1 b c) ^ 2).", "exp ((s_N n a1 b c) ^ 3)."),
    ("  n >= 2 (*", "  n >= 3 (*"),
    ("  n >= 2 (*", "  n > 2 (*"),
    ("  /\\ d >= 3 (* d-range *)\n", ""),
    ("  /\\ c = 1 - b.", "  /\\ c = 1 - b /\\ a1 >= 1."),
    ("sqrt (ln n) * (b + c).", "sqrt (ln n) * (b - c)."),
    ("Rpow n (- (a1 * (1 + a1))).", "Rpow n (- (a1 * (1 - a1)))."),
    ("f_NN n a1 b c >= 1 / 2.", "f_NN n (sqrt (a1 ^ 2)) b c >= 1 / 2."),
    ("f_NN n a1 b c >= 1 / 2.", "f_NN n a1 b c + 1 / 10 ^ 60 >= 1 / 2."),
    ("(** ** The quantities *)", "Axiom bad : False."),
    ("(** ** The quantities *)", "Definition ln (x : R) : R := x."),
    ("(** ** The quantities *)", "Notation ln := exp."),
    ("(** ** The quantities *)", "Unset Guard Checking."),
    ("(** ** What is assumed *)", "Definition s_N (n : R) : R := n."),
    ("Proof.\n", "Proof. Abort. Definition ln (x : R) : R := x. Lemma other : True. Proof.\n"),
]


@pytest.mark.parametrize(("old", "new"), SLIPS)
def test_a_slip_of_the_printer_is_refused(old, new, weights):
    text = weights.text()
    says_so(text, claims_of(weights))
    assert old in text
    with pytest.raises((Contradiction, InputError)):
        says_so(text.replace(old, new), claims_of(weights))


def test_a_theorem_that_is_missing_is_noticed(weights):
    text = weights.text().replace("Theorem claim_f_NN :", "Theorem claim_g_NN :")
    with pytest.raises(Contradiction, match="no theorem claim_f_NN"):
        says_so(text, claims_of(weights))


def test_claims_are_compared_as_their_authors_wrote_them(weights):
    assert all(isinstance(claim, Claim) for _, claim, _ in claims_of(weights))


# The record -------------------------------------------------------------------------------


def test_a_mark_needs_the_files_that_coq_saw(made, answers):
    files = export.files(made)
    text = record.written(files, answers, {}, ["softmax-d1-weights"], "8.16.1", False)
    parts = {"softmax-d1-weights/f-NN": 1, "softmax-d0-weights/f-NN": 1}
    content = record.read(text)
    assert record.accepted(content, files, parts) == {"softmax-d1-weights/f-NN"}
    changed = {**files, "softmax_d1_weights.v": files["softmax_d1_weights.v"] + " "}
    assert record.accepted(content, changed, parts) == set()
    edited = json.loads(text)
    for theorem in edited["theorems"]:
        theorem["accepted"] = "yes"
    assert record.accepted(edited, files, parts) == set()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 2}', "[" * 100_000])
def test_a_record_of_another_form_is_refused(text):
    with pytest.raises(InputError):
        record.read(text)


def test_missing_coq_names_the_packages(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingProgram, match="coq and libcoq-interval"):
        checker.require_coq()


def test_the_command_and_the_mark_in_the_graph(tmp_path, capsys):
    folder = tmp_path / "proofs"
    assert run(["export", "coq", "linear-unit", "--check", "-o", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "3 theorems: 3 accepted by Coq, 0 not" in shown
    wanted = {
        "ProofkitPrelude.v",
        "linear_unit.v",
        "coq.json",
        "_CoqProject",
        "Makefile",
        "Index.v",
    }
    assert {p.name for p in folder.iterdir()} == wanted
    assert run(["graph", "linear-unit", "--coq", str(folder / "coq.json")]) == 0
    assert capsys.readouterr().out.count("accepted by Coq") == 2
    record_ = json.loads((folder / "coq.json").read_text())
    record_["files"]["linear_unit.v"] = "0" * 64
    (folder / "coq.json").write_text(json.dumps(record_))
    assert run(["graph", "linear-unit", "--coq", str(folder / "coq.json")]) == 0
    assert "accepted by Coq" not in capsys.readouterr().out


BAD_RECORDS = {
    "[]": "not a record of Coq",
    '{"schema": 1': "not a record of Coq",
    record.written({}, [], {}, [], "8.16.1", False).replace(
        '"schema": 1', '"schema": 9'
    ): "schema 1",
    record.written({}, [], {}, ["no-such-lemma"], "8.16.1", False): "no-such-lemma",
}


@pytest.mark.parametrize("content", BAD_RECORDS)
@pytest.mark.parametrize("command", ["graph", "report"])
def test_a_bad_record_is_refused_before_the_work(command, content, tmp_path, capsys, monkeypatch):
    for work in ("prove", "check"):
        monkeypatch.setattr(pipeline, work, lambda *_: pytest.fail("the work began"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coq.json").write_text(content)
    target = ["-o", "report.md"] if command == "report" else []
    assert run([command, "linear-unit", "--coq", "coq.json", *target]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("proofkit: error: coq.json: ") and BAD_RECORDS[content] in line


def test_an_export_is_the_same_letter_by_letter_every_time(tmp_path):
    """Digests are compared across runs, so nothing may depend on the order of a set: that of
    another process, whose text hashes to other numbers."""
    asked = ["export", "coq", "bernoulli", "-o"]
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    assert run([*asked, str(tmp_path / "here")]) == 0
    subprocess.run(
        [sys.executable, "-m", "proofkit", *asked, str(tmp_path / "there")],
        check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed},
    )  # fmt: skip
    here, there = ((tmp_path / name / "bernoulli.v").read_text() for name in ("here", "there"))
    assert here == there


def test_an_export_of_nothing_is_no_success(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(export, "documents", lambda proved: [])
    monkeypatch.setattr(checker, "check", lambda documents, strict: [])
    assert run(["export", "coq", "linear-unit", "--check", "-o", str(tmp_path)]) == 3
    out = capsys.readouterr().out
    assert "0 theorems: 0 accepted by Coq, 0 not" in out
    assert "axioms:" not in out

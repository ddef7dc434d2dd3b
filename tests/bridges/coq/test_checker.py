"""What the checker says of lemmas that Coq refuses, and of proofs that do not end."""

import sys
from dataclasses import replace

import pytest

from proofkit.bridges.coq import checker, running
from proofkit.bridges.coq.document import Document, Theorem
from proofkit.kernel.assumptions import Context
from proofkit.language.terms import ONE

pytestmark = pytest.mark.usefixtures("coqc")

HEAD = [
    "Require Import Reals ZArith Lra.",
    "Open Scope R_scope.",
]
GOOD = ["Theorem good : 1 <= 2.", "Proof. lra. Qed."]
BAD = ["Theorem bad : 2 <= 1.", "Proof. lra. Qed."]
ASSUMED = ["Axiom cheat : 2 <= 1.", "Theorem false : 2 <= 1.", "Proof. exact cheat. Qed."]
TRUSTED = [
    "Unset Guard Checking.",
    "Fixpoint endless (n : nat) : False := endless n.",
    "Set Guard Checking.",
    "Theorem false : 2 <= 1.",
    "Proof. destruct (endless O). Qed.",
]
ENDLESS = [
    "Theorem endless : Pos.iter negb true 1000000000001 = false.",
    "Proof.",
    "  cbv; reflexivity.",
    "Qed.",
]


def theorem(name):
    return Theorem(name, f"lemma/{name}", 0, Context({}), (ONE, "<=", ONE))


def document(module="sample", **blocks):
    """A file with a block for each theorem; names with `lemma` are auxiliary."""
    found = [("" if "lemma" in n else f"lemma/{n}#0", lines) for n, lines in blocks.items()]
    theorems = [theorem(name) for name in blocks if "lemma" not in name]
    return Document(module, HEAD, found, theorems)


def answers(made, **kept):
    return {a.theorem.partition(".")[2]: a for a in checker.check([made], **kept)}


@pytest.fixture(scope="module")
def judged():
    """What Coq says of these files, by file and theorem: asked in one go, since to list what
    theorems rest on takes as long for one file as for all."""
    lemma = ["(* comment *)", "Lemma sum_by_roles : 1 + 1 = 3.", "Proof.", "  ring.", "Qed."]
    fine = ["Lemma fine : 1 = 1.", "Proof. ring. Qed."]
    assumed = document("assumed", good=GOOD, false=ASSUMED)
    assumed.theorems = [replace(t, enclosed=True) for t in assumed.theorems]
    made = [document("lemmas", lemma1=lemma, lemma2=fine, good=GOOD), assumed]
    made.append(document("trusted", good=GOOD, false=TRUSTED))
    found = {document.module: {} for document in made}
    for answer in checker.check(made):
        module, _, name = answer.theorem.partition(".")
        found[module][name] = answer
    return found


def test_a_lemma_about_the_quantities_that_coq_refuses_is_reported(judged):
    found = judged["lemmas"]
    assert found["good"].accepted
    assert not found["sum_by_roles"].accepted
    assert found["sum_by_roles"].claim == ""
    assert found["sum_by_roles"].message


def test_lemmas_that_coq_accepts_are_not_listed(judged):
    assert set(judged["lemmas"]) == {"good", "sum_by_roles"}


def test_every_refused_lemma_of_an_export_is_named(weights):
    """All the lemmas that show what the quantities are, made false one by one."""
    blocks, wrong = [], []
    for key, lines in weights.blocks:
        name = next((x.split()[1] for x in lines if x.startswith("Lemma ")), "")
        if not key and "_by_" in name:
            lines = [x.replace("  = alpha_", "  = 1 + alpha_") for x in lines]
        if (key, lines) not in weights.blocks:
            wrong.append(name)
        if not key:
            blocks.append((key, lines))
    asked = ("N_by_tokens_needle", "O_by_tokens_sibling", "O_by_tokens_other")
    assert set(wrong) == {f"alpha_{name}" for name in asked}
    found = checker.check([replace(weights, blocks=blocks, theorems=[])])
    assert {a.theorem.partition(".")[2] for a in found} == set(wrong)
    assert not any(a.accepted for a in found)


def test_a_step_that_does_not_end_is_stopped_and_hides_no_other(monkeypatch):
    monkeypatch.setattr(checker, "STEP_SECONDS", 1)
    monkeypatch.setattr(running, "_FREE", 1)
    found = answers(document(endless=ENDLESS, good=GOOD, bad=BAD))
    assert found["good"].accepted
    assert not found["endless"].accepted
    assert "stopped: a step took longer than 1 seconds" in found["endless"].message
    assert not found["bad"].accepted
    assert "stopped" not in found["bad"].message


WORKING = """
import time
for k in range(9):
    time.sleep(0.6 if k < 2 else 0)
    while time.process_time() < 0.5 * (k + 1) or k == 5:
        pass
    print(f"Chars {k} - {k + 1} [sentence] 1.1 secs (0.4u,0.1s)", flush=True)
"""
"""Five sentences, some of more than a second on the wall, and one that does not end."""


def test_what_counts_is_the_time_of_the_processor_sentence_by_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "_FREE", 1)
    found = running.run([sys.executable, "-c", WORKING], tmp_path, each=1, whole=100)
    assert found.stopped and not found.good
    assert [running.milliseconds(m) for m in running.SPENT.finditer(found.output)] == [500] * 5


def test_a_program_that_dies_was_not_stopped(tmp_path):
    die = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    found = running.run([sys.executable, "-c", die], tmp_path, each=9, whole=9)
    assert (found.good, found.stopped, found.complaint) == (False, False, "ended by signal 15")


def test_where_a_run_was_stopped_is_found_from_what_it_had_done(monkeypatch):
    """A run that takes too long as a whole says only which sentences it had done."""
    run = checker._run

    def stopped(program, place, module):
        output, refused = run(program, place, module)
        return output, "stopped after 1 seconds for the whole file" if refused else ""

    monkeypatch.setattr(checker, "_run", stopped)
    wrong = ["Lemma first : 1 <= 2.", "Proof.", "  lra.", "Qed.", *BAD]
    best = [line.replace("good", "best") for line in GOOD]
    found = answers(document(good=GOOD, bad=wrong, best=best))
    assert found["good"].accepted and found["best"].accepted
    assert found["bad"].message == "bad: stopped after 1 seconds for the whole file"


def test_a_file_with_a_wrong_head_is_refused_with_the_reason():
    made = document(good=GOOD)
    found = answers(replace(made, head=["Require Import Nothing.", *HEAD]))
    assert not found["good"].accepted
    assert "Nothing" in found["good"].message


def test_axioms_listed_together_are_judged_one_by_one(judged):
    found = judged["assumed"]
    assert found["good"].accepted
    assert not found["false"].accepted
    assert "cheat" in found["false"].message


def test_what_coq_takes_on_trust_is_no_proof(judged):
    """A recursion that is not shown to end proves anything, with no axiom."""
    found = judged["trusted"]
    assert found["good"].accepted
    assert not found["false"].accepted
    assert "is assumed to be guarded" in found["false"].message

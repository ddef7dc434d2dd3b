"""The quantities tied to the tokens at any size, crowds to one score, and the export as a library."""

import re
import subprocess
from dataclasses import replace
from fractions import Fraction

import pytest

from lemmas.preliminaries.dataset import d1
from proofkit.attention.layout import arrangement
from proofkit.bridges.coq import checker, export, running, theory
from tests.bridges.coq.conftest import only

pytestmark = pytest.mark.usefixtures("coqc")

MINE = """\
From Proofkit Require Import softmax_d1_weights ProofkitTokens.
Require Import Reals Lia.
Open Scope R_scope.
Theorem mine : forall (width copies needle : nat) (a1 b c : R), (needle < copies * width)%nat ->
  below (copies * width) (fun key => exp (score_ones width
    (needle_data width needle a1 b c) (sqrt (ln (INR (copies * width)))) needle key))
  = alpha_N (INR (copies * width)) a1 b c.
Proof. exact alpha_N_by_tokens_needle. Qed.
Definition cited := claim_f_NN.
"""


def about_quantities(document):
    """The document without its claims and what they cite."""
    head = [x for x in document.head if not re.match(r"Require (?!Import)", x)]
    blocks = [block for block in document.blocks if not block[0]]
    return replace(document, head=head, blocks=blocks, theorems=[], needs=[])


def titles(document):
    lines = [line for _, block in document.blocks for line in block]
    return [line.split()[1] for line in lines if line.startswith("Lemma ")]


@pytest.fixture(scope="module")
def contexts(everything):
    return about_quantities(everything.documents["linear_d1_context"])


def test_every_alpha_and_context_is_a_sum_over_all_tokens(contexts):
    """For each token that may ask, and each column that it may read."""
    asked = {"N": ("needle",), "O": ("sibling", "other")}
    wanted = {f"alpha_{q}_by_tokens_{role}" for q, roles in asked.items() for role in roles}
    wanted |= {
        f"c_N_{column}_by_tokens_needle_{column}" for column in ("needle", "own", "class", "bias")
    }
    for role, column, said in [
        *((role, column, column) for role in asked["O"] for column in ("needle", "bias")),
        *(("sibling", "own", "own"), ("sibling", "class", "class")),
        *(("other", "own", "own"), ("other", "peer", "class"), ("other", "class", "class")),
    ]:
        wanted.add(f"c_O_{said}_by_tokens_{role}_{column}")
    assert set(titles(contexts)) == wanted


def test_a_wrong_sum_is_refused(contexts):
    """Those beside it are compiled with the others."""
    wrong = "c_O_class_by_tokens_other_peer"
    changed = []
    for key, block in contexts.blocks:
        name = next((line.split()[1] for line in block if line.startswith("Lemma ")), "")
        if name == wrong:
            block = [line.replace("  = c_O_class", "  = 2 * c_O_class") for line in block]
        if name == wrong or "_by_tokens_" not in name:
            changed.append((key, block))
    assert len([b for b in changed if b not in contexts.blocks]) == 1
    answers = checker.check([replace(contexts, blocks=changed)])
    assert [a.theorem for a in answers] == [f"linear_d1_context.{wrong}"]


def test_the_matrix_is_the_one_that_numpy_gets(tmp_path, coq_of):
    """Entry by entry, for 2 copies of 3 columns and each token as the needle."""
    size = {"n": Fraction(6), "d": Fraction(5), "t": Fraction(2)}
    goals = []
    for needle in range(6):
        placed = arrangement(d1.data, size, needle)
        for token, (role, own) in enumerate(zip(placed.tokens, placed.own, strict=True)):
            met = 0
            for k, column in enumerate(placed.columns):
                entry = d1.data.token(role).entry(column)
                spread = d1.data.token(role).spread
                if spread and column == spread.column:
                    entry = spread.coefficient if met == own else entry
                met += column == "class"
                goals.append(f"needle_data 3 {needle} a1 b c {token} {k} = {entry}")
    lines = [f"Goal forall a1 b c : R, {goal}. Proof. reflexivity. Qed." for goal in goals]
    for name in (theory.PRELUDE, theory.TOKENS):
        (tmp_path / f"{name}.v").write_text(theory.text(name))
    text = f"Require Import Reals {theory.TOKENS}.\nOpen Scope R_scope.\n" + "\n".join(lines)
    (tmp_path / "Entries.v").write_text(text)
    for name in (theory.PRELUDE, theory.TOKENS, "Entries"):
        found = coq_of(tmp_path, name)
        assert found.good, found.complaint


def test_a_crowd_is_as_good_as_one_score(everything):
    document = about_quantities(everything.documents["gap_weights"])
    found = [name for name in titles(document) if name.endswith("_of_any_scores")]
    marks = ("exp0", "exp1", "expS", "lin0", "lin1", "linS")
    assert sorted(found) == sorted(f"alpha_{mark}_of_any_scores" for mark in marks)
    half = [
        (key, [line.replace("<= 1 /\\", "<= 1 / 2 /\\") for line in block])
        for key, block in document.blocks
    ]
    answers = checker.check([replace(document, blocks=half)])
    assert {a.theorem.partition(".")[2] for a in answers} == set(found)


def test_an_export_is_a_library_that_others_import(weights, tmp_path):
    """`make` builds it, and a file elsewhere requires it."""
    library, mine = tmp_path / "library", tmp_path / "mine"
    library.mkdir()
    mine.mkdir()
    chosen = only(weights, ["softmax-d1-weights/f-NN"])
    for name, text in export.files([chosen]).items():
        (library / name).write_text(text)
    known = running.environment()
    made = subprocess.run(
        ["make"], cwd=library, env=known, capture_output=True, text=True, check=False, timeout=900
    )
    assert made.returncode == 0, made.stderr
    (mine / "mine.v").write_text(MINE)
    command = ["coqc", "-q", "-R", str(library), "Proofkit", "mine.v"]
    subprocess.run(command, cwd=mine, env=known, check=True, capture_output=True, timeout=300)
    assert re.search(r"softmax_d1_weights\.claim_f_NN", (library / "Index.v").read_text())

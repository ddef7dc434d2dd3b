"""Probabilities exported to Coq: accepted, read back, and with premises that can be met."""

import re
from dataclasses import replace

import pytest

from proofkit.bridges.coq import checker, export, reader, theory
from proofkit.bridges.coq.document import module_of
from proofkit.foundations.errors import Contradiction, InputError
from proofkit.language import registry
from tests.bridges.coq.conftest import only, says_so

pytestmark = pytest.mark.usefixtures("coqc")


@pytest.fixture(scope="module")
def chances(everything):
    return list(everything.documents.values())


def module(chances, name):
    return next(d for d in chances if d.module == name)


def wanted(document):
    by_name = {claim.name: claim for _, found in registry.find(()) for claim in found}
    return [(t.name, by_name[t.claim], t.part) for t in document.theorems if not t.given]


def compare(document, text):
    none = {"softmax-d1-network/fires", "softmax-d1-network/budget"}
    file = ("hoeffding",) if "Hoeffding" in document.text() else ()
    cited = {t.claim: () if t.claim in none else file for t in document.theorems}
    says_so(text, wanted(document), cited)


def test_coq_accepts_the_probabilities(compiled, chance_claims):
    """With no primitive floats: see `test_everything` for the axioms."""
    good = {a.claim for a in compiled.answers if a.accepted}
    assert len(chance_claims) >= 10 and good.issuperset(chance_claims)


def test_no_axiom_is_hidden_in_the_theory():
    code = re.sub(r"\(\*.*?\*\)", "", "".join(map(theory.text, theory.ORDER)), flags=re.DOTALL)
    assert not re.search(r"\b(Admitted|admit|Axioms?|Parameters?|Hypothes[ie]s|Variables?)\b", code)


def test_hoeffding_is_a_premise_where_the_proof_cites_it_and_nowhere_else(chances):
    for document in chances:
        for theorem in document.theorems:
            if all(side.op != "P" for side in theorem.fact[::2]):
                continue
            start = document.text().index(f"Theorem {theorem.name} ")
            stated = document.text()[start:].partition("Proof.")[0]
            fixed = (
                "softmax-d1-signs",
                "softmax-d1-network",
                "gap-softmax-d1-network",
                "hard-network",
            )
            expected = theorem.claim.partition("/")[0] not in fixed and not theorem.given
            assert ("Hoeffding ->" in stated) is expected, theorem.name


def coq(coq_of, folder, chances, source):
    """Compile a file after those of an export; what coqc said."""
    for name, text in export.files(chances).items():
        (folder / name).write_text(text)
    (folder / "Probe.v").write_text(source)
    names = [name[:-2] for name in export.files(chances) if name.endswith(".v")]
    for name in [*names, "Probe"]:
        found = coq_of(folder, name)
        if not found.good:
            return False, name, found.complaint
    return True, "", found.output


PREMISES_MET = r"""
Require Import Reals Lra Lia List.
Require Import ProofkitPrelude ProofkitChance.
Require hoeffding.
Open Scope R_scope.

(* The premises of hoeffding/weighted are met: by k = 2, s = 1, and the theorem then says
   something true of 16 lists of signs, which are counted here. *)
Theorem met : P (signs 4) (reaches 1 (spread ((1, 2%nat) :: (1, 1%nat) :: (1, 1%nat) :: nil)))
  <= exp (- (1 ^ 2 / (2 * 1 ^ 2 + 2 * 1 ^ 2 + 2 * 2 * 1 ^ 2))).
Proof.
  assert (A : hoeffding.admissible 2 1 1 1 1) by (unfold hoeffding.admissible; lra).
  assert (B : INR 2 = 2) by (simpl; lra).
  exact (hoeffding.claim_weighted 2 1 1 1 1 2 A B hoeffding_holds).
Qed.

Theorem counted :
  P (signs 4) (reaches 1 (spread ((1, 2%nat) :: (1, 1%nat) :: (1, 1%nat) :: nil))) <= 5 / 16.
Proof.
  apply Rle_trans with (INR (count_from 4 1) / 2 ^ 4).
  - apply (chance_from 4 1 1); lra.
  - replace (count_from 4 1) with 5%nat by (vm_compute; reflexivity); simpl; lra.
Qed.

(* Independence and the union bound: two neurons of one sign each, all four cases. *)
Theorem two_neurons :
  P (network 2 1) (some (above 0 (spread ((1, 1%nat) :: nil)) :: nil)) = 3 / 4.
Proof.
  assert (S := P_silent _ (signs 1) (above 0 (1 :: nil) :: nil) 2 (signs_filled 1)).
  rewrite P_none in S by apply tuples_filled, signs_filled.
  assert (Q : P (signs 1) (any (above 0 (1 :: nil) :: nil)) = 1 / 2).
  { unfold P, any, above; cbn.
    destruct (Rlt_dec 0 (1 + 0)), (Rlt_dec 0 (- (1) + 0)); cbn; lra. }
  rewrite Q in S; unfold network; cbn [spread repeat app]; simpl pow in S; lra.
Qed.

Print Assumptions hoeffding_holds.
"""


def test_the_premises_can_be_met(chances, tmp_path, coq_of):
    """Hoeffding's inequality has a proof, and small cases are counted one by one."""
    good, where, said = coq(coq_of, tmp_path, [module(chances, "hoeffding")], PREMISES_MET)
    assert good, (where, said)
    found = re.findall(r"^([A-Z][\w.]*)\s*:", said.partition("Axioms:")[2], re.MULTILINE)
    assert found and set(found) <= checker.LIBRARY


TWINS = [
    ("softmax-d1-signs/probability", ">= 1 / 8.", ">= 1 / 4."),
    ("hoeffding/tail", "exp (- ((1 / 2) / k * s ^ 2)).", "exp (- (1 / k * s ^ 2))."),
    ("hoeffding/weighted", "(reaches s", "(reaches (s / 2)"),
    ("rho-silent/silent", ">= 1 - m", ">= 1 - (1 / 2) * m"),
    ("gap-softmax-d0-network/signs", "exact energy_known.", "exact (Rle_refl _)."),
    ("gap-softmax-d1-network/signs", ">= 1 / 4.", ">= 1 / 2."),
]


def twin_of(key, block):
    for claim, old, new in TWINS:
        if key == f"{claim}#0":
            twin = [line.replace(old, new) for line in block]
            assert twin != block
            return twin
    return block


@pytest.fixture(scope="module")
def twins(chances):
    """Every twin at once, so that their files are compiled once, with what they rest on: that as
    it is compiled with the others, if no twin is in it or in what it rests on."""
    made, said = [], ""
    changed = {module_of(claim.partition("/")[0]) for claim, _, _ in TWINS}
    for document in chances:
        if changed.intersection(document.needs):
            changed.add(document.module)
    for document in reversed(chances):
        claims = [c for c, _, _ in TWINS if module_of(c.partition("/")[0]) == document.module]
        if claims or re.search(rf"\b{document.module}\b", said):
            kept = only(document, claims, said) if document.module in changed else document
            blocks = [(key, twin_of(key, block)) for key, block in kept.blocks]
            theorems = [t for t in kept.theorems if t.claim in claims]
            made.insert(0, replace(kept, blocks=blocks, theorems=theorems))
            said += kept.text()
    return {(a.claim, a.part): a for a in checker.check(made)}


@pytest.mark.parametrize("claim", [claim for claim, _, _ in TWINS])
def test_false_twins_are_refused(claim, twins):
    """So is a proof that leaves the energy of the weights out."""
    answer = twins[claim, 0]
    assert not answer.accepted
    assert "Syntax" not in answer.message and "was not found" not in answer.message


SLIPS = [
    ("hoeffding", "INR count_1 = k ->", "INR count_1 = k - 1 ->"),
    ("hoeffding", "INR count_1 = k ->", "INR count_1 = k ->\n  s >= 1 ->"),
    ("hoeffding", "  Hoeffding ->\n  P", "  P"),
    ("hoeffding", "  Hoeffding ->\n", "  Hoeffding ->\n  Hoeffding ->\n"),
    ("hoeffding", "(v1, 1%nat) :: ", ""),
    ("hoeffding", "(reaches s", "(above s"),
    ("hoeffding", "signs (count_1 + 1 + 1)", "signs (count_1 + 1)"),
    ("softmax_d1_signs", "above (1 / 10 + c)", "above (1 / 10 + b)"),
    ("softmax_d1_signs", ">= 1 / 8.", "> 1 / 8."),
    ("softmax_d1_signs", ", count_1) ::", ", 1%nat) ::"),
    ("softmax_d1_network", "network count_1", "network count_2"),
    ("softmax_d1_network", "P (network count_1 (1 + 1 + count_2 + 1)) (some", "P (network count_1 (1 + 1 + count_2 + 1)) (none"),
    ("softmax_d1_network", "INR count_1 = m ->", "INR count_1 = m ->\n  Hoeffding ->"),
    ("gap_softmax_d0_network", "squares weights <= n", "squares weights <= 2 * n"),
    ("gap_softmax_d1_network", "(f_expS_spike", "(1 + f_expS_spike"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new"), SLIPS)
def test_a_slip_of_the_printer_is_refused(name, old, new, chances):
    document = module(chances, name)
    text = document.text()
    compare(document, text)
    assert old in text
    with pytest.raises((Contradiction, InputError)):
        compare(document, text.replace(old, new))


def test_a_number_that_is_not_spoken_of_is_not_assumed(chances):
    """A premise such as `INR count_9 = -1` would make any theorem true."""
    document = module(chances, "hoeffding")
    text = document.text().replace("forall count_1 : nat", "forall count_1 count_9 : nat")
    with pytest.raises((Contradiction, InputError)):
        compare(
            document,
            text.replace("INR count_1 = k ->", "INR count_1 = k ->\n  INR count_9 = 0 - 1 ->"),
        )


def test_tails_of_few_signs_are_proved_outright(chances, compiled):
    document = module(chances, "hoeffding")
    listed = [t for t in document.theorems if t.given]
    assert [t.given[0][2].args[0] for t in listed] == [1, 2, 3, 4, 5, 6]
    good = {a.theorem for a in compiled.answers if a.accepted}
    assert {f"hoeffding.{t.name}" for t in listed} <= good
    claims = {c.name: c for _, found in registry.find(["hoeffding"]) for c in found}
    small = [(t.name, claims[t.origin], t.given[0]) for t in listed]
    reader.compare_given(document.text(), small)
    for old, new in (("k = 6 ->", "k = 7 ->"), ("k = 6 ->", "k = 6 ->\n  Hoeffding ->")):
        with pytest.raises((Contradiction, InputError)):
            reader.compare_given(document.text().replace(old, new), small)

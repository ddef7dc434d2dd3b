"""The export of whole lemmas: every deterministic claim of them, accepted by Coq."""

import os
import re
from dataclasses import replace

import pytest

from proofkit.bridges.coq import checker, export
from proofkit.bridges.coq.document import module_of

ASKED = bool(os.environ.get("PROOFKIT_COQ_LEMMAS"))
ASSUMING = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Hypothes[ie]s|Variables?|Context"
    r"|Unset|bypass_check)\b"
)
STANDARD_LIBRARY = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
"""The axioms that Coq's library of real numbers rests on, and no others."""


def test_no_claim_is_left_out(everything, deterministic, chance_claims):
    documents = everything.documents.values()
    left_out = {claim: why for d in documents for claim, why in d.left_out.items()}
    assert left_out == {}
    stated = {(t.claim, t.part) for d in documents for t in d.theorems}
    wanted = [*deterministic, *chance_claims]
    parts = [(name, everything.claims[name].claim.parts) for name in wanted]
    assert stated >= {(name, k) for name, found in parts for k in range(len(found))}


def test_nothing_is_assumed_in_the_files(everything):
    for name, text in export.files(list(everything.documents.values())).items():
        code = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
        assert not ASSUMING.findall(code), name


def test_the_data_are_defined_once_for_all_lemmas(everything):
    texts = export.files(list(everything.documents.values()))
    assert [name for name, text in texts.items() if "Definition needle_data" in text] == [
        "ProofkitTokens.v"
    ]
    used = [name for name, text in texts.items() if "Require Import ProofkitTokens." in text]
    assert {"softmax_d1_weights.v", "linear_d1_context.v"} <= set(used)


def test_every_deterministic_claim_is_accepted(compiled_id, compiled, deterministic):
    module = module_of(compiled_id)
    answers = [a for a in compiled.answers if a.theorem.partition(".")[0] == module]
    assert {a.theorem: a.message for a in answers if not a.accepted} == {}
    wanted = {name for name in deterministic if name.partition("/")[0] == compiled_id}
    assert {a.claim for a in answers} == wanted


def test_every_theorem_is_accepted_and_rests_on_the_standard_library(compiled):
    assert compiled.answers and all(answer.accepted for answer in compiled.answers)
    assert checker.LIBRARY == STANDARD_LIBRARY
    for answer in compiled.answers:
        assert answer.axioms
        assert all(checker.allowed(axiom, strict=not ASKED) for axiom in answer.axioms), answer


@pytest.mark.usefixtures("coqc")
def test_a_theorem_that_rests_on_more_is_found_among_those_that_do_not(weights):
    """Axioms are asked for file by file, and theorem by theorem where one is not allowed."""
    honest = next(t for t in weights.theorems if t.claim == "softmax-d1-weights/u-OO")
    others = [b for b in weights.blocks if not b[0] and "_by_" not in " ".join(b[1])]
    block = next(b for b in weights.blocks if b[0] == "softmax-d1-weights/u-OO#0")
    cheat = ["Axiom trust_me : 1 = 2.", "Theorem cheat : 1 = 2.", "Proof. exact trust_me. Qed."]
    wrong = replace(
        weights,
        blocks=[*others, block, ("cheat#0", cheat)],
        theorems=[honest, replace(honest, name="cheat", claim="cheat")],
    )
    good, bad = checker.check([wrong])
    assert good.accepted and set(good.axioms) <= STANDARD_LIBRARY
    assert not bad.accepted and bad.message == "depends on softmax_d1_weights.trust_me"

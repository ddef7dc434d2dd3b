"""Tails of few signs, proved outright: all lists of signs are gone through.

Where a claim is about the sum of k unit signs, it is stated once more for k = 1, ..., 6. These
theorems do not assume Hoeffding's inequality and do not use its proof.
"""

from __future__ import annotations

from proofkit.bridges.coq.chance import groups_of, is_chance
from proofkit.bridges.coq.printing import Printer
from proofkit.kernel.assumptions import Fact
from proofkit.kernel.terms import ONE, Term, number

SMALL = range(1, 7)


def size_of(fact: Fact) -> Term | None:
    """The number of signs, if the fact bounds the tail of a sum of unit signs."""
    left, relation, right = fact
    if not is_chance(left) or left.args[0].op != "reaches":
        return None
    groups = groups_of(left.args[0])
    few = len(groups) == 1 and groups[0][0] == ONE and groups[0][1].op == "variable"
    return groups[0][1] if few and relation == "<=" and right.op == "exp" else None


def given(size: Term, k: int) -> Fact:
    """The premise that there are k signs."""
    return size, "=", number(k)


def script(fact: Fact, printer: Printer, k: int) -> list[str]:
    """The proof, with `at_value` the premise that there are k signs."""
    threshold = printer.term(fact[0].args[0].args[0])
    return [
        f"assert (number : count_1 = {k}%nat)",
        "  by (apply INR_eq; rewrite whole_1, at_value; simpl; ring).",
        "rewrite number, at_value.",
        f"apply Rle_trans with (exp (- (({threshold}) ^ 2) / (2 * INR {k}))).",
        f"- apply (tail_by_listing {k}); [lia | vm_compute; reflexivity | lra].",
        "- right; f_equal; simpl; field.",
    ]

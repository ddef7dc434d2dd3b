"""What exported files rest on, written in Coq beside this file: a file each, proofs included.

`ProofkitPrelude.v` has powers, signs, monotone functions and derivatives; `ProofkitTokens.v` the
data sets and sums over tokens; `ProofkitChance.v` probabilities, in which a probability is a count
of cases, all equally likely, so that nothing about independence is assumed, and Hoeffding's
inequality has a proof.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

PRELUDE, TOKENS, CHANCE = ORDER = ("ProofkitPrelude", "ProofkitTokens", "ProofkitChance")

AXIOMS = {"hoeffding": "Hoeffding"}
"""The kernel's axioms that are premises in Coq, and what the files define them as. The others need
none there."""


def text(name: str) -> str:
    """A file of the theory as it stands."""
    return files(__name__).joinpath(f"{name}.v").read_text(encoding="utf-8")


@cache
def names() -> frozenset[str]:
    """All that the files define or prove."""
    named = re.compile(r"^(?:Definition|Fixpoint|Lemma|Theorem|Ltac) (\w+)", re.MULTILINE)
    return frozenset(name for file in ORDER for name in named.findall(text(file)))

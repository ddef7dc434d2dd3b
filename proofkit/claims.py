"""Statements, hypotheses, definitions and claims, as authors import them."""

from proofkit.language.claims import (
    Claim,
    Definition,
    Hypothesis,
    Part,
    Relation,
    Statement,
    at_least,
    at_most,
    equal,
    greater,
    less,
)
from proofkit.search.to_sympy import statement

__all__ = [
    "Claim",
    "Definition",
    "Hypothesis",
    "Part",
    "Relation",
    "Statement",
    "at_least",
    "at_most",
    "equal",
    "greater",
    "less",
    "statement",
]

"""Derivatives: of a term by the records of its operations, where each of them has one."""

from __future__ import annotations

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import Undefined
from proofkit.kernel.assumptions import Known
from proofkit.kernel.operations import operation
from proofkit.kernel.terms import ONE, ZERO, Term, add, multiply, text, variables


def derivative(known: Known, term: Term, name: str) -> Term:
    """The derivative of a term, definitions written out, by a variable; each part that depends
    on the variable is differentiable wherever the facts known hold."""
    if name not in variables(term):
        return ZERO
    if term.op == "variable":
        return ONE
    if term.op == "P":
        raise Undefined(f"{text(term)} is not differentiated")
    spend(1 + term.size / 8)
    record = operation(term)
    parts = []
    for k, arg in enumerate(term.args):
        inner = derivative(known, arg, name)
        if inner != ZERO:
            parts.append(multiply(inner, record.derivative(known, term.args, k)))
    return add(*parts)

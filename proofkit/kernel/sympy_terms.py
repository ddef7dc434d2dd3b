"""Reading SymPy expressions: a whitelist of node classes, and nothing else."""

from __future__ import annotations

import sympy
from sympy.core.numbers import Exp1

from proofkit import events
from proofkit.claims import Claim, Statement
from proofkit.errors import UnsupportedTerm
from proofkit.exact import rational, shorten
from proofkit.kernel.scope import Context, Fact
from proofkit.kernel.terms import (
    ONE,
    Term,
    add,
    exp,
    is_well_formed,
    log,
    multiply,
    number,
    power,
    variable,
    variables,
)


def from_sympy(expression: object) -> Term:
    """The kernel's term for a SymPy expression, node by node, nothing simplified."""
    if isinstance(expression, sympy.Rational):
        return number(rational(expression))
    kind = type(expression)
    if isinstance(expression, sympy.Symbol) and kind is sympy.Symbol:
        return variable(expression.name)
    if kind is Exp1:
        return exp(ONE)
    arguments = [from_sympy(arg) for arg in getattr(expression, "args", ())]
    if kind is sympy.Add:
        return add(*arguments)
    if kind is sympy.Mul:
        return multiply(*arguments)
    if kind is sympy.Pow:
        return power(*arguments)
    if kind is sympy.exp:
        return exp(*arguments)
    if kind is sympy.log and len(arguments) == 1:
        return log(*arguments)
    if kind in events.KINDS:
        event = Term(kind.__name__, tuple(arguments))
        if is_well_formed(event):
            return event
    raise UnsupportedTerm(f"{shorten(str(expression))}: the kernel has no rule for {kind.__name__}")


def fact_of(statement: Statement) -> Fact:
    return from_sympy(statement.left), statement.relation, from_sympy(statement.right)


def context_of(claim: Claim) -> Context:
    """What a claim is about: its parameters, hypotheses, and the definitions it reaches."""
    everything = {name: from_sympy(d.expression) for name, d in claim.definitions.items()}
    terms = [side for part in claim.parts for side in fact_of(part.statement)[::2]]
    for part in claim.parts:
        links = tuple(part.chain.terms())
        terms += [from_sympy(term) for term in links]
    reached: set[str] = set()
    pending = set().union(*map(variables, terms))
    while pending:
        name = pending.pop()
        if name in everything and name not in reached:
            reached.add(name)
            pending |= variables(everything[name])
    return Context(
        {p.name: p.integer for p in claim.parameters},
        {h.id: fact_of(h.statement) for h in claim.hypotheses},
        {name: term for name, term in everything.items() if name in reached},
    )

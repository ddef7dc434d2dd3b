"""Reading SymPy expressions: a whitelist of node classes, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy
from sympy.core.numbers import Exp1

from proofkit.foundations.errors import UnsupportedTerm
from proofkit.foundations.exact import rational, shorten
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.terms import (
    ONE,
    Term,
    add,
    exp,
    is_well_formed,
    multiply,
    number,
    power,
    variable,
    variables,
)
from proofkit.language import events
from proofkit.language.claims import Claim, Definition, Statement
from proofkit.language.words import FUNCTIONS

CLASSES = {getattr(sympy, f.sympy): f for f in FUNCTIONS.values()}
Known = dict[int, tuple[object, Term]]
"""Expressions read before, by identity; each is kept, so that no other can take its place."""


def from_sympy(expression: object, known: Known | None = None) -> Term:
    """The kernel's term for a SymPy expression, node by node, nothing simplified."""
    known = {} if known is None else known
    if id(expression) not in known:
        known[id(expression)] = expression, _read(expression, known)
    return known[id(expression)][1]


def _read(expression: object, known: Known) -> Term:
    if isinstance(expression, sympy.Rational):
        return number(rational(expression))
    kind = type(expression)
    if isinstance(expression, sympy.Symbol) and kind is sympy.Symbol:
        return variable(expression.name)
    if kind is Exp1:
        return exp(ONE)
    arguments = [from_sympy(arg, known) for arg in getattr(expression, "args", ())]
    if kind is sympy.Add:
        return add(*arguments)
    if kind is sympy.Mul:
        return multiply(*arguments)
    if kind is sympy.Pow:
        return power(*arguments)
    if kind in CLASSES or kind in events.KINDS:
        name = CLASSES[kind].name if kind in CLASSES else kind.__name__
        called = Term(name, tuple(arguments))
        if is_well_formed(called):
            return called
    raise UnsupportedTerm(f"{shorten(str(expression))}: the kernel has no rule for {kind.__name__}")


def fact_of(statement: Statement, known: Known | None = None) -> Fact:
    """The two sides of a statement as terms, and their relation."""
    known = {} if known is None else known
    return from_sympy(statement.left, known), statement.relation, from_sympy(statement.right, known)


def context_of(claim: Claim) -> Context:
    """What a claim is about: its parameters, hypotheses, and the definitions it reaches."""
    known: Known = {}
    terms = [from_sympy(term, known) for part in claim.parts for term in part.chain.terms()]
    terms += [side for part in claim.parts for side in fact_of(part.statement, known)[::2]]
    return Context(
        {p.name: p.integer for p in claim.parameters},
        {h.id: fact_of(h.statement, known) for h in claim.hypotheses},
        _reached(terms, claim.definitions, known),
    )


def point_context(claims: Sequence[Claim]) -> Context:
    """What the statements of claims of one lemma are about, to decide them at points: there,
    no hypothesis is assumed."""
    known: Known = {}
    definitions = {name: d for claim in claims for name, d in claim.definitions.items()}
    statements = [part.statement for claim in claims for part in claim.parts]
    terms = [side for statement in statements for side in fact_of(statement, known)[::2]]
    parameters = {p.name: p.integer for claim in claims for p in claim.parameters}
    return Context(parameters, {}, _reached(terms, definitions, known))


def _reached(
    terms: list[Term], definitions: Mapping[str, Definition], known: Known
) -> dict[str, Term]:
    """The definitions that the terms use, directly or through others, in their order."""
    everything = {name: from_sympy(d.expression, known) for name, d in definitions.items()}
    reached: set[str] = set()
    pending = set().union(*map(variables, terms))
    while pending:
        name = pending.pop()
        if name in everything and name not in reached:
            reached.add(name)
            pending |= variables(everything[name])
    return {name: term for name, term in everything.items() if name in reached}

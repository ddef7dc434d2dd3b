"""Reading SymPy expressions: a whitelist of node classes, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import sympy
from sympy.core.numbers import Exp1

from proofkit.foundations.errors import BadClaim, UnsupportedTerm
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
from proofkit.language.words import CALLED, FUNCTIONS

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
    said = shorten(str(expression))
    if isinstance(expression, sympy.Float):
        raise UnsupportedTerm(f"write exact numbers (Rational(7, 10)), not floats: {said}")
    raise UnsupportedTerm(
        f"{said}: the kernel has no rule for {kind.__name__}; it knows + - * / and powers, "
        f"{', '.join(CALLED)}"
    )


def fact_of(statement: Statement, known: Known | None = None) -> Fact:
    """The two sides of a statement as terms, and their relation."""
    known = {} if known is None else known
    return from_sympy(statement.left, known), statement.relation, from_sympy(statement.right, known)


def context_of(claim: Claim) -> Context:
    """What a claim is about: its parameters, hypotheses, and the definitions it reaches."""
    known: Known = {}
    with _placed(claim):
        terms = [from_sympy(term, known) for part in claim.parts for term in part.chain.terms()]
        terms += [side for part in claim.parts for side in fact_of(part.statement, known)[::2]]
        return Context(
            {p.name: p.integer for p in claim.parameters},
            {h.id: fact_of(h.statement, known) for h in claim.hypotheses},
            _reached(terms, claim.definitions, known),
        )


@contextmanager
def _placed(claim: Claim) -> Iterator[None]:
    """What cannot be read is told with its claim, and the line that makes it."""
    try:
        yield
    except UnsupportedTerm as error:
        raise BadClaim(claim.name, str(error), claim.id, claim.place) from error


def point_context(claims: Sequence[Claim]) -> Context:
    """What the statements of claims of one lemma are about, to decide them at points: there,
    no hypothesis is assumed."""
    known: Known = {}
    reached: dict[str, Term] = {}
    for claim in claims:
        with _placed(claim):
            facts = [fact_of(part.statement, known) for part in claim.parts]
            terms = [side for fact in facts for side in fact[::2]]
            reached |= _reached(terms, claim.definitions, known)
    parameters = {p.name: p.integer for claim in claims for p in claim.parameters}
    return Context(parameters, {}, reached)


def _reached(
    terms: list[Term], definitions: Mapping[str, Definition], known: Known
) -> dict[str, Term]:
    """The definitions that the terms use, directly or through others, in their order."""
    reached: dict[str, Term] = {}
    pending = set().union(*map(variables, terms))
    while pending:
        name = pending.pop()
        if name in definitions and name not in reached:
            reached[name] = from_sympy(definitions[name].expression, known)
            pending |= variables(reached[name])
    return {name: reached[name] for name in definitions if name in reached}

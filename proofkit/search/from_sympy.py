"""Reading SymPy expressions: a whitelist of node classes, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache

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


def from_sympy(expression: object) -> Term:
    """The kernel's term for a SymPy expression, node by node, nothing simplified."""
    return _known(expression) if isinstance(expression, sympy.Basic) else _read(expression)


def _read(expression: object) -> Term:
    if isinstance(expression, sympy.Rational):
        return number(rational(expression))
    kind = type(expression)
    if isinstance(expression, sympy.Symbol) and kind is sympy.Symbol:
        return variable(expression.name)
    if kind is Exp1:
        return exp(ONE)
    if not _has_rule(kind):
        raise _unsupported(expression)
    arguments = [from_sympy(arg) for arg in getattr(expression, "args", ())]
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
    raise _unsupported(expression)


def _has_rule(kind: type) -> bool:
    return kind in (sympy.Add, sympy.Mul, sympy.Pow) or kind in CLASSES or kind in events.KINDS


def _unsupported(expression: object) -> UnsupportedTerm:
    said, kind = shorten(str(expression)), type(expression).__name__
    if isinstance(expression, sympy.Float):
        return UnsupportedTerm(f"write exact numbers (Rational(7, 10)), not floats: {said}")
    return UnsupportedTerm(
        f"{said}: the kernel has no rule for {kind}; it knows + - * / and powers, "
        f"{', '.join(CALLED)}"
    )


_known = lru_cache(maxsize=50_000, typed=True)(_read)
"""Most expressions occur in many claims. They never change, and equal ones say the same."""


def fact_of(statement: Statement) -> Fact:
    """The two sides of a statement as terms, and their relation."""
    return from_sympy(statement.left), statement.relation, from_sympy(statement.right)


def context_of(claim: Claim) -> Context:
    """What a claim is about: its parameters, hypotheses, and the definitions it reaches."""
    with _placed(claim):
        terms = [from_sympy(term) for part in claim.parts for term in part.chain.terms()]
        terms += [side for part in claim.parts for side in fact_of(part.statement)[::2]]
        return Context(
            {p.name: p.integer for p in claim.parameters},
            {h.id: fact_of(h.statement) for h in claim.hypotheses},
            _reached(terms, claim.definitions),
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
    reached: dict[str, Term] = {}
    for claim in claims:
        with _placed(claim):
            facts = [fact_of(part.statement) for part in claim.parts]
            terms = [side for fact in facts for side in fact[::2]]
            reached |= _reached(terms, claim.definitions)
    parameters = {p.name: p.integer for claim in claims for p in claim.parameters}
    return Context(parameters, {}, reached)


def _reached(terms: list[Term], definitions: Mapping[str, Definition]) -> dict[str, Term]:
    """The definitions that the terms use, directly or through others, in their order."""
    reached: dict[str, Term] = {}
    pending = set().union(*map(variables, terms))
    while pending:
        name = pending.pop()
        if name in definitions and name not in reached:
            reached[name] = from_sympy(definitions[name].expression)
            pending |= variables(reached[name])
    return {name: reached[name] for name in definitions if name in reached}

"""What claims say, as the kernel has it: statements as facts, and what a claim is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from proofkit.foundations.errors import BadClaim, UnsupportedTerm
from proofkit.kernel.assumptions import Context, Fact
from proofkit.language.claims import Claim, Definition, Statement
from proofkit.language.subterms import parts
from proofkit.language.terms import Term, variable, variables
from proofkit.language.words import CONSTANTS
from proofkit.search import implied


def fact_of(statement: Statement) -> Fact:
    """The two sides of a statement as terms, and their relation."""
    return statement.left, statement.relation, statement.right


def context_of(claim: Claim) -> Context:
    """What a claim is about: its parameters, hypotheses, and the definitions it reaches."""
    with _placed(claim):
        terms = [term for part in claim.parts for term in part.chain.terms()]
        terms += [side for part in claim.parts for side in fact_of(part.statement)[::2]]
        _require_implied(claim)
        _require_apart(claim, terms)
        return Context(
            {p.name: p.integer for p in claim.parameters},
            {h.id: fact_of(h.statement) for h in claim.hypotheses},
            _reached(terms, claim.definitions),
        )


def _require_implied(claim: Claim) -> None:
    """What SymPy assumed while the claim was written follows from its hypotheses."""
    names = [name for name, _ in claim.presumptions.signs if name in claim.definitions]
    derived = _reached([variable(name) for name in names], claim.definitions)
    implied.require(claim, fact_of, tuple(derived.items()))


def _require_apart(claim: Claim, terms: Sequence[Term]) -> None:
    """A constant does not stand beside a parameter of its name: both are written alike."""
    named = CONSTANTS.keys() & {*(p.name for p in claim.parameters), *claim.definitions}
    if named:
        stated = (side for h in claim.hypotheses for side in fact_of(h.statement)[::2])
        defined = [d.term for d in claim.definitions.values()]
        for name in named & {part.op for part in parts(*terms, *stated, *defined)}:
            raise UnsupportedTerm(
                f"the constant {name} stands beside a parameter {name}: rename it"
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
    parameters = {p.name: p.integer for claim in claims for p in claim.parameters}
    return Context(parameters, {}, stated(claims))


def stated(claims: Sequence[Claim]) -> dict[str, Term]:
    """The definitions that the statements of claims of one lemma use, in their order."""
    reached: dict[str, Term] = {}
    for claim in claims:
        with _placed(claim):
            facts = [fact_of(part.statement) for part in claim.parts]
            _require_implied(claim)
            terms = [side for fact in facts for side in fact[::2]]
            _reach(terms, claim.definitions, reached)
    named = {id(claim.definitions): claim.definitions for claim in claims}.values()
    in_order = (name for definitions in named for name in definitions if name in reached)
    return {name: reached[name] for name in in_order}


def _reached(terms: list[Term], definitions: Mapping[str, Definition]) -> dict[str, Term]:
    """The definitions that the terms use, directly or through others, in their order."""
    reached: dict[str, Term] = {}
    _reach(terms, definitions, reached)
    return {name: reached[name] for name in definitions if name in reached}


def _reach(
    terms: list[Term], definitions: Mapping[str, Definition], reached: dict[str, Term]
) -> None:
    pending = set().union(*map(variables, terms))
    while pending:
        name = pending.pop()
        if name in definitions and name not in reached:
            reached[name] = definitions[name].term
            pending |= variables(reached[name])

"""For which values a claim is made: the kind of each parameter, and every hypothesis.

A statement without them may be false as printed. So one function writes them, for every reader
and in every notation, and whoever prints a claim as proved calls it. A new kind of parameter
needs its plural in `KINDS`, and nothing else here.

    for all integers k and all reals x with k >= 1, x >= -1: (1 + x)^k >= 1 + k*x
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from proofkit.language.claims import Claim, Hypothesis, Statement
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter, kind
from proofkit.language.terms import variables

KINDS = {"integer": "integers", "real": "reals"}
"""What parameters of each kind are called, in the order in which a sentence names them."""


FAMILIES = {"integer": "integer", "real": "real"}
"""What a family is called by the kind of its entries."""


@dataclass(frozen=True)
class Hand:
    """How one reader writes a symbol and a statement."""

    symbol: Callable[[str], str]
    statement: Callable[[Any], str]


def plainly(notation: Any) -> Hand:
    """Text in a notation."""
    return Hand(notation.symbol, notation.statement)


def running(notation: Any) -> Hand:
    """Running text in which formulas stand between dollar signs."""
    return Hand(
        lambda name: f"${notation.symbol(name)}$", lambda said: f"${notation.statement(said)}$"
    )


AS_WRITTEN = Hand(str, str)
"""For statements that are text already."""


@dataclass(frozen=True)
class Quantified:
    """Statements, with the kinds of their parameters and the hypotheses they are made under."""

    kinds: Mapping[str, str]
    hypotheses: Sequence[Any] = ()
    statements: Sequence[Any] = ()
    families: Mapping[str, str] = field(default_factory=dict)

    def domain(self, hand: Hand) -> str:
        """`for all integers k and all reals x, y`; nothing where there are no parameters."""
        groups = []
        for known, plural in KINDS.items():
            names = [hand.symbol(name) for name, found in self.kinds.items() if found == known]
            groups += [f"all {plural} {', '.join(names)}"] if names else []
        for known, adjective in FAMILIES.items():
            names = [hand.symbol(name) for name, found in self.families.items() if found == known]
            groups += [f"all {adjective} families {', '.join(names)}"] if names else []
        unknown = {found for found in self.kinds.values() if found not in KINDS}
        if unknown:
            raise ValueError(f"no plural is known for the kind {min(unknown)}")
        *first, last = groups or [""]
        return f"for {', '.join(first)}{' and ' if first else ''}{last}" if groups else ""

    def quantifier(self, hand: Hand) -> str:
        """The domain and all hypotheses."""
        domain, given = self.domain(hand), ", ".join(map(hand.statement, self.hypotheses))
        if not given:
            return domain
        return f"{domain} with {given}" if domain else f"assuming {given}"

    def sentence(self, hand: Hand) -> str:
        """The statements after their quantifier."""
        said = "; ".join(map(hand.statement, self.statements))
        return f"{begun}: {said}" if (begun := self.quantifier(hand)) else said


def kinds_of(parameters: Iterable[Parameter]) -> dict[str, str]:
    """The kind of each parameter."""
    return {p.name: kind(p.integer) for p in parameters}


def of_claim(claim: Claim) -> Quantified:
    """A claim with all that makes it true, and only the parameters that it speaks of."""
    return _under(claim, claim.hypotheses)


def _under(claim: Claim, hypotheses: Iterable[Hypothesis]) -> Quantified:
    """A claim with some of its hypotheses, and the parameters that occur then."""
    given, said = [h.statement for h in hypotheses], [part.statement for part in claim.parts]
    names = _reached(claim, [*said, *given])
    kinds = {name: k for name, k in kinds_of(claim.parameters).items() if name in names}
    return Quantified(kinds, given, said)


def of_lemma(lemma: Lemma) -> Quantified:
    """What all claims of a lemma share: nothing, unless there are hypotheses that they share."""
    if not lemma.hypotheses:
        return Quantified({})
    return Quantified(kinds_of(lemma.parameters), [h.statement for h in lemma.hypotheses])


def further(lemma: Lemma, claim: Claim) -> Quantified:
    """What a claim needs where a reader has `of_lemma` before the eyes."""
    if not lemma.hypotheses:
        return of_claim(claim)
    return Quantified({}, [h.statement for h in extra(lemma, claim)])


def restated(lemma: Lemma, claim: Claim) -> Quantified:
    """The same with the kinds of the parameters that the claim itself speaks of."""
    return _under(claim, extra(lemma, claim))


def extra(lemma: Lemma, claim: Claim) -> list[Hypothesis]:
    """What a claim assumes beyond its lemma."""
    common = {h.id for h in lemma.hypotheses}
    return [h for h in claim.hypotheses if h.id not in common]


def _reached(claim: Claim, statements: Sequence[Statement]) -> set[str]:
    """All names in statements, and in the definitions that these reach."""
    pending = {name for said in statements for name in _names(said)}
    found: set[str] = set()
    while pending:
        found.add(name := pending.pop())
        if name in claim.definitions:
            pending |= claim.definitions[name].names - found
    return found


def _names(said: Statement) -> frozenset[str]:
    return variables(said.left) | variables(said.right)

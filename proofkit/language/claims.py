"""What a lemma states, as plain data: statements, hypotheses, quantities, claims.

Terms are SymPy expressions because people write and read them; nothing here evaluates
them. A statement keeps its two sides and the relation apart: a SymPy relational such as
`exp(x) > 0` would turn into `true` by itself.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex

from proofkit.foundations.errors import LemmaError
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain, as_expression
from proofkit.language.travel import arrived, packed, place_of, unpacked

if TYPE_CHECKING:
    from sympy import Expr, Symbol

Relation = Literal["=", "<=", "<", ">=", ">"]


@dataclass(frozen=True)
class Statement:
    """`left relation right`, for all parameters the hypotheses allow."""

    left: Expr
    relation: Relation
    right: Expr

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (packed(self.left), self.relation, packed(self.right))

    def __bool__(self) -> bool:
        raise TypeError("a statement has no truth value; ask proofkit.check or proofkit.prove")


def _arrived(left: Any, relation: Relation, right: Any) -> Statement:
    return Statement(unpacked(left), relation, unpacked(right))


@dataclass(frozen=True)
class TypedStatement(Statement):
    """A statement that its author typed as text. SymPy has simplified nothing in it, so that it
    does not matter what its symbols assume: a name is enough. Some names were read as
    `constants`, which is wrong where they are parameters."""

    constants: frozenset[str] = frozenset()


def equal(left: Any, right: Any) -> Statement:
    return _statement(left, "=", right)


def at_most(left: Any, right: Any) -> Statement:
    return _statement(left, "<=", right)


def at_least(left: Any, right: Any) -> Statement:
    return _statement(left, ">=", right)


def less(left: Any, right: Any) -> Statement:
    return _statement(left, "<", right)


def greater(left: Any, right: Any) -> Statement:
    return _statement(left, ">", right)


def _statement(left: Any, relation: Relation, right: Any) -> Statement:
    return Statement(_side(left), relation, _side(right))


def _side(value: Any) -> Expr:
    from sympy import Float

    side = as_expression(value, "expected an expression on each side")
    if side.has(Float):
        raise LemmaError(f"write exact numbers (Rational(7, 10)), not floats: {side}")
    return side


@dataclass(frozen=True)
class Hypothesis:
    """A named assumption. Proofs cite it by `id`; reports say whether it is met."""

    id: str
    statement: Statement


@dataclass(frozen=True)
class Definition:
    """`symbol` stands for `expression`; `reason` says which definition of the paper that is.

    `measured` tells the NumPy core which entry of the real matrices this is, for example
    `("f", "needle", "other")`; it is `None` for auxiliary quantities.
    """

    symbol: Symbol
    expression: Expr
    reason: str
    measured: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Part:
    """One statement of a claim with its proof; most claims have a single part."""

    label: str
    statement: Statement
    chain: Chain


class SourceLine(NamedTuple):
    """A line of a file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.shown}:{self.line}"

    @property
    def shown(self) -> str:
        """The file, named from the folder we are in if it is below it."""
        relative = os.path.relpath(self.file)
        return self.file if relative.startswith(os.pardir) else relative


@dataclass(frozen=True)
class Presumptions:
    """What SymPy assumed of symbols when a claim was written, by name in words of `symbols.SIGNS`,
    and the hypotheses from which it has to follow."""

    signs: tuple[tuple[str, str], ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()


@dataclass(frozen=True)
class Claim:
    """One line of a lemma: it holds when every part of it holds."""

    lemma: str
    id: str
    parts: tuple[Part, ...]
    hypotheses: tuple[Hypothesis, ...]
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()
    provenance: str = ""  # S, R or O: whose statement it is
    place: SourceLine | None = field(default=None, compare=False)  # where its author wrote it
    terms: Mapping[str, Expr] = field(default_factory=dict)  # for its parameters, where cited
    presumptions: Presumptions = field(default=Presumptions(), compare=False)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """What a lemma's module states travels as its name there, with the chains as written."""
        place = place_of(self.lemma, self, self.id)
        return (arrived, (place, self.id)) if place else super().__reduce_ex__(protocol)

    @property
    def name(self) -> str:
        return f"{self.lemma}/{self.id}"

    def __call__(self, **terms: Any) -> Claim:
        """The claim with terms for some of its parameters, to be cited: `by=bernoulli(x=1/n)`."""
        names = [parameter.name for parameter in self.parameters]
        for name in terms:
            if name not in names:
                raise LemmaError(f"{self.name} has no parameter {name}; it has {', '.join(names)}")
        return replace(self, terms={name: _side(term) for name, term in terms.items()})

    @property
    def cited(self) -> list[Claim]:
        """The claims that its chains cite."""
        return [c for p in self.parts for s in p.chain.all_steps() for c in s.by]

    @property
    def as_written(self) -> Claim:
        """The claim with its author's chains."""
        return self

    @property
    def citation(self) -> str:
        """How a reader is told that this is cited."""
        put = ", ".join(f"{name} = {term}" for name, term in self.terms.items())
        return f"{self.name} with {put}" if put else self.name

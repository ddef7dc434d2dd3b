"""What a lemma states, as plain data: statements, hypotheses, quantities, claims.

Authors write SymPy, which becomes terms here; nothing evaluates them. A statement keeps its two
sides and the relation apart: a SymPy relational such as `exp(x) > 0` would turn into `true` by
itself.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex

from proofkit.foundations.errors import InputError, LemmaError
from proofkit.foundations.exact import shorten
from proofkit.language.binding import is_indexed
from proofkit.language.from_sympy import data_from_sympy, from_sympy
from proofkit.language.grammar.statements import read
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain, as_expression, symbols_of
from proofkit.language.terms import Term, variables
from proofkit.language.travel import arrived, place_of

if TYPE_CHECKING:
    from sympy import Symbol

Relation = Literal["=", "<=", "<", ">=", ">"]


@dataclass(frozen=True)
class Statement:
    """`left relation right`, for all parameters the hypotheses allow."""

    left: Term
    relation: Relation
    right: Term
    written: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    """Both sides as their author has them in SymPy, from which he may go on."""
    constants: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The names that were read as constants, where it was typed as text."""

    def __post_init__(self) -> None:
        if not self.written:
            object.__setattr__(self, "written", (self.left, self.right))
        object.__setattr__(self, "left", from_sympy(self.left))
        object.__setattr__(self, "right", from_sympy(self.right))

    @property
    def symbols(self) -> frozenset[Symbol]:
        """Those that SymPy has in it, which may assume more than a name says."""
        return symbols_of(*self.written)

    def __reduce__(self) -> tuple[Any, ...]:
        return Statement, (self.left, self.relation, self.right)

    def __bool__(self) -> bool:
        raise TypeError("a statement has no truth value; ask proofkit.check or proofkit.prove")


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


def statement(source: str) -> Statement:
    """What a text says, in the language of `proofkit ask`: nothing in it is simplified, and it may
    stand wherever a lemma has a statement.

    >>> statement("x/x = 1").left
    x/x
    """
    if not isinstance(source, str):
        raise LemmaError(f"statement(...) reads text, got {shorten(repr(source))}")
    try:
        said = read(source)
    except InputError as problem:
        raise LemmaError(f"statement({shorten(repr(source))}): {problem}") from None
    if len(said.facts) != 1:
        raise LemmaError(
            f"statement({shorten(repr(source))}): expected one relation, got {len(said.facts)}; "
            "write a statement for each"
        )
    left, relation, right = said.facts[0]
    if said.ranges or is_indexed(left) or is_indexed(right):
        raise LemmaError(
            f"statement({shorten(repr(source))}): sums over an index and families are not handled "
            "in lemmas yet; proofkit ask takes them"
        )
    return Statement(left, relation, right, constants=frozenset(said.constants))  # type: ignore[arg-type]


def _statement(left: Any, relation: Relation, right: Any) -> Statement:
    return Statement(_side(left), relation, _side(right))


def _side(value: Any) -> Any:
    return as_expression(value, "expected an expression on each side")


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
    expression: Any
    """A term; where a quantity was derived in SymPy, the expression itself."""
    reason: str
    measured: tuple[str, ...] | None = None

    @property
    def symbols(self) -> frozenset[Symbol]:
        """Those that SymPy has in it."""
        return symbols_of(self.expression)

    @property
    def term(self) -> Term:
        """What it stands for."""
        return from_sympy(self.expression)

    @property
    def names(self) -> frozenset[str]:
        """The names in it."""
        return variables(data_from_sympy(self.expression))


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
    terms: Mapping[str, Term] = field(default_factory=dict)  # for its parameters, where cited
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
        return replace(self, terms={name: from_sympy(_side(term)) for name, term in terms.items()})

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

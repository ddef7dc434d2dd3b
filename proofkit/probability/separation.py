"""A collection's declaration of a network, in its module `settings`.

A network of `m` neurons sees one of two data sets. It is to be silent on the first, D0, and
to fire on the second, D1. The collection says what the data sets and the threshold are, which
of its claims bound which probability, and what its theorem promises of each mechanism.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from sympy import Add, Expr

from proofkit.attention import DataSet
from proofkit.foundations.errors import LemmaError, UnknownName
from proofkit.foundations.exact import shorten
from proofkit.kernel.assumptions import Context
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.parameters import Parameter
from proofkit.language.terms import variables

MODULE, NAME = "settings", "SEPARATIONS"


@dataclass(frozen=True)
class Promised:
    """A quantity that the theorem says has probability at least `1 - delta`, and where."""

    quantity: str
    where: str


@dataclass(frozen=True)
class Preferred:
    """A claim `P(...) >= ...` about any mechanism that prefers the needle `rho` times, with
    other terms instead of some of its parameters."""

    claim: Claim
    rho: str
    instead: Mapping[str, Expr] = field(default_factory=dict)


@dataclass(frozen=True)
class Axis:
    """A parameter that a study varies, and the values it takes there; one of the parameters that
    stay where they are elsewhere may have to give way to it."""

    name: str
    meaning: str
    values: tuple[str, ...]
    instead: str = ""


@dataclass(frozen=True)
class Separation:
    """Two data sets, and a network that is to tell them apart.

    `bounds[mechanism][quantity]` is a claim `P(...) >= ...`; for mechanisms that are not there,
    `preferred[quantity]` is one. `promises[mechanism]` is what the theorem says, and of others
    it is asked whether they do what is promised `otherwise`. The threshold is in units of
    `sqrt(log(n))`, like the contexts. A study starts at `base`.
    """

    id: str
    parameters: tuple[Parameter, ...]
    d0: DataSet
    d1: DataSet
    threshold: Expr
    neurons: Parameter
    failure: Parameter
    bounds: Mapping[str, Mapping[str, Claim]]
    preferred: Mapping[str, Preferred] = field(default_factory=dict)
    promises: Mapping[str, Promised] = field(default_factory=dict)
    otherwise: Promised = Promised("separates", "")
    base: Mapping[str, str] = field(default_factory=dict)
    axes: tuple[Axis, ...] = ()

    def __post_init__(self) -> None:
        claims = [claim for bounds in self.bounds.values() for claim in bounds.values()]
        for claim in (*claims, *(one.claim for one in self.preferred.values())):
            (*others, statement) = (part.statement for part in claim.parts)
            if others or statement.relation != ">=":
                raise LemmaError(f"{self.id}: {claim.name} is not one lower bound")
            names = variables(statement.right)
            if derived := names - {p.name for p in claim.parameters}:
                raise LemmaError(f"{self.id}: {claim.name} is bounded by {sorted(derived)[0]}")

    @property
    def all_parameters(self) -> tuple[Parameter, ...]:
        return (*self.parameters, self.neurons, self.failure)

    @property
    def context(self) -> Context:
        return Context({p.name: p.integer for p in self.all_parameters})

    @property
    def strength(self) -> Expr:
        """Of the needle in D1."""
        return self.d1.token("needle").entry("needle")

    @property
    def tokens(self) -> Expr:
        return Add(*(token.count for token in self.d1.tokens))

    @property
    def data(self) -> tuple[DataSet, DataSet]:
        return self.d0, self.d1


@cache
def declared() -> dict[str, Separation]:
    """What the installed collections declare, by id."""
    found: dict[str, Separation] = {}
    for module in registry.declarations(MODULE):
        for separation in getattr(module, NAME, ()):
            if found.setdefault(separation.id, separation) is not separation:
                raise LemmaError(f"the separation {separation.id} is declared twice")
    return found


def called(id: str = "") -> Separation:
    """The declared separation of this id; the only one there is where none is named."""
    known = declared()
    if not known:
        raise UnknownName(f"no collection declares a separation in its module {MODULE}")
    if not id and len(known) > 1:
        raise UnknownName(f"several separations are declared: {', '.join(known)}; name one")
    if id and id not in known:
        raise UnknownName(f"separation {shorten(repr(id))} is not one of {', '.join(known)}")
    return known[id] if id else next(iter(known.values()))

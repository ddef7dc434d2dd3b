"""Notations for formulas, of which statements that a collection keeps need no SymPy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from proofkit.language.claims import Claim, Statement
from proofkit.language.kept import KeptStatement

if TYPE_CHECKING:
    from proofkit.readers.report.mathematics import Plain

GREEK = {
    **{"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ"},
    **{"eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν"},
    **{"xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ"},
    **{"chi": "χ", "psi": "ψ", "omega": "ω"},
}


class Notation:
    """One of those in `mathematics.py`, by its name there."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def full(self) -> Plain:
        """The notation itself, for any term."""
        from proofkit.readers.report import mathematics

        return cast("Plain", getattr(mathematics, self.name))

    def claim(self, claim: Claim) -> str:
        """Every part of a claim."""
        return "; ".join(self.statement(part.statement) for part in claim.parts)

    def statement(self, statement: Statement) -> str:
        """Both sides and the relation between them."""
        if isinstance(statement, KeptStatement):
            return statement.written[self.name]
        return self.full.statement(statement)

    def symbol(self, name: str) -> str:
        return unicode_symbol(name) if self.name == "UNICODE" else name

    @property
    def relations(self) -> Mapping[str, str]:
        """How each relation is written."""
        return self.full.relations

    def term(self, term: Any) -> str:
        """A term of SymPy's."""
        return self.full.term(term)


def unicode_symbol(name: str) -> str:
    """A name with a Greek letter where it begins with that letter's name; but `pi` is a parameter
    here, and π a number."""
    if name == "pi":
        return name
    head = re.match(r"[A-Za-z]+", name)
    letter = GREEK.get(head[0]) if head else None
    return letter + name[len(head[0]) :] if head and letter else name


PLAIN, UNICODE, LATEX = map(Notation, ("PLAIN", "UNICODE", "LATEX"))

"""Exponents in the normal form: polynomials in variables."""

from __future__ import annotations

from proofkit.kernel.polynomial import Monomial


def degrees(monomial: Monomial) -> tuple[tuple[str, int], ...]:
    """The variables of a polynomial's monomial, in order, and their powers."""
    return tuple(sorted((x.args[0], e.whole or 0) for x, e in monomial))

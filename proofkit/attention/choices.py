"""Terms with cases: `Max`, `Min`, `Abs` and `by_sign`, which depend on the sign of a term."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Abs, Expr, Max, Min

from proofkit.attention.units import by_sign

CHOICES = (by_sign, Max, Min, Abs)


def settled(term: Expr, sign: Callable[[Expr], int]) -> Expr:
    """What is left of a term once `sign` has said on which side of zero the terms are that a
    choice depends on; inner choices come first, and what is not chosen is not looked at."""
    if not term.has(*CHOICES):
        return term
    if isinstance(term, by_sign):
        side = sign(settled(term.args[0], sign))
        return settled(term.args[2 + side], sign)
    parts = [settled(part, sign) for part in term.args]
    if isinstance(term, Abs):
        return parts[0] if sign(parts[0]) >= 0 else -parts[0]
    if isinstance(term, Max | Min):
        wanted, best = 1 if isinstance(term, Max) else -1, parts[0]
        for part in parts[1:]:
            best = part if sign(part - best) == wanted else best
        return best
    return term.func(*parts)

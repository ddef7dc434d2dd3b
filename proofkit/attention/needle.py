"""The data of the separation: a needle in stacked copies of the identity.

The first column holds `a*sqrt(log n)` at the needle token and zero elsewhere; then come `t`
stacked copies of the identity of size `d - 2` times `b*sqrt(log n)`; the last column holds
`c*sqrt(log n)` everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from proofkit.attention.data import Arrangement, ColumnRole, DataSet, Spread, TokenRole

if TYPE_CHECKING:
    from sympy import Expr


def needle_data(name: str, *, n: Expr, d: Expr, t: Expr, a: Expr, b: Expr, c: Expr) -> DataSet:
    """`n` tokens in `d` columns with one needle of strength `a`; `n = (d - 2)*t`.

    Its siblings are the `t - 1` tokens with the needle's identity column.
    """
    from sympy import Integer, log, sqrt

    one = Integer(1)
    return DataSet(
        name,
        scale=sqrt(log(n)),
        tokens=(
            TokenRole("needle", "N", one, {"needle": a, "own": b, "bias": c}),
            TokenRole("sibling", "S", t - 1, {"own": b, "bias": c}),
            TokenRole("other", "O", n - t, {"bias": c}, Spread("class", b, copies=t)),
        ),
        columns=(
            ColumnRole("needle", one),
            ColumnRole("own", one),
            ColumnRole("class", d - 3),
            ColumnRole("bias", one),
        ),
        arrange=stacked_identities,
    )


def stacked_identities(
    tokens: Mapping[str, int], columns: Mapping[str, int], position: int
) -> Arrangement:
    """Token `j` holds the identity column `j mod (d - 2)`; the needle is token `position`."""
    return _stacked(columns["own"] + columns["class"], sum(tokens.values()), position)


@lru_cache(maxsize=4)
def _stacked(width: int, count: int, position: int) -> Arrangement:
    own = position % width
    others = [k for k in range(width) if k != own]
    place = {k: index for index, k in enumerate(others)}
    identity = [j % width for j in range(count)]
    roles = ["sibling" if k == own else "other" for k in identity]
    roles[position] = "needle"
    return Arrangement(
        tokens=tuple(roles),
        columns=("needle", *("own" if k == own else "class" for k in range(width)), "bias"),
        own=tuple(place.get(k) for k in identity),
    )

"""Softmax over a window: the tokens are cut into blocks of w, and attend within their block.

A block is made of whole copies of the identity, so that `w` is a multiple of `d - 2`. The
queries of the needle's block see it among `w` tokens; those of other blocks see tokens that
are all alike.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import Add, Expr, Min, exp

from proofkit.attention.data import DataSet, TokenRole
from proofkit.attention.mechanisms.mechanism import Argument, Half, Mechanism, View
from proofkit.attention.units import Unit


def unit(size: Expr) -> Unit:
    """Softmax; the window is in the data that a query sees."""
    return Unit("window", exp)


def views(data: DataSet, size: Expr) -> tuple[View, ...]:
    """The block with the needle, and the blocks without it, of which there may be none."""
    tokens = Add(*(token.count for token in data.tokens))
    width = data.column("own").count + data.column("class").count
    block = Min(size, tokens)
    near = replace(data, tokens=tuple(_cut(token, block, block / width) for token in data.tokens))
    needle, *rest = near.tokens
    plain = replace(needle, entries={k: v for k, v in needle.entries.items() if k != "needle"})
    far = replace(near, name=f"{data.name} without its needle", tokens=(plain, *rest))
    return View(near), View(far, (tokens - block) / block)


def _cut(token: TokenRole, block: Expr, copies: Expr) -> TokenRole:
    """As many tokens of a role as a block has."""
    if token.name == "needle":
        return token
    if token.spread is None:
        return replace(token, count=copies - 1)
    return replace(token, count=block - copies, spread=replace(token.spread, copies=copies))


mechanism = Mechanism(
    "window",
    title="Softmax over a window of w tokens",
    about="softmax within blocks of w tokens: only w - 1 others compete with the needle",
    cost="n*w*d",
    unit=unit,
    argument=Argument(
        "w",
        "a number of tokens that is a multiple of d - 2",
        integer=True,
        example=lambda values: str(values["d"] - 2),
    ),
    half=Half("w <= n^(a*(1 + a)) + 1", lambda a, n: n ** (a * (1 + a)) + 1),
    views=views,
)

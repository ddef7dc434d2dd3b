"""`alpha` as a sum over all tokens, for any number of them, of columns and of copies.

The rows of the tokens are written as lists of entries: a row for each token, an entry for each
column, in the order in which the query's role sees them. Nothing is said about where the single
entry of a token is that has one: `place` may be any function. What is proved is that the sum over
all these rows is the quantity, which counts roles.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Expr, S

from proofkit.attention import Attention
from proofkit.attention.data import DataSet, TokenRole
from proofkit.attention.weights import Weights

Words = Callable[[Expr], str]


class Tokens:
    """The rows of a data set as one role of tokens sees them."""

    def __init__(self, attention: Attention, query: str, words: Words) -> None:
        self.attention, self.query, self.words = attention, query, words
        self.seen: DataSet
        self.seen, self.row = attention.data.seen_from(query)
        self.columns = _numbers("columns", [c.count for c in self.seen.columns])
        self.tokens = _numbers("tokens", [t.count for t in self.seen.tokens])

    @property
    def spread(self) -> str:
        """The number of columns among which one is a token's own, if there are such tokens."""
        over = {t.spread.column for t in self.seen.tokens if t.spread}
        names = [c.name for c in self.seen.columns]
        return self.columns[names.index(over.pop())] if over else ""

    def premises(self) -> list[str]:
        """What ties the numbers of the lists to the parameters."""
        pairs = [*zip(self.columns, (c.count for c in self.seen.columns), strict=True),
                 *zip(self.tokens, (t.count for t in self.seen.tokens), strict=True)]  # fmt: skip
        named = [(name, count) for name, count in pairs if name != "1"]
        bound = " ".join(name for name, _ in named)
        lines = [f"  forall {bound} : nat,"] if bound else []
        if self.spread:
            lines.append("  forall place : nat -> nat,")
            lines.append(f"  (forall i, (place i < {self.spread})%nat) ->")
        return [*lines, *(f"  INR {name} = {self.words(count)} ->" for name, count in named)]

    def names(self) -> list[str]:
        """The names of numbers and premises, as introduced."""
        named = [name for name in (*self.columns, *self.tokens) if name != "1"]
        placed = ["place", "placed"] if self.spread else []
        return [*named, *placed, *(f"number_{name}" for name in named)]

    def entries(self, token: TokenRole) -> str:
        """The row of token number `i` of a role."""
        shown = []
        for column, number in zip(self.seen.columns, self.columns, strict=True):
            if token.spread and token.spread.column == column.name:
                shown.append(f"one_of {number} (place i) ({self.words(token.spread.coefficient)})")
                continue
            entry = self.words(token.entries.get(column.name, S.Zero))
            shown.append(f"({entry} :: nil)" if number == "1" else f"repeat ({entry}) {number}")
        return f"({' ++ '.join(shown)})"

    def score(self) -> str:
        """The score of a row."""
        scale, own = self.words(self.attention.data.scale), self.entries(self.row)
        if self.attention.weights is Weights.ONES:
            return f"(add_up {own} * ({scale})) * (add_up row * ({scale}))"
        return f"dot {own} row * ({self.words(self.attention.data.scale**2)})"

    def rows(self) -> list[str]:
        """The rows of each role."""
        pairs = zip(self.seen.tokens, self.tokens, strict=True)
        return [f"rows (fun i : nat => {self.entries(token)}) {number}" for token, number in pairs]

    def proof(self, units: list[tuple[str, str]], name: str, exponential: bool) -> list[str]:
        """The script; `units` gives for each role its unit, and what to unfold in it."""
        numbers = [name for name in (*self.columns, *self.tokens) if name != "1"]
        counted = "".join(f", ?number_{x}" for x in numbers)
        lengths = "rewrite ?repeat_length, ?one_of_length by auto; reflexivity"
        summed = (
            "repeat rewrite dot_app by (" + lengths + "); "
            "rewrite ?dot_repeat, ?dot_one_of by auto; cbn [dot]"
        )
        if self.attention.weights is Weights.ONES:
            summed = "rewrite ?add_up_app, ?add_up_repeat, ?add_up_one_of; cbn [add_up]"
        lines = [f"intros {' '.join(self.names())}; set (f := fun row => _)."]
        for k, (row, (unit, opened)) in enumerate(zip(self.rows(), units, strict=True)):
            row = row.removeprefix("rows ").rpartition(" ")[0]
            lines += [
                f"assert (role{k} : forall i, f ({row} i) = {unit}).",
                f"{{ intro i; unfold f; cbv beta; {summed}; rewrite ?INR_1{counted}.",
                f"  unfold {opened}; {'f_equal; ' if exponential else ''}ring. }}",
            ]
        alike = ", ".join(f"(add_up_alike _ _ _ _ role{k})" for k in range(len(units)))
        lines += [
            f"rewrite ?map_app, ?add_up_app, {alike}; rewrite ?INR_1{counted}.",
            f"subst; unfold {name}; ring.",
        ]
        return lines


def _numbers(what: str, counts: list[Expr]) -> list[str]:
    return ["1" if count == 1 else f"{what}_{k}" for k, count in enumerate(counts, 1)]

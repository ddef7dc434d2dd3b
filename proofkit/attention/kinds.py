"""The kinds of units: what a mechanism makes of one query and its keys.

Most mechanisms are a `Unit`: a function of each score, after which the weights are divided by
their sum. A `Kernel` looks at the rows of a query and a key instead of their score. A
`Projection` makes the weights from all scores together, such as sparsemax.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from sympy import Expr

    from proofkit.language.terms import Term

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Unit:
    """Attention with `u = link(A x)` entrywise, `alpha = <u, 1>` and `f = u / alpha`, or
    `f = u` where it is not `normalised`.

    Any function of a SymPy term will do: `Unit("square", lambda z: z**2 + 1)`. It may speak of
    parameters, such as a degree: `Unit("power", lambda z: z**beta)`. What is kept of a unit has the
    `term` of the link instead, in `z`.
    """

    name: str
    link: Callable[[Expr], Expr]
    normalised: bool = True
    term: Term | None = None

    @property
    def formula(self) -> str:
        from sympy import Symbol

        return f"u = {self.link(Symbol('z', real=True))}, entrywise, of the scores z = A x"


@dataclass(frozen=True)
class Pair:
    """A query and a key as a `Kernel` sees them. Rows are those of A; with all-ones weights
    queries and keys are scalars, the row sums."""

    score: Expr
    query_sum: Expr
    key_sum: Expr
    inner: Expr
    query_norm: Expr
    key_norm: Expr


@dataclass(frozen=True)
class Kernel:
    """Attention with `u` a function of a query's and a key's row, normalised like a `Unit`.

    `numeric(row, rows)` computes `u` of one row for all keys on NumPy arrays: a second opinion,
    which should not be made from the formula. `sums` says that only row sums enter, which make
    queries and keys for all-ones weights only.
    """

    name: str
    link: Callable[[Pair], Expr]
    numeric: Callable[[Floats, Floats], Floats] = field(compare=False)
    formula: str = "u of a query's and a key's row"
    sums: bool = False
    normalised: bool = True


@dataclass(frozen=True)
class Projection:
    """Weights from all scores together, where one key stands out by `gap` (which may be
    negative) among `count` keys and all others have equal scores.

    `top(gap, count)` is the weight of that key; the others share the rest. `numeric(scores,
    counts)` computes the weights of any scores in NumPy, `counts` keys at each of them: a
    second opinion, which should not be made from the formula.
    """

    name: str
    top: Callable[[Expr, Expr], Expr]
    numeric: Callable[[Floats, Floats], Floats] = field(compare=False)
    formula: str = "f of all scores together"
    normalised: ClassVar[bool] = True


AnyUnit = Unit | Kernel | Projection

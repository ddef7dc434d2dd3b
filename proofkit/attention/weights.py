"""Weights `x`: how the row of a query and the row of a key make a score."""

from __future__ import annotations

from enum import Enum
from typing import Any

from proofkit.attention.data import DataSet, TokenRole


class Weights(Enum):
    """`ones`: every weight is one, a score is the product of two row sums.
    `identity`: `x = vec(I)`, a score is the inner product of two rows."""

    ONES = "ones"
    IDENTITY = "identity"

    def score(self, data: DataSet, query: TokenRole, key: TokenRole) -> Any:
        """The score of a key for a query, in units of the squared scale."""
        if self is Weights.ONES:
            return data.row_sum(query) * data.row_sum(key)
        return data.inner(query, key)


ones = Weights.ONES
identity = Weights.IDENTITY

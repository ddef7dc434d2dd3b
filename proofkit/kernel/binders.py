"""The one table of binders: sum, product, max and min over an index differ by their records only.

Adding a binder is adding a record: how the normal form reads it, what it is over an empty range,
how ranges join, its sign, what it has to do with one of its entries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from proofkit.kernel.sign import (
    ANY,
    AT_LEAST_ZERO,
    NOT_ZERO,
    POSITIVE,
    ZERO_ONLY,
    within,
)
from proofkit.language.terms import ONE, ZERO, Term, add, multiply


@dataclass(frozen=True, kw_only=True)
class Binder:
    """What the kernel knows of a binder over `lo..hi`, where the range is empty if hi < lo."""

    op: str
    form: str  # how the normal form reads it
    empty: Term | None  # over an empty range; nothing if it has no value there
    join: Callable[..., Term]  # of the values over lo..m and m+1..hi
    sign: Callable[[int, bool], int]  # from the body's, and whether the range is not empty
    way: int  # each entry is at most the whole (1) or at least (-1)
    others: Term | None = None  # as long as the other entries are at least this
    needs: Term | None = None  # termwise comparison: the smaller entries are at least this
    bounds: int = 0  # 1: at most what each entry is at most; -1: at least what each is at least


def _product_sign(body: int, some: bool) -> int:
    """Over an empty range it is 1."""
    if body == POSITIVE:
        return POSITIVE
    if body == ZERO_ONLY and some:
        return ZERO_ONLY
    return AT_LEAST_ZERO if within(body, AT_LEAST_ZERO) else ANY


def _sign_of_sum(body: int, some: bool) -> int:
    """That of each entry, if they all lie on one side of 0; numbers that are not 0 may cancel."""
    if body == NOT_ZERO:
        return ANY
    return body if some else body | ZERO_ONLY


KERNEL_BINDERS = {
    record.op: record
    for record in (
        Binder(
            op="summed",
            form="linear",
            empty=ZERO,
            join=add,
            sign=_sign_of_sum,
            way=1,
            others=ZERO,
        ),
        Binder(
            op="multiplied",
            form="power",
            empty=ONE,
            join=multiply,
            sign=_product_sign,
            way=1,
            others=ONE,
            needs=ZERO,
        ),
        Binder(
            op="greatest",
            form="extreme",
            empty=None,
            join=lambda *parts: Term("max", parts),
            sign=lambda body, _: body,
            way=1,
            bounds=1,
        ),
        Binder(
            op="least",
            form="extreme",
            empty=None,
            join=lambda *parts: Term("min", parts),
            sign=lambda body, _: body,
            way=-1,
            bounds=-1,
        ),
    )
}

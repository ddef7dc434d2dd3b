"""Score families in NumPy: a weight from real score vectors, adversarial and random ones.

The adversarial vector gives every member of a crowd one score, that with the same sum of units.
Random vectors draw each score from the range on its own; the weight they give must lie between
those of the crowds at either end of the range, which is what "the extreme choice is extreme" says.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from proofkit.attention import signedlog
from proofkit.attention.asked import Family
from proofkit.attention.dense import MAX_TOKENS
from proofkit.attention.keys import Keys
from proofkit.attention.layout import exact
from proofkit.attention.links import Link, link_of
from proofkit.attention.logs import Floats, Logs, Measured, quiet
from proofkit.foundations.errors import Contradiction
from proofkit.language.from_sympy import data_from_sympy
from proofkit.language.terms import ONE

Sizes = Mapping[str, Fraction]
DRAWS = 20
SLACK = 1e-9


def measure(family: Family, name: str, values: Mapping[str, Fraction]) -> Measured | None:
    """The weight of the token `name`, after trying random scores where they fit in memory."""
    sizes = {token.name: exact(token.size, values) for token in family.tokens.values()}
    if any(size < 0 for size in sizes.values()) or sizes[name] != 1:
        return None
    scores = {name: signedlog.double(token.score, values) for name, token in family.tokens.items()}
    link = link_of(family.unit, values)
    found = _weight(link, name, sizes, scores)
    if found is not None and fits(family, values):
        _try_random(family, link, name, sizes, scores, values)
    return found


def fits(family: Family, values: Mapping[str, Fraction]) -> bool:
    """Are there few enough tokens to draw a score for each?"""
    return sum(exact(token.size, values) for token in family.tokens.values()) <= MAX_TOKENS


def _weight(link: Link, name: str, sizes: Sizes, scores: Mapping[str, float]) -> Measured | None:
    """The weight by role, in the logarithmic domain."""
    present = [token for token, size in sizes.items() if size]
    numbers = np.array([scores[token] for token in present])
    counts = Logs(
        np.ones(len(present)),
        np.array([math.log(sizes[token].numerator) for token in present]),
    )
    with quiet():
        units = link(numbers)
        keys = Keys(np.array(present, dtype=object), counts, numbers, units)
        found = keys.f(present.index(name))
    return None if math.isnan(found.log_abs) else found


def _try_random(
    family: Family,
    link: Link,
    name: str,
    sizes: Sizes,
    scores: Mapping[str, float],
    values: Mapping[str, Fraction],
) -> None:
    crowds = [
        token
        for token, size in sizes.items()
        if data_from_sympy(family.tokens[token].size) is not ONE
    ]
    ends = signedlog.double(family.low, values), signedlog.double(family.high, values)
    corners = [_weight(link, name, sizes, {**scores, **dict.fromkeys(crowds, end)}) for end in ends]
    if None in corners:
        return
    low, high = sorted(corner.log_abs for corner in corners if corner is not None)
    single = [token for token in family.tokens if token not in crowds]
    size = sum(sizes[token].numerator for token in crowds)
    drawn = np.empty((DRAWS, len(single) + size))
    drawn[:, : len(single)] = [scores[token] for token in single]
    drawn[:, len(single) :] = min(ends) + (max(ends) - min(ends)) * _uniform((DRAWS, size))
    found = _weights(link(drawn), single.index(name))
    if not np.all((low - SLACK <= found) & (found <= high + SLACK)):
        raise Contradiction(f"{family.mark}: random scores give a weight outside the extreme ones")


def _uniform(shape: tuple[int, int]) -> Floats:
    """Numbers between 0 and 1, the same every time; NumPy's own take long to import."""
    drawn = random.Random(0).randbytes(8 * math.prod(shape))
    return np.frombuffer(drawn, dtype=np.uint64).reshape(shape) / 2.0**64


def _weights(units: Logs, index: int) -> Floats:
    """The logarithms of one key's weights, a row for each query."""
    top = units.log_abs.max(axis=1, keepdims=True)
    total = (units.sign * np.exp(units.log_abs - top)).sum(axis=1)
    found: Floats = units.log_abs[:, index] - top[:, 0] - np.log(np.abs(total))
    return found

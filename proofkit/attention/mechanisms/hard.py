"""Hard attention: the key with the highest score takes all; keys that tie share equally."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from proofkit.attention.mechanisms.mechanism import Half, Mechanism
from proofkit.attention.units import Projection, by_sign

if TYPE_CHECKING:
    from proofkit.attention.kinds import Floats

SAME = 1e-12


def _numeric(scores: Floats, counts: Floats) -> Floats:
    """No opinion where the highest scores are so close that rounding may have tied them."""
    highest = scores.max()
    close = scores >= highest - SAME * np.abs(highest)
    if close.sum() > 1:
        return np.full_like(scores, np.nan)
    return np.where(close, 1 / counts, 0.0)


FORMULA = "f = 1 at the highest score, shared where scores tie"
one_hot = Projection("hard", lambda gap, count: count / count, _numeric, FORMULA)
"""Hard attention where the needle's score is the highest."""

_whole = Projection("hard", lambda gap, count: by_sign(gap, 0, 1 / count, 1), _numeric, FORMULA)


def unit() -> Projection:
    """Hard attention for any gap."""
    return _whole


mechanism = Mechanism(
    "hard",
    title="Hard attention (top 1)",
    about="f = 1 at the highest score: it hears the needle of D0 just as well",
    cost="n^2*d",
    unit=unit,
    half=Half("always, for a > 0"),
)

"""Hard attention: the key with the highest score takes all; keys that tie share equally."""

from __future__ import annotations

from proofkit.attention import opinions
from proofkit.attention.mechanisms.mechanism import Half, Mechanism
from proofkit.attention.units import Projection, by_sign

FORMULA = "f = 1 at the highest score, shared where scores tie"
one_hot = Projection("hard", lambda gap, count: count / count, opinions.hard, FORMULA)
"""Hard attention where the needle's score is the highest."""

_whole = Projection(
    "hard", lambda gap, count: by_sign(gap, 0, 1 / count, 1), opinions.hard, FORMULA
)


mechanism = Mechanism(
    "hard",
    title="Hard attention (top 1)",
    about="f = 1 at the highest score: it hears the needle of D0 just as well",
    cost="n^2*d",
    unit=lambda: _whole,
    half=Half("always, for a > 0"),
)

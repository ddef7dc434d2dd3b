"""Random events, as authors import them."""

from proofkit.language.events import (
    KINDS,
    P,
    above,
    both,
    despite,
    exceeds,
    none,
    reaches,
    some,
    weighted,
)

__all__ = [
    "KINDS",
    "P",
    "above",
    "both",
    "despite",
    "exceeds",
    "none",
    "reaches",
    "some",
    "weighted",
]

"""Random events: the public module that authors import."""

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

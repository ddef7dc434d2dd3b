"""How lemmas and claims travel to another process: by the names of their modules."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


def place_of(lemma: str, found: object, claim: str = "") -> str:
    """The module whose `lemma` this is, or has this claim; "" if there is none."""
    for name, module in [*sys.modules.items()]:
        there: Any = getattr(module, "__dict__", {}).get("lemma")
        if getattr(there, "id", None) == lemma and found is (
            there.claims.get(claim) if claim else there
        ):
            return name
    return ""


def arrived(module: str, claim: str = "") -> Any:
    """The lemma of a module, or one of its claims."""
    lemma = import_module(module).lemma
    return lemma.claims[claim] if claim else lemma

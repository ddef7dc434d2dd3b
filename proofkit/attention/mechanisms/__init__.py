"""Attention mechanisms, one module each: the weights that each gives a query's keys.

A module here that defines `mechanism` is one, and so is a module, or the modules of a package,
that an entry point of the group `proofkit.mechanisms` names. `find("power:6")` is a mechanism
with its argument.
"""

from proofkit.attention.mechanisms.mechanism import Argument, Chosen, Half, Mechanism
from proofkit.attention.mechanisms.registry import DEFAULT, find, known, shown

__all__ = ["DEFAULT", "Argument", "Chosen", "Half", "Mechanism", "find", "known", "shown"]

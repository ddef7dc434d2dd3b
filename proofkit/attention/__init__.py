"""The domain: what attention computes on data described by token roles and column roles.

Describe a data set (`DataSet`, or `proofkit.attention.needle.needle_data`), choose a unit
(`softmax`, `linear`, or a `Unit` of your own) and weights (`ones`, `identity`), and
`Attention` derives scores, weights and contexts as SymPy terms. Mechanisms by name are in
`proofkit.attention.mechanisms`. The NumPy core that builds
the real matrices from the same description is `proofkit.attention.dense`; it is never
imported from here.

Layers it imports: foundations, language.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofkit.attention.data import Arrangement, ColumnRole, DataSet, Spread, TokenRole
    from proofkit.attention.derivation import Attention, latex_name
    from proofkit.attention.units import Kernel, Pair, Projection, Unit, by_sign, linear, softmax
    from proofkit.attention.weights import Weights, identity, ones

_HOMES = {
    "data": ("Arrangement", "ColumnRole", "DataSet", "Spread", "TokenRole"),
    "derivation": ("Attention", "latex_name"),
    "units": ("Kernel", "Pair", "Projection", "Unit", "by_sign", "linear", "softmax"),
    "weights": ("Weights", "identity", "ones"),
}
__all__ = [
    "Arrangement",
    "Attention",
    "ColumnRole",
    "DataSet",
    "Kernel",
    "Pair",
    "Projection",
    "Spread",
    "TokenRole",
    "Unit",
    "Weights",
    "by_sign",
    "identity",
    "latex_name",
    "linear",
    "ones",
    "softmax",
]


def __getattr__(name: str) -> Any:
    """Loaded when asked for: the NumPy core is in this package, and does without SymPy."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

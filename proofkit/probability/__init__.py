"""The probability that the network separates the two data sets: exact, bounded by proof, and
simulated.

A neuron sees a few single signs and the sum of all others, so that the events of interest
are decided for all `2^d` sign vectors at once (`events`), weighed exactly by the kernel, and
carried over to `m` independent neurons (`network`). Beside these exact values stand the
proved bounds (`bounds`) and simulations (`simulation`), and the three must agree.

What is asked about is a `Separation` that a collection declares.

Layers it imports: foundations, jobs, language, kernel, search, attention.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofkit.probability.separation import Axis, Preferred, Promised, Separation

__all__ = ["Axis", "Preferred", "Promised", "Separation"]


def __getattr__(name: str) -> Any:
    """Loaded when asked for: second opinions are in this package, and do without SymPy."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from proofkit.probability import separation

    return getattr(separation, name)

"""How probable it is that the network separates the two data sets: exactly, as proved, and
by experiment.

A neuron sees a few single signs and the sum of all others, so that the events of interest
are decided for all `2^d` sign vectors at once (`events`), weighed exactly by the kernel, and
carried over to `m` independent neurons (`network`). Beside these exact values stand the
proved bounds (`bounds`) and simulations (`simulation`), and the three must agree.

What is asked about is a `Separation` that a collection declares.

Rooms it imports: foundations, jobs, language, kernel, search, attention.
"""

from proofkit.probability.separation import Axis, Preferred, Promised, Separation

__all__ = ["Axis", "Preferred", "Promised", "Separation"]

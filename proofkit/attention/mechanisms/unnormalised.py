"""Linear attention whose weights are the scores, not divided by their sum."""

from __future__ import annotations

from proofkit.attention.mechanisms.mechanism import Mechanism
from proofkit.attention.units import Unit


def unit() -> Unit:
    """The score as it is, and no normalisation."""
    return Unit("unnormalised", lambda z: z, normalised=False)


mechanism = Mechanism(
    "unnormalised",
    title="Linear attention without normalisation",
    about="f = z: contexts grow like n*log(n), so that a neuron fires on both data sets",
    cost="n*d^2",
    unit=unit,
)

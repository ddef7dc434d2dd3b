"""How the parameters of the needle data hang together; their defaults are a collection's."""

from __future__ import annotations

from proofkit.language.parameters import Link

LAYOUT = Link(
    "n = (d - 2)*t",
    {
        "n": lambda v: (v["d"] - 2) * v["t"],
        "d": lambda v: v["n"] / v["t"] + 2,
        "t": lambda v: v["n"] / (v["d"] - 2),
    },
    keep=("d", "n", "t"),
)
SPLIT = Link(
    "b + c = 1",
    {"b": lambda v: 1 - v["c"], "c": lambda v: 1 - v["b"]},
    keep=("b",),
)

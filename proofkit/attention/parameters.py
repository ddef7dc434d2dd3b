"""The parameters of the needle data and of the network on top, and how they hang together."""

from __future__ import annotations

from proofkit.language.parameters import Link, Parameter

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

TOKENS = Parameter("n", "1000", "number of tokens", integer=True, least=2, link=LAYOUT)
COLUMNS = Parameter("d", "102", "number of columns", integer=True, least=3, link=LAYOUT)
COPIES = Parameter("t", "10", "copies of the identity block", integer=True, least=1, link=LAYOUT)
NEEDLE_D0 = Parameter("a0", "1/100", "strength of the needle in D0")
NEEDLE_D1 = Parameter("a1", "6/5", "strength of the needle in D1")
CLASS = Parameter("b", "1/5", "strength of the class columns", link=SPLIT)
BIAS = Parameter("c", "4/5", "strength of the bias column", link=SPLIT)
NEURONS = Parameter("m", "64", "hidden neurons", integer=True, least=1)
FAILURE = Parameter("delta", "1/100", "failure probability")

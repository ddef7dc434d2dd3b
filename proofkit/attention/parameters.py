"""The parameters of the needle data and of the network on top, and how they hang together."""

from __future__ import annotations

from fractions import Fraction

from proofkit.language.parameters import Link, Parameter, Values


def _tokens(values: Values) -> Fraction:
    return (values["d"] - 2) * values["t"]


def _columns(values: Values) -> Fraction:
    return values["n"] / values["t"] + 2


def _copies(values: Values) -> Fraction:
    return values["n"] / (values["d"] - 2)


def _class(values: Values) -> Fraction:
    return 1 - values["c"]


def _bias(values: Values) -> Fraction:
    return 1 - values["b"]


LAYOUT = Link("n = (d - 2)*t", {"n": _tokens, "d": _columns, "t": _copies}, keep=("d", "n", "t"))
SPLIT = Link("b + c = 1", {"b": _class, "c": _bias}, keep=("b",))
"""Functions with names, so that a report on a lemma can be sent to another process."""

TOKENS = Parameter("n", "1000", "number of tokens", integer=True, least=2, link=LAYOUT)
COLUMNS = Parameter("d", "102", "number of columns", integer=True, least=3, link=LAYOUT)
COPIES = Parameter("t", "10", "copies of the identity block", integer=True, least=1, link=LAYOUT)
NEEDLE_D0 = Parameter("a0", "1/100", "strength of the needle in D0")
NEEDLE_D1 = Parameter("a1", "6/5", "strength of the needle in D1")
CLASS = Parameter("b", "1/5", "strength of the class columns", link=SPLIT)
BIAS = Parameter("c", "4/5", "strength of the bias column", link=SPLIT)
NEURONS = Parameter("m", "64", "hidden neurons", integer=True, least=1)
FAILURE = Parameter("delta", "1/100", "failure probability")

"""How a term moves with a part of it: what the kernel concludes follows from the moves and slopes
of the arguments, which it says with it."""

import pytest

from proofkit.foundations.errors import Undefined
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.kernel.numbers import growth
from proofkit.kernel.operations import Growth
from proofkit.kernel.sign import AT_LEAST_ZERO, NEGATIVE, POSITIVE, within
from proofkit.language.terms import ONE, TWO, parse

KNOWN = Known(
    Context(
        dict.fromkeys("xyk", False),
        {
            "x": (ONE, "<", parse("x")),
            "y": (parse("y"), "<=", parse("0")),
            "k": (ONE, "<=", parse("k")),
        },
    ),
    Trail(),
)


def found(function):
    return growth(KNOWN, parse(function), "hole", ONE, TWO)


@pytest.mark.parametrize(
    ("function", "way", "strict"),
    [
        ("hole", 1, True),
        ("x", 0, True),
        ("x - hole", -1, True),
        ("x*hole + exp(hole)", 1, True),
        ("y*hole", -1, False),
        ("hole^(-2)", -1, True),
        ("log(hole)*hole", 1, False),
        ("x^hole - y", 1, True),
        ("(1/x)^hole", None, None),
        ("(1/2)^hole", -1, True),
        ("max(hole, x)", 1, False),
        ("abs(-hole)*k", 1, True),
        ("hole^k - 1/hole", 1, True),
        ("hole - hole^2", None, None),
        ("abs(hole - x)", None, None),
    ],
)
def test_which_way_and_why(function, way, strict):
    if way is None:
        with pytest.raises(Undefined):
            found(function)
        return
    why = found(function)
    assert why[:2] == (way, strict)
    assert concluded(parse(function), why) == (way, strict)


def concluded(term, why):
    """The direction and strictness of a term, made anew from those of the arguments."""
    if not why.moves:
        return why[:2]
    assert len(why.moves) == len(why.slopes) == len(term.args)
    ways, some = set(), False
    for arg, inner, slope in zip(term.args, why.moves, why.slopes, strict=True):
        way, strict = concluded(arg, inner)
        if way:
            ways.add(way if within(slope, AT_LEAST_ZERO) else -way)
            some |= strict and slope in (POSITIVE, NEGATIVE)
    (way,) = ways
    return way, some


def test_what_stays_has_no_slope():
    why = found("y*hole")
    assert [move.way for move in why.moves] == [0, 1]
    assert why.moves[1] == Growth(1, True)

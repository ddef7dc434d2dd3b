"""One meaning of powers: `x^y` for x > 0; for x = 0 and y >= 0, with `0^0 = 1`; for an integer y,
where x is not 0 if y < 0. What is accepted is compared with exact fractions, not with the kernel."""

import random
from fractions import Fraction
from itertools import product

import pytest

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.kernel.numbers import require_continuous
from proofkit.kernel.points import Point, decide
from proofkit.language.terms import add, multiply, number, parse, power, variable

X, Y, Z = map(variable, "xyz")
NAMES = {"x": False, "y": False, "z": False}
BASES, EXPONENTS = (0, Fraction(1, 4), 1, 2, 3), (0, 1, 2, 3)
RING = {"rule": "ring"}
REFUSED = (CertificateError, InputError, Undefined)


def known(build, *hypotheses, kinds=NAMES):
    facts = {f"h{k}": build.fact(h) for k, h in enumerate(hypotheses)}
    return Known(Context(kinds, facts), Trail())


def accepts(place, goal, node):
    try:
        inference.check(place, goal, node)
    except REFUSED:
        return False
    return True


def exact(term, point):
    """The value by fractions, for exponents that are whole at the point; Python's `0**0` is 1."""
    if term.op == "number":
        return term.args[0]
    if term.op == "variable":
        return Fraction(point[term.args[0]])
    parts = [exact(arg, point) for arg in term.args]
    if term.op == "sum":
        return sum(parts, Fraction(0))
    if term.op == "product":
        return parts[0] * exact(multiply(*term.args[1:]), point)
    base, exponent = parts
    assert exponent.denominator == 1
    return base**exponent.numerator


@pytest.mark.parametrize(
    ("hypotheses", "term", "valued"),
    [
        (["x >= 0", "y >= 0"], "x^y", True),
        (["x >= 0", "y > 0"], "x^y", True),
        (["x > 0"], "x^y", True),
        (["y >= 0"], "0^y", True),
        (["x >= 0"], "x^y", False),
        (["y >= 0"], "x^y", False),
        (["y >= 1"], "(x^2)^(y - 1)", True),
        (["y >= 1"], "(x^2)^(y - 2)", False),
        (["x >= 0", "y >= 0"], "1/x^y", False),
        (["x >= 0", "y >= 0"], "log(x^y)", False),
        (["x >= 0", "y <= 0"], "x^y", False),
    ],
)
def test_where_a_power_has_a_value(build, hypotheses, term, valued):
    place = known(build, *hypotheses)
    try:
        place.require_value(parse(term))
    except Undefined:
        assert not valued
    else:
        assert valued


@pytest.mark.parametrize("x", BASES)
@pytest.mark.parametrize("y", EXPONENTS)
def test_points_mean_what_rules_mean(build, x, y):
    found = decide(Context(NAMES), (power(X, Y), "=", number(Fraction(x) ** y)),
                   {"x": Fraction(x), "y": Fraction(y), "z": Fraction(0)})  # fmt: skip
    assert found.value == "holds"


@pytest.mark.parametrize(("x", "y"), [(0, -1), (0, Fraction(-1, 2)), (-1, Fraction(1, 2))])
def test_points_without_a_value(x, y):
    point = Point(Context(NAMES), {"x": Fraction(x), "y": Fraction(y)})
    with pytest.raises(Undefined):
        point.enclose(power(X, Y), 64)


def random_power(dice, depth=2):
    """Products of powers of variables >= 0, with exponents >= 0."""
    if not depth:
        return dice.choice((X, Z, number(dice.choice((0, 1, 2)))))
    base, other = random_power(dice, depth - 1), random_power(dice, depth - 1)
    exponent = dice.choice((Y, add(Y, number(1)), multiply(number(2), Y), number(2), number(0)))
    return dice.choice((power(base, exponent), multiply(base, other), power(base, exponent)))


@pytest.mark.parametrize("seed", range(3))
def test_equal_forms_and_monotone_rules_are_true_at_zero(build, seed):
    dice, place = random.Random(seed), known(build, "x >= 0", "y >= 0", "z >= 0")
    points = [dict(zip("xyz", v, strict=True)) for v in product(BASES, (0, 1, 2), (0, 1, 2))]
    told = 0
    for _ in range(150):
        left, right = random_power(dice), random_power(dice)
        pairs = [(left, right), (multiply(left, right), multiply(right, left))]
        pairs += [(power(multiply(X, Z), Y), multiply(power(X, Y), power(Z, Y))),
                  (power(left, add(Y, number(1))), multiply(left, power(left, Y)))]  # fmt: skip
        for one, other in pairs:
            if accepts(place, (one, "=", other), RING):
                told += 1
                assert all(exact(one, p) == exact(other, p) for p in points), (one, other)
    assert told > 100


@pytest.mark.parametrize("least", [0, 1, None])
@pytest.mark.parametrize("greatest", [0, 1, None])
@pytest.mark.parametrize("order", ["<", "<="])
def test_exponents_are_exchanged_at_zero(build, least, greatest, order):
    """`x^y` against `x^z`, for x in a range that may begin at 0."""
    ends = [f"x >= {least}"] * (least is not None) + [f"x <= {greatest}"] * (greatest is not None)
    place = known(build, f"y {order} z", "y >= 0", "z >= 0", "x >= 0", *ends)
    points = [dict(zip("xyz", v, strict=True)) for v in product(BASES, EXPONENTS, EXPONENTS)]
    points = [p for p in points if (least or 0) <= p["x"] <= (9 if greatest is None else greatest)]
    points = [p for p in points if p["y"] < p["z"] or (order == "<=" and p["y"] == p["z"])]
    for (old, new), wanted in product(((Y, Z), (Z, Y)), ("<=", "<")):
        if accepts(place, (X**old, wanted, X**new), moved(old, new)):
            for point in points:
                small, large = exact(X**old, point), exact(X**new, point)
                assert small < large or (wanted == "<=" and small == large), point
    falls = accepts(place, (X**Z, "<=", X**Y), moved(Z, Y))
    assert order == "<" or least == 1 or falls == (greatest is not None)


def moved(old, new):
    return {"rule": "exchange", "hole": "h", "function": X ** variable("h"), "old": old,
            "new": new, "because": {"rule": "assume", "fact": "h0"}}  # fmt: skip


def test_a_power_rises_from_zero_to_the_zero(build):
    place = known(build, "x >= 0", "x <= z", "y >= 0")
    node = {"rule": "exchange", "hole": "h", "function": "h^y", "old": "x", "new": "z",
            "because": {"rule": "assume", "fact": "h1"}}  # fmt: skip
    place = place.with_fact("z", (number(0), "<=", Z))
    assert accepts(place, (X**Y, "<=", Z**Y), node)
    assert not accepts(place, (X**Y, "<", Z**Y), node)
    assert not accepts(place, (Z**Y, "<=", X**Y), node)


@pytest.mark.parametrize(
    ("hypotheses", "term", "continuous"),
    [
        (["x >= 0", "y >= 0"], "x^y", False),
        (["y >= 0"], "0^y", False),
        (["y >= 0"], "y^y", False),
        (["x >= 0", "y > 0"], "x^y", True),
        (["x > 0"], "x^y", True),
        (["x >= 0", "z >= 0"], "x^z", True),
        (["x >= 0", "y >= 0"], "1 + 2*exp(x^y)", False),
    ],
)
def test_powers_jump_where_base_and_exponent_are_zero(build, hypotheses, term, continuous):
    place = known(build, *hypotheses)
    place.require_value(parse(term))
    try:
        require_continuous(place, parse(term), "y")
    except Undefined:
        assert not continuous
    else:
        assert continuous


@pytest.mark.parametrize("function", ["0^x", "(x^2)^x", "x^x"])
def test_no_derivative_is_taken_across_the_jump(build, function):
    """On x > 0, `0^x` is constant: without continuity its value at 0 would be everywhere."""
    place = known(build, "x >= 0")
    node = {"rule": "derive", "variable": "x", "at": "0", "from": "below", "fresh": "t",
            "strict": "slope", "start": RING, "closed": [], "open": [], "slope": RING}  # fmt: skip
    bound = number(1)
    assert not accepts(place, (bound, "<=", parse(function)), node)


def test_boxes_reach_the_corner(build):
    """Over `0 <= x, y <= 1`, `x^y` takes 0 and 1 and nothing beyond."""
    place = known(build, "0 <= x", "x <= 1", "0 <= y", "y <= 1")
    box = {"rule": "box", "bits": 64, "cuts": [[]]}
    assert accepts(place, (X**Y, "<=", number(1)), box)
    assert accepts(place, (number(0), "<=", X**Y), box)
    assert not accepts(place, (number(0), "<", X**Y), box)
    assert not accepts(place, (X**Y, "<", number(1)), box)
    assert not accepts(place, (X**Y, "<=", number(Fraction(99, 100))), box)

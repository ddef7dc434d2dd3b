"""The laws that an equality is said to rest on are true where their conditions hold, and enough."""

import random
from fractions import Fraction

import mpmath
import pytest

from proofkit.evidence.equality import Equality
from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.language.terms import ONE, TWO, ZERO, parse, text, variable

FACTS = {
    "x": (TWO, "<=", variable("x")),
    "y": (ZERO, "<", variable("y")),
    "z": (variable("z"), "<=", ZERO),
    "w": (ZERO, "<=", variable("w")),
    "xy": (variable("y"), "<", variable("x")),
    "u": (ONE, "<=", parse("u^2")),
}
KINDS = dict.fromkeys("xyzwu", False) | {"n": True}


def place(ids=FACTS):
    return Known(Context(KINDS, {id: FACTS[id] for id in ids}), Trail())


def why(left, right, known=None):
    return Equality(known or place(), parse(left), parse(right))


@pytest.mark.parametrize(
    ("left", "right", "laws", "facts"),
    [
        ("(x + 1)^2", "x^2 + 2*x + 1", [], set()),
        ("sqrt(x^2)", "x", ["sqrt(x^2) = x"], {"x"}),
        ("abs(z)*x", "-x*z", ["abs(z) = -z"], {"z"}),
        ("log(x*y)", "log(x) + log(y)", ["log(x*y) = log(x) + log(y)"], {"x", "y"}),
        ("(x^y)^n", "x^(n*y)", ["(x^y)^n = x^(n*y)"], set()),
        ("exp(y*log(x))", "x^y", ["exp(y*log(x)) = x^y"], set()),
        ("x^(y + 1)", "x*x^y", [], set()),
    ],
)
def test_the_laws_of_an_equality(left, right, laws, facts):
    found = why(left, right)
    assert found.known.ring.equal(found.left, found.right)
    assert [f"{text(law.term)} = {text(law.form)}" for law in found.laws] == laws
    assert set(found.facts()) == facts


def test_a_law_says_which_terms_have_to_be_integers():
    (law,) = why("(x^y)^n", "x^(n*y)").laws
    assert law.integers == (variable("n"),)


def test_without_what_it_rests_on_the_equality_is_not_shown():
    for left, right in (("sqrt(x^2)", "x"), ("abs(z)", "-z")):
        found = why(left, right)
        fewer = place([id for id in FACTS if id not in {*found.facts()} | {"xy"}])
        assert not fewer.ring.equal(found.left, found.right)


def formula(rng, depth):
    if not depth or rng.random() < 0.15:
        return rng.choice(["x", "y", "z", "w", "u", "2", "1/3", "x - y", "x + w"])
    a, b = formula(rng, depth - 1), formula(rng, depth - 1)
    power = rng.choice(["2", "3", "(-1)", "(1/2)", "(3/2)", "y", "(-x)", "(y + 1)"])
    made = [f"({a} + {b})", f"({a})*({b})", f"({a})^{power}", f"sqrt({a})", f"exp({a})"]
    return rng.choice([*made, f"log({a})", f"abs({a})", f"max({a}, {b})", f"({a})^2"])


def equalities(count):
    """Random terms that have values, with their normal forms."""
    known = place()
    for seed in range(count):
        term = parse(formula(random.Random(seed), 3))
        try:
            known.require_value(term)
            found = Equality(known, term, known.ring.canonical(term))
            assert found.laws is not None
        except (Undefined, LimitExceeded):
            continue
        yield found


def test_every_law_is_true_at_points():
    """At points of the place, that are at the ends of the facts too, both sides are one number."""
    points = []
    for rng in map(random.Random, range(6)):
        x = rng.choice([2, Fraction(9, 4), 5])
        given = {
            "x": x,
            "y": x * Fraction(rng.randint(1, 8), 9),
            "z": rng.choice([0, Fraction(-7, 3)]),
        }
        points.append(
            given | {"w": rng.choice([0, Fraction(1, 2), 3]), "u": rng.choice([-2, 1, 4]), "n": 3}
        )
    checked, kinds = 0, set()
    for law in (law for found in equalities(500) for law in found.laws):
        for point in points:
            one, other = (value(side, point) for side in (law.term, law.form))
            if one is not None and other is not None:
                assert mpmath.almosteq(one, other, 1e-25, 1e-25), (law.term, law.form, point)
                checked += 1
                kinds.add(law.term.op)
    assert checked > 1000
    assert kinds >= {"power", "exp", "log", "abs"}


def value(term, point):
    """The term in floating point with many digits; nothing where this has no value or overflows."""
    with mpmath.workdps(40):
        try:
            found = _value(term, point)
        except (ZeroDivisionError, OverflowError, ValueError):
            return None
        good = isinstance(found, mpmath.mpf) and mpmath.isfinite(found)
        return found if good and abs(found) < 1e12 else None


def _value(term, point):
    if term.op == "number":
        return mpmath.mpf(term.args[0].numerator) / term.args[0].denominator
    if term.op == "variable":
        found = Fraction(point[term.args[0]])
        return mpmath.mpf(found.numerator) / found.denominator
    args = [_value(arg, point) for arg in term.args]
    if any(isinstance(arg, mpmath.mpc) for arg in args):
        raise ValueError
    if term.op == "log" and args[0] <= 0:
        raise ValueError
    if term.op == "exp" and args[0] > 200:
        raise OverflowError
    if term.op == "power" and abs(args[1]) > 60:
        raise OverflowError
    plain = {"sum": mpmath.fsum, "product": mpmath.fprod, "max": max, "min": min}
    if term.op in plain:
        return mpmath.mpf(plain[term.op](args))
    return {"power": lambda x, y: x**y, "exp": mpmath.exp, "log": mpmath.log, "abs": abs}[term.op](
        *args
    )


def test_the_facts_of_the_laws_are_enough():
    """With those facts alone the two sides are shown to be equal again."""
    tried = 0
    for found in equalities(500):
        few = place({*found.facts()})
        assert few.ring.equal(found.left, found.right), (found.left, found.right, {*found.facts()})
        tried += bool(found.laws)
    assert tried > 50

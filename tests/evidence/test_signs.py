"""What a sign is said to rest on is enough for it: with those facts alone the kernel knows it."""

import random
from fractions import Fraction

import pytest

from proofkit.evidence.signs import Sign
from proofkit.kernel.assumptions import Context, Known, Trail, replace
from proofkit.kernel.sign import ANY, AT_LEAST_ZERO, NEGATIVE, POSITIVE, ZERO_ONLY, within
from proofkit.language.terms import parse, subtract

FACTS = {
    "x-low": "x >= 2",
    "x-high": "x <= 5",
    "y-sign": "y >= 0",
    "y-high": "y < 3",
    "z-sign": "z < 0",
    "w-is": "w = 1/2",
    "gap": "x*y - z > 1",
    "share": "1/(x + y) <= 1/4",
}
KINDS = dict.fromkeys("xyzwn", False) | {"n": True}


def place(ids=FACTS, definitions=None):
    facts = {}
    for id in ids:
        left, relation, right = FACTS[id].rsplit(" ", 2)
        facts[id] = parse(left), relation, parse(right)
    meanings = {name: parse(value) for name, value in (definitions or {}).items()}
    return Known(Context(KINDS, facts, meanings), Trail())


@pytest.mark.parametrize(
    ("term", "bits", "facts"),
    [
        ("3", POSITIVE, set()),
        ("exp(z)", POSITIVE, set()),
        ("x", POSITIVE, {"x-low"}),
        ("2*x - 4", AT_LEAST_ZERO, {"x-low"}),
        ("x - 6", NEGATIVE, {"x-high"}),
        ("w - 1/2", ZERO_ONLY, {"w-is"}),
        ("x*z", NEGATIVE, {"x-low", "z-sign"}),
        ("x*y - z - 1", POSITIVE, {"gap"}),
        ("log(x)", POSITIVE, {"x-low"}),
        ("4 - x - y", ANY, set()),
        ("max(z, y)", AT_LEAST_ZERO, {"y-sign", "z-sign"}),
        ("z^2 + y", POSITIVE, {"y-sign", "z-sign"}),
        ("abs(n)", AT_LEAST_ZERO, set()),
    ],
)
def test_a_sign_rests_on_these_facts(term, bits, facts):
    why = Sign(place(), parse(term))
    assert (why.bits, set(why.facts())) == (bits, facts)


def test_the_number_that_a_fact_puts_below_a_term_is_said_with_how():
    (low, high) = Sign(place(), parse("10 - 2*x + 1")).bounds
    assert high is None
    assert (low.value, low.fact, low.scale) == (1, "x-high", 2)  # 11 - 2*x is 2*(5 - x) + 1


def test_an_equation_bounds_from_both_sides():
    low, high = Sign(place(), parse("2*w - 1")).bounds
    assert (low.fact, high.fact) == ("w-is", "w-is")
    assert (low.turned, high.turned) in ((True, False), (False, True))


def test_bounds_and_parts_together():
    known = place(()).with_fact("zero", (parse("abs(y)"), "<=", parse("0")))
    why = Sign(known, parse("abs(y)"))
    assert why.bits == ZERO_ONLY  # >= 0 by what it is, <= 0 by the fact
    assert why.by_parts == AT_LEAST_ZERO
    assert [*why.facts()] == ["zero"]


def test_a_definition_passes_its_sign_on():
    why = Sign(place(definitions={"f": "x*x + y"}), parse("f"))
    assert [part.term for part in why.parts] == [parse("x*x + y")]
    assert set(why.facts()) == {"x-low", "y-sign"}


def test_bounds_say_what_they_mean():
    """A term is `scale` times the gap of the fact, and the number: at random points too."""
    known, rng = place(), random.Random(7)
    for source in ("x", "5*x - 2", "3 - 2*y", "w", "7*w + 1", "1 - 8*z", "x*y - z - 1/2"):
        term = parse(source)
        for bound, turned in zip(known.bounds_of(term), (1, -1), strict=True):
            if bound is None:
                continue
            small, _, large = known.facts[bound.fact]
            gap = subtract(small, large) if bound.turned else subtract(large, small)
            for _ in range(3):
                at = {v: parse(str(Fraction(rng.randint(-50, 50), 7))) for v in "xyzw"}
                one, other = (constant(t, at) for t in (term, gap))
                assert turned * one == bound.scale * other + bound.value


def constant(term, at):
    return Known(Context({}), Trail()).ring.constant(replace(term, at))


def test_what_a_sign_rests_on_is_enough():
    rng = random.Random(1)
    everything, seen = place(), 0
    for _ in range(400):
        term = parse(formula(rng, 3))
        why = Sign(everything, term)
        if why.bits == ANY:
            continue
        facts = set(why.facts())
        few = place([id for id in FACTS if id in facts])
        assert within(few.sign(term), why.bits), (term, facts)
        seen += len(facts) > 1
    assert seen > 50


def test_what_is_the_same_is_looked_at_once():
    """A sum of a sum of a sum of ... has as many parts as are written, not as many as it stands for."""
    meanings = {"f0": "x + y"} | {f"f{k}": f"f{k - 1} + f{k - 1}" for k in range(1, 60)}
    why = Sign(place(definitions=meanings), parse("f59"))
    assert set(why.facts()) == {"x-low", "y-sign"}


def formula(rng, depth):
    if not depth or rng.random() < 0.2:
        return rng.choice(["x", "y", "z", "w", "n", "1", "2", "1/3", "x*y - z"])
    a, b = formula(rng, depth - 1), formula(rng, depth - 1)
    made = [f"({a} + {b})", f"({a} - {b})", f"({a})*({b})", f"({a})^2", f"({a})^3", f"exp({a})"]
    return rng.choice([*made, f"abs({a})", f"max({a}, {b})", f"min({a}, {b})"])

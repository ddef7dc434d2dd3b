"""The constant `pi()`: its enclosures, its text beside an unknown that is called so, and names that
could capture it."""

from fractions import Fraction
from math import factorial

import pytest
from flint import arb, fmpq

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.foundations.seals import seal
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Context, Known, Trail, replace
from proofkit.kernel.certificates import Library
from proofkit.kernel.interval import pi
from proofkit.kernel.points import decide, precision
from proofkit.language.terms import (
    PI,
    add,
    multiply,
    number,
    parse,
    power,
    text,
    variable,
    variables,
)
from proofkit.search.header import header

BOX = {"rule": "box", "bits": 64, "cuts": [[]]}


def arctan(inverse, terms):
    """Between two partial sums of the series of atan(1/inverse), exactly."""
    low = high = Fraction(0)
    for k in range(terms):
        step = Fraction((-1) ** k, (2 * k + 1) * inverse ** (2 * k + 1))
        low, high = (high + step, high) if k % 2 else (low, low + step)
        low, high = min(low, high), max(low, high)
    return low, high


def machin(terms):
    """Rational numbers around the circumference, by Machin's formula."""
    (a, b), (c, d) = arctan(5, terms), arctan(239, terms)
    return 16 * a - 4 * d, 16 * b - 4 * c


@pytest.mark.parametrize("bits", [32, 64, 200, 1000])
def test_the_enclosure_is_right_and_tight(bits):
    low, high = machin(bits // 4 + 8)
    assert high - low < Fraction(1, 2**bits)
    with precision(bits):
        found = pi()
    with precision(4 * bits):
        assert found.low < arb(fmpq(*high.as_integer_ratio()))
        assert found.high > arb(fmpq(*low.as_integer_ratio()))
        assert found.high - found.low < arb(2) ** (4 - bits)


def test_partial_sums_enclose():
    low, high = machin(5)
    assert low < Fraction(355, 113) and Fraction(333, 106) < high and factorial(3) > high > low > 3


@pytest.mark.parametrize(
    "source",
    ["pi()", "2*pi()", "pi()^2", "1/pi()", "pi() + pi", "sqrt(2*pi())", "log(pi())", "-pi()"],
)
def test_the_text_is_read_back(source):
    assert text(parse(source)) == source


@pytest.mark.parametrize("source", ["pi(1)", "pi(", "pi()()", "exp()", "e()", "pi ()x", "P()"])
def test_other_brackets_are_refused(source):
    with pytest.raises(InputError):
        parse(source)


def test_the_constant_is_no_variable():
    assert variables(parse("pi() + x")) == {"x"}
    assert parse("pi") == variable("pi") != PI
    assert replace(parse("pi() + pi"), {"pi": number(3)}) == add(PI, number(3))


def proves(parameters, statement, node, hypotheses=()):
    facts = {f"h{k}": fact for k, fact in enumerate(hypotheses)}
    try:
        inference.check(Known(Context(parameters, facts), Trail()), statement, node)
    except (CertificateError, InputError, Undefined):
        return False
    return True


@pytest.mark.parametrize(
    "value", [Fraction(22, 7), Fraction(355, 113), Fraction(3141592654, 10**9)]
)
def test_bounds_of_the_constant_and_none_of_the_unknown(value):
    above, x = number(value), variable("pi")
    assert proves({}, (PI, "<", above), BOX)
    assert not proves({}, (above, "<=", PI), BOX)
    assert not proves({"pi": False}, (x, "<", above), BOX)
    assert not proves({"pi": False}, (x, "=", PI), {"rule": "ring"})
    assert not proves({"pi": False}, (number(0), "<", x), {"rule": "sign"})
    assert proves({"pi": False}, (number(0), "<", PI), {"rule": "sign"})


@pytest.mark.parametrize("relation", ["<", "<=", "="])
def test_a_hypothesis_on_the_unknown_says_nothing_of_the_constant(relation):
    x, four = variable("pi"), number(4)
    assume = {"rule": "assume", "fact": "h0"}
    assert not proves({"pi": False}, (four, relation, PI), assume, [(four, relation, x)])
    assert not proves({"pi": False}, (four, "<=", PI), {"rule": "sign"}, [(four, relation, x)])


def test_points_and_forms():
    context, at = Context({"pi": False}), {"pi": Fraction(22, 7)}
    assert decide(context, (PI, "<", variable("pi")), at).value == "holds"
    assert decide(context, (PI, "=", variable("pi")), at).value == "fails"
    ring = Known(context, Trail()).ring
    assert ring.equal(power(multiply(number(2), PI), number(2)), parse("4*pi()*pi()"))
    assert ring.equal(parse("sqrt(2*pi())*sqrt(pi())"), parse("sqrt(2)*pi()"))
    assert not ring.equal(PI, variable("pi"))
    assert ring.constant(PI) is None


def theorem(name, parameters, fact, because, inhabited):
    context = Context(parameters)
    steps = [{"facts": [], "steps": [{"relation": fact[1], "term": text(fact[2]), "reason": "r",
                                      "because": because}]}]  # fmt: skip
    proved = {"verdict": "proved", "proofs": steps, "inhabited": inhabited}
    return seal({**header(name, context, [fact]), **proved})


def test_a_theorem_about_an_unknown_of_the_name_is_cited_for_the_constant():
    """`-x^2 <= 0` for all x called pi: the constant may stand for it, and for nothing else."""
    library, x = Library(), variable("pi")
    square = {"rule": "psatz", "sum": [{"weight": "1", "squares": ["pi"]}]}
    library.replay(
        theorem("a", {"pi": False}, (number(0), "<=", x ** number(2)), square, {"pi": "1"})
    )
    cite = {"rule": "cite", "claim": "a", "part": 0, "with": {"pi": "pi()"}}
    found = library.replay(theorem("b", {}, (number(0), "<=", PI ** number(2)), cite, {}))
    assert found.value == "proved"
    for other in ({**cite, "with": {"pi": "pi"}}, {**cite, "with": {}}):
        with pytest.raises(CertificateError):
            library.replay(theorem("c", {}, (number(0), "<=", PI ** number(2)), other, {}))


@pytest.mark.parametrize("name", ["pi()", "e()", "pi ()"])
def test_no_parameter_has_the_text_of_the_constant(name):
    with pytest.raises(CertificateError):
        Context({name: False})

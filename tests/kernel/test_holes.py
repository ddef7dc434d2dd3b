"""Statements without a value, and files that are no certificates: each is refused, in one line."""

import json
from fractions import Fraction

import pytest

from proofkit.foundations.errors import InputError
from proofkit.foundations.seals import file_text, read_claims, seal
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context
from proofkit.kernel.certificates import Library
from proofkit.language.terms import parse

RING = {"rule": "ring"}
CERTAIN, SIGN = {"rule": "certain"}, {"rule": "sign"}
BOX = {"rule": "box", "bits": 64, "cuts": [[]]}


@pytest.mark.parametrize(
    "statement",
    [
        "P(reaches(0, 1, k)) <= 1",  # k is not known to be an integer
        "P(some(2, above(0, 1, 2), above(0, 1, 3))) <= 1",  # sums over different signs
        "P(both(some(2, above(0, 1, 1)), none(3, above(0, 1, 1)))) <= 1",
        "P(exceeds(-5, -1)) <= 1",  # a negative energy
        "P(above(0, log(k - 1), 1, 1, 1)) <= 1",
    ],
)
@pytest.mark.parametrize("node", [CERTAIN, SIGN, BOX], ids=lambda node: node["rule"])
def test_a_probability_without_a_value_has_no_bounds(build, statement, node):
    claim = build.certificate("k", statement, node, hypotheses=["k >= 1"], point={"k": "2"})
    message = build.refusal(claim)
    assert "is not shown" in message or "differ" in message or "same signs" in message


def test_the_same_statements_with_values_are_proved(build):
    for statement in ("P(reaches(0, 1, 3)) <= 1", "P(exceeds(-5, 1)) <= 1"):
        claim = build.certificate("k", statement, CERTAIN)
        assert Library().replay(claim).value == "proved"


def test_a_weight_that_counts_for_nothing_still_needs_a_value(build):
    fact = build.fact("P(above(0, log(a - 1), n, 1, 1)) >= 1/2")
    context = Context({"a": False, "n": True})
    verdict = points.decide(context, fact, {"a": 1, "n": 0})
    assert verdict.value == "undecided"
    assert points.decide(context, fact, {"a": 3, "n": 0}).value == "holds"


def test_the_schema_before_this_one_is_refused_with_a_clear_line(build):
    content = json.loads(file_text([build.certificate("x", "x = x", {"rule": "ring"})]))
    content["schema"] = 1
    with pytest.raises(InputError, match="expected schema 2"):
        read_claims(json.dumps(content))


def test_both_sides_prove_an_equation_and_nothing_strict(build):
    both = {"rule": "antisymmetric", "below": RING, "above": RING}
    assert "an equation" in build.refusal(build.certificate("x", "x < x", both))
    claim = build.certificate("x", "x + x = 2*x", both)
    assert Library().replay(claim).value == "proved"


@pytest.mark.parametrize("wrong", ["abs(x)", "x*abs(x)", "x"])
def test_the_absolute_value_of_a_product_with_an_absolute_value(build, wrong):
    """`x` and `abs(x)` are two factors of one monomial that become one."""
    assert build.refusal(build.certificate("x", f"abs(x*abs(x)) = {wrong}", RING))
    assert Library().replay(build.certificate("x", "abs(x*abs(x)) = x^2", RING)).value == "proved"


@pytest.mark.parametrize("event", ["above(log(a - 1), 1, 1)", "exceeds(a - 9, a - 1)"])
def test_a_definition_does_not_give_a_probability_a_value(build, event):
    context = Context({"a": False}, {}, {"p": parse(f"P({event})")})
    for statement in ("p <= 1", "p = p", "p + 1 > 0"):
        assert points.decide(context, build.fact(statement), {"a": 1}).value == "undecided"


def test_a_probability_is_counted_under_any_name(build):
    context = Context({}, {}, {"p": parse("P(reaches(0, 1, 1))"), "q": parse("1 - p")})
    for statement, value in (("p >= 1/2", "holds"), ("q > 1/2", "fails"), ("q = 1/2", "holds")):
        assert points.decide(context, build.fact(statement), {}).value == value


def test_a_divisor_that_only_facts_show_is_not_lost(build):
    """`(x + z)^(y - 1)*(x + z)^(-y)` is `1/(x + z)`, which the hypotheses say to have a value."""
    term = "((x + z)^(y - 1)*(x + z)^(-y) + w)"
    facts = [f"{term}^(3/2) = 1", f"{term}^(1/2)*(1 + w*(x + z)) = u"]
    rows = [{"fact": "h0", "times": "1"}, {"fact": "h1", "times": "-1"}]
    node = {"rule": "psatz", "sum": [], "equations": rows}
    point = {"x": "1/2", "z": "1/2", "y": "1", "u": "1", "w": "0"}  # but u = 2 for x = z = 2*w = 1
    claim = build.certificate("x z y w u", "u = 1", node, hypotheses=facts, point=point)
    assert "do not add up" in build.refusal(claim)
    true = build.certificate("x z y w u", f"{term}^(3/2) = 1", {"rule": "assume", "fact": "h0"},
                             hypotheses=facts, point=point)  # fmt: skip
    assert "is not shown to have a value" in build.refusal(true)


def test_a_divisor_that_is_nearly_zero_is_not_lost_at_a_point(build):
    context = Context({"x": False, "n": True})
    near = Fraction(141421356237309504880168872420969807856967187537694, 10**50)
    left, right = "((x - sqrt(2))^(n - 1)*(x - sqrt(2))^(-n) + 1)", "(1/(x - sqrt(2)) + 1)"
    for relation in ("<", "=", ">"):
        statement = build.fact(f"{left}^(3/2) {relation} {right}^(3/2)")
        verdict = points.decide(context, statement, {"x": near + Fraction(1, 10**40), "n": 3}, 512)
        assert verdict.value in ("undecided", "holds" if relation == "=" else "fails")


@pytest.mark.parametrize("hypothesis", ["exp(-log(0)) >= 0", "exp((y - 3)*log(x - x)) >= 0"])
def test_a_hypothesis_without_a_value_is_refused_in_one_line(build, hypothesis):
    claim = build.certificate("x y", "x = x", RING, hypotheses=[hypothesis])
    assert "does not satisfy the hypothesis" in build.refusal(claim)


@pytest.mark.parametrize("power", ["(x + z)^(k + 2)", "exp(log((x + z)^(k + 2)))"])
def test_nought_to_the_power_nought_is_no_multiple_of_nought(build, power):
    """For k = -2 it is 1, and not `(x + z)^2*(x + z)^k` or `exp((k + 2)*log(x + z))`."""
    facts = ["x = 0", "z = 0", "k >= -2", "(x + z)^(k + 2) > 0"]
    statement = f"abs(1/2 - {power}) = 1/2 - {power}"  # -1/2 on the right
    claim = build.certificate("x z k", statement, RING, hypotheses=facts,
                              point={"x": "0", "z": "0", "k": "-2"})  # fmt: skip
    claim["parameters"]["k"] = "integer"
    assert "not shown to be equal" in build.refusal(seal(claim))


def test_powers_are_split_where_both_parts_have_a_value(build):
    """`log(u)` is a sum of logarithms, and a power is multiplied out, where the facts allow it."""
    facts = ["x >= 0", "n >= 0", "y > 0"]
    for statement in (
        "(x + x^2)^(n + 2) = x^2*(1 + x)^2*(x + x^2)^n",
        "(y - x + 1)^n = (y - x + 1)^n",
        "(y + x)^(n - 1) = (y + x)^n/(y + x)",
        "log(y^n*(x + y)^n) = n*log(y) + n*log(x + y)",
    ):
        claim = build.certificate("x y n", statement, RING, hypotheses=facts)
        claim["parameters"]["n"] = "integer"
        assert Library().replay(seal(claim)).value == "proved"

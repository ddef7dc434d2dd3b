"""Proofs that were found are told so that each line can be followed."""

import pytest

from proofkit.language.terms import parse
from proofkit.questions import ask
from proofkit.readers.report import asked
from proofkit.search.inequalities import tidy


def told(statement, *given, integers=()):
    answer = ask.run(statement, given, integers, 60)
    assert answer.verdict == "proved"
    return [(line.statement, line.reason) for line in asked.lines(answer)]


def test_a_term_that_is_subtracted_stands_on_the_other_side():
    lines = told("exp(x) >= 1 + x")
    assert {said for said, _ in lines if not said.endswith(":")} == {"exp(x) >= 1 + x"}
    assert lines[-1][1] == "in each case"


def test_what_the_reader_wrote_stays_as_it_is():
    assert told("x^2 - 2*x + 1 >= 0")[-1] == (
        "x^2 - 2*x + 1 >= 0",
        "the difference is (x - 1)^2, and squares are >= 0",
    )


def test_a_sign_is_explained_by_the_facts_it_rests_on():
    assert told("1/(x - 1) > 0", "x > 1", "y > 2") == [("1/(x - 1) > 0", "because x > 1")]


def test_a_step_of_an_induction_keeps_its_place_and_drops_what_is_trivial():
    step, end = told("2^n >= n + 1", "n >= 0", integers=("n",))
    assert step[0] == "2^(n + 1) >= 2 + n"
    assert end == ("2^n >= n + 1", "by induction on n from 0, where both sides are the same")


def test_a_derivative_is_told_where_parameters_decide_its_sign():
    lines = told("(1+x)^k >= 1 + k*x", "k >= 1", "x > -1")
    assert all("slope" not in said for said, _ in lines)
    assert any("for its derivative is (k^2*x_" in reason for _, reason in lines)


def test_a_direct_proof_is_taken_rather_than_one_by_contradiction():
    assert told("sqrt(x + 1) - sqrt(x) <= 1/(2*sqrt(x))", "x > 0") == [
        (
            "1 + 2*x >= 2*sqrt(1 + x)*sqrt(x)",
            "the difference is (sqrt(1 + x) - sqrt(x))^2, and squares are >= 0",
        ),
        (
            "sqrt(x + 1) - sqrt(x) <= 1/(2*sqrt(x))",
            "multiplied by 2*sqrt(x), which is > 0, this is the line above",
        ),
    ]


def test_absolute_values_are_told_with_what_they_are():
    reasons = [reason for _, reason in told("abs(x*y) <= (x^2 + y^2)/2")]
    assert reasons[1] == "as abs(x*y) = x*y: the difference is 1/2*(x - y)^2, and squares are >= 0"
    assert reasons[3].startswith("as abs(x*y) = -x*y: ")


def test_nothing_is_said_twice_or_only_turned_round():
    lines = told("min(x, y) = (x + y - abs(x - y))/2")
    assert all(reason != f"because {said}" and reason != "given" for said, reason in lines)
    assert told("x + y <= sqrt(2)", "x^2 + y^2 = 1")[-1] == (
        "x + y <= sqrt(2)",
        "otherwise a contradiction",
    )


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("-x + y", "y - x"),
        ("1/2*(-1)*(x - 1)", "-1/2*(x - 1)"),
        ("(-1)*(x - 1)*(-1)*(x - 1)", "(x - 1)^2"),
        ("1/x*y + 0*z", "y/x"),
        ("(x + y)*(1/2)", "(x + y)/2"),
        ("x*(1/2)^n", "x*(1/2)^n"),
        ("(-x)^2", "(-x)^2"),
        ("x^1 + y^0", "x + 1"),
    ],
)
def test_terms_are_tidied_and_stay_equal(source, shown):
    assert tidy.shown(parse(source)) == shown


def test_facts_are_balanced_from_either_side():
    def balanced(left, relation, right):
        return tidy.said(tidy.balanced((parse(left), relation, parse(right))))

    assert balanced("0", "<=", "y - x") == "y >= x"
    assert balanced("x - 2", "<", "0") == "x < 2"
    assert balanced("-x", "<=", "0") == "x >= 0"
    assert balanced("1 + k*x", "<=", "0") == "1 + k*x <= 0"
    assert balanced("x", "<=", "y - 1") == "x <= y - 1"

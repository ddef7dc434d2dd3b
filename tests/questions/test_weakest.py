"""What would make a refuted statement true: a simple hypothesis, with a proof by the kernel."""

import json

import pytest

import proofkit
from proofkit.cli.application import run as command
from proofkit.kernel.assumptions import Context
from proofkit.language.grammar.statements import read
from proofkit.search.inequalities.witness import least_margin

SECONDS = 60


@pytest.mark.parametrize(
    ("statement", "given", "integers", "enough"),
    [
        ("tanh(x) <= x", (), (), "x >= 0"),
        ("x^3 >= x", (), (), "x >= 1"),
        ("x^2 > 0", "x >= 0", (), "x > 0"),
        ("x^2 <= 1", (), (), "x in [-1, 1]"),
        ("2^n >= n^2", "n >= 0", ("n",), "n >= 4"),
        ("x + y >= 2", "x*y = 1", (), "x >= 0"),
        ("a^3 + b^3 + c^3 >= 3*a*b*c", (), (), "a, b, c >= 0"),
        ("a*b*c*d*e1*f*g >= 0", (), (), "a, b, c, d, e1, f, g >= 0"),
        ("x < x", (), (), ""),
        ("0 > 1", (), (), ""),
        ("x^2 <= 1000000", (), (), "x in [-1, 1]"),
    ],
)
def test_the_weakest_hypothesis_is_found(statement, given, integers, enough):
    answer = proofkit.ask(
        statement, given=given, integers=integers, seconds=SECONDS, explain_failure=True
    )
    assert (answer.verdict, answer.sufficient) == ("refuted", enough)
    if enough:
        more = [*answer.given, enough]
        again = proofkit.ask(statement, given=more, integers=integers, seconds=SECONDS)
        assert again.verdict == "proved"


def test_text_and_json_say_it(capsys):
    asked = ["ask", "x^3 >= x", "--explain-failure"]
    assert command(asked) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "  it is proved with one more hypothesis: x >= 1"
    assert command([*asked, "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["sufficient"] == "x >= 1"
    assert command(["ask", "x < x", "--explain-failure"]) == 1
    assert "none of the simple hypotheses tried is enough" in capsys.readouterr().out
    assert command(["ask", "x^3 >= x", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["sufficient"] is None
    assert command(["ask", "x^2 >= 0", "--explain-failure"]) == 0


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("x^2 + 1/3 >= 2*x/3^(1/2)", "about 0.0004"),
        ("(0.1 + x)^2 >= 0.01 + 0.2*x + x^2", "0 up to rounding"),
        ("x^2 >= -1/2", "about 0.5"),
    ],
)
def test_a_margin_that_is_rounding_is_called_so(statement, said):
    (fact,) = read(statement).facts
    assert f"margin seen is {said}" in least_margin(Context({"x": False}, {}), fact)

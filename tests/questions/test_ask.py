"""`ask`: proofs that nobody wrote, and points that refute."""

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import proofkit
from proofkit.cli.application import run as command
from proofkit.foundations.errors import InputError
from proofkit.kernel.certificates import replay_text
from proofkit.language.grammar.statements import read
from proofkit.readers.report import asked

SECONDS = 60

TRUE = [
    ("x^2 + y^2 >= 2*x*y", (), ()),
    ("exp(x) >= 1 + x", (), ()),
    ("log(x) <= x - 1", ("x > 0",), ()),
    ("(1+x)^k >= 1 + k*x", ("x >= -1", "k >= 1"), ("k",)),
    ("a/(b+c) + b/(a+c) + c/(a+b) >= 3/2", ("a > 0", "b > 0", "c > 0"), ()),
    ("x^4*y^2 + x^2*y^4 + 1 >= 3*x^2*y^2", (), ()),
    ("2^n >= n + 1", ("n >= 0",), ("n",)),
    ("(a*x + b*y)^2 <= (a^2 + b^2)*(x^2 + y^2)", (), ()),
    ("a*x + b*y <= sqrt(a^2 + b^2)*sqrt(x^2 + y^2)", (), ()),
    ("abs(x + y) <= abs(x) + abs(y)", (), ()),
    ("max(x, y) >= (x + y)/2", (), ()),
    ("1/(x-1) > 0", ("x > 1",), ()),
    ("x = y", ("x <= y", "y <= x"), ()),
    ("x >= 1", ("3*x >= 1",), ("x",)),
    ("0 ≤ x**2 ≤ 1", ("-1 <= x <= 1",), ()),
    ("exp(x)*exp(y) = exp(x + y)", (), ()),
    ("log(1 + 1/x) <= 1/sqrt(x^2 + x)", ("x > 0",), ()),
    ("2.18 + exp(x) >= (exp(1)*x/6)^6", ("x >= 0",), ()),
    # one for each tactic that the others do without: Bernstein coefficients, powers by base and
    # exponent, Taylor polynomials, roots of sums, differences times monomials, whole exponents
    (
        "4*x*z + 4*x*z*t^2 - x*z^3 + 4*y*z^2*t + 2*y*t^3 + 4*z^2 - 10*y*t - 10*t^2 > -5.1802",
        tuple(f"-1/2 <= {name} <= 1/2" for name in "xyzt"),
        (),
    ),
    ("x^2 + y^3 + z^2 - z - y > -0.65", ("-1 <= x <= 1", "0 <= y <= 1", "0 <= z <= 1"), ()),
    ("(u+v)^33 < (u+w+1)^55", ("u > 0", "v > 0", "v < w"), ()),
    ("abs(exp(x) - 1 - x - x^2/2) <= 1/5980000", ("abs(x) <= 1/100",), ()),
    ("sqrt((a+c)^2 + (b+d)^2) <= sqrt(a^2+b^2) + sqrt(c^2+d^2)", (), ()),
    ("a^2/b + b^2/c + c^2/d + d^2/a >= a + b + c + d", ("a>0", "b>0", "c>0", "d>0"), ()),
    ("a*b <= a^p/p + b^(p/(p-1))*(p-1)/p", ("a > 0", "b > 0", "p > 1"), ()),
    ("2^q <= 2^(p/(p-1))", ("p > 1", "q > 1", "1/p + 1/q = 1"), ()),
    # cuts where they matter most, bases that are written in another way
    ("abs(sqrt(1 + x/sqrt(x+y)) - 0.144*x - 1.18) <= 0.06", ("1.5 <= x <= 2", "1 <= y <= 2"), ()),
    ("log(x/2)^(-e/2) < 1", ("x >= 6", "e > 0"), ()),
    ("log(x^2) <= log(y^2)", ("x > 0", "x <= y"), ()),
    ("(1 - t/n)^n <= exp(-t)", ("n >= 1", "t <= n"), ("n",)),
    # hypotheses that hold at irrational points only
    ("x < 3/2", ("x^2 = 2",), ()),
    ("x^2 = x + 1", ("x^3 = 2*x + 1", "x > 0"), ()),
    # a new name for a sum, denominators in facts, an equation put in, exponentials in facts, cubes
    # of both sides, ends of integers
    ("x^150*(y+1)^150 <= x^150 + (y+1)^150", ("x > 0", "y > -1", "y < 0"), ()),
    ("x < 45/8", ("x > 0", "4*x^2/(1 - sqrt(1+2*x))^2 < 2*x + 9"), ()),
    ("x*log(x) + y*log(y) >= -log(2)", ("x > 0", "y > 0", "x + y = 1"), ()),
    ("x <= y", ("exp(x) <= exp(y)",), ()),
    ("(a+b)/2 <= ((a^3+b^3)/2)^(1/3)", ("a >= 0", "b >= 0"), ()),
    ("x = 2", ("2*x + 3*y = 7", "x > 0", "y > 0"), ("x", "y")),
    ("x + y >= 2", ("1/x + 1/y = 2", "x > 0", "y > 0"), ()),
    # polynomials in exp(1/10^9) of a degree at which factors and monomials would take all memory
    ("log(1 + x*exp(0.249999999)) <= x*exp(0.249999999)", ("x > 0",), ()),
    ("(x + sqrt(exp(4.73838903)-4))^2 >= 4*x*sqrt(exp(4.73838903)-4)", ("x > 0",), ()),
]
FALSE = [
    ("x + y > 2", ("1/x + 1/y = 2", "x > 0", "y > 0"), ()),
    ("(1+x)^k >= 1 + k*x", ("x >= -3", "k >= 1"), ("k",)),
    (
        "4*x*z + 4*x*z*t^2 - x*z^3 + 4*y*z^2*t + 2*y*t^3 + 4*z^2 - 10*y*t - 10*t^2 > -5.17",
        tuple(f"-1/2 <= {name} <= 1/2" for name in "xyzt"),
        (),
    ),
    ("x^2 + y^3 + z^2 - z - y > -0.63", ("-1 <= x <= 1", "0 <= y <= 1", "0 <= z <= 1"), ()),
    ("(1 - t/n)^n <= exp(-t)", ("n >= 1", "t <= 4*n"), ("n",)),
    ("(u+v)^55 < (u+w+1)^33", ("u > 0", "v > 0", "v < w"), ()),
    ("abs(exp(x) - 1 - x - x^2/2) <= 1/5999000", ("abs(x) <= 1/100",), ()),
    ("sqrt((a+c)^2 + (b+d)^2) <= sqrt(a^2+b^2) + sqrt(c^2+0.9*d^2)", (), ()),
    ("a^2/b + b^2/c + c^2/d + d^2/a >= 1.01*(a + b + c + d)", ("a>0", "b>0", "c>0", "d>0"), ()),
    ("a*b <= 0.99*a^p/p + b^(p/(p-1))*(p-1)/p", ("a > 0", "b > 0", "p > 1"), ()),
    ("x >= 1", ("3*x >= 1",), ()),
    ("x + y <= 1.41", ("x^2 + y^2 = 1",), ()),
    ("exp(x) >= 1 + 1.0000000001*x", ("x > 0",), ()),
    ("log(1 + 1/x) <= 0.99/sqrt(x^2 + x)", ("x > 0",), ()),
    ("2.18 + exp(x) >= (exp(1)*x/5.9)^6", ("x >= 0",), ()),
    ("(x^2 - 1)^2 + (x*y - 1)^2 > 0", (), ()),
    ("x*y + y*z + z*x - 2*x*y*z <= 0.2592", ("x >= 0", "y >= 0", "z >= 0", "x + y + z = 1"), ()),
]


def _cycle(count):
    """A sum of so many squares is at least that of the products of neighbours."""
    names = [f"x{k}" for k in range(count)]
    squares = "+".join(f"{name}^2" for name in names)
    return f"{squares} >= " + "+".join(f"{x}*{names[k - 1]}" for k, x in enumerate(names))


MANY = " + ".join(f"x{k}" for k in range(16))


@pytest.mark.parametrize(
    "statement",
    [
        _cycle(14),
        "(a+b+c+d+x)^2*(p^2+q^2+r^2+s^2) <= 5*(a^2+b^2+c^2+d^2+x^2)*(p^2+q^2+r^2+s^2)",
        f"exp({MANY}) >= 1 + {MANY}",
        "exp(a - b - c)*(1 - a + b + c) <= 1",
    ],
    ids=["cycle", "products", "exponential", "factor"],
)
def test_many_unknowns(statement):
    assert proofkit.ask(statement, seconds=SECONDS).verdict == "proved"


@pytest.mark.parametrize("statement", [_cycle(14) + " + 1/100", f"exp({MANY}) > 1 + {MANY}"])
def test_what_is_false_of_many_unknowns_is_not_proved(statement):
    assert proofkit.ask(statement, seconds=1).verdict != "proved"


@pytest.mark.parametrize(("statement", "given", "integers"), TRUE, ids=lambda x: str(x))
def test_true_statements_are_proved(statement, given, integers):
    answer = proofkit.ask(statement, given=given, integers=integers, seconds=SECONDS)
    assert answer.verdict == "proved"
    (verdict,) = replay_text(answer.certificate_text())
    assert verdict.value == "proved"
    assert all(asked.UNTOLD not in line.reason for line in asked.lines(answer))


@pytest.mark.parametrize(("statement", "given", "integers"), FALSE, ids=lambda x: str(x))
def test_their_false_cousins_are_refuted(statement, given, integers):
    answer = proofkit.ask(statement, given=given, integers=integers, seconds=SECONDS)
    assert answer.verdict == "refuted"
    (verdict,) = replay_text(answer.certificate_text())
    assert verdict.value == "refuted"


PAGE = Path(__file__).parents[2] / "docs" / "ask.md"


def test_the_false_cousins_on_the_page_fail_where_it_says():
    rows = re.findall(r"^\| `(.*?)` \| (.*?) \| `(.*?)` \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 14
    for statement, hypotheses, shown in rows:
        given = re.findall(r"`(.*?)`", hypotheses)
        integers = re.findall(r"integer `(\w+)", hypotheses)
        answer = proofkit.ask(statement, given=given, integers=integers, seconds=SECONDS)
        assert answer.verdict == "refuted", statement
        assert ", ".join(f"{name} = {value}" for name, value in answer.witness.items()) == shown


@pytest.mark.parametrize(
    ("statement", "given", "said"),
    [
        ("1/(x-1) > 0", ("x > 0",), "column 1: 1/(x-1) has no value at x = 1"),
        ("2 <= log(x)", (), "column 6: log(x) has no value at"),
        ("x + <= 3", (), "column 5: expected a number"),
        ("x", (), "expected <=, >=, <, > or ="),
        ("1/0 < 2", (), "division by zero"),
        ("x y < 3", (), "column 3: a product needs its *"),
        ("2*ab <= a^2 + b^2", (), "ab can mean a*b, or one unknown of that name; write a*b"),
        ("logit(p) <= 3", ("p > 0",), "column 1: logit(p) has no value at p = 1"),
        ("x >= 0", ("x in (0, 1)", "xy > 0, y > 1"), "xy can mean x*y, or one unknown"),
        ("x < __import__", (), "unexpected '_'"),
        ("P < 3", (), "meaning of its own"),
    ],
)
def test_bad_input_names_the_place(statement, given, said):
    with pytest.raises(InputError) as problem:
        proofkit.ask(statement, given=given, seconds=5)
    assert said in str(problem.value)


def test_what_was_typed_is_answered_with_what_it_means():
    given = ["x, λ in (0, 1)", "y ≠ 0"]
    answer = proofkit.ask("tanh(x) < 1 and |λ|y² > 0", given=given, seconds=SECONDS)
    assert answer.verdict == "proved"
    assert answer.meanings == {"tanh(x)": "1 - 2/(exp(2*x) + 1)", "y != 0": "y^2 > 0"}
    lines = asked.as_text(answer).splitlines()
    assert "  tanh(x) means 1 - 2/(exp(2*x) + 1)" in lines and "  y != 0 means y^2 > 0" in lines
    assert json.loads(asked.as_json(answer))["meanings"] == answer.meanings
    assert r"where $\mathrm{tanh}(x) = 1 - \frac{2}" in asked.as_latex(answer)
    (verdict,) = replay_text(answer.certificate_text())
    assert verdict.value == "proved"
    closed = proofkit.ask("log2(8) = 3")
    assert asked.quantifier(closed).startswith(r"where $\mathrm{log2}(x) = \frac{\log(x)}")
    declared = proofkit.ask("ab + a*b >= 0", given="a, b, ab > 0", let=["ab: real"])
    assert declared.verdict == "proved"
    assert proofkit.ask("λ² >= λ", integers=["λ"]).verdict == "proved"


def test_without_its_case_a_hypothesis_with_differs_is_advised():
    answer = proofkit.ask("x/x = 1", given="x != 0", seconds=2)
    assert "instead of x != 0, try once with x > 0 and once with x < 0" in answer.closest


def test_both_spellings_of_a_hypothesis_serve():
    for given in ("x <= y", "y >= x", "0 <= y - x"):
        assert proofkit.ask("exp(x) <= exp(y)", given=[given], seconds=SECONDS).verdict == "proved"


def test_the_reader_folds_numbers_exactly():
    ((left, relation, right),) = read("0.1*3 = 3/10").facts
    assert left == right and relation == "="


def test_random_false_statements_are_never_proved():
    """The statement is false at a known point, which the hypotheses allow."""
    draw = random.Random(5)
    for _ in range(40):
        x, y = Fraction(draw.randint(-4, 4)), Fraction(draw.randint(-4, 4), 2)
        a, b, c = (draw.randint(-3, 3) for _ in range(3))
        value = a * x**2 + b * x * y + c * y**2 + x
        statement = f"{a}*x^2 + {b}*x*y + {c}*y^2 + x >= {value} + 1/{draw.randint(1, 50)}"
        given = [f"x <= {x}", f"y >= {y}", f"x + y >= {x + y}"][: draw.randint(0, 3)]
        assert proofkit.ask(statement, given=given, seconds=1).verdict != "proved", statement


def test_the_command(capsys, tmp_path):
    file = tmp_path / "cert.json"
    arguments = ["ask", "x^2 >= 0", "--format", "json", "-o", str(file)]
    assert command(arguments) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["schema"] == 1 and content["verdict"] == "proved" and content["steps"]
    assert command(["verify", str(file)]) == 0
    capsys.readouterr()
    assert command(["ask", "x^2 >= 1"]) == 1
    assert "fails at x = 0" in capsys.readouterr().out
    assert command(["ask", "x^2 >"]) == 2
    assert "column 6" in capsys.readouterr().err
    assert command(["ask", "x*y <= 1", "--format", "latex"]) == 1
    assert command(["ask", "x >= 0", "--integer", "n"]) == 2
    capsys.readouterr()
    assert command(["ask", "-o*o <= 0", "--seconds=5", "--given", "-o <= 1"]) == 0


def test_the_group_lists_it():
    from proofkit.cli.application import application

    assert " ask " in CliRunner().invoke(application, ["-h"]).output

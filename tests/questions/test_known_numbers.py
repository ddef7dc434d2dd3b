"""Statements about numbers, constants and powers: those are decided; and who declares an unknown
that is called like a constant has it."""

import json

import pytest

import proofkit
from proofkit.foundations.errors import InputError
from proofkit.kernel.certificates import replay_text
from proofkit.questions.unknowns import declared
from proofkit.readers.report import asked

SECONDS = 30


def verdict(statement, *given, **more):
    answer = proofkit.ask(statement, given=given, seconds=SECONDS, **more)
    if answer.verdict != "open":
        (replayed,) = replay_text(answer.certificate_text())
        assert replayed.value == answer.verdict
    return answer.verdict


@pytest.mark.parametrize(
    "statement",
    [
        "3.14 = 3.14000000000000000001",
        "exp(1) = 2.718281828459045",
        "e = 2.718281828459045235360287471352662497757247093699959574966967",
        "1/3 = 0.3333333333333333333",
        "exp(1) = exp(1) + 1/10^300",
        "1 <= 2 < 3 = 3.0000000000000000001",
        "exp(1) > 2.71828182845904523536028747135266249775724709369996",
        "sqrt(2) + sqrt(3) < sqrt(5 + 2*sqrt(6))",
        "sqrt(3 + 2*sqrt(2)) > 1 + sqrt(2)",
        "log(2) + log(3) < log(6)",
        "pi = 22/7",
        "pi > 3.15",
        "e^pi < pi^e",
        "10^400 + 1 = 10^400",
    ],
)
def test_false_statements_about_numbers_are_refuted(statement):
    assert verdict(statement) == "refuted"


@pytest.mark.parametrize(
    "statement",
    [
        "3.14 < 3.14000000000000000001",
        "exp(1) < 2.71828182845904523536028747135266249775724709369996",
        "exp(1) > 2.71828182845904523536028747135266249775724709369995",
        "sqrt(2)*sqrt(3) = sqrt(6)",
        "sqrt(2*pi) <= 2.51",
        "pi^2 > 9.8",
        "log(pi) + log(2) = log(2*pi)",
        "e = exp(1)",
        "pi() < 22/7",
        "0^0 = 1",
        "10^400 + 1 > 10^400",
    ],
)
def test_true_ones_are_proved(statement):
    assert verdict(statement) == "proved"


@pytest.mark.parametrize(
    ("statement", "given", "expected"),
    [
        ("x = 3.14", "x = 3.14000000000000000001", "refuted"),
        ("x^2 < 2", "x = 1.4142135623730950488016887242096980785696718753769480731767", "refuted"),
        ("x^2 < 2", "x = 1.4142135623730950488016887242096980785696718753769480731766", "proved"),
        (
            "exp(x) <= 2.7182818284590452353602874713526624977572470936999595749669",
            "x = 1",
            "refuted",
        ),
    ],
)
def test_given_numbers_are_exact(statement, given, expected):
    assert verdict(statement, given) == expected


@pytest.mark.parametrize(
    ("statement", "given", "expected"),
    [
        ("e^x >= 1 + x", (), "proved"),
        ("x*pi >= 3*x", ("x >= 0",), "proved"),
        ("x*pi >= 3.15*x", ("x >= 0",), "refuted"),
        ("x^pi >= 1", ("x >= 1",), "proved"),
        ("e^(2*x) = e^x*e^x", (), "proved"),
        ("e*x <= e^x", (), "proved"),
        ("2.8*x <= e^x", (), "refuted"),
    ],
)
def test_constants_beside_unknowns(statement, given, expected):
    assert verdict(statement, *given) == expected


def test_declared_names_are_unknowns():
    assert verdict("e > 2", let=["e: real"]) == "refuted"
    assert verdict("e^2 >= 2*e - 1", let=["e: real"]) == "proved"
    assert verdict("pi > 3", let=["pi: real"]) == "refuted"
    assert verdict("pi > 3", "pi >= 4", let="pi: real") == "proved"
    assert verdict("e >= 2", "e > 1", let=["e: integer"]) == "proved"
    assert verdict("e >= 2", "e > 1", integers=["e"]) == "proved"
    assert verdict("e >= 2", "e > 1", let=["e: real"]) == "refuted"
    assert verdict("m + n <= m^2 + n^2", let=["m, n: integer"]) == "proved"
    assert verdict("m + n <= m^2 + n^2", let=["m: integer", "n: real"]) == "refuted"


def test_the_constant_is_written_like_a_number_and_no_unknown():
    answer = proofkit.ask("x*pi >= 3*x", given=["x >= 0"])
    assert "pi()" not in asked.as_text(answer) and "pi > 3" in asked.as_text(answer)
    assert r"\pi" in asked.as_latex(answer) and r"\mathrm{pi}" not in asked.as_latex(answer)
    unknown = proofkit.ask("pi > x", given=["pi > 0", "x < 0"], let=["pi, x: real"])
    assert r"\mathrm{pi} > x" in asked.as_latex(unknown) and r"\pi" not in asked.as_latex(unknown)
    said = json.loads(answer.certificate_text())["claims"][0]
    assert said["parameters"] == {"x": "real"}
    assert said["statements"] == [{"left": "x*pi()", "relation": ">=", "right": "3*x"}]


@pytest.mark.parametrize(
    ("let", "told"),
    [
        (["x"], "NAMES: KIND"), (["x: complex"], "NAMES: KIND"), (["x: vector"], "not vector"),
        (["f: vector -> real"], "not vector -> real"),
        (["X, Y: random"], "not random"), (["2x: real"], "'2x' cannot be a name"),
        (["exp: real"], "'exp' cannot be a name"), (["x, : real"], "cannot be a name"),
        (["x: real", "x: integer"], "declared as real too"), ([": real"], "cannot be a name"),
        (["y: real"], "y occurs neither"),
    ],
)  # fmt: skip
def test_what_cannot_be_declared(let, told):
    with pytest.raises(InputError, match=r"^--let") as refusal:
        proofkit.ask("x >= 0", let=let)
    assert told in str(refusal.value) and "\n" not in str(refusal.value)


def test_declarations_are_read_in_order():
    assert declared(["b, a: real", "n: integer"], ["k"]) == {
        "k": True,
        "b": False,
        "a": False,
        "n": True,
    }


@pytest.mark.parametrize("statement", ["pi() > pi", "pi() >= 0"])
def test_the_constant_has_no_name_where_an_unknown_has_it(statement):
    with pytest.raises(InputError):
        proofkit.ask(statement, given=["pi > 0"], let=["pi: real"])


@pytest.mark.parametrize(
    ("statement", "given", "expected"),
    [
        ("x^y >= 0", ("x >= 0", "y >= 0"), "proved"),
        ("x^y <= 1", ("0 <= x", "x <= 1", "y >= 0"), "proved"),
        ("x^y <= z^y", ("0 <= x", "x <= z", "y >= 0"), "proved"),
        ("x^z <= x^y", ("0 <= x", "x <= 1", "y >= 0", "z >= y"), "proved"),
        ("x^y*x^z = x^(y + z)", ("x >= 0", "y >= 0", "z >= 0"), "proved"),
        ("0^y = 0", ("y >= 0",), "refuted"),
        ("x^y < 1", ("0 <= x", "x < 1", "y >= 0"), "refuted"),
        ("x^y > 0", ("x >= 0", "y >= 0"), "refuted"),
        ("x^z < x^y", ("0 <= x", "x < 1", "y >= 0", "z > y"), "refuted"),
    ],
)
def test_powers_at_zero(statement, given, expected):
    assert verdict(statement, *given) == expected


@pytest.mark.parametrize("given", [("x >= 0",), ("x >= 0", "y >= -1")])
def test_zero_to_a_negative_power_has_no_value(given):
    with pytest.raises(InputError, match="no value"):
        proofkit.ask("x^y >= 0", given=given)


def greatest(count, name="max"):
    return f"{name}({', '.join(f'x{k}' for k in range(count))})"


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("(x+y)^26 >= 0", "proved"),
        ("(x^2+1)^30 >= 1", "proved"),
        ("(x+y)^26 + (x-1)^40 >= 0", "proved"),
        ("1/(1+x^2)^30 <= 1", "proved"),
        ("(x+y)^27 >= 0", "refuted"),
        ("(x^2+1)^30 > 1", "refuted"),
        (f"{greatest(7)} >= x3", "proved"),
        (f"{greatest(60)} >= x7", "proved"),
        (f"{greatest(40)} >= x7/2 + x8/2", "proved"),
        (f"{greatest(40)} >= {greatest(40, 'min')}", "proved"),
        (f"{greatest(40)} > x7", "refuted"),
        (f"{greatest(40)} >= x7 + x8", "refuted"),
        (f"{greatest(7, 'min')} >= x3", "refuted"),
        (f"{greatest(7)} - {greatest(7, 'min')} >= x3 - x4", "proved"),
    ],
    ids=lambda said: said[:30],
)
def test_high_powers_and_the_greatest_of_many(statement, expected):
    assert verdict(statement) == expected


@pytest.mark.parametrize(
    "statement", ["(x-17)^2 > 0", "(x-17/3)^2 > 0", "(x-17)^2 + (y-3)^2 > 0", "abs(x-17) > 0"]
)
def test_strict_inequalities_fail_where_the_sides_touch(statement):
    assert verdict(statement) == "refuted"

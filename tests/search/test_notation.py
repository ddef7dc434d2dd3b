"""What people type is read as they mean it; what can mean two things is refused, with both."""

import random
from fractions import Fraction

import pytest

from proofkit.foundations.errors import InputError, LimitExceeded, Undefined
from proofkit.kernel.assumptions import Context
from proofkit.kernel.points import Point
from proofkit.language.grammar.commas import separated
from proofkit.language.grammar.statements import read
from proofkit.language.terms import variables

READ = {
    "λ² + μ² ≥ 2λ·μ": "lambda^2 + mu^2 >= 2*lambda*mu",
    "2(x+1) >= 3x": "2*(x + 1) >= 3*x",
    "(x+1)(x−1) = x²-1": "(x + 1)*(x - 1) = x^2 - 1",
    "2ⁿ⁺¹ > n": "2^(n + 1) > n",
    "x⁻² > 0": "x^(-2) > 0",
    "-x² <= 0": "-(x^2) <= 0",
    "x²y >= 0": "x^2*y >= 0",
    "2x²/3 >= 0": "(2*x^2)/3 >= 0",
    "a*2x <= 1": "a*2*x <= 1",
    "½x ⩽ x": "1/2*x <= x",
    "x₁ + x_1 + x_t > 0": "x1 + x_1 + x_t > 0",
    "α_1 + x_α + β2 > 0": "alpha_1 + x_alpha + beta2 > 0",
    "2π < 7": "2*pi < 7",
    "2√x <= 1 + x": "2*sqrt(x) <= 1 + x",
    "√√2 < √(x + 1)": "sqrt(sqrt(2)) < sqrt(x + 1)",
    "√2·x <= 1": "sqrt(2)*x <= 1",
    "|x - |y|| <= |x| + |y|": "abs(x - abs(y)) <= abs(x) + abs(y)",
    "||x| - |y|| <= |x-y|": "abs(abs(x) - abs(y)) <= abs(x - y)",
    "|x||y| = 2|x*y|²/2": "abs(x)*abs(y) = 2*abs(x*y)^2/2",
    "|2|x|| >= x|y|": "abs(2*abs(x)) >= x*abs(y)",
    "max(|x|, |y|) >= 0": "max(abs(x), abs(y)) >= 0",
    "(|x| + 1)(|y| + 1) >= 1": "(abs(x) + 1)*(abs(y) + 1) >= 1",
    "x != 0": "x^2 > 0",
    "x ≠ y": "(x - y)^2 > 0",
    "x in [0, 1]": "0 <= x <= 1",
    "x, y ∈ (0, 1]": "0 < x <= 1, 0 < y <= 1",
    "x + y in [1/2, max(2, y))": "1/2 <= x + y < max(2, y)",
    "x in (-∞, ∞) and y > 0": "y > 0",
    "x in [0, oo)": "0 <= x",
    "0 < x, y < 1": "0 < x and 0 < y and x < 1 and y < 1",
    "1/2 >= x, y > -1": "1/2 >= x and 1/2 >= y and x > -1 and y > -1",
    "1/2 >= x, y, z": "1/2 >= x and 1/2 >= y and 1/2 >= z",
    "x >= 0, y, z < 1": "x >= 0 and y < 1 and z < 1",
    "0 < x, y < 1, x + y = 1": "0 < x and 0 < y and x < 1 and y < 1 and x + y = 1",
    "0 < x, 0 < y, x < 5": "0 < x and 0 < y and x < 5",
    "0 < y, x < 5, 0 < x < 9": "0 < y and x < 5 and 0 < x < 9",
    "a < x, y < b": "a < x and y < b",
    "0 <= x, y, z": "0 <= x, 0 <= y, 0 <= z",
    "a, b, c > 0": "a > 0, b > 0, c > 0",
    "x, y >= 0 and z > 1, x < 2": "x >= 0, y >= 0, z > 1, x < 2",
    "a > b, c > d": "a > b, c > d",
    "0 < x, y > 1": "0 < x, y > 1",
    "0 < x, x < 1": "0 < x, x < 1",
    "x >= 0 ∧ y >= 0": "x >= 0, y >= 0",
    "ln(x) <= log(x, 2)": "log(x) <= log(x)/log(2)",
    "tanh(2x) < 1": "1 - 2/(exp(2*(2*x)) + 1) < 1",
    "sigmoid(x) + sigmoid(-x) = 1": "1/(1 + exp(-x)) + 1/(1 + exp(x)) = 1",
    "sigmoid < 1": "sigmoid < 1",
}


def as_written(source):
    return [tuple(map(str, fact)) for fact in read(source).facts]


@pytest.mark.parametrize("typed", READ)
def test_what_people_type_is_read(typed):
    assert as_written(typed) == as_written(READ[typed])


REFUSED = {
    "1/2x < 3": "1/2x can mean (1/2)*x or 1/(2*x)",
    "a/2(b+c) < 3": "a/2(b+c) can mean (a/2)*(b+c) or a/(2*(b+c))",
    "1/x²y < 3": "1/x²y can mean (1/x²)*y or 1/(x²*y)",
    "a/2|b| < 3": "can mean (a/2)*|b| or a/(2*|b|)",
    "x^2y > 0": "x^2y can mean x^2*y or x^(2*y)",
    "e^2(1+x) > 0": "can mean e^2*(1+x) or e^(2*(1+x))",
    "x²^3 > 0": "powers of powers need brackets",
    "x^2² > 0": "powers of powers need brackets",
    "√2x > 0": "√2x can mean sqrt(2)*x or sqrt(2*x)",
    "√x² > 0": "√x² can mean sqrt(x)² or sqrt(x²)",
    "√x^2 > 0": "√x^2 can mean sqrt(x)^2 or sqrt(x^2)",
    "|x|y|z| <= 1": "abs(x)*y*abs(z) <= 1 or abs(x*abs(y)*z) <= 1",
    "f(x+1) < 3": "f(x+1) can mean f*(x+1), or a function f, which is unknown",
    "γ(x) < 3": "γ(x) can mean gamma*(x), or a function gamma",
    "αx > 0": "αx can be α*x or one name",
    "x y > 0": "a product needs its *",
    "(x+1)2 > 0": "a product needs its *",
    "2 3 > 0": "a product needs its *",
    "sin(x) <= 1": "unknown function 'sin'. Available: abs, acosh,",
    "sin x <= 1": "unknown function 'sin'. Available: abs, acosh,",
    "floor(x) <= x": "write k for it, with --integer k --given 'k <= x < k + 1'",
    "sign(x) <= 1": "ask once with x > 0 and once with x < 0",
    "foo(x) <= 1": "unknown function 'foo'. Available:",
    "log x <= x": "log needs brackets, as in log(x)",
    "log²(x) >= 0": "log needs brackets, as in log(x) or log(x)^2",
    "tanh x <= x": "tanh needs brackets: tanh(x)",
    "tanh(x, y) <= x": "tanh has one argument",
    "log(x, y, 2) <= x": "log has one or two arguments",
    "hypot(x) <= x": "hypot has two arguments",
    "‖x‖ >= 0": "norms are not read",
    "||x|| >= 0": "norms are not read",
    "|x <= 1|": "the bars do not pair",
    "(|x) <= 1|": "the bars do not pair",
    "|| <= 1": "the bars do not pair",
    "|" * 42 + " > 1": "more than 40 bars",
    "[x + 1]*2 >= 0": "brackets are round",
    "{x} >= 0": "brackets are round",
    "x' >= 0": "primes and derivatives are not read",
    "n! >= n": "factorials are not read",
    "x > 0 or y > 0": "`or` is not read: ask each case on its own",
    "x => 3": "write >=",
    "x =< 3": "write <=",
    "x -> 3": "write hypotheses with --given",
    r"\frac12 < x": "LaTeX is not read here",
    "x in R": "expected an interval such as [0, 1]",
    "x in [0, 1": "expected ) or ]",
    "x in (oo, 0)": "from the smaller end to the larger one",
    "x in [0; 1]": "unexpected ';'",
    "x, y": "expected <=, >=, <, > or =",
    "0 < x, 2": "expected <=, >=, <, > or =",
    "x > 0,": "expected a number",
    "0 <= x, y, z > 1": "y can belong to the relation before it, or to the one after it",
    "∑x > 0": "a sum over an index is written sum(i=1..n, x[i])",
    "x²⁺ > 0": "the power 2+ is not read",
}


@pytest.mark.parametrize("typed", REFUSED)
def test_what_is_not_read_is_named_with_what_to_write(typed):
    with pytest.raises(InputError) as problem:
        read(typed)
    assert REFUSED[typed] in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    "typed",
    [
        "√" * 3000 + "x > 0",
        "√x^" * 500 + "2 > 0",
        "2^" * 1500 + "x > 0",
        "x^2" * 1300 + " > 0",
        "1/2x" * 900 + " > 0",
        "√2" * 1500 + " > 0",
        "|x" * 41 + "|" * 41 + " > 0",
        "(" * 2000 + "x > 0",
        "α" * 3999,
        "²" * 3999,
        "1/2x^2y" * 400 + " > 0",
    ],
)
def test_what_is_long_and_wrong_is_one_short_line(typed):
    with pytest.raises((InputError, LimitExceeded)) as problem:
        read(typed)
    assert len(str(problem.value)) < 400 and "\n" not in str(problem.value)


def test_hypotheses_are_separated_as_they_are_read():
    source = "a, b > 0, x in [0, 1] and 0 < y, z < 1, |a - b| < max(a, b)"
    parts = separated(source)
    assert len(parts) == 4
    assert [fact for part in parts for fact in as_written(part)] == as_written(source)


def test_meanings_are_kept():
    said = read("tanh(x)*log(y, 2) != z").meanings
    assert said.keys() >= {"tanh(x)", "log(x, y)"}
    assert next(said[key] for key in said if "!=" in key).endswith(" > 0")


# Random expressions, typed with as few signs as a person may write ------------------------------


def expression(draw, deep):
    kind = draw.choice(["name", "number", *["sum", "product", "quotient", "power", "abs"] * deep])
    if kind == "name":
        return kind, draw.choice("xyλ")
    if kind == "number":
        return kind, draw.choice("237")
    if kind == "abs":
        return kind, expression(draw, deep - 1)
    if kind == "power":
        return kind, expression(draw, deep - 1), draw.choice("23")
    return kind, expression(draw, deep - 1), expression(draw, deep - 1)


def strictly(tree):
    kind, *parts = tree
    if kind in ("name", "number"):
        return parts[0].replace("λ", "lambda")
    if kind == "power":
        return f"({strictly(parts[0])})^{parts[1]}"
    if kind == "abs":
        return f"abs({strictly(parts[0])})"
    sign = {"sum": "-", "product": "*", "quotient": "/"}[kind]
    return f"(({strictly(parts[0])}){sign}({strictly(parts[1])}))"


def loosely(draw, tree):
    """Without the brackets and signs that somebody may take for unnecessary."""
    kind, *parts = tree
    if kind in ("name", "number"):
        return parts[0]
    if kind == "abs":
        return f"|{loosely(draw, parts[0])}|"
    if kind == "power":
        base = loosely(draw, parts[0])
        base = base if parts[0][0] in ("name", "number", "abs") else f"({base})"
        return base + draw.choice([f"^{parts[1]}", {"2": "²", "3": "³"}[parts[1]]])
    sides = [loosely(draw, part) for part in parts]
    if kind == "sum":
        right = f"({sides[1]})" if parts[1][0] == "sum" else sides[1]
        return f"{sides[0]} - {right}"
    sides = [
        f"({side})" if part[0] == "sum" else side for side, part in zip(sides, parts, strict=True)
    ]
    if kind == "quotient":
        bracket = parts[1][0] == "quotient" or "*" in sides[1]
        return f"{sides[0]}/({sides[1]})" if bracket else f"{sides[0]}/{sides[1]}"
    right = f"({sides[1]})" if parts[1][0] == "quotient" else sides[1]
    between = draw.choice(["", "", "*", " "])
    if sides[0][-1].isalnum() and right[0].isdigit():
        between = "*"  # 22 is a number, and x2 a name
    return sides[0] + between + right


def value(source):
    """The left side at a point, or nothing where it has no value."""
    left = read(source).facts[0][0]
    if not variables(left) <= {"x", "y", "lambda"}:
        raise InputError("xy is one unknown")
    point = {name: Fraction(7 + len(name), 5) for name in variables(left)}
    point |= {"y": Fraction(-13, 7)} if "y" in point else {}
    try:
        found = Point(Context(dict.fromkeys(point, False), {}), point).enclose(left, 200)
    except Undefined:
        return None
    return found.low, found.high


def test_random_expressions_are_read_as_they_are_meant_or_refused():
    """`2a/2b` is refused, `a*2b` is read: what is read has the value of the expression typed."""
    draw, read_ones = random.Random(5), 0
    for _ in range(1500):
        tree = expression(draw, 3)
        typed, meant = loosely(draw, tree), strictly(tree)
        try:
            found = value(f"{typed} > 0")
        except InputError:
            continue
        wanted = value(f"{meant} > 0")
        if wanted is None or found is None:
            assert wanted is found, (typed, meant)
            continue
        read_ones += 1
        assert max(wanted[0], found[0]) <= min(wanted[1], found[1]), (typed, meant)
    assert read_ones > 300

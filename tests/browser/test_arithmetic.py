"""The explorer's enclosures contain the true values, and are tight."""

import random
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq, fmpz

from proofkit.language import registry
from proofkit.readers import explorer

RUN = """
const A = Arithmetic;
A.precision(arguments[1]);
const end = (x) => (x.e === Infinity ? [x.m.toString(), null] : [x.m.toString(), x.e]);
return arguments[0].map(([op, ...texts]) => {
  const parts = texts.map((text) => { const { n, d } = A.parse(text); return A.fraction(n, d); });
  try {
    const { lo, hi } = A.ends(A[op](...parts));
    return [end(lo), end(hi)];
  } catch (problem) {
    return problem.kind;
  }
});
"""


@pytest.fixture
def compute(browser, tmp_path):
    path = tmp_path / "explorer.html"
    path.write_text(explorer.page(registry.find(["softmax-unit"]), {}), encoding="utf-8")
    browser.open(path)
    return lambda questions, bits: browser.driver.execute_script(RUN, questions, bits)


def true_value(op, values):
    first, *rest = (arb(fmpq(v.numerator, v.denominator)) for v in values)
    if op == "exp":
        return first.exp()
    if op == "log":
        return first.log()
    if op == "root":
        return first.sqrt()
    if op == "abs":
        return abs(first)
    if op in ("max", "min"):
        return getattr(first, op)(rest[0])
    if op == "power":
        return (rest[0] * first.log()).exp()
    return first + rest[0] if op == "add" else first * rest[0]


def number(dice, positive=False):
    """Small and huge, near 1 and near 0."""
    size = Fraction(dice.randint(1, 10**6), dice.randint(1, 10**6))
    value = dice.choice(
        [size, 1 + size / 10**20, size / 10**40, size * 10**12, Fraction(10**18), 1 - size / 10**30]
    )
    return value if positive or dice.random() < 0.5 else -value


@pytest.mark.parametrize("bits", [192, 640])
def test_enclosures_contain_the_truth(compute, bits):
    dice = random.Random(bits)
    questions = []
    for _ in range(300):
        op = dice.choice(["exp", "log", "power", "add", "multiply", "root", "abs", "max", "min"])
        values = [number(dice, op in ("log", "power", "root"))]
        if op == "exp" and abs(values[0]) > 10**9:
            values = [values[0] / 10**12]
        if op not in ("exp", "log", "root", "abs"):
            values.append(Fraction(dice.randint(-400, 400), 7) if op == "power" else number(dice))
        questions.append((op, values))
    answers = compute([[op, *map(str, values)] for op, values in questions], bits)
    with ctx.workprec(4000):
        for (op, values), (low, high) in zip(questions, answers, strict=True):
            truth = true_value(op, values)
            ends = [arb(fmpz(m)) * arb(2) ** fmpz(e) for m, e in (low, high)]
            assert not truth < ends[0], (op, values)
            assert not truth > ends[1], (op, values)
            width = ends[1] - ends[0]
            allowed = (abs(truth) + 1) * arb(2) ** (70 - bits)
            assert width <= allowed, (op, values)


@pytest.mark.parametrize("bits", [64, 192, 1000])
def test_the_constant_is_enclosed(compute, bits):
    (ends,) = compute([["pi"]], bits)
    with ctx.workprec(4000):
        low, high = (arb(fmpz(m)) * arb(2) ** fmpz(e) for m, e in ends)
        assert low < arb.pi() < high and high - low < arb(2) ** (4 - bits)


def test_powers_of_zero_and_whole_powers_of_what_is_negative(compute):
    pairs = [
        ("0", "0"),
        ("0", "2"),
        ("0", "1/2"),
        ("-2", "3"),
        ("-2", "0"),
        ("0", "-1"),
        ("-2", "1/2"),
    ]
    *known, inverse, root = compute([["power", *pair] for pair in pairs], 192)
    for (low, high), value in zip(known, (1, 0, 0, -8, 1), strict=True):
        assert int(low[0]) * 2 ** low[1] == int(high[0]) * 2 ** high[1] == value
    assert inverse == root == "unshown"


def test_high_whole_powers_of_what_is_negative_have_a_value(compute):
    odd, even, small = compute(
        [["power", "-3", "100001"], ["power", "-3", "100000"], ["power", "-1/3", "100001"]], 192
    )
    with ctx.workprec(400):
        for (low, high), value in (
            (odd, -(arb(3) ** 100001)),
            (even, arb(3) ** 100000),
            (small, -(arb(3) ** -100001)),
        ):
            ends = [arb(fmpz(m)) * arb(2) ** fmpz(e) for m, e in (low, high)]
            assert ends[0] < value < ends[1] and ends[1] - ends[0] < abs(value) / 10**40


def test_far_values_stay_on_the_safe_side(compute):
    questions = [
        ["exp", "1e30"],
        ["exp", "-1e30"],
        ["exp", "-1e15"],
        ["log", "-1"],
        ["invert", "0"],
        ["root", "-1"],
    ]
    large, small, tiny, *refused = compute(questions, 192)
    assert large[1] == ["1", None]
    assert small[0] == ["0", 0]
    assert int(small[1][0]) > 0
    assert int(tiny[0][0]) >= 0
    assert int(tiny[1][0]) > 0
    assert refused == ["unshown"] * 3


def test_functions_of_intervals(browser, compute):
    """Of -exp(1) to exp(2) and so on, not of fractions only; roots of squares are exact."""
    script = """
        const A = Arithmetic; A.precision(192);
        const [e, two] = [A.exp(A.fraction(1n)), A.log(A.fraction(9n))];
        const wide = A.interval(A.ends(A.negate(e)).lo, A.ends(two).hi);
        const sign = (end) => Math.sign(Number(end.m));
        const ends = (v) => { const { lo, hi } = A.ends(v); return [sign(lo), sign(hi)]; };
        return [A.compare(A.max(e, two), e), ends(A.abs(wide)), ends(A.min(wide, two)),
          A.text(A.root(A.parse("9/4"))), A.compare(A.abs(A.negate(e)), e) === -1,
          A.atMost(A.abs(wide), A.add(e, A.fraction(1n)))];
    """
    same, above, below, root, less, bounded = browser.driver.execute_script(script)
    assert same in (None, 0)
    assert above == [0, 1]
    assert below == [-1, 1]
    assert root == "3/2"
    assert less is False
    assert bounded is True


@pytest.mark.parametrize(
    ("text", "value"),
    [("7/10", "7/10"), ("0.7", "7/10"), ("1e18", 10**18), ("-2.50e-1", "-1/4"), (" 3 ", 3)],
)
def test_entries_are_exact(browser, compute, text, value):
    script = "return Arithmetic.text(Arithmetic.parse(arguments[0]))"
    assert Fraction(browser.driver.execute_script(script, text)) == Fraction(value)


def test_what_is_no_number_is_refused(browser, compute):
    script = "return arguments[0].map((text) => Arithmetic.parse(text) === null)"
    texts = [
        "",
        "nan",
        "1/0",
        "1e",
        "one",
        "0x10",
        "1/2/3",
        "1e99999",
        "1,5",
        "Infinity",
        "1e400/3",
    ]
    assert browser.driver.execute_script(script, texts) == [True] * len(texts)

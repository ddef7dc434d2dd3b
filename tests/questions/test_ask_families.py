"""`ask` about sums over an index: proved, refuted at a small n, told, written, replayed."""

import json

import pytest

from proofkit.foundations.errors import InputError
from proofkit.questions.ask import run
from proofkit.questions.verification import verify
from proofkit.readers.report import asked

TRUE = {
    "schwarz": (
        "sum(i=1..n, x[i]*y[i])^2 <= sum(i=1..n, x[i]^2)*sum(i=1..n, y[i]^2)",
        ["n >= 0"],
    ),
    "telescoping": ("sum(t=0..T-1, x[t+1] - x[t]) = x[T] - x[0]", ["T >= 1"]),
    "gauss": ("sum(i=1..n, i) = n*(n+1)/2", ["n >= 0"]),
    "max": ("max(i=1..n, x[i]) <= sum(i=1..n, x[i])", ["n >= 1", "x[i] >= 0 for i=1..n"]),
    "each": ("x[i] <= sum(j=1..n, x[j]) for i=1..n", ["x[j] >= 0 for j=1..n"]),
    "two": ("A[i,j] <= 1 for i=1..n, j=1..n if i < j", ["A[i,j] <= 1 for i=1..n, j=i..n"]),
    "recursion": (
        "x[T] <= q^T*x[0]",
        ["x[t+1] <= q*x[t] for t=0..T-1", "q >= 0", "T >= 0"],
    ),
    "softmax": (
        "exp(s[k])/sum(i=1..n, exp(s[i])) >= 1/(1 + (n-1)*exp(-g))",
        ["k >= 1", "k <= n", "s[j] <= s[k] - g for j=1..n if j != k"],
    ),
    "jensen": ("exp(sum(i=1..n, x[i])/n) <= sum(i=1..n, exp(x[i]))/n", ["n >= 1"]),
}
FALSE = {
    "constant": ("sum(i=1..n, x[i])^2 <= n*sum(i=1..n, x[i]^2)/2", ["n >= 1"]),
    "empty": ("sum(i=1..n, 1/(i + n)) > 0", ["n >= 0"]),
    "sign": ("max(i=1..n, x[i]) <= sum(i=1..n, x[i])", ["n >= 1"]),
    "off by one": ("sum(i=1..n, i) = n*(n-1)/2", ["n >= 1"]),
    "excepted": ("s[k] >= s[1]", ["k >= 1", "k <= n", "s[j] <= s[k] for j=2..n if j != k"]),
    "outside": ("x[n+1] >= 0", ["x[i] >= 0 for i=1..n", "n >= 1"]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_and_replayed(name):
    statement, given = TRUE[name]
    answer = run(statement, given, seconds=20)
    assert answer.verdict == "proved"
    (claim,) = verify(answer.certificate_text()).claims
    assert claim.verdict == "proved"
    told = asked.as_text(answer)
    assert asked.UNTOLD not in told
    assert told.startswith("proved")


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted_and_replayed(name):
    statement, given = FALSE[name]
    answer = run(statement, given, seconds=20)
    assert answer.verdict == "refuted"
    (claim,) = verify(answer.certificate_text()).claims
    assert claim.verdict == "refuted"
    assert claim.witness


def test_a_value_outside_the_range_cuts_nothing_off():
    """`j != k` for a k beyond n leaves 1..n as it is, and says nothing of n + 1."""
    answer = run("x[n+1] <= 0", ["x[j] <= 0 for j=1..n if j != k", "k >= n + 2", "n >= 1"])
    assert answer.verdict == "refuted"


def test_the_answer_says_for_which_n_and_families():
    answer = run("sum(i=1..n, x[i]^2) >= 0", ["n >= 1", "x[i] <= a for i=1..n"])
    said = (
        "for all integers n, all reals a and all real families x with n >= 1, x[i] <= a for i=1..n"
    )
    assert said in asked.as_text(answer)
    content = json.loads(asked.as_json(answer))
    assert content["families"] == {"x": ["real", 1]}
    assert content["hypotheses"] == ["n >= 1", "x[i] <= a for i=1..n"]
    assert r"\sum_{i=1}^{n}" in asked.as_latex(answer)
    (claim,) = verify(answer.certificate_text()).claims
    assert claim.hypotheses == ("n >= 1", "x[i] <= a for i=1..n")
    assert claim.families == {"x": "real"}


def test_a_witness_gives_n_and_lists():
    answer = run("sum(i=1..n, x[i]) <= n", ["x[i] <= 2 for i=1..n", "n >= 1"])
    witness = json.loads(asked.as_json(answer))["witness"]
    assert int(witness["n"]) == len(witness["x"])


@pytest.mark.parametrize(
    ("statement", "options", "message"),
    [
        ("x[1] <= x", {}, "a number in one place and a family"),
        ("x[1] <= x[1,2]", {}, "indices"),
        ("sum(i=1..n, x[i]) <= 1", {"let": ["n: real"]}, "integer"),
        ("sum(i=1..n, x[i]) <= 1", {"let": ["y[i]: real"]}, "y occurs neither"),
        ("x[i] <= 1 for all u", {}, "for all"),
        ("x[i] <= 1 for i=1..n, i=1..n", {}, "twice"),
        ("x[i] <= 1 for i=1..n if i != 1", {}, "!="),
        ("sum(i=1..n x[i]) <= 1", {}, "column"),
        ("sum(1=1..n, x[i]) <= 1", {}, "column"),
        ("x[ <= 1", {}, "column"),
    ],
)
def test_mistakes_are_told_in_one_line(statement, options, message):
    with pytest.raises(InputError, match=message) as problem:
        run(statement, **options)
    assert "\n" not in str(problem.value)

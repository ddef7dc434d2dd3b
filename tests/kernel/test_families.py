"""Sums over an index: what the rules accept, what they refuse, and that nothing false gets by."""

import json

import pytest

from proofkit.foundations.errors import CertificateError, InputError, LimitExceeded, Undefined
from proofkit.foundations.seals import seal
from proofkit.kernel.certificates import Library
from proofkit.kernel.inference import check
from proofkit.kernel.sign import ANY, AT_LEAST_ZERO
from proofkit.language.terms import parse
from tests.kernel.families_attack import Attack, fact, place

REFUSED = (CertificateError, InputError, LimitExceeded, Undefined)
KINDS = {"n": "integer", "k": "integer", "z": "real", "x": 1, "y": 1, "A": 2}
RING, SIGN = {"rule": "ring"}, {"rule": "sign"}
OVER = [["i", "1", "n"]]


def accepts(hypotheses, statement, node):
    try:
        check(place(hypotheses, KINDS), fact(statement), node)
    except REFUSED:
        return False
    return True


def climb(left, right, start, step, **changes):
    node = {"rule": "climb", "variable": "m", "from": "1", "to": "n", "left": left}
    return {**node, "right": right, "id": "f", "start": start, "step": step, **changes}


def assume(id, *at):
    return {"rule": "assume", "fact": id, **({"at": list(at)} if at else {})}


def by_equation(id, times="1"):
    return {"rule": "psatz", "sum": [], "equations": [{"fact": id, "times": times}]}


SCHWARZ = "sum(i=1..n, x[i]*y[i])^2 <= sum(i=1..n, x[i]^2)*sum(i=1..n, y[i]^2)"
SQUARES = {"over": [["i", "1", "n"], ["j", "1", "n"]], "squares": ["x[i]*y[j] - x[j]*y[i]"]}


@pytest.mark.parametrize(
    ("hypotheses", "statement", "node"),
    [
        (["n >= 0"], "sum(i=1..n + 1, x[i]) = sum(i=1..n, x[i]) + x[n + 1]", RING),
        (["n >= 1"], "sum(i=0..n - 1, x[i + 1] - x[i]) = x[n] - x[0]", RING),
        (["n >= 1"], "sum(i=1..n, 1/n) = 1", RING),
        (["n >= 0"], "sum(i=1..n, z) = n*z", RING),
        ([], "sum(i=1..n, sum(j=1..k, A[i, j])) = sum(j=1..k, sum(i=1..n, A[i, j]))", RING),
        ([], "sum(i=1..n, sum(j=1..n, x[i]*y[j] - x[j]*y[i])) = 0", RING),
        (["n >= 1"], "sum(i=1..n, exp(x[i])/sum(j=1..n, exp(x[j]))) = 1", RING),
        (["n >= 0"], "prod(i=1..n, exp(x[i])) = exp(sum(i=1..n, x[i]))", RING),
        (["n >= 1"], "max(i=1..n, 2*x[i] + z) = z + 2*max(i=1..n, x[i])", RING),
        (["n >= 1"], "min(i=1..n, x[i]) = -max(i=1..n, -x[i])", RING),
        ([], "sum(i=3..1, x[i]) = 0", RING),
        ([], "prod(i=3..1, x[i]) = 1", RING),
        (["n >= 1"], "0 < sum(i=1..n, exp(x[i]))", SIGN),
        (["x[i] >= 0 for i=1..n", "k >= 1", "k <= n"], "0 <= x[k]", SIGN),
        (["n >= 1"], SCHWARZ, {"rule": "psatz", "sum": [{"weight": "1/2", **SQUARES}]}),
        (
            ["x[i] >= 0 for i=1..n", "k >= 1", "k <= n"],
            "x[k] <= sum(i=1..n, x[i])",
            {
                "rule": "member",
                "whole": "sum(i=1..n, x[i])",
                "at": "k",
                "index": "i",
                "because": SIGN,
            },
        ),
        (
            ["n >= 1"],
            "x[n] <= max(i=1..n, x[i])",
            {"rule": "member", "whole": "max(i=1..n, x[i])", "at": "n"},
        ),
        (
            ["n >= 1", "x[i] <= z for i=1..n"],
            "max(i=1..n, x[i]) <= z",
            {"rule": "bounded", "index": "i", "because": assume("h1", "i")},
        ),
        (
            ["x[i] <= y[i] for i=1..n"],
            "sum(i=1..n, x[i]) <= sum(i=1..n, y[i])",
            {"rule": "termwise", "index": "i", "because": assume("h0", "i")},
        ),
        (
            ["k >= 0", "k <= n"],
            "sum(i=1..n, x[i]) = sum(i=1..k, x[i]) + sum(i=k + 1..n, x[i])",
            {"rule": "split", "whole": "sum(i=1..n, x[i])", "at": "k"},
        ),
        (
            [],
            "sum(i=1..n, x[i]) = sum(i=1..n, x[n + 1 - i])",
            {"rule": "reverse", "whole": "sum(i=1..n, x[i])"},
        ),
        (
            ["n >= 1"],
            "sum(i=1..n, i) = n*(n + 1)/2",
            climb("sum(i=1..m, i)", "m*(m + 1)/2", RING, by_equation("f")),
        ),
        (
            ["n >= 1", "x[i] <= z for i=1..n"],
            "max(i=1..n, x[i]) <= z",
            {
                "rule": "attain",
                "whole": "max(i=1..n, x[i])",
                "index": "j",
                "id": "f",
                "then": {
                    "rule": "psatz",
                    "sum": [{"weight": "1", "facts": [["h1", "j"]]}],
                    "equations": [{"fact": "f", "times": "1"}],
                },
            },
        ),
    ],
)
def test_rules_accept(hypotheses, statement, node):
    check(place(hypotheses, KINDS), fact(statement), node)


def member(whole, at, because=None):
    node = {"rule": "member", "whole": whole, "at": at}
    return node if because is None else {**node, "index": "i", "because": because}


def attain(index, then):
    return {
        "rule": "attain",
        "whole": "max(i=1..n, x[i])",
        "index": index,
        "id": "f",
        "then": then,
    }


def summand(**parts):
    return {"rule": "psatz", "sum": [{"weight": "1", **parts}]}


NONNEGATIVE = "x[i] >= 0 for i=1..n"
BELOW = "x[i] <= y[i] for i=1..n"
TERMWISE = {"rule": "termwise", "index": "i", "because": assume("h1", "i")}
MISUSES = {
    "out of an empty range": (["n >= 0"], "sum(i=1..n, 1/n) = 1", RING),
    "strict over an empty range": (["n >= 0"], "0 < sum(i=1..n, exp(x[i]))", SIGN),
    "length of a negative range": ([], "sum(i=1..n, 1) = n", RING),
    "last of an empty sum": (["n >= 0"], "sum(i=1..n, x[i]) = sum(i=1..n - 1, x[i]) + x[n]", RING),
    "first of an empty sum": (["n >= 0"], "sum(i=1..n, x[i]) = x[1] + sum(i=2..n, x[i])", RING),
    "an empty max": (["n >= 0"], "max(i=1..n, x[i]) <= max(i=1..n, x[i])", RING),
    "a max of halves": (["n >= 1"], "max(i=1..n, -2*x[i]) = -2*max(i=1..n, x[i])", RING),
    "a product of sums": (
        ["n >= 1"],
        "sum(i=1..n, x[i]*y[i]) = sum(i=1..n, x[i])*sum(i=1..n, y[i])",
        RING,
    ),
    "a product of a sum": (
        ["n >= 1"],
        "prod(i=1..n, x[i] + y[i]) = prod(i=1..n, x[i]) + prod(i=1..n, y[i])",
        RING,
    ),
    "a triangle turned round": (
        ["n >= 1"],
        "sum(i=1..n, sum(j=1..i, x[i]*y[j])) = sum(i=1..n, sum(j=1..i, x[j]*y[i]))",
        RING,
    ),
    "0^0": (["n >= 1"], "sum(i=0..n, z^i) = z*sum(i=1..n + 1, z^(i - 2))", RING),
    "a division by 0": (["n >= 1"], "sum(i=1..n, 1/(n - i)) = sum(i=0..n - 1, 1/i)", RING),
    "logs of negative factors": (
        ["n >= 1"],
        "log(prod(i=1..n, x[i]^2)) = 2*sum(i=1..n, log(x[i]))",
        RING,
    ),
    "a root of a square": (["n >= 1"], "sqrt(sum(i=1..n, x[i])^2) = sum(i=1..n, x[i])", RING),
    "an index that no binder has": (["n >= 1"], "sum(i=1..i, x[i]) = 0", RING),
    "at no integer": ([NONNEGATIVE], "0 <= x[z]", assume("h0", "z")),
    "at a half": ([NONNEGATIVE, "n >= 1"], "0 <= x[1/2]", assume("h0", "1/2")),
    "out of range": (["n >= 1", NONNEGATIVE], "0 <= x[n + 1]", assume("h1", "n + 1")),
    "too many indices": (["n >= 1", NONNEGATIVE], "0 <= x[1]", assume("h1", "1", "1")),
    "no index": (["n >= 1", NONNEGATIVE], "0 <= x[1]", assume("h1")),
    "another number of indices": (["n >= 1"], "A[1] <= A[1]", SIGN),
    "a family without indices": (["n >= 1"], "x <= x", SIGN),
    "member out of range": (
        ["n >= 1", NONNEGATIVE],
        "x[n + 1] <= sum(i=1..n, x[i])",
        member("sum(i=1..n, x[i])", "n + 1", SIGN),
    ),
    "member without a sign": (
        ["n >= 1"],
        "x[n] <= sum(i=1..n, x[i])",
        member("sum(i=1..n, x[i])", "n", SIGN),
    ),
    "member without a reason": (
        ["n >= 1"],
        "x[n] <= sum(i=1..n, x[i])",
        member("sum(i=1..n, x[i])", "n"),
    ),
    "member of a small product": (
        ["n >= 1", NONNEGATIVE],
        "x[n] <= prod(i=1..n, x[i])",
        member("prod(i=1..n, x[i])", "n", SIGN),
    ),
    "member the wrong way": (
        ["n >= 1"],
        "max(i=1..n, x[i]) <= x[n]",
        member("max(i=1..n, x[i])", "n"),
    ),
    "negative products": (["n >= 1", BELOW], "prod(i=1..n, x[i]) <= prod(i=1..n, y[i])", TERMWISE),
    "two ranges": (["n >= 1", BELOW], "sum(i=1..n, x[i]) <= sum(i=1..n - 1, y[i])", TERMWISE),
    "two binders": (["n >= 1", BELOW], "sum(i=1..n, x[i]) <= max(i=1..n, y[i])", TERMWISE),
    "an index that is a name": (
        ["k >= 1", "x[k] <= z", "n >= 1"],
        "max(i=1..n, x[i]) <= z",
        {"rule": "bounded", "index": "k", "because": assume("h1")},
    ),
    "an index that is a family": (
        ["n >= 1", BELOW],
        "sum(i=1..n, x[i]) <= sum(i=1..n, y[i])",
        {"rule": "termwise", "index": "x", "because": SIGN},
    ),
    "a max of one entry": (
        ["n >= 1", "x[1] <= z"],
        "max(i=1..n, x[i]) <= z",
        {"rule": "bounded", "index": "i", "because": assume("h1")},
    ),
    "a min on the left": (
        ["n >= 1", "x[i] <= z for i=1..n"],
        "z <= min(i=1..n, x[i])",
        {"rule": "bounded", "index": "i", "because": assume("h1", "i")},
    ),
    "an entry of choice": (
        ["n >= 1", "k >= 1", "k <= n"],
        "x[k] = max(i=1..n, x[i])",
        attain("k", by_equation("f", "-1")),
    ),
    "an entry in the goal": (
        ["n >= 1"],
        "x[j] = max(i=1..n, x[i])",
        attain("j", by_equation("f", "-1")),
    ),
    "a cut out of range": (
        ["n >= 1"],
        "sum(i=1..n, x[i]) = sum(i=1..n + 1, x[i]) + sum(i=n + 2..n, x[i])",
        {"rule": "split", "whole": "sum(i=1..n, x[i])", "at": "n + 1"},
    ),
    "a cut that leaves nothing": (
        ["n >= 1"],
        "max(i=1..n, x[i]) = max(max(i=1..n, x[i]), max(i=n + 1..n, x[i]))",
        {"rule": "split", "whole": "max(i=1..n, x[i])", "at": "n"},
    ),
    "one too far": (
        ["n >= 1"],
        "sum(i=1..n, x[i]) = sum(i=1..n, x[n - i])",
        {"rule": "reverse", "whole": "sum(i=1..n, x[i])"},
    ),
    "no start": (["n >= 1"], "n <= 0", climb("m", "0", SIGN, SIGN)),
    "the step says nothing": (["n >= 1"], "x[n] <= x[1]", climb("x[m]", "x[1]", RING, assume("f"))),
    "downwards": (["n <= 0"], "1 <= n", climb("1", "m", SIGN, SIGN)),
    "to no integer": (["z >= 1"], "z <= 7", climb("m", "7", SIGN, SIGN, to="z")),
    "a name that is known": (
        ["n >= 1", "k >= 1"],
        "k <= k",
        climb("k", "k", SIGN, SIGN, variable="k"),
    ),
    "a mean of nothing": (
        ["n >= 0"],
        "(sum(i=1..n, x[i])/n)^2 <= sum(i=1..n, x[i]^2)/n",
        summand(over=OVER, squares=["x[i]"]),
    ),
    "a negative weight": (
        ["n >= 1"],
        "sum(i=1..n, x[i]^2) <= 0",
        {"rule": "psatz", "sum": [{"weight": "-1", "over": OVER, "squares": ["x[i]"]}]},
    ),
    "nothing is strict": (["n >= 0"], "0 < sum(i=1..n, 1)", summand(over=OVER)),
    "under no sum": (["n >= 1"], "0 <= x[i]^2", summand(over=[], squares=["x[i]"])),
    "a range of half an index": (["n >= 1"], "0 <= z", summand(over=[["i", "1", "1/2"]])),
    "a hidden name": (["n >= 1"], "0 <= 1", summand(over=[["$1", "1", "n"]])),
    "the end as the hole": (
        ["n >= 1", "k >= n"],
        "sum(i=1..n, x[i]) <= sum(i=1..k, x[i])",
        {
            "rule": "exchange",
            "hole": "h",
            "function": "sum(i=1..h, x[i])",
            "old": "n",
            "new": "k",
            "because": assume("h1"),
        },
    ),
    "a fact that forgets its range": (
        ["n >= 1"],
        "0 <= x[n + 1]^3",
        {
            "rule": "have",
            "facts": [
                {
                    "id": "g",
                    "for": [["i", "1", "0"]],
                    "left": "0",
                    "relation": "<=",
                    "right": "x[i]^3",
                    "because": {"rule": "absurd", "because": {"rule": "sign"}},
                }
            ],
            "then": assume("g", "n + 1"),
        },
    ),
}


@pytest.mark.parametrize("misuse", MISUSES)
def test_rules_refuse(misuse):
    assert not accepts(*MISUSES[misuse])


LEAK = ["n >= 1", "x[1] >= 1", "x[i] <= n for i=1..1", "abs(x[1]) <= z"]


def test_induction_forgets_what_is_known_for_each_index_of_its_variable():
    """`x[1] <= n` holds for the n that is asked, and not for those on the way to it."""
    contradiction = {
        "rule": "psatz",
        "sum": [
            {"weight": "1", "facts": ["f"]},
            {"weight": "1", "signs": ["n - x[1]"]},
            {"weight": "1"},
        ],
    }
    node = {"rule": "induct", "variable": "n", "from": "0", "id": "f", "start": SIGN}
    node["step"] = {"rule": "absurd", "because": contradiction}
    assert not accepts(LEAK, "n <= x[1] - 1", node)
    known = place(LEAK, KINDS).without("n")
    assert known.many == {}
    assert known.sign(parse("n - x[1]")) == ANY
    assert place(LEAK, KINDS).sign(parse("n - x[1]")) == AT_LEAST_ZERO


@pytest.mark.parametrize("seed", range(3))
def test_nothing_false_is_accepted(seed):
    attack = Attack(seed)
    for _ in range(12):
        attack.round()
    assert attack.wrong == []
    assert attack.count["crash"] == 0
    assert attack.count["evaluations"] > 500


# Certificates -------------------------------------------------------------------------------


def certificate(**changes):
    claim = {
        "id": "c",
        "parameters": {"n": "integer"},
        "families": {"x": ["real", 1]},
        "hypotheses": [
            {"id": "h", "left": "x[i]", "relation": ">=", "right": "0", "for": OVER},
            {"id": "g", "left": "n", "relation": ">=", "right": "1"},
        ],
        "definitions": {},
        "statements": [{"left": "0", "relation": "<=", "right": "sum(i=1..n, x[i])"}],
        "verdict": "proved",
        "proofs": [
            {
                "facts": [],
                "steps": [
                    {
                        "relation": "<=",
                        "term": "sum(i=1..n, x[i])",
                        "reason": "each is",
                        "because": SIGN,
                    }
                ],
            }
        ],
        "inhabited": {"n": "2", "x": {"1": "1/2"}},
        **changes,
    }
    return seal(json.loads(json.dumps({k: v for k, v in claim.items() if v is not None})))


def test_a_certificate_is_replayed():
    assert Library().replay(certificate()).value == "proved"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"families": None}, "families"),
        ({"families": {"x": ["real", 2]}}, "no family"),
        ({"families": {"x": ["real", 1], "n": ["real", 1]}}, "not accepted"),
        ({"families": {"x": ["vector", 1]}}, "a kind"),
        ({"inhabited": {"n": "2", "x": {"1": "-1/2"}}}, "does not satisfy the hypothesis h"),
        ({"inhabited": {"n": "0", "x": {}}}, "does not satisfy the hypothesis g"),
        ({"inhabited": {"n": "2"}}, "each parameter and family"),
        ({"inhabited": {"n": "1/2", "x": {}}}, "integers"),
        ({"inhabited": {"n": "2", "x": {"1/2": "1"}}}, "integers for its indices"),
        ({"inhabited": {"n": "2", "x": {"1": "1", " 1": "2"}}}, "x"),
        ({"inhabited": {"n": "9999999", "x": {}}}, "range of more than"),
    ],
)
def test_a_certificate_is_refused(changes, message):
    with pytest.raises((CertificateError, InputError), match=message):
        Library().replay(certificate(**changes))


def refuted(right, **witness):
    statement = {"left": "sum(i=1..n, x[i])", "relation": "<=", "right": right}
    return certificate(
        statements=[statement],
        verdict="refuted",
        proofs=None,
        inhabited=None,
        witness=witness,
        part=0,
    )


def test_a_world_refutes():
    found = Library().replay(refuted("n", n="2", x={"1": "2", "2": "1/2"}))
    assert found.value == "refuted"


@pytest.mark.parametrize(
    "witness",
    [
        {"n": "2", "x": {"1": "1"}},
        {"n": "2", "x": {"1": "3", "2": "-1"}},
        {"n": "0", "x": {"1": "3"}},
        {"n": "2", "x": {"3": "9"}},
    ],
)
def test_a_world_where_it_holds_or_nothing_is_asked_does_not_refute(witness):
    with pytest.raises(CertificateError):
        Library().replay(refuted("n", **witness))


def test_without_a_value_nothing_is_refuted():
    with pytest.raises(CertificateError):
        Library().replay(refuted("max(i=5..n, x[i])", n="2", x={"1": "2"}))


def test_a_theorem_about_families_is_not_cited():
    library = Library()
    library.replay(certificate())
    cite = {"rule": "cite", "claim": "c", "part": 0}
    statement = {"left": "0", "relation": "<=", "right": "n"}
    step = {"relation": "<=", "term": "n", "reason": "why", "because": cite}
    claim = certificate(id="d", statements=[statement], proofs=[{"facts": [], "steps": [step]}])
    with pytest.raises(CertificateError, match="not cited yet"):
        library.replay(claim)

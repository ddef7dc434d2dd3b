"""The rules for numbers: what each proves, and what it refuses."""

import pytest

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.kernel.certificates import Library
from proofkit.kernel.points import precision

HYPOTHESES = {
    "x": "x >= 1",
    "top": "x <= 3",
    "y": "y > 0",
    "n": "n >= 2",
    "tie": "n = 2*k",
    "order": "w <= y",
}
RING, SIGN = {"rule": "ring"}, {"rule": "sign"}


@pytest.fixture
def accepts(build):
    context = Context(
        {"x": False, "y": False, "z": False, "w": False, "n": True, "k": True},
        {id: build.fact(h) for id, h in HYPOTHESES.items()},
    )

    def accepts(statement, node):
        with precision():
            try:
                inference.check(Known(context, Trail()), build.fact(statement), node)
            except (CertificateError, InputError, Undefined):
                return False
        return True

    return accepts


def psatz(*summands, **more):
    return {"rule": "psatz", "sum": [{"weight": "1", **s} for s in summands], **more}


def assume(fact):
    return {"rule": "assume", "fact": fact}


def exchange(function, old, new, because, hole="h"):
    return {
        "rule": "exchange", "hole": hole, "function": function, "old": old, "new": new,
        "because": because,
    }  # fmt: skip


def box(*cuts, bits=64):
    return {"rule": "box", "bits": bits, "cuts": list(cuts) or [[]]}


def derive(at, way, slope, strict="slope", variable="x", start=RING, **more):
    return {
        "rule": "derive", "variable": variable, "at": at, "from": way, "fresh": "t",
        "strict": strict, "start": start, "closed": [], "open": [], "slope": slope, **more,
    }  # fmt: skip


def cases(left, right, below, above):
    return {
        "rule": "cases", "id": "c", "left": left, "right": right, "below": below, "above": above,
    }  # fmt: skip


def step(relation, term, because):
    return {"relation": relation, "term": term, "because": because}


def general(fresh, term, left, right, then, *facts):
    return {
        "rule": "general", "fresh": fresh, "term": term, "left": left, "right": right,
        "facts": list(facts), "then": then,
    }  # fmt: skip


def known(left, relation, right, because):
    return {"id": "g", "left": left, "relation": relation, "right": right, "because": because}


FACT = {"id": "f", "left": "1", "relation": "<=", "right": "x^2", "because": psatz(
    {"facts": ["x", "x"]}, {"weight": "2", "facts": ["x"]})}  # fmt: skip
SQUARED = ({"facts": ["g", "g"]}, {"weight": "2", "facts": ["g"]})
RISES = exchange("exp(h)", "0", "t", SIGN)
CONCAVE = {
    "rule": "concave", "variable": "x", "low": "1", "high": "3", "fresh": "t", "closed": [],
    "open": [], "left": box(), "right": box(), "bend": SIGN,
}  # fmt: skip


def induct(step_, low="2", variable="n", start=RING):
    return {
        "rule": "induct", "variable": variable, "from": low, "id": "IH", "start": start,
        "step": step_,
    }  # fmt: skip


ACCEPTED = [
    ("x >= 1", assume("x")),
    ("1 <= x", assume("x")),
    ("y >= 0", assume("y")),
    ("n = 2*k", assume("tie")),
    ("x^2 >= 1", {"rule": "have", "facts": [FACT], "then": {**assume("f"), "fact": "f"}}),
    ("x*(1 + y) = x + y*x", RING),
    ("x/x = 1", RING),
    ("y^z*y^w = y^(z + w)", RING),
    ("y^(x/(x + 1)) = y/y^(1/(x + 1))", RING),
    ("(y^(1/n))^n = y", RING),
    ("(x^z)^z = x^(z^2)", RING),
    ("(y^(1/(x + 1)))^x = y/y^(1/(x + 1))", RING),
    ("exp((x^2 - 1)/(x + 1)) = exp(x - 1)", RING),
    ("0 < x", SIGN),
    ("0 < exp(z)", SIGN),
    ("0 <= abs(z)", SIGN),
    ("z^2 >= 0", SIGN),
    ("2*w*z <= w^2 + z^2", psatz({"squares": ["w - z"]})),
    ("x*y > 0", psatz({"facts": ["x", "y"]}, {"facts": ["y"]})),
    ("1/x <= 1", psatz({"facts": ["x"]}, times="x")),
    ("n*z = 2*k*z", psatz(equations=[{"fact": "tie", "times": "z"}])),
    ("exp(w) <= exp(y)", exchange("exp(h)", "w", "y", assume("order"))),

    ("n^(-x) <= n^(-1)", exchange("n^h", "-x", "-1", psatz({"facts": ["x"]}))),
    ("w <= y", {"rule": "cancel", "hole": "h", "function": "exp(h)",
                "because": exchange("exp(h)", "w", "y", assume("order"))}),
    ("z <= max(z, w)", {"rule": "extreme"}),
    ("max(w, y) <= y", {"rule": "extreme", "because": [assume("order"), RING]}),
    ("n >= 2", {"rule": "integer", "because": psatz({"facts": ["n"]}, {})}),
    ("log(x) <= 11/10", box()),
    ("x*(4 - x) >= 5/2", box(["x", "2"], ["x", "3/2"], ["x", "5/4"], [], [], [], ["x", "5/2"], [],
                             ["x", "11/4"], [], [])),
    ("exp(x - 1) >= x", derive("1", "below", box())),
    ("x*(4 - x) >= 3", CONCAVE),
    ("n^2 >= 4", induct(psatz({"facts": ["IH"]}, {"weight": "2", "facts": ["n-from"]},
                              {"weight": "5"}))),
    ("z^2 >= 0", cases("0", "z", SIGN, SIGN)),
    ("(w - y)^2 >= 0", general("t", "w - y", "0", "t^2", SIGN)),
    ("x^2 >= 1", general("t", "x", "1", "t^2", psatz(*SQUARED), known("t", ">=", "1", assume("x")))),
    ("x = x", {"rule": "antisymmetric", "below": RING, "above": RING}),
    ("x >= 1", {"rule": "chain", "start": "x",
                "steps": [step("=", "x*1", RING), step(">=", "1", psatz({"facts": ["x"]}))]}),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "node"), ACCEPTED, ids=lambda value: str(value)[:60])
def test_what_a_rule_proves(accepts, statement, node):
    assert accepts(statement, node)


REFUSED = [
    ("x > 1", assume("x")),
    ("x >= 2", assume("x")),
    ("x >= 1", assume("z")),
    ("z/z = 1", RING),  # no value at z = 0
    ("x = y", RING),
    ("y^(x/(x + 1)) = y*y^(1/(x + 1))", RING),
    ("(y^(1/n))^k = y", RING),
    ("(y^(1/(x + 1)))^x = y", RING),
    ("exp((x^2 + 1)/(x + 1)) = exp(x - 1)", RING),
    ("(z^(1/x))^x = z", RING),  # z may be negative
    ("x < x", RING),
    ("z^(1/2)*z^(1/2) = z", RING),
    ("(z^2)^(1/2) = z", RING),
    ("log(z) = log(z)", RING),
    ("0 < z", SIGN),
    ("0 < abs(z)", SIGN),
    ("z^3 >= 0", SIGN),
    ("2*w*z < w^2 + z^2", psatz({"squares": ["w - z"]})),
    ("2*w*z <= w^2 + z^2", psatz({"squares": ["w + z"]})),
    ("x >= 2", psatz({"facts": ["x"]}, {"weight": "-1"})),
    ("x >= 2", psatz({"facts": ["x"]}, {"weight": "0"})),
    ("x*z >= z", psatz({"facts": ["x"], "signs": ["z"]})),
    ("1/z <= 1", psatz({"facts": ["x"]}, times="z")),
    ("n*z = 2*k*z + 1", psatz(equations=[{"fact": "tie", "times": "-z"}])),
    ("n*z = 2*k*z", psatz(equations=[{"fact": "x", "times": "-z"}])),
    ("exp(y) <= exp(w)", exchange("exp(h)", "y", "w", assume("order"))),
    ("exp(w) < exp(y)", exchange("exp(h)", "w", "y", assume("order"))),
    ("z*w <= z*y", exchange("z*h", "w", "y", assume("order"))),
    ("w^2 <= y^2", exchange("h^2", "w", "y", assume("order"))),  # w may be < 0
    ("1/y <= 1/w", exchange("1/h", "y", "w", assume("order"))),
    ("(1/n)^(-x) <= (1/n)^(-1)", exchange("(1/n)^h", "-x", "-1", psatz({"facts": ["x"]}))),
    ("exp(w) <= exp(y)", exchange("exp(x)", "w", "y", assume("order"), hole="x")),
    ("z <= w", {"rule": "cancel", "hole": "h", "function": "h^2", "because": RING}),
    ("z <= w", {"rule": "cancel", "hole": "h", "function": "0*h", "because": RING}),
    ("max(z, w) <= z", {"rule": "extreme"}),
    ("max(w, y) <= y", {"rule": "extreme", "because": [assume("order")]}),
    ("n >= 3", {"rule": "integer", "because": psatz({"facts": ["n"]}, {})}),
    ("x >= 2", {"rule": "integer", "because": psatz({"facts": ["x"]}, {})}),
    ("log(x) <= 1", box()),
    ("x*(4 - x) >= 3", box()),
    ("z^2 >= 0", {"rule": "box", "bits": 64, "cuts": []}),
    ("log(x) <= 11/10", box(["x", "4"], [], [])),
    ("log(x) <= 11/10", box([], [])),
    ("log(x) <= 11/10", box(["x", "2"], [])),
    ("exp(x - 1) > x", derive("1", "below", box())),  # equal at x = 1
    ("exp(x - 1) >= x", derive("1", "above", box())),
    ("exp(x) >= 3*x", derive("1", "below", box())),
    ("x*(4 - x) <= 3", CONCAVE),
    ("x^2 >= 2*x", {**CONCAVE, "bend": RING}),
    ("n^2 >= 5", induct(psatz({"facts": ["IH"]}, {"weight": "2", "facts": ["n-from"]},
                              {"weight": "5"}))),
    ("n^2 >= 4", induct(assume("IH"))),
    ("x^2 >= 1", induct(psatz({"facts": ["IH"]}), low="1", variable="x")),
    ("z >= 0", cases("0", "z", assume("c"), SIGN)),
    ("x^2 >= 1", general("t", "x", "1", "t^2", psatz(*SQUARED))),  # the fact is not stated
    ("z^2 >= 1", general("t", "z", "1", "t^2", psatz(*SQUARED), known("t", ">=", "1", assume("x")))),
    ("w >= 1", general("t", "x", "1", "t", assume("g"), known("t", ">=", "1", assume("x")))),
    ("x*z >= 1", general("t", "x", "1", "t*t", psatz(*SQUARED), known("t", ">=", "1", assume("x")))),
    ("x^2 > 1", general("t", "x", "1", "t^2", psatz(*SQUARED), known("t", ">=", "1", assume("x")))),
    ("z >= 1", general("x", "z", "1", "x", assume("x"))),  # what is known of x is not of any x
    ("1/z = 1/z", general("t", "z", "1/t", "1/t", RING)),  # no value at t = 0
    ("z >= 0", {"rule": "absurd", "because": SIGN}),
    ("x >= 3", {"rule": "chain", "start": "x",
                "steps": [step(">=", "1", assume("x")), step("<=", "3", RING)]}),
    ("x >= 1", {"rule": "chain", "start": "y", "steps": [step(">=", "1", assume("x"))]}),
    ("x >= 1", {"rule": "chain", "start": "x", "steps": []}),
    ("x >= 1", {"rule": "cite", "claim": "nobody", "part": 0}),
    ("x >= 1", {"rule": "polynomial", "using": ["x"]}),
    ("x >= 1", {"rule": None}),
    ("x >= 1", None),
    ("x >= 1", {**assume("x"), "more": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "node"), REFUSED, ids=lambda value: str(value)[:60])
def test_what_a_rule_refuses(accepts, statement, node):
    assert not accepts(statement, node)


@pytest.mark.parametrize("statement", ["x >= x", "x <= x", "x = x"])
def test_a_chain_may_end_where_it_starts(build, statement):
    claim = build.certificate("x", statement, RING)
    assert Library().replay(claim).value == "proved"


@pytest.mark.parametrize("statement", ["x < x", "x > x"])
def test_nothing_is_less_than_itself(build, statement):
    assert build.refusal(build.certificate("x", statement, RING))

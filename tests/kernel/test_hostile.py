"""Files made to exhaust time or memory: each is refused clearly, within a few seconds."""

import gc
import itertools
import json
import resource

import pytest

from proofkit.foundations.errors import CertificateError, InputError, ProofkitError
from proofkit.foundations.seals import MAX_FILE, digest, file_text, seal
from proofkit.kernel import certificates, points
from proofkit.kernel.assumptions import Context
from proofkit.kernel.certificates import Library, replay_text

IDENTITY = {"rule": "ring"}
NAMES = "a b c d e f g h"
LONG = "9" * 990


@pytest.fixture(autouse=True)
def bounded_memory():
    """What is refused is refused before it grows."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    gc.freeze()  # what the test runner holds is not the kernel's to collect
    yield
    gc.unfreeze()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 600_000  # kilobytes


def reflexive(build, term, rule=IDENTITY, parameters=NAMES, **changes):
    return build.certificate(parameters, f"{term} = {term}", rule, **changes)


TERMS = {
    "power of powers": "10^(10^1000000000)",
    "whole exponent": "a^(2^1000000000000)",
    "number of quotients": "(" * 6 + "7" + f"/(1/{LONG}))" * 6,
    "huge exponent": f"(a + b)^{LONG}",
    "huge number": f"2^{LONG}",
    "huge root": f"3^(1/{LONG})*3^({LONG}/7)",
    "long expansion": "(a + b + c + d + e + f + g + h)^24",
    "many expansions": "*".join(["(a + b + c + d + e + f + g + h)^4"] * 30),
    "sum of expansions": "+".join(f"({k} + a + b + c + d + e)^9" for k in range(300)),
    "expansion in an exponent": "2^(" + "*".join(["(a + b + c + d + e + f)^4"] * 9) + ")",
    "many fractions": "+".join(f"1/{10**900 + k}" for k in range(20)),
    "many long factors": "*".join(str(10**900 + k) for k in range(20)),
    "many factors": "*".join(["a"] * 9_000),
    "many summands": "+".join(["a"] * 9_000),
    "tower": "exp(" * 50 + "a" + ")" * 50,
    "brackets": "(" * 5_000 + "a" + ")" * 5_000,
    "digits": "9" * 10**7,
    "denominators": "+".join(f"1/(a^2 + {k})" for k in range(1, 400)),
    "nested powers": "((" * 29 + "a^2 + 1" + ")^b + a)^2" * 29,
    "nested products": "(" * 40 + "a*b + 1" + ")*(a + b)" * 40,
}


@pytest.mark.parametrize("name", TERMS)
@pytest.mark.parametrize("rule", ["ring", "box"])
def test_terms(build, name, rule):
    extra = {"bits": 64, "cuts": [[]]} if rule == "box" else {}
    node = {"rule": rule, **extra}
    term = TERMS[name]
    claim = build.certificate(
        NAMES,
        f"{term} = {term}" if rule == "ring" else f"{term} <= 1 + {term}",
        node,
        hypotheses=[f"{n} >= 1/3" for n in NAMES.split()],
    )
    try:
        Library().replay(claim)
    except CertificateError as problem:
        assert str(problem).startswith("m/c")


def doubling(step, count=200, first="a"):
    return {
        "x0": first,
        **{f"x{k}": step.format(f"x{k - 1}", f"x{max(k - 2, 0)}") for k in range(1, count)},
    }


@pytest.mark.parametrize("count", [40, 1_900])
@pytest.mark.parametrize("first", ["a", "7/10", "1 + a"])
@pytest.mark.parametrize(
    "step", ["{0}*{0}", "{0} + {1}", "{0}^{0}", "exp({0})", "({0} + 1)^2", "1/(1 + {0})"]
)
def test_definitions(build, step, count, first):
    definitions = doubling(step, count, first)
    given = {"definitions": definitions, "hypotheses": ["a >= 1"]}
    library = Library()
    try:
        library.replay(reflexive(build, f"x{count - 1}", IDENTITY, "a", **given))
    except CertificateError as problem:
        assert "nested too deep" in str(problem) and count == 1_900
        return
    again = {"rule": "cite", "claim": "m/c", "part": 0}
    try:
        library.replay(reflexive(build, f"x{count - 1}", again, "a", **given, id="m/d"))
    except CertificateError as problem:
        assert "step 1: asks for more work" in str(problem)


@pytest.mark.parametrize("step", ["{0}*{0}", "{0} + {1}", "max({0}, {1})", "exp({0}) + exp({1})"])
@pytest.mark.parametrize(
    ("statement", "node"),
    [
        ("2^x59 = 2^x59", IDENTITY),  # are there integers?
        ("P(above(0, 1, x59)) <= 1", {"rule": "certain"}),
        ("x59 >= 0", {"rule": "assume", "fact": "h0"}),  # what does it say, written out?
        ("x59 >= 0", {"rule": "box", "bits": 64, "cuts": [[]]}),
    ],
)
def test_definitions_that_stand_for_very_much(build, statement, node, step):
    claim = build.certificate(
        "", statement, node, parameters={"a": "integer"}, definitions=doubling(step, 60),
        hypotheses=["a >= 1"], point={"a": "1"},
    )  # fmt: skip
    try:
        Library().replay(claim)
    except CertificateError as problem:
        assert "more work" in str(problem) or "exp" in step


@pytest.mark.parametrize("part", ["witness", "hypothesis"])
@pytest.mark.parametrize(
    "statement",
    [
        "exp(exp(exp(exp(a)))) >= exp(exp(exp(a + 1)))",
        "(1 + a/b)^(10^900) <= exp(10^900)",
        f"a^{LONG} = b^{LONG}",
        "(a + b + c + d)^24 + sqrt(a) <= (d + c + b + a)^24 + sqrt(a)",
        "sqrt(5 + 2*sqrt(6)) = sqrt(2) + sqrt(3)",
        "log(log(log(log(a)))) <= 0",
        "x150 <= x149",
    ],
)
def test_points(build, statement, part):
    claim = reflexive(build, "a", definitions=doubling("{0}*{0}", 151), hypotheses=[])
    claim["inhabited"] = dict.fromkeys(NAMES.split(), f"{10**900 + 1}/{10**899 + 7}")
    if part == "witness":
        claim |= {"verdict": "refuted", "witness": claim.pop("inhabited"), "part": 0}
        claim["statements"] = [build.sides(statement)]
        del claim["proofs"]
    elif "x150" not in statement:
        claim["hypotheses"] = [{"id": f"h{k}", **build.sides(statement)} for k in range(100)]
    try:
        Library().replay(seal(claim))
    except CertificateError as problem:
        assert str(problem).startswith("m/c")


def test_a_threshold_too_long_to_be_written_out(build):
    event = build.fact("P(above(2^1000000000000, 1, n)) <= 0")
    assert points.decide(Context({"n": True}), event, {"n": 0}).value == "holds"


@pytest.mark.parametrize(
    "statement",
    [
        "(a*b*c*d*e*f*g*h)^20 >= a*b^7 - 1",
        f"(a - 1/{LONG})^20*(b - {LONG})^20 >= -1",
        "(a - 1/3)^2*(b - 1/7)^2*(c - 1/11)^2*(d - 1/13)^2 >= 0",
        "(a - b)^2 + (b - c)^2 + (c - d)^2 + (d - e)^2 + (e - a)^2 >= 0",
        "+".join(f"a^{k}*b^{40 - k}" for k in range(41)) + " >= -1/1000000",
    ],
)
@pytest.mark.parametrize("ends", [("0", "1"), ("-1", LONG), (f"1/{LONG}", f"{LONG}/7")])
def test_bernstein(build, statement, ends):
    names = NAMES.split()
    hypotheses = [f"{n} >= {ends[0]}" for n in names] + [f"{n} <= {ends[1]}" for n in names]
    node = {"rule": "box", "bits": 64, "cuts": [[]]}
    claim = build.certificate(NAMES, statement, node, hypotheses=hypotheses)
    try:
        Library().replay(claim)
    except CertificateError as problem:
        assert str(problem).startswith("m/c, ")


def test_subdivisions(build):
    hypotheses = ["a >= 0", "a <= 1"]
    term = "+".join(f"exp(a/{k})" for k in range(1, 900))
    for cuts in ([[]] * 10**5, [["a", "1/2"]] * 10**5, [["a", f"1/{k}"] for k in range(2, 3_900)]):
        node = {"rule": "box", "bits": 64, "cuts": cuts}
        claim = build.certificate("a", f"{term} >= 0", node, hypotheses=hypotheses)
        assert build.refusal(claim).startswith("m/c")


def test_long_sums_of_products(build):
    term = "+".join(f"a^(b + {k})" for k in range(60))
    rows = [{"weight": "1/1000", "facts": ["h0"] * 40, "signs": [f"({term})^4"]}] * 1_900
    claim = build.certificate(
        "a b", f"{term} <= 2*({term})", {"rule": "psatz", "sum": rows}, hypotheses=["a >= 1"]
    )
    assert "step 1" in build.refusal(claim)


def test_replacing_many_by_much(build):
    old = "+".join(["a"] * 9_000)
    new = "*".join(["b"] * 9_000)
    node = {
        "rule": "exchange", "hole": "h", "function": old.replace("a", "h"), "old": "a",
        "new": new, "because": IDENTITY,
    }  # fmt: skip
    assert "step 1" in build.refusal(build.certificate("a b", f"{old} <= {new}", node))
    sums = {**node, "new": "+".join(["b"] * 9_000)}
    assert "step 1" in build.refusal(build.certificate("a b", f"{old} <= b", sums))


def test_many_steps_that_each_take_long(build):
    slow = "(a + b + c + d + e)^9"
    steps = [("=", f"{slow} + {k} - {k}", IDENTITY) for k in range(200)]
    claim = build.certificate(NAMES, f"{slow} = {steps[-1][1]}", steps)
    try:
        Library().replay(claim)
    except CertificateError as problem:
        assert "allowed" in str(problem)


def test_a_whole_file_has_a_time_limit(build, monkeypatch):
    """By a clock that strikes at every look, each of its claims takes a second."""
    clock = itertools.count()
    monkeypatch.setattr(certificates.time, "monotonic", lambda: float(next(clock)))
    quick = build.certificate("a", "a = a", IDENTITY)
    file = file_text([seal({**quick, "id": f"m/{k}"}) for k in range(30)])
    assert len(replay_text(file, seconds=100)) == 30
    with pytest.raises(CertificateError, match="longer"):
        replay_text(file, seconds=10)


def nested(depth):
    node = "1"
    for _ in range(depth):
        node = [node] if depth % 2 else {"because": node}
    return node


@pytest.mark.parametrize("depth", [100, 400, 901, 5_000])
def test_nested_nodes(build, depth):
    claim = build.certificate("a", "a = a", IDENTITY)
    claim["proofs"][0]["steps"][0]["because"] = nested(depth)
    with pytest.raises((CertificateError, InputError, RecursionError)) as caught:
        source = file_text([claim])
        replay_text(source)
    assert isinstance(caught.value, ProofkitError) or depth == 5_000  # writing it fails as well


@pytest.mark.parametrize(
    "claims",
    [
        "[" * 10**6,
        "[" + "[]," * 10**6 + "[]]",
        "[" + '{"id": "m"},' * 3_000 + "{}]",
        '{"a":' * 10**5,
    ],
)
def test_files(claims):
    source = f'{{"format": "proofkit-certificates", "schema": 2, "claims": {claims}}}'
    with pytest.raises(ProofkitError):
        replay_text(source)
    with pytest.raises(ProofkitError):
        replay_text(source.ljust(MAX_FILE + 1))


def test_lists_and_names_of_a_million(build):
    for key, value in [
        ("hypotheses", [{}] * 10**5),
        ("statements", [{"left": "a", "relation": "=", "right": "a"}] * 10**5),
        ("proofs", [{}] * 10**5),
        ("definitions", {f"u{k}": "1" for k in range(10**5)}),
        ("parameters", {f"a{k}": "real" for k in range(10**5)}),
        ("id", "m" * 10**6),
        ("inhabited", {f"a{k}": "1" for k in range(10**5)}),
    ]:
        claim = json.loads(json.dumps(reflexive(build, "a", parameters="a")))
        changed = {**claim, key: value}
        changed["digest"] = digest(changed)
        assert len(build.refusal(changed)) < 700

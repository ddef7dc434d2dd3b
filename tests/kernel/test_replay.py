"""Certificates replay as they were made; every change of one is refused or proves no more."""

import copy
import json
import random
import re
from fractions import Fraction

import pytest

from proofkit.foundations.errors import CertificateError, InputError, LimitExceeded
from proofkit.foundations.seals import MAX_FILE, digest, file_text, read_claims, seal
from proofkit.kernel import certificates
from proofkit.kernel.certificates import Library, replay_text
from proofkit.language.words import FLIP

RING = {"rule": "ring"}


def products(*summands):
    """`0 <= p` from a sum of products of facts, each with a weight."""
    rows = [{"weight": weight, "facts": list(facts)} for weight, *facts in summands]
    return {"rule": "psatz", "sum": rows}


ONE_MORE = products(("1", "h0"), ("1",))  # x - 1 is (x - 2) + 1
HALF = products(("1/2", "h0"))


def test_a_proof_is_accepted_and_says_what_it_used(build):
    hypotheses = ["x >= 1", "y >= 0", "x <= 9"]
    claim = build.certificate(
        "x y",
        "x*y >= y",
        products(("1", "h0", "h1")),
        hypotheses=hypotheses,
        point={"x": "2", "y": "3"},
    )
    verdict = Library().replay(claim)
    assert verdict.value == "proved"
    assert verdict.used.hypotheses == {"h0", "h1"}
    assert verdict.used.axioms == verdict.used.theorems == set()


def test_files_round_trip(softmax):
    source = file_text(softmax)
    assert read_claims(source) == softmax
    assert {verdict.value for verdict in replay_text(source)} == {"proved"}


def test_a_theorem_holds_somewhere(build):
    contradictory = ["x >= 2", "x^2 <= 1"]
    for point in ({"x": "2"}, {"x": "1"}, {"x": "0"}):
        claim = build.certificate(
            "x", "x >= 3", {"rule": "assume", "fact": "h2"},
            hypotheses=[*contradictory, "x >= 3"], point=point,
        )  # fmt: skip
        assert "does not satisfy" in build.refusal(claim)


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ({}, "each parameter"),
        ({"x": "1", "y": "1"}, "each parameter"),
        ({"x": "1/0"}, "denominator"),
        ({"x": "1.5"}, "hypothesis"),
        ({"x": 1}, "expected text"),
        ({"x": "nan"}, "exact number"),
        ({"x": "1e2000"}, "digits"),
        ([["x", "1"]], "object"),
        (None, "object"),
    ],
)
def test_the_point_is_a_point(build, point, message):
    claim = build.certificate("x", "x = x", RING, hypotheses=["x <= 1"])
    claim["inhabited"] = point
    assert message in build.refusal(seal(claim))


@pytest.mark.parametrize(
    ("hypothesis", "point", "message"),
    [
        ("x^2 = 2", "sqrt(2)", None),
        ("x^3 = 2*x + 1", "(1 + sqrt(5))/2", None),
        ("log(x) = 2", "exp(2)", None),
        ("x^2 = 2", "sqrt(3)", "hypothesis"),
        ("x^2 = 2", "sqrt(2) + exp(-4000)", "hypothesis"),
        ("x^2 = 2", "sqrt(y)", "not given by a number"),
        ("x^2 = 2", "P(above(0, 1, 2))", ""),
        ("y <= 1", "log(-1)", ""),
        ("x^2 = 2", "sqrt(", ""),
    ],
)
def test_a_point_may_have_irrational_coordinates(build, hypothesis, point, message):
    claim = build.certificate("x y", "x = x", RING, hypotheses=[hypothesis])
    claim["inhabited"] = {"x": point, "y": "1"}
    if message is None:
        assert Library().replay(seal(claim)).value == "proved"
    else:
        assert message in build.refusal(seal(claim))
    claim["parameters"]["x"] = "integer"
    build.refusal(seal(claim))


def test_integers_are_integers(build):
    claim = build.certificate("n", "n = n", RING, point={"n": "3/2"})
    claim["parameters"]["n"] = "integer"
    assert "not an integer" in build.refusal(seal(claim))


@pytest.mark.parametrize(
    "statement",
    ["0/x = 0/x", "x/x = 1", "1/x = 1/x", "log(x) <= log(x)", "exp(1/x)^log(2) = exp(1/x)^log(2)"],
)
def test_terms_without_a_value_are_refused(build, statement):
    assert "not shown" in build.refusal(build.certificate("x", statement, RING))


def test_a_term_in_between_has_a_value_too(build):
    steps = [("=", "x + 0/x", RING), ("=", "x", RING)]
    assert "step 1" in build.refusal(build.certificate("x", "x = x", steps))


def test_the_conclusion_is_the_statement(build):
    for steps in ([], [("=", "y", RING)], [("<=", "x", RING)]):
        message = build.refusal(build.certificate("x y", "x = x", steps))
        assert "conclusion" in message or "step 1" in message


def test_refuted_claims_have_a_witness(build):
    def refuted(statement, witness, part=0, hypotheses=("x >= 0",)):
        claim = build.certificate("x", statement, RING, hypotheses=hypotheses)
        del claim["proofs"], claim["inhabited"]
        return seal({**claim, "verdict": "refuted", "witness": {"x": witness}, "part": part})

    assert Library().replay(refuted("x <= 1", "2")).value == "refuted"
    assert "does not fail" in build.refusal(refuted("x <= 1", "1"))
    assert "hypothesis h0" in build.refusal(refuted("x >= 0", "-1"))
    assert "does not fail" in build.refusal(refuted("1/x <= 1", "0"))
    for part in (1, -1, True, "0", None):
        assert "part" in build.refusal(refuted("x <= 1", "2", part))


# Citing -------------------------------------------------------------------------------


def cites(build, name="m/c", part=0, statement="x >= 1", **changes):
    node = {"rule": "cite", "claim": name, "part": part}
    options = {"hypotheses": ["x >= 2"], "point": {"x": "3"}, "id": "m/d", **changes}
    return build.certificate(options.pop("parameters", "x"), statement, node, **options)


def library(build, **changes):
    options = {"hypotheses": ["x >= 2"], "point": {"x": "3"}, **changes}
    claim = build.certificate("x", "x >= 1", ONE_MORE, **options)
    found = Library()
    found.replay(claim)
    return found


def test_a_theorem_is_cited_with_its_hypotheses(build):
    verdict = library(build).replay(cites(build))
    assert verdict.used.hypotheses == {"h0"}
    assert verdict.used.theorems == {"m/c"}


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "m/x"},
        {"name": ""},
        {"name": "m/d"},
        {"part": 1},
        {"part": -1},
        {"part": True},
        {"part": "0"},
        {"statement": "x > 1"},
        {"statement": "x >= 3/2"},
        {"statement": "x = 1"},
        {"hypotheses": ["x >= 1"]},
        {"hypotheses": ["x < 2"], "point": {"x": "1"}},
        {"hypotheses": []},
        {"parameters": "x y", "statement": "y >= 1", "point": {"x": "3", "y": "3"}},
    ],
    ids=str,
)
def test_what_was_not_proved_is_not_cited(build, changes):
    build.refusal(cites(build, **changes), library(build))


def test_names_mean_what_they_meant(build):
    half = {"definitions": {"u": "x/2"}}
    claim = build.certificate("x", "u >= 1", HALF, hypotheses=["x >= 2"], point={"x": "3"}, **half)
    found = Library()
    found.replay(claim)
    assert found.replay(cites(build, statement="u >= 1", **half)).value == "proved"
    for definitions in ({"u": "x/3"}, {"u": "x - 1"}, {"v": "1/3", "u": "v*x"}):
        changed = cites(build, statement="u >= 1", definitions=definitions, id="m/e")
        build.refusal(changed, found)
    real = cites(build, parameters="x u", statement="u >= 1", id="m/f", point={"x": "3", "u": "0"})
    build.refusal(real, found)


def test_an_integer_theorem_says_nothing_about_reals(build):
    claim = build.certificate("x", "x >= 1", ONE_MORE, hypotheses=["x >= 2"], point={"x": "3"})
    claim["parameters"]["x"] = "integer"
    found = Library()
    found.replay(seal(claim))
    assert "is an integer" in build.refusal(cites(build), found)


@pytest.mark.parametrize("verdict", ["open", "refuted"])
def test_only_theorems_are_cited(build, verdict):
    claim = build.certificate("x", "x <= 1", RING, hypotheses=["x >= 2"])
    del claim["proofs"], claim["inhabited"]
    more = {"witness": {"x": "3"}, "part": 0} if verdict == "refuted" else {}
    found = Library()
    assert found.replay(seal({**claim, "verdict": verdict, **more})).value == verdict
    message = build.refusal(cites(build, statement="x <= 1"), found)
    assert "not proved earlier" in message


def test_a_claim_does_not_cite_itself_or_occur_twice(build):
    node = {"rule": "cite", "claim": "m/c", "part": 0}
    build.refusal(build.certificate("x", "x >= 1", node))
    found = library(build)
    message = build.refusal(build.certificate("x", "x = x", RING), found)
    assert "twice" in message


def test_a_hypothesis_under_another_name_is_said_to_be_it(build):
    """Nothing looks for it: the node names the fact."""
    found, moved = library(build), {"hypotheses": ["x <= 9", "x >= 2"]}
    assert "needs the hypothesis h0" in build.refusal(cites(build, **moved), found)
    for id, value in (("h1", "proved"), ("h0", "")):
        node = {"rule": "cite", "claim": "m/c", "part": 0}
        node["premises"] = {"h0": {"rule": "assume", "fact": id}}
        claim = build.certificate("x", "x >= 1", node, id="m/d", point={"x": "3"}, **moved)
        if value:
            assert found.replay(claim).used.hypotheses == {"h1"}
        else:
            claim["id"] = "m/e"
            assert "says something else" in build.refusal(seal(claim), found)


# The schema ---------------------------------------------------------------------------


@pytest.mark.parametrize("claim", [None, [], "x", {}, {"id": 1}, {"id": ""}, {"id": "x\n"}, 7])
def test_what_is_no_claim_is_refused(claim):
    with pytest.raises(CertificateError):
        Library().replay(claim)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("verdict", "sorry"), ("verdict", None), ("verdict", ["proved"]), ("verdict", True),
        ("parameters", []), ("parameters", {"x": "complex"}), ("parameters", {"x": ["real"]}),
        ("parameters", {"(x)": "real"}), ("parameters", {"exp": "real"}), ("parameters", {}),
        ("hypotheses", {}), ("hypotheses", [[]]), ("hypotheses", [{}]), ("hypotheses", None),
        ("hypotheses", [{"id": "h", "left": "x", "relation": "!=", "right": "1"}]),
        ("hypotheses", [{"id": ["h"], "left": "x", "relation": ">=", "right": "0"}]),
        ("hypotheses", [{"id": "h", "left": "x", "relation": [], "right": "1"}]),
        ("hypotheses", [{"id": "h", "left": 1, "relation": ">=", "right": "0"}]),
        ("hypotheses", [{"id": "h", "left": "y", "relation": ">=", "right": "0"}]),
        ("definitions", []), ("definitions", {"x": "1"}), ("definitions", {"u": "u"}),
        ("definitions", {"u": 1}), ("definitions", {"u'": "1"}), ("definitions", {"u": "w"}),
        ("statements", []), ("statements", {}), ("statements", [{}]), ("statements", "x = x"),
        ("statements", [{"left": "x", "relation": "=", "right": "y"}]),
        ("proofs", []), ("proofs", [{}]), ("proofs", [None]), ("proofs", {"0": {}}),
        ("proofs", [{"facts": [], "steps": [None]}]),
        ("proofs", [{"facts": [[]], "steps": []}]),
        ("proofs", [{"facts": ["h7"], "steps": []}]), ("proofs", [{"defined": [], "steps": []}]),
        ("extra", 1), ("digest", None), ("digest", "0" * 64),
    ],
)  # fmt: skip
def test_a_strict_schema(build, key, value):
    claim = build.certificate("x", "x = x", RING)
    sealed = {**claim, key: value}
    try:
        seal(sealed)
    except (TypeError, KeyError, AttributeError):
        sealed["digest"] = digest(sealed)
    if key == "digest":
        sealed["digest"] = value
    assert build.refusal(sealed).startswith("m/c")


@pytest.mark.parametrize(
    "source",
    [
        '{"format": "proofkit-certificates", "schema": 1, "claims": []}',
        *("", "x", "[]", "{}", "null", "1", '"x"', "{" * 10**5, "[" * 10**6, "\ud800"),
        '{"format": "proofkit-certificates", "schema": 2}',
        '{"format": "proofkit-certificates", "schema": 3, "claims": []}',
        '{"format": "proofkit-certificates", "schema": true, "claims": []}',
        '{"format": "proofkit-certificates", "schema": 2.0, "claims": []}',
        '{"format": "proofkit-certificates", "schema": "2", "claims": []}',
        '{"format": "proofkit-certificates", "schema": 2, "claims": {}}',
        '{"format": "proofkit-certificates", "schema": 2, "claims": [], "more": 1}',
        '{"format": "proofkit-certificates", "schema": 2, "claims": [], "claims": []}',
        '{"format": "proofkit-certificates", "schema": 2, "claims": [NaN]}',
        '{"format": "proofkit-certificates", "schema": 2, "claims": [1e5]}',
        '{"format": "proofkit-certificates", "schema": 2, "claims": [' + "9" * 10**7 + "]}",
    ],
    ids=lambda source: source[:80],
)
def test_what_is_no_certificate_file_is_refused(source):
    with pytest.raises(InputError):
        read_claims(source)


def test_a_name_twice_in_an_object_is_refused(build):
    source = file_text([build.certificate("x", "x = x", RING)])
    twice = source.replace('"verdict": "proved"', '"verdict": "open", "verdict": "proved"')
    with pytest.raises(InputError, match="twice"):
        read_claims(twice)


def test_a_long_file_is_refused_unread():
    with pytest.raises(LimitExceeded):
        read_claims(" " * (MAX_FILE + 1))


def test_time_is_counted_while_replaying_only(build, monkeypatch):
    with pytest.raises(CertificateError, match="longer"):
        Library(0).replay(build.certificate("x", "x = x", RING))
    now = [0.0]
    monkeypatch.setattr(certificates.time, "monotonic", lambda: now[0])
    patient = Library(5)
    now[0] = 100.0
    assert patient.replay(build.certificate("x", "x = x", RING)).value == "proved"


def test_messages_are_one_short_printable_line(build):
    claim = build.certificate("x", "x = x", RING)
    claim["proofs"][0]["steps"][0]["because"] = {"rule": "assume", "fact": "\x1b[31m" + "h" * 10**4}
    message = build.refusal(seal(claim))
    assert message.isprintable()
    assert len(message) < 700


# Every edit is noticed, and no edit makes something false pass -----------------------------


def leaves(node, path=()):
    """Every place of a certificate with its content."""
    yield path, node
    children = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, child in children:
        yield from leaves(child, (*path, key))


def edits(node):
    """Other contents for one place."""
    if isinstance(node, list):
        for k in range(len(node)):
            yield node[:k] + node[k + 1 :]
        if len(node) > 1:
            yield node[::-1]
        yield [*node, *node[:1]]
    elif isinstance(node, dict):
        for key in node:
            yield {k: v for k, v in node.items() if k != key}
        yield {**node, "extra": "1"}
    elif isinstance(node, bool) or node is None:
        yield 1
    elif isinstance(node, int):
        yield from (node + 1, node - 1)
    elif node in FLIP:
        yield from sorted(set(FLIP) - {node})
    else:
        for match in re.finditer(r"\d+", node):
            for number in (int(match[0]) + 1, max(int(match[0]) - 1, 0)):
                yield node[: match.start()] + str(number) + node[match.end() :]
        for old, new in (("+", "-"), ("-", "+"), ("*", "+"), ("^", "*"), ("n", "t"), ("a1", "b")):
            if old in node:
                yield node.replace(old, new, 1)
        yield node + "x"
        yield ""


def edited(certificate):
    """Copies of a certificate, each with one change, and where it is."""
    for path, node in leaves(certificate):
        if path and path[-1] != "digest":
            for other in edits(node):
                changed = copy.deepcopy(certificate)
                place = changed
                for key in path[:-1]:
                    place = place[key]
                if place[path[-1]] != other:
                    place[path[-1]] = other
                    yield path, changed


def test_every_edit_is_refused_and_its_place_is_named(softmax):
    for certificate in (softmax[0], softmax[5], softmax[7]):
        for path, changed in edited(certificate):
            with pytest.raises(CertificateError) as caught:
                Library().replay(changed)
            message = str(caught.value)
            if path[0] == "proofs" and "steps" in path[:-1] and len(path) > 4:
                assert f"step {path[3] + 1}" in message, (path, message)


def points_of(context, ids, source):
    """Points that satisfy the listed hypotheses: real ones, as no proof uses integers."""
    values = {}
    for name in context.parameters:
        values[name] = Fraction(source.choice([-3, -1, 0, 1, 2, 3, 4, 10, 10**4])) + Fraction(
            source.choice([0, 0, 1, 3, 7]), 10
        )
    facts = [context.hypotheses[id] for id in ids]
    for left, relation, right in facts:  # walk into the region, bound by bound
        if left.op == "variable" and right.op == "number":
            step = Fraction(source.choice([0, 0, 1, 5, 30]), 10)
            bound = right.args[0] + (step if relation in (">=", ">") else -step)
            values[left.args[0]] = bound if relation != "=" else right.args[0]
    for left, relation, right in facts:
        if left.op == "variable" and right.op != "number" and relation == "=":
            values[left.args[0]] = right
    return values


def truth(build, fact, values):
    """True or False, or None where a side has no value or they are too close to tell."""
    left, right = (build.evaluate(side, values) for side in (fact[0], fact[2]))
    if left is None or right is None:
        return None
    gap = right - left
    if abs(gap) <= (abs(left) + abs(right)) * 10**-40:
        return None if fact[1] in ("<", ">") else True
    return {"=": False, "<": gap > 0, "<=": gap > 0, ">": gap < 0, ">=": gap < 0}[fact[1]]


def test_what_is_accepted_after_resealing_is_true(softmax, build):
    source = random.Random(7)
    accepted = 0
    for certificate in softmax:
        for path, changed in source.sample(list(edited(certificate)), 100):
            try:
                verdict = Library().replay(seal(changed))
            except (CertificateError, TypeError, KeyError, AttributeError):
                continue  # the last three: no longer the shape that `seal` expects
            accepted += 1
            for _ in range(10):
                values = points_of(verdict.context, sorted(verdict.used.hypotheses), source)
                try:
                    values.update(verdict.context.definitions)
                    met = [truth(build, verdict.context.hypotheses[id], values)
                           for id in verdict.used.hypotheses]  # fmt: skip
                    if all(met):
                        for fact in verdict.facts:
                            assert truth(build, fact, values) is not False, (path, values)
                except RecursionError:
                    continue  # hypotheses that define each other
    assert accepted > 50


def test_seal_decides_nothing(softmax):
    certificate = copy.deepcopy(softmax[7])
    certificate["statements"][0]["right"] = "13/20"
    with pytest.raises(CertificateError, match="conclusion"):
        Library().replay(seal(certificate))


def test_a_file_is_plain_text(softmax):
    source = file_text(softmax)
    assert source.isascii()
    assert json.loads(source)["schema"] == 2

"""A proof is a tree: what a node rests on is what the kernel asks for, at the places where it asks."""

import json
from pathlib import Path

import pytest

import proofkit
from proofkit.evidence.proofs import Proof, of_part
from proofkit.foundations.errors import CertificateError
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.kernel.certificates import Library, replay_text
from proofkit.kernel.inference import RULES, check
from proofkit.language.terms import ONE, ZERO, parse, variable
from proofkit.search.nodes import SIGN, assume, cases, exchange, have, stated

X = variable("x")


def place(**facts):
    given = {
        id: (parse(left), relation, parse(right)) for id, (left, relation, right) in facts.items()
    }
    return Known(Context({"x": False, "y": False}, given), Trail())


def test_the_premise_of_an_exchange_is_the_way_round_that_the_kernel_takes():
    known = place(x=("x", ">=", "1"))
    node = exchange("hole", parse("exp(-hole)"), ONE, X, assume("x"))
    falls = Proof(known, (parse("exp(-x)"), "<=", parse("exp(-1)")), exchange(
        "hole", parse("exp(-hole)"), X, ONE, assume("x")))  # fmt: skip
    assert [p.goal for p in falls.premises] == [(ONE, "<=", X)]
    rises = Proof(known, (parse("exp(-1)"), "<=", parse("exp(-x)")), node)
    assert [p.goal for p in rises.premises] == [(X, "<=", ONE)]  # which nothing proves
    with pytest.raises(CertificateError):
        check(known, rises.goal, rises.node)


def test_each_case_has_its_fact_and_no_other():
    node = cases("here", X, ONE, SIGN, SIGN)
    below, above = Proof(place(), (ZERO, "<=", parse("exp(x)")), node).premises
    assert below.known.facts == {"here": (X, "<=", ONE)}
    assert above.known.facts == {"here": (ONE, "<", X)}


def test_a_fact_is_known_to_those_after_it():
    node = have([stated("two", (ONE, "<=", parse("2")), SIGN)], assume("two"))
    fact, then = Proof(place(), (ONE, "<=", parse("2")), node).premises
    assert "two" not in fact.known.facts
    assert "two" in then.known.facts


def test_what_is_no_proof_has_no_premises():
    wrong = exchange("hole", parse("2*hole"), ONE, X, SIGN)
    with pytest.raises(CertificateError):
        _ = Proof(place(), (ONE, "<=", X), wrong).premises


def leaves(node):
    """The nodes in a certificate, however deep."""
    if isinstance(node, dict):
        yield from [node] if "rule" in node else []
        for part in node.values():
            yield from leaves(part)
    elif isinstance(node, list):
        for part in node:
            yield from leaves(part)


SHIPPED = Path(__file__).parents[2] / "lemmas" / "certificates"


@pytest.mark.parametrize("name", ["bernoulli", "means", "hoeffding", "growth"])
def test_a_shipped_proof_is_walked_to_its_last_node(name):
    """Every node of the file is met once, and the kernel accepts each by itself at its place."""
    claims = json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))
    alone = [c for c in claims.values() if "cite" not in {n["rule"] for n in leaves(c["proofs"])}]
    assert alone
    for verdict in map(Library().replay, alone):
        for fact, proof in zip(verdict.facts, verdict.certificate["proofs"], strict=True):
            tree = of_part(verdict.context, fact, proof)
            assert {*map(id, leaves(proof))} == {*(id(p.node) for p in tree.nodes())} - {
                id(tree.node), id(tree.premises[-1].node)
            }  # fmt: skip
            for part in tree.nodes():
                assert part.rule in RULES
                check(part.known, part.goal, part.node)


def test_a_found_proof_is_walked_as_it_is():
    answer = proofkit.ask("exp(x) >= 1 + x", given=["x >= 0"])
    (claim,) = json.loads(answer.certificate_text())["claims"]
    (verdict,) = replay_text(answer.certificate_text())
    tree = of_part(verdict.context, verdict.facts[0], claim["proofs"][0])
    assert "derive" in {part.rule for part in tree.nodes()}
    used = {part.node["fact"] for part in tree.nodes() if part.rule == "assume"}
    assert used <= {*verdict.context.hypotheses} | {f for p in tree.nodes() for f in p.known.facts}

"""How a false twin of a claim is made, and what the prover must make of it."""

from dataclasses import replace
from functools import cache
from importlib import import_module

import pytest

from proofkit import pipeline, search
from proofkit.claims import Part
from proofkit.kernel import points
from proofkit.kernel.replay import Library
from proofkit.kernel.sympy_terms import context_of, fact_of
from proofkit.parameters import resolve
from proofkit.proof import Chain


@pytest.fixture(autouse=True)
def no_sampling(monkeypatch):
    """The search may try the defaults, and that is all: witnesses are the tests' to give."""
    monkeypatch.setattr(import_module("proofkit.search.samples"), "SAMPLES", 0)


@pytest.fixture
def rejected():
    """The twin really is false, at a point its hypotheses allow, and the claim's chain, led to
    the twin's right side, does not prove it."""

    def check(claim, part, statement, at):
        values = resolve(at, claim.parameters)
        context = context_of(claim)
        for hypothesis in claim.hypotheses:
            assert points.decide(context, fact_of(hypothesis.statement), values).value == "holds"
        assert points.decide(context, fact_of(part.statement), values).value == "holds"
        assert points.decide(context, fact_of(statement), values).value == "fails"
        *first, last = part.chain.steps
        last = replace(last, relation=statement.relation, term=statement.right)
        chain = Chain(part.chain.start, (*first, last))
        found = attempt(claim, Part(part.label, statement, chain))
        assert found.verdict.value in {"refuted", "open"}

    return check


@pytest.fixture
def refused_at():
    """A chain whose step k is made false is not proved, and step k is named."""

    def check(claim, part, k):
        steps = list(part.chain.steps)
        before = steps[k - 1].term if k else part.chain.start
        false = before / 2 if "<" in steps[k].relation else before * 2
        steps[k] = replace(steps[k], term=false)
        chain = Chain(part.chain.start, tuple(steps))
        found = attempt(claim, Part(part.label, part.statement, chain))
        assert found.verdict.value == "open"
        assert found.reason.startswith(f"step {k + 1}: "), found.reason

    return check


def attempt(claim, part):
    """Search a proof of this part alone, with all that its steps cite at hand."""
    library, known = Library(), set()
    for cited in (cited.name for step in part.chain.steps for cited in step.by):
        for name, certificate in certificates(cited):
            if name not in known:
                known.add(name)
                library.replay(certificate)
    return search.prove(replace(claim, id=f"{claim.id}-twin", parts=(part,)), library)


@cache
def certificates(name):
    """The claim and all that it rests on, each after what it cites."""
    return [(claim.claim.name, claim.certificate) for claim in pipeline.prove([name]).replayed]

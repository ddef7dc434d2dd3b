"""How a false twin of a claim is made, and what the prover must make of it."""

import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from proofkit import search
from proofkit.kernel import points
from proofkit.kernel.certificates import Library
from proofkit.language.claims import Part
from proofkit.language.parameters import resolve
from proofkit.language.proof import Chain
from proofkit.search.from_sympy import context_of, fact_of

sys.path.append(str(Path(__file__).parent))  # where the tests find `twins`


@pytest.fixture(autouse=True)
def little_search(monkeypatch):
    """The search may try the defaults, and that is all: witnesses are the tests' to give. And it
    looks for what is not there for a short time only."""
    monkeypatch.setattr(import_module("proofkit.search.samples"), "SAMPLES", 0)
    monkeypatch.setattr(import_module("proofkit.search.steps"), "GAP_SECONDS", 0.25)


@pytest.fixture
def attempt(all_proofs):
    """Search a proof of one part alone, with all that its steps cite at hand."""

    def attempt(claim, part):
        library, known = Library(), set()
        for cited in (cited.name for step in part.chain.all_steps() for cited in step.by):
            for name, certificate in all_proofs.certificates(cited):
                if name not in known:
                    known.add(name)
                    library.replay(certificate)
        return search.prove(replace(claim, id=f"{claim.id}-twin", parts=(part,)), library)

    return attempt


@pytest.fixture
def unproved(attempt, monkeypatch):
    """The claim's chain, led to the twin's right side, does not prove it: its last step, if any,
    is the one that is refused."""

    def check(claim, part, twin):
        statement = twin.change(part.statement)
        *first, last = part.chain.steps
        last = replace(last, relation=statement.relation, term=statement.right)
        chain = Chain(part.chain.start, (*first, last))
        at_last = f"step {len(part.chain.steps)}: "
        found = attempt(claim, Part(part.label, statement, chain))
        if found.verdict.value == "open" and not found.reason.startswith(at_last):
            # A step before that, which is the claim's own, takes the search its usual time.
            monkeypatch.setattr(import_module("proofkit.search.steps"), "GAP_SECONDS", 10)
            found = attempt(claim, Part(part.label, statement, chain))
        assert found.verdict.value in {"refuted", "open"}
        if found.verdict.value == "open":
            assert found.reason.startswith(at_last), found.reason

    return check


@pytest.fixture
def rejected(unproved):
    """The twin really is false, at a point its hypotheses allow, and is not proved."""

    def check(claim, part, twin):
        values = resolve(twin.values, claim.parameters)
        context = context_of(claim)
        for hypothesis in claim.hypotheses:
            assert points.decide(context, fact_of(hypothesis.statement), values).value == "holds"
        assert points.decide(context, fact_of(part.statement), values).value == "holds"
        assert points.decide(context, fact_of(twin.change(part.statement)), values).value == "fails"
        unproved(claim, part, twin)

    return check


@pytest.fixture
def refused_at(attempt):
    """A chain whose step k is made false is not proved, and step k is named."""

    def check(claim, part, k):
        steps = list(part.chain.steps)
        before = steps[k - 1].term if k else part.chain.start
        false = before / 2 if "<" in steps[k].relation else before * 2
        steps[k] = replace(steps[k], term=false)
        chain = Chain(part.chain.start, tuple(steps))
        found = attempt(claim, Part(part.label, part.statement, chain))
        assert found.verdict.value == "open"
        last = k == len(steps) - 1  # then the chain no longer ends in the claim
        assert found.reason.startswith("end: " if last else f"step {k + 1}: "), found.reason

    return check

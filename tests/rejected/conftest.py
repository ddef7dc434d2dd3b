"""How a false twin of a claim is made, and what the prover must make of it."""

import sys
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from proofkit import search
from proofkit.kernel import points
from proofkit.kernel.certificates import Library
from proofkit.language.claims import Part
from proofkit.language.parameters import resolve
from proofkit.language.proof import Chain
from proofkit.language.terms import TWO
from proofkit.search import gaps, samples, steps
from proofkit.search.contexts import context_of, fact_of

sys.path.append(str(Path(__file__).parent))  # where the tests find `twins`
import_module("proofkit.search.chains")  # before `steps` is changed, from which it takes a number

LITTLE = ((steps, "SECONDS", 0.05), (steps, "GAP_SECONDS", 0.05), (gaps, "SECONDS", 1))
"""How long the search looks for a step, by tactics and by that for inequalities, and for the signs
that give terms a value: most of what is sought here is not there to be found."""


@pytest.fixture(autouse=True)
def little_search(monkeypatch):
    """The search may try the defaults, and that is all: witnesses are the tests' to give."""
    monkeypatch.setattr(samples, "SAMPLES", 0)
    monkeypatch.setattr(gaps, "REFUTE_SECONDS", 0)
    monkeypatch.setattr(gaps, "BRIEFLY", 0)


@pytest.fixture(scope="session")
def library_of():
    """A library with all that these claims rest on. What is replayed is so once in a process."""
    library, known = Library(), set()

    def library_of(claims):
        for claim in claims:
            if claim.name not in known:
                library_of(claim.cited)
                assert search.prove(claim, library).verdict.value == "proved"
                known.add(claim.name)
        return library

    return library_of


NUMBERS = count()


@pytest.fixture
def attempt(library_of, monkeypatch):
    """Search a proof of one part alone, with all that its steps cite at hand. Where another step
    is refused than the one expected, the search takes its usual time."""

    def attempt(claim, part, expected=""):
        library = library_of(cited for step in part.chain.all_steps() for cited in step.by)
        for limits in (LITTLE, ()):
            with monkeypatch.context() as patch:
                for limit in limits:
                    patch.setattr(*limit)
                twin = replace(claim, id=f"{claim.id}-twin-{next(NUMBERS)}", parts=(part,))
                found = search.prove(twin, library)
            if found.verdict.value != "open" or found.reason.startswith(expected):
                break
        return found

    return attempt


@pytest.fixture
def unproved(attempt):
    """The claim's chain, led to the twin's right side, does not prove it: its last step, if any,
    is the one that is refused."""

    def check(claim, part, twin):
        statement = twin.change(part.statement)
        *first, last = part.chain.steps
        last = replace(last, relation=statement.relation, term=statement.right)
        chain = Chain(part.chain.start, (*first, last))
        at_last = f"step {len(part.chain.steps)}: "
        found = attempt(claim, Part(part.label, statement, chain), at_last)
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
        own = list(part.chain.steps)
        before = own[k - 1].term if k else part.chain.start
        false = before / TWO if "<" in own[k].relation else before * TWO
        own[k] = replace(own[k], term=false)
        chain = Chain(part.chain.start, tuple(own))
        last = k == len(own) - 1  # then the chain no longer ends in the claim
        refused = "end: " if last else f"step {k + 1}: "
        found = attempt(claim, Part(part.label, part.statement, chain), refused)
        assert found.verdict.value == "open"
        assert found.reason.startswith(refused), found.reason

    return check

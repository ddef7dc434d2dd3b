"""A claim that promises too much, to be declared as a bound."""

from dataclasses import replace

import pytest

from proofkit.claims import Statement
from proofkit.language.terms import ONE
from proofkit.probability.separation import called


@pytest.fixture
def too_much(monkeypatch):
    """`too_much("softmax", "fires-d1")`: the claim behind this bound says probability one."""

    def declare(mechanism, quantity):
        claim = called().bounds[mechanism][quantity]
        (part,) = claim.parts
        sure = Statement(part.statement.left, ">=", ONE)
        false = replace(claim, parts=(replace(part, statement=sure),))
        monkeypatch.setitem(called().bounds, mechanism, {quantity: false})

    return declare

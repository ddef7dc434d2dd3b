"""False twins of the claims on weights and contexts: constants just past true, strict relations.

One row a claim: how its twin differs, and the parameters (beyond the defaults) at which the twin
fails. A claim of several parts has a twin for each of them.
"""

import importlib

import pytest
from sympy import Rational

from lemmas.notation import a0, a1, b, n
from proofkit.language.claims import Statement
from proofkit.language.registry import sources


def scaled(factor):
    return lambda s: Statement(s.left, s.relation, s.right * Rational(factor))


def instead(right):
    return lambda s: Statement(s.left, s.relation, right)


def strict(s):
    return Statement(s.left, s.relation.removesuffix("="), s.right)


more, less = scaled("1001/1000"), scaled("999/1000")

STRONG = {"a1": "40"}
WEAK = {"n": "6", "t": "1", "a1": "7/10"}
ALL_SIBLINGS = {"n": "1e6", "d": "3", "a1": "1"}
MANY = {"n": "1e6"}
HUGE = {"n": "1e30", "d": "1002", "a1": "7/10"}
NONE = {"a0": "0"}
LOUD = {"n": "1e6", "a0": "1/10"}
WIDE = {"n": "1e8", "d": "10002", "b": "1/10"}
ALONE = {"n": "1e6", "t": "1", "b": "1/10"}
ALONE_WIDE = {"n": "1e6", "t": "1", "b": "9/10", "a0": "1/10"}
FEW = {"n": "1e12", "t": "1e9", "b": "1/2", "a1": "8804/10000"}
TWICE_WIDE = {**WIDE, "a1": "2"}

ROWS = {
    "softmax-d1-weights": {
        "u-NN": (more, {}),
        "u-NO": (more, {}),
        "u-ON": (more, {}),
        "u-OO": (more, {}),
        "alpha-N-lower": (more, STRONG),
        "alpha-N-upper": (scaled("79/100"), WEAK),
        "alpha-O": (more, {}),
        "f-NN": (instead(Rational(13, 20)), WEAK),
        "f-NN-sharp": (
            instead(1 - Rational(999, 1000) * n ** (1 - a1 - a1**2)),
            {**MANY, "a1": "2"},
        ),
        "f-NO": (less, STRONG),
        "f-ON": (less, HUGE),
        "f-OO": (less, HUGE),
    },
    "softmax-d0-weights": {
        "u-NN": (more, {}),
        "u-NO": (more, {}),
        "u-ON": (more, {}),
        "u-OO": (more, {}),
        "alpha-O": (strict, NONE),
        "f-NN": (strict, NONE),
        "f-NN-flat": (instead(n ** Rational(-9, 10)), LOUD),
        "f-NO": (strict, NONE),
        "f-ON": (strict, NONE),
        "f-ON-flat": (instead(n ** Rational(-91, 100)), LOUD),
        "f-OO": (strict, NONE),
    },
    "softmax-d1-context": {
        "needle-lower": (scaled("13/10"), WEAK),
        "needle-upper": (less, STRONG),
        "own-lower": (scaled("13/10"), WEAK),
        "own-upper": (strict, {"d": "3"}),
        "class": (less, STRONG),
        "class-total": (less, {**STRONG, "n": "1e6", "t": "1"}),
        "class-share": (scaled("7/10"), {"d": "7", "t": "1", "a1": "7/10"}),
        "bias": (more, {}),
    },
    "softmax-d0-context": {
        "needle": (
            [instead(a0 * n ** Rational(-9, 10)), instead(a0 * n ** Rational(-91, 100))],
            LOUD,
        ),
        "own": ([less] * 2, {"n": "1e6", "d": "3"}),
        "class": ([strict] * 2, NONE),
        "bias": ([more] * 2, {}),
    },
    "identity-softmax-d1-weights": {
        "u-NN": (more, {}),
        "u-NS": (more, {}),
        "u-NO": (more, {}),
        "u-SS": (more, {}),
        "u-SO": (more, {}),
        "u-OP": (more, {}),
        "u-OO": (more, {}),
        "alpha-N-lower": (more, STRONG),
        "alpha-N-upper": (less, ALL_SIBLINGS),
        "f-NN": (instead(Rational(501, 1000)), ALL_SIBLINGS),
        "f-NN-few": (instead(Rational(501, 1000)), FEW),
        "f-NN-sharp": (
            instead(1 - Rational(999, 1000) * n ** (-(a1**2)) * (n / 10_000 + n ** (1 - b**2))),
            TWICE_WIDE,
        ),
        "f-NS": (less, STRONG),
        "f-NO": (less, STRONG),
        "alpha-S": (more, {}),
        "alpha-O": (more, {}),
        "f-SS": (less, ALONE),
        "f-OP": (less, ALONE),
        "f-SO": (less, ALONE),
        "f-OO": (less, ALONE),
    },
    "identity-softmax-d0-weights": {
        "b-upper": (instead(Rational(89, 100)), {"b": "9/10"}),
        "u-NN": (more, {}),
        "u-NS": (more, {}),
        "u-NO": (more, {}),
        "u-SS": (more, {}),
        "u-SO": (more, {}),
        "u-OP": (more, {}),
        "u-OO": (more, {}),
        "alpha-N": (more, ALONE),
        "f-NN": (less, ALONE),
        "f-NN-flat": (instead(n ** Rational(-19, 100)), ALONE_WIDE),
        "f-NS": (less, ALONE),
        "f-NO": (less, ALONE),
        "alpha-S": (more, {}),
        "alpha-O": (more, {}),
        "f-SS": (less, ALONE),
        "f-OP": (less, ALONE),
        "f-SO": (less, ALONE),
        "f-OO": (less, ALONE),
    },
    "identity-softmax-d1-context": {
        "needle-lower": (scaled("501/500"), ALL_SIBLINGS),
        "needle-upper": (less, STRONG),
        "own-lower": (scaled("26/25"), {"n": "100", "t": "1", "b": "1/10", "a1": "1"}),
        "own-upper": (strict, {"d": "3"}),
        "class": (less, STRONG),
        "class-total": (less, {**STRONG, "n": "1e6", "t": "1"}),
        "bias": (more, {}),
    },
    "identity-softmax-d0-context": {
        "needle": (
            [
                instead(a0 * n ** Rational(-19, 100)),
                instead(a0 * n ** Rational(-20, 100)),
                instead(a0 * n ** Rational(-101, 100)),
            ],
            ALONE_WIDE,
        ),
        "own": ([less] * 3, WIDE),
        "class": ([less] * 3, WIDE),
        "bias": ([more] * 3, {}),
    },
}
for data in ("d0", "d1"):
    ROWS[f"linear-{data}-weights"] = {
        "u-NN": (more, {}),
        "u-NO": (more, {}),
        "u-ON": (more, {}),
        "u-OO": (more, {}),
        "alpha-N": (more, {}),
        "alpha-O": (more, {}),
        "f-needle": ([more, less] * 2, MANY),
        "f-other": ([less] * 2, MANY),
    }
    ROWS[f"linear-{data}-context"] = {
        "needle": ([more, less] * 2, MANY),
        "own": ([more, less] * 2, MANY),
        "class": ([more, less] * 2, MANY),
        "bias": ([more] * 2, {}),
    }
    ROWS[f"identity-linear-{data}-weights"] = {
        "u-NN": (more, {}),
        "u-NS": (more, {}),
        "u-NO": (more, {}),
        "u-SS": (more, {}),
        "u-SO": (more, {}),
        "u-OP": (more, {}),
        "u-OO": (more, {}),
        "alpha-N": (more, {}),
        "alpha-S": (more, {}),
        "alpha-O": (more, {}),
        "f-NN": ([more, less], WIDE),
        "f-own": ([more, less] * 3, WIDE),
        "f-other": ([more, less] * 3, WIDE),
    }
    ROWS[f"identity-linear-{data}-context"] = {
        "needle": ([more, less] * 3, WIDE),
        "own": ([more, less] * 3, WIDE),
        "class": ([more, less] * 3, WIDE),
        "bias": ([more] * 3, {}),
    }


def lemmas():
    for source in sources():
        module = importlib.import_module(source.module)
        if source.module.startswith("lemmas.separation.") and hasattr(module, "lemma"):
            yield module.lemma


def is_deterministic(lemma):
    """Weights and contexts; the lemmas on random signs have twins of their own."""
    return lemma.id.endswith(("-weights", "-context"))


CLAIMS = [c for lemma in lemmas() if is_deterministic(lemma) for c in lemma.claims.values()]
PARTS = [
    pytest.param(claim, k, id=f"{claim.name}{f'-{k + 1}' if len(claim.parts) > 1 else ''}")
    for claim in CLAIMS
    for k in range(len(claim.parts))
]


def test_every_claim_has_a_twin():
    assert {claim.name for claim in CLAIMS} == {
        f"{lemma}/{claim}" for lemma, rows in ROWS.items() for claim in rows
    }


@pytest.mark.parametrize(("claim", "k"), PARTS)
def test_the_twin_of_a_claim_is_not_proved(rejected, claim, k):
    change, at = ROWS[claim.lemma][claim.id]
    changes = change if isinstance(change, list) else [change]
    assert len(changes) == len(claim.parts)
    rejected(claim, claim.parts[k], changes[k](claim.parts[k].statement), at)


@pytest.mark.parametrize(("claim", "k"), PARTS)
def test_a_chain_with_a_false_step_is_refused_there(refused_at, claim, k):
    """The steps take turns, from chain to chain."""
    part = claim.parts[k]
    refused_at(claim, part, (CLAIMS.index(claim) + k) % len(part.chain.steps))

"""False twins of the claims on scores a gap apart, and of the preliminaries.

As for the separation: how a claim's twin differs, and parameters at which it fails. Where signs
have unknown weights, no probability is known at any parameters; such twins are only refused.
"""

import importlib
from fractions import Fraction

import pytest
from sympy import Integer, Rational, exp

from lemmas.gap.networks import theta
from lemmas.notation import delta
from proofkit.language.claims import Statement
from proofkit.language.registry import sources


def scaled(factor):
    return lambda s: Statement(s.left, s.relation, s.right * Rational(factor))


def instead(right):
    return lambda s: Statement(s.left, s.relation, right)


def strict(s):
    return Statement(s.left, s.relation.removesuffix("="), s.right)


def powered(factor):
    return lambda s: Statement(s.left, s.relation, exp(s.right.args[0] * Rational(factor)))


more, less = scaled("1001/1000"), scaled("999/1000")
HUGE = {"n": "1e18", "d": "22"}
SAME = {"floor": "1/4", "ceiling": "1/4"}
LEAST = {**HUGE, "spike": "5/4"}

FALSE = {
    "gap-weights": {
        "softmax-d0": (less, HUGE),
        "softmax-d1-spike": (instead(Rational(501, 1000)), LEAST),
        "softmax-d1-rest": (less, HUGE),
        "linear-d0": (less, {**HUGE, **SAME}),
        "linear-d1-spike": (less, HUGE),
        "linear-d1-rest": (less, {**HUGE, **SAME}),
    },
    "gap-softmax-d0-network": {"silent": (less, {"m": "31690"})},
    "gap-softmax-d1-network": {
        "fires": (strict, {"m": "11", "delta": str(2 * Fraction(3, 4) ** 11)}),
    },
    "gap-linear-network": {
        "silent-d0": (less, {"m": "2425825"}),
        "silent-d1": (less, {"m": "741446"}),
    },
    "hoeffding": {
        "tail": (powered(2), {}),
        "weighted": (powered(2), {}),
    },
    "dataset": {
        "token-count": (more, {}),
        "row-sum-needle": (more, {}),
        "row-sum-other": (more, {}),
    },
    "softmax-unit": {
        "normalised": (more, {}),
        "positive": (instead(Rational(1, 1000)), {"x": "-10"}),
        "shift-invariant": (more, {}),
    },
    "linear-unit": {"normalised": (more, {}), "scale-invariant": (more, {})},
    "tensor-trick": {"shape": (more, {}), "identity": (more, {})},
}
UNFOUNDED = {
    "gap-softmax-d0-network": {
        # the square forgotten, no 2 in the denominator, another energy
        "signs": [
            lambda s: Statement(s.left, "<=", exp(s.right.args[0] / theta)),
            powered(2),
            powered("1001/1000"),
            strict,
        ],
    },
    "gap-softmax-d1-network": {
        "signs": [instead(Rational(1, 2)), instead(Rational(2, 7)), strict],
        "fires": [instead(delta / 4)],
    },
    "gap-linear-network": {
        "signs-d0": [lambda s: Statement(s.left, "<=", exp(s.right.args[0] / theta)), powered(2)],
        "signs-d1": [powered(2), instead(Integer(0))],
    },
    "hoeffding": {"tail": [powered("1001/1000"), strict], "weighted": [powered("1001/1000")]},
}


def lemmas():
    for source in sources():
        if source.module.startswith(("lemmas.gap.", "lemmas.preliminaries.")):
            module = importlib.import_module(source.module)
            if hasattr(module, "lemma"):
                yield module.lemma


CLAIMS = {claim.name: claim for lemma in lemmas() for claim in lemma.claims.values()}
WITHOUT_VALUE = {
    *("gap-softmax-d0-network/signs", "gap-softmax-d1-network/signs"),
    *("gap-linear-network/signs-d0", "gap-linear-network/signs-d1"),
}
PARTS = [
    pytest.param(CLAIMS[f"{lemma}/{id}"], k, *row, id=f"{lemma}/{id}-{k + 1}")
    for lemma, rows in FALSE.items()
    for id, row in rows.items()
    for k in range(len(CLAIMS[f"{lemma}/{id}"].parts))
]
OTHERS = [
    pytest.param(CLAIMS[f"{lemma}/{id}"], change, id=f"{lemma}/{id}-{k + 1}")
    for lemma, rows in UNFOUNDED.items()
    for id, changes in rows.items()
    for k, change in enumerate(changes)
]


def test_every_claim_has_a_twin():
    twins = {f"{lemma}/{id}" for lemma, rows in FALSE.items() for id in rows}
    assert twins | WITHOUT_VALUE == set(CLAIMS)
    assert {f"{lemma}/{id}" for lemma, rows in UNFOUNDED.items() for id in rows} >= WITHOUT_VALUE


@pytest.mark.parametrize(("claim", "k", "change", "at"), PARTS)
def test_the_twin_of_a_claim_is_not_proved(rejected, claim, k, change, at):
    rejected(claim, claim.parts[k], change(claim.parts[k].statement), at)


@pytest.mark.parametrize(("claim", "change"), OTHERS)
def test_what_does_not_follow_is_not_proved(unproved, claim, change):
    (part,) = claim.parts
    unproved(claim, part, change(part.statement))


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_a_chain_with_a_false_step_is_refused_there(refused_at, claim):
    """The steps take turns, from chain to chain."""
    (part, *_) = claim.parts
    refused_at(claim, part, list(CLAIMS).index(claim.name) % len(part.chain.steps))

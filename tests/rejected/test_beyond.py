"""False twins of the claims that go beyond the paper: mechanisms, reverse separation, scaling laws
and neighbouring results.

`FALSE`: the constant a claim's right side is multiplied by (`strict`: equality no longer allowed,
`shift`: a right side 0 moved by 1/1000), and parameters beyond the defaults at which it fails.
`UNFOUNDED`: bounds on probabilities that the chain does not give, whether true or not.
"""

from fractions import Fraction

import pytest
from sympy import Rational, exp

from proofkit.language.claims import Statement
from proofkit.language.registry import find

EXACT_8 = {"m": "40", "delta": str(2 * Fraction(7, 8) ** 40)}
EXACT_4 = {"m": "20", "delta": str(2 * Fraction(3, 4) ** 20)}

FALSE = {
    "rho-weights": {
        "f-N": ("1001/1000", {}),
        "f-O": ("1001/1000", {}),
        "f-N-most": ("999/1000", {"d": "4", "t": "1000", "a0": "1/10", "rho0": "11/5"}),
        "f-O-most": ("999/1000", {"d": "4", "t": "1000", "a0": "1/10", "rho0": "11/5"}),
        "f-N-least": ("11/10", {"d": "3", "a0": "1/3", "b": "1/10", "rho0": "50", "t": "10"}),
        "half": ("1001/1000", {}),
        "odds": ("1001/1000", {}),
        "share": (
            "11/10",
            {"d": "4", "t": "1", "a0": "1/10", "b": "9/10", "rho0": "11/10", "odds": "1"},
        ),
    },
    "rho-context": {
        "needle": ("1001/1000", {}),
        "own": ("1001/1000", {}),
        "class": ("1001/1000", {}),
        "bias": ("1001/1000", {}),
    },
    "rho-signs": {
        "energy": ("999/1000", {"d": "322", "t": "1", "a0": "1/100", "b": "1/2", "rho0": "1"}),
        "probability": ("1/2", {"d": "5", "a0": "1/10", "b": "9/10", "rho0": "50", "t": "10"}),
    },
    "rho-silent": {
        "silent": ("1001/1000", {}),
        "budget": (
            "1/2",
            {
                "d": "12",
                "t": "1000",
                "a0": "0",
                "b": "1/10",
                "m": "5",
                "delta": "9/100",
                "rho0": "1",
            },
        ),
    },
    "rho-hears": {
        "f-N": ("1001/1000", {}),
        "needle": ("1001/1000", {}),
        "own": ("11/10", {}),
        "class-share": ("9/10", {}),
        "bias": ("1001/1000", {}),
        "probability": ("10", {}),
        "fires": ("1001/1000", {}),
        "budget": ("strict", EXACT_8),
    },
    "rho-loud": {
        "probability": ("strict", {"d": "3", "t": "4", "b": "1/2", "a1": "1/2"}),
    },
    "rho-separates": {
        "separates": ("11/10", {}),
    },
    "softmax-temperature": {
        "preference": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "f-NN": ("1001/1000", {"d": "1002", "t": "2", "a1": "1", "b": "1/5", "lam": "1/2"}),
        "f-NN-least": ("1001/1000", {"d": "5", "t": "10", "a1": "3", "b": "1/10", "lam": "1/2"}),
        "f-NN-most": ("9/10", {"t": "1000", "a1": "7/10", "b": "1/5", "d": "102"}),
        "f-ON-most": ("999/1000", {"t": "1000", "a1": "7/10", "b": "1/5", "d": "102"}),
    },
    "power-degree": {
        "preference": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "f-N-most": ("999/1000", {"d": "322", "t": "10", "a1": "7/10", "b": "9/10", "beta": "2"}),
        "f-N-least": ("1001/1000", {"d": "322", "t": "10", "a1": "6/5", "b": "1/2", "beta": "20"}),
        "f-N": ("11/10", {}),
    },
    "elu-weights": {
        "preference": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "preference-least": ("2", {}),
        "preference-most": ("1/2", {}),
        "f-NN-most": ("1/2", {}),
    },
    "taylor-weights": {
        "preference-most": ("9/10", {}),
        "preference-least": ("2", {"d": "4", "t": "1", "a1": "7/10", "b": "9/10"}),
        "f-NN-most": ("9/10", {}),
    },
    "sigmoid-weights": {
        "preference": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "preference-most": ("999/1000", {}),
        "preference-least": ("1001/1000", {}),
        "f-NN-most": ("999/1000", {}),
    },
    "sigmoid-bias": {
        "u-NN": ("1001/1000", {"d": "322", "t": "1000", "a1": "1", "b": "1/5", "kappa": "4"}),
        "u-NO-total": ("9/10", {"d": "4", "t": "10", "a1": "1", "b": "1/2", "kappa": "3"}),
        "f-NN": ("2", {"d": "4", "t": "10", "a1": "1", "b": "1/2", "kappa": "3"}),
        "room": ("1001/1000", {}),
    },
    "window-weights": {
        "preference": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "f-NN-least": ("1001/1000", {}),
        "blind": ("1001/1000", {}),
    },
    "sparsemax-weights": {
        "gap": ("1001/1000", {}),
        "gap-least": ("10", {"d": "12", "t": "2", "a1": "1", "b": "1/2"}),
        "half": ("1001/1000", {}),
        "one-hot": ("1001/1000", {}),
    },
    "hard-network": {
        "context": ("1001/1000", {}),
        "probability": ("1001/1000", {}),
    },
    "unnormalised-network": {
        "bias-d0": ("1001/1000", {}),
        "probability-d0": (
            "1001/1000",
            {"d": "3", "t": "1000", "a0": "0", "b": "1/2", "m": "1", "delta": "1/100"},
        ),
        "fires-d0": ("1001/1000", {}),
        "bias-d1": ("1001/1000", {}),
        "probability-d1": ("2", {"d": "5", "t": "1", "a0": "1/10", "b": "1/2", "delta": "1/100"}),
        "fires-d1": ("1001/1000", {}),
    },
    "dispersion": {
        "most": ("999/1000", {}),
        "least": ("1001/1000", {"G": "0", "own": "0", "others": "1"}),
        "half": ("1/2", {"d": "5", "t": "1", "G": "0", "own": "1/2", "others": "1"}),
    },
    "bounded-logits": {
        "needle": ("9/10", {"a0": "99", "E": "1", "sure": "1", "d": "6", "t": "500", "b": "1/10"}),
        "identity": ("9/10", {}),
        "energy": ("1/10", {}),
    },
    "sensitivity": {
        "square": ("strict", {"share": "1/2"}),
        "jacobian": ("1/2", {}),
        "exchange": ("999/1000", {}),
    },
    "retrieval": {
        "margin": ("1001/1000", {}),
        "error": (
            "999/1000",
            {"d": "4", "t": "1000", "lam": "1/2", "margin": "30", "depth": "0", "M": "3"},
        ),
        "below": ("999/1000", {"lam": "3", "margin": "0", "M": "0"}),
        "energy": (
            "shift",
            {"d": "322", "t": "1000", "lam": "3", "margin": "30", "depth": "2", "M": "0"},
        ),
    },
    "random-features": {
        "relative": ("1001/1000", {}),
        "relative-most": ("999/1000", {"z": "30", "features": "256", "dot": "0"}),
    },
    "reverse-context": {
        "linear-d1-weights": ("1001/1000", {}),
        "linear-d1": ("1001/1000", {}),
        "linear-d0-weights": ("1001/1000", {}),
        "linear-d0-needle": ("999/1000", {}),
        "linear-d0-own": ("999/1000", {}),
        "linear-d0-class": ("999/1000", {}),
        "linear-d0-bias": ("1001/1000", {}),
        "softmax-weights": ("1001/1000", {}),
        "softmax": ("1001/1000", {}),
    },
    "reverse-signs": {
        "probability-d1": ("10", {}),
        "energy-d0": ("999/1000", {}),
        "probability-d0": (
            "1/2",
            {"d": "4", "t": "1", "a1": "10", "b": "1/5", "sigma": "1", "g": "1000"},
        ),
    },
    "reverse-network": {
        "fires-d1": ("1001/1000", {}),
        "silent-d0": ("1001/1000", {}),
        "budget-d1": ("strict", EXACT_8),
        "budget-d0": ("1/2", {"t": "10", "a1": "10", "sigma": "1", "d": "102"}),
    },
    "reverse": {
        "linear-separates": ("11/10", {}),
        "softmax-never": ("shift", {}),
    },
    "reverse-companions": {
        "scale-linear": ("1001/1000", {}),
        "scale-softmax": ("1001/1000", {}),
        "copies-normalised": ("1001/1000", {}),
        "copies-bias": ("1001/1000", {}),
        "copies-summed": ("2", {"d": "4", "t": "1", "scale": "1/3"}),
        "cost": ("1001/1000", {}),
    },
    "fewer-neurons": {
        "identity-total": ("1001/1000", {}),
        "probability": ("1001/1000", {}),
        "budget": ("strict", EXACT_4),
        "saved": ("11/10", {}),
    },
    "deaf-scaling": {
        "share": ("1/2", {"t": "2", "m": "64", "delta": "9/100", "d": "102"}),
        "column": ("9/10", {}),
        "energy": ("1/10", {}),
        "energy-heard": ("1/10", {}),
        "silent": ("1001/1000", {"d": "1002", "m": "1", "sure": "3", "t": "10"}),
    },
    "any-layout": {
        "square": ("strict", {"rho0": "11"}),
        "others": ("999/1000", {"rho0": "11/5", "most": "10"}),
        "own": (
            "9/10",
            {
                "d": "1002",
                "t": "10",
                "b": "1/2",
                "rho0": "11/5",
                "k1": "1",
                "most": "20",
                "squares": "0",
            },
        ),
        "energy": ("1/10", {}),
    },
    "read-outs": {
        "class-softmax": ("2", {}),
        "class-linear": ("1001/1000", {}),
        "strength-softmax": ("1001/1000", {}),
        "strength-linear": ("999/1000", {"d": "1002", "b": "1/5", "t": "10"}),
    },
}
UNFOUNDED = {
    "rho-signs/probability": 2,
    "deaf-scaling/probability": "1001/1000",
    "reverse-signs/probability-d0": 2,
    "bounded-logits/probability": "1001/1000",
}
"""Hoeffding's bound to another power."""
WITHOUT_TWIN = {"deaf-scaling/probability", "bounded-logits/probability"}
LEMMAS = {lemma.id: lemma for lemma, _ in find(tuple(FALSE))}


def twin(statement, factor):
    left, relation, right = statement.left, statement.relation, statement.right
    if factor == "strict":
        return Statement(left, relation.removesuffix("="), right)
    if factor == "shift":
        return Statement(left, relation, Rational(-1 if relation == "<=" else 1, 1000))
    return Statement(left, relation, right * Rational(factor))


def test_every_claim_has_a_twin():
    claims = {claim.name for lemma in LEMMAS.values() for claim in lemma.claims.values()}
    twins = {f"{id}/{name}" for id, rows in FALSE.items() for name in rows}
    assert claims - twins == WITHOUT_TWIN <= set(UNFOUNDED)


@pytest.mark.parametrize(
    ("lemma", "name"), [(id, name) for id, rows in FALSE.items() for name in rows]
)
def test_the_twin_of_a_claim_is_not_proved(rejected, lemma, name):
    claim, (factor, at) = LEMMAS[lemma].claims[name], FALSE[lemma][name]
    (part, *_) = claim.parts
    rejected(claim, part, twin(part.statement, factor), at)


@pytest.mark.parametrize("name", UNFOUNDED)
def test_what_does_not_follow_is_not_proved(unproved, name):
    lemma, _, id = name.partition("/")
    claim = LEMMAS[lemma].claims[id]
    (part, *_) = claim.parts
    said, power = part.statement, Rational(UNFOUNDED[name])
    unproved(claim, part, Statement(said.left, "<=", exp(said.right.args[0] * power)))

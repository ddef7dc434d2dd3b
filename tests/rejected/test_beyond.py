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

TIGHT = {"b": "1/5", "sure": "7/4"}

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
        "probability": ("1001/1000", {"d": "12", "t": "1000", "a1": "1/5", "rho1": "100000"}),
    },
    "rho-separates": {
        "separates": ("11/10", {}),
    },
    "softmax-temperature": {
        "preference": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "f-NN": ("2", {}),
        "f-NN-least": ("1001/1000", {"n": "1e18", "d": "22"}),
        "f-NN-most": ("999/1000", {"t": "1000", "b": "1/10", "lam": "1/10"}),
        "f-ON-most": ("999/1000", {"n": "1e18", "d": "22"}),
        "f-NN-cold": ("2", {}),
        "lam-needed": ("2", {}),
    },
    "power-degree": {
        "preference": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "f-N-most": ("999/1000", {"n": "1e18", "d": "22"}),
        "f-N-least": ("1001/1000", {"n": "2", "t": "1"}),
        "f-N": ("11/10", {}),
        "kappa": ("1001/1000", {}),
        "f-N-kappa-most": ("999/1000", {"n": "1e18", "d": "22"}),
        "f-N-kappa-least": ("1001/1000", {"n": "2", "t": "1"}),
        "degree-enough": ("2", {}),
        "degree-needed": ("11/10", {}),
        "f-N-logarithm": ("11/10", {}),
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
        "gap-least": ("10", {"d": "12", "a1": "7/10", "g": "1/2"}),
        "nearest": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "half-most": ("999/1000", {"n": "1e18", "d": "22"}),
        "one-hot": ("1001/1000", {}),
    },
    "hard-network": {
        "context": ("1001/1000", {}),
        "probability": ("1001/1000", {}),
        "fires": ("1001/1000", {}),
        "silent": ("999/1000", {}),
    },
    "unnormalised-network": {
        "bias-d0": ("1001/1000", {}),
        "probability-d0": (
            "1001/1000",
            {"d": "3", "t": "1000", "a0": "0", "b": "1/2", "m": "1", "delta": "1/100"},
        ),
        "fires-d0": ("1001/1000", {}),
        "silent-d0": (
            "999/1000",
            {"d": "3", "t": "1000", "a0": "0", "b": "1/2", "m": "1", "delta": "1/100"},
        ),
        "bias-d1": ("1001/1000", {}),
        "probability-d1": ("2", {"d": "5", "t": "1", "a0": "1/10", "b": "1/2", "delta": "1/100"}),
        "fires-d1": ("1001/1000", {}),
        "silent-d1": ("1/2", {"d": "5", "t": "1", "a0": "1/10", "b": "1/2", "m": "1"}),
    },
    "dispersion": {
        "most": ("999/1000", {}),
        "least": (
            "1001/1000",
            {"d": "5", "t": "10", "own": "1", "others": "1", "G": "0", "rest": "7"},
        ),
        "half": ("1/2", {"d": "5", "t": "1", "own": "1", "others": "1/2", "G": "0", "rest": "0"}),
        "log-most": (
            "strict",
            {"d": "5", "t": "10", "own": "1", "others": "1", "G": "0", "rest": "7"},
        ),
        "surprise": ("1001/1000", {}),
        "entropy": ("11/10", {"d": "102", "own": "1/2", "G": "0"}),
    },
    "bounded-logits": {
        "weights": ("99/100", {}),
        "context-needle": ("99/100", {}),
        "context-own": ("4/5", {}),
        "context-class": ("7/10", {}),
        "context-bias": ("1001/1000", {}),
        "energy-most": ("1/2", {}),
        "needle": (
            "9/10",
            {
                "a0": "99",
                "E": "1",
                "v_N": "1",
                "v_S": "1",
                "sure": "1",
                "d": "6",
                "t": "500",
                "b": "1/10",
            },
        ),
        "identity": ("9/10", {}),
        "energy": ("1/10", {}),
        "energy-heard": ("1/10", {}),
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
        "fires": ("1001/1000", {}),
        "budget": ("strict", EXACT_4),
        "separates": ("11/10", {}),
        "saved": ("11/10", {}),
    },
    "deaf-scaling": {
        "share": ("1/2", {**TIGHT, "t": "2", "delta": "9/100"}),
        "column": ("9/10", TIGHT),
        "energy": ("1/10", TIGHT),
        "energy-heard": ("1/10", TIGHT),
        "silent": ("1001/1000", {"b": "1/5", "d": "1002", "m": "1", "sure": "3", "t": "10"}),
        "budget": (
            "1/2",
            {"b": "1/5", "d": "202", "t": "10", "m": "1", "delta": "9/100", "sure": "9/5"},
        ),
    },
    "linear-scaling": {
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
    "rho-two": {
        "needle": (
            "999/1000",
            {"d": "322", "t": "1", "rho0": "11/10", "rho2": "11/10", "m": "64", "delta": "9/100"},
        ),
        "own": (
            "999/1000",
            {
                "d": "12",
                "t": "1000",
                "a0": "0",
                "b": "1/10",
                "m": "5",
                "delta": "9/100",
                "rho0": "1",
                "rho2": "1",
            },
        ),
        "class": ("999/1000", {}),
        "bias": ("1001/1000", {}),
        "energy": (
            "999/1000",
            {
                "d": "12",
                "t": "1000",
                "a0": "0",
                "b": "1/10",
                "m": "5",
                "delta": "9/100",
                "rho0": "1",
                "rho2": "1",
            },
        ),
        "probability": ("1/10", {"n": "1e18", "d": "22"}),
        "silent": ("1001/1000", {}),
        "budget": ("1/100", {}),
    },
    "relu-weights": {
        "score": ("1001/1000", {}),
        "linear": ("1001/1000", {}),
        "preference": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "f-NN-most": ("999/1000", {"n": "1e18", "d": "22"}),
    },
    "taylor-order": {
        "step": ("9/10", {"d": "1002", "b": "1/5", "U": "1", "u": "1", "r": "1"}),
        "step-more": (
            "1001/1000",
            {"a1": "3", "b": "1/2", "k": "0", "x": "1/2", "U": "7", "r": "0", "d": "102"},
        ),
        "f-N-most": ("999/1000", {"d": "3", "t": "2", "k": "0", "U": "7", "u": "7"}),
        "order-short": ("999/1000", {"d": "3", "t": "2", "k": "0", "U": "7", "u": "7"}),
        "f-N-short": ("999/1000", {"d": "3", "t": "2", "k": "0", "U": "7", "u": "7"}),
    },
    "taylor-order-needed": {
        "worth": ("1001/1000", {"n": "2", "t": "1", "k": "0", "U": "7", "u": "7"}),
        "order": (
            "1001/1000",
            {"n": "1000", "d": "102", "a1": "998", "k": "1", "U": "999", "u": "1"},
        ),
    },
    "entmax-weights": {
        "discriminant": (
            "1001/1000",
            {"t": "10", "a1": "7/10", "b": "1/2", "g": "2", "alpha": "2"},
        ),
        "optimal": ("1001/1000", {}),
        "half": ("1001/1000", {}),
        "gap": ("1001/1000", {}),
        "gap-half": ("10", {"t": "10", "a1": "7/10", "b": "1/2", "g": "2", "alpha": "2"}),
        "one-hot": ("1001/1000", {}),
        "gap-least": ("10", {}),
        "alpha": ("1001/1000", {}),
    },
    "taylor-remainder": {
        "least-1": ("shift", {"x": "0"}),
        "most-1": ("1/2", {}),
        "remainder-1": ("1/2", {"B": "1"}),
        "negative-least-1": ("shift", {"x": "0"}),
        "negative-most-1": ("1/2", {"x": "2"}),
        "least-2": ("shift", {"x": "0"}),
        "most-2": ("1/2", {"x": "1/2", "B": "5"}),
        "remainder-2": ("1/10", {"x": "2"}),
        "negative-least-2": ("shift", {"x": "0"}),
        "negative-most-2": ("1/2", {"x": "2"}),
        "least-3": ("shift", {"x": "0"}),
        "most-3": ("1/2", {"x": "1/2", "B": "5"}),
        "remainder-3": ("1/10", {"x": "2"}),
        "negative-least-3": ("shift", {"x": "0"}),
        "negative-most-3": ("1/2", {"x": "2"}),
    },
    "recall-rank": {
        "square": ("shift", {"rank": "1", "columns": "1", "size": "1", "trace": "1"}),
        "error": ("1001/1000", {"rank": "1", "columns": "1", "size": "1", "trace": "1"}),
        "attained": ("1001/1000", {}),
        "columns": ("1001/1000", {"rank": "1", "columns": "1", "size": "1", "trace": "1"}),
        "half": ("2", {}),
    },
    "exact-quarter": {
        "needle": ("1001/1000", {}),
        "identity": ("1001/1000", {}),
        "bias": ("1001/1000", {}),
        "needed": (
            "1/2",
            {
                "d": "1002",
                "a1": "1",
                "b": "1/5",
            },
        ),
        "probability-least": ("1001/1000", {}),
        "probability-most": ("999/1000", {}),
        "probability": ("1001/1000", {}),
        "fires": ("1001/1000", {}),
    },
    "least-strength": {
        "share-positive": ("shift", {"n": "2", "t": "1"}),
        "share-most": ("999/1000", {}),
        "root": ("1001/1000", {}),
        "least-positive": ("shift", {"n": "2", "t": "1"}),
        "golden": ("999/1000", {}),
        "p1-enough": ("2", {"d": "5", "t": "1", "a1": "1/2", "b": "9/10"}),
        "f-NN": ("11/10", {"d": "5", "t": "1", "a1": "1/2", "b": "9/10"}),
        "p1-needed": ("2", {"d": "5", "t": "1", "a1": "1/2", "b": "9/10"}),
        "a1-needed": ("2", {}),
    },
    "softmax-columns": {
        "column": (
            "9/10",
            {
                "d": "102",
                "t": "2",
                "a0": "1/100",
                "b": "1/5",
                "m": "64",
                "delta": "1/100",
                "sure": "7/4",
            },
        ),
        "share": ("1/10", {"d": "12", "t": "2", "delta": "9/100", "sure": "1"}),
        "share-square": ("1/100", {"d": "12", "t": "2", "delta": "9/100", "sure": "1"}),
        "energy": ("1/10", {}),
        "energy-heard": ("1/10", {}),
        "silent": (
            "1001/1000",
            {"d": "322", "t": "10", "m": "5", "delta": "1/100", "sure": "10/3"},
        ),
        "budget": ("1/10", {}),
    },
    "lower-law": {
        "normalised": ("1001/1000", {}),
        "all-signs": ("1001/1000", {}),
        "probability": ("10", {"n": "2", "t": "1"}),
        "chance-most": ("1/10", {"n": "2", "d": "3"}),
        "fires": ("1001/1000", {"n": "2", "d": "3"}),
        "silent": ("999/1000", {}),
        "exponential": ("999/1000", {}),
        "silent-exponential": ("999/1000", {}),
        "logarithm": ("2", {"n": "2", "t": "1"}),
        "budget": ("1/2", {"n": "2", "t": "1"}),
        "doubled": ("2", {"n": "2", "t": "1"}),
        "columns": ("11/10", {"n": "2", "t": "1"}),
    },
}
UNFOUNDED = {
    "rho-signs/probability": 2,
    "deaf-scaling/probability": "1001/1000",
    "linear-scaling/probability": "1001/1000",
    "softmax-columns/probability": "1001/1000",
    "reverse-signs/probability-d0": 2,
    "bounded-logits/probability": "1001/1000",
}
"""Hoeffding's bound to another power."""
WITHOUT_TWIN = {
    "deaf-scaling/probability",
    "linear-scaling/probability",
    "softmax-columns/probability",
    "bounded-logits/probability",
}
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

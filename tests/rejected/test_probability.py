"""False twins of the claims on signs and networks, and of the main theorem.

`UNFOUNDED`: statements that may be true for other reasons, but do not follow from the chain.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import Integer, Rational, exp
from twins import at, by_claim, claims_of, each, instead, less, powered, strict

from lemmas.notation import b, d, delta, m
from lemmas.separation import linear_d0_signs, linear_d1_signs, softmax_d0_signs
from proofkit.language.claims import Part, Statement
from proofkit.language.from_sympy import from_sympy
from proofkit.language.proof import Chain
from proofkit.language.terms import ONE

SIGNS = {"softmax-d0": softmax_d0_signs, "linear-d1": linear_d1_signs, "linear-d0": linear_d0_signs}
SIXFOLD, HALF = Rational(6, 7), Rational(1, 2)
MANY = "d=1002 t=1000 b=1/5"
FEWEST = "d=3 t=4 b=1/2 a1=7/10"
EXACT = f"m=40 delta={2 * Fraction(7, 8) ** 40}"
APART = "d=102 t=1 b=3/10 delta=9/100 m=3 a1=7/10"
SILENT = "d=22 t=1000 b=1/10 delta=9/100 m=989"


def silent(lemma, factor, power=1):
    """`1 - factor*m*exp(-power/(200 V))`."""
    return instead(1 - factor * m * exp(-Rational(power) / (200 * SIGNS[lemma].energy)))


FALSE = {
    "softmax-d1-signs": {
        "margin": instead(Rational(11, 100)).at("n=4 t=1 b=9/10 a1=7/10"),
        "probability": at(FEWEST, [instead(Rational(1, 4)), strict]),
        "probability-symmetric": instead(Rational(3, 16)).at("d=3 t=2 b=1/2 a1=7/10"),
    },
    "softmax-d1-network": {
        "fires": instead(1 - HALF**m).at(f"{FEWEST} m=1"),
        "budget": at(EXACT, [strict, less]),
    },
    "main-theorem": {
        "softmax-separates": instead(1 - delta / 1000).at(f"{EXACT} d=10002 t=1 b=3/5 a1=7/10"),
        "linear-blind": instead(1 - delta / 1000).at(SILENT),
        "linear-seldom": instead(delta / 2000).at(APART),
    },
    "softmax-d0-signs": {"energy": less.at("d=10002 t=1000000")},
}
for lemma, most, rows in (("softmax-d0", 632, 2), ("linear-d1", 1050, 1), ("linear-d0", 1341, 1)):
    # exp(-1/(100 V)), exp(-s/(2 V)) without the square, and s^2/(2 V) for 9/8 of s
    tails = at(MANY, [powered(factor) for factor in (2, 10, "81/64")])
    FALSE.setdefault(f"{lemma}-signs", {})["probability"] = tails
    FALSE[f"{lemma}-network"] = {
        "budget": less.at(f"m={most}"),
        "silent": silent(lemma, rows, 2).at(f"{MANY} m=1"),
    }

UNFOUNDED = {
    "softmax-d1-signs": {
        "probability": [instead(Rational(1, 7)), instead(Rational(1, 8) + Rational(1, 10**9))],
        "probability-symmetric": [instead(Rational(1, 8)), instead(Rational(1, 15)), strict],
    },
    "softmax-d1-network": {
        "fires": [
            instead(1 - SIXFOLD**m),
            instead(1 - Rational(7, 8) ** (m + 1)),
            instead(1 - Rational(7, 8) ** (2 * m)),
            instead(Integer(1)),
            strict,
        ],
        "budget": instead(delta / 4),
    },
    # a union bound that forgets one row, one that forgets the neurons
    "softmax-d0-network": {
        "silent": [silent("softmax-d0", 1), silent("softmax-d0", 2 / m), strict]
    },
    "linear-d1-network": {"silent": [silent("linear-d1", HALF), silent("linear-d1", 1 / m)]},
    "linear-d0-network": {"silent": [silent("linear-d0", HALF), silent("linear-d0", 1 / m)]},
    "main-theorem": {
        "softmax-separates linear-blind": instead(1 - delta * Rational(999, 1000)),
        "linear-seldom": [instead(delta * Rational(499, 1000)), strict],
    },
}
CLAIMS = {
    name: claim
    for name, claim in claims_of("separation.", "main_theorem").items()
    if not claim.lemma.endswith(("-weights", "-context"))
}
SLOW = {"linear-d1-signs/energy", "linear-d0-signs/energy"}
"""To give up on a false energy takes long, and all three are made by one function."""
QUICK = {name: claim for name, claim in CLAIMS.items() if name not in SLOW}


def test_every_claim_has_a_twin():
    assert set(QUICK) == set(by_claim(FALSE))


@pytest.mark.parametrize(("claim", "part", "twin"), each(FALSE, CLAIMS))
def test_the_twin_of_a_claim_is_not_proved(rejected, claim, part, twin):
    rejected(claim, part, twin)


@pytest.mark.parametrize(("claim", "part", "twin"), each(UNFOUNDED, CLAIMS))
def test_what_does_not_follow_is_not_proved(unproved, claim, part, twin):
    unproved(claim, part, twin)


@pytest.mark.parametrize("claim", QUICK.values(), ids=QUICK)
def test_a_chain_with_a_false_step_is_refused_there(refused_at, claim):
    """The steps take turns, from chain to chain."""
    (part, *_) = claim.parts
    refused_at(claim, part, list(CLAIMS).index(claim.name) % len(part.chain.steps))


# What a step about a probability rests on ---------------------------------------------


def with_given(part, steps):
    """The part, with other steps towards its single step's premise."""
    (step,) = part.chain.steps
    given = Chain(step.given.start, tuple(steps))
    return Part(part.label, part.statement, Chain(part.chain.start, (replace(step, given=given),)))


@pytest.mark.parametrize("name", ["probability", "probability-symmetric"])
def test_a_false_step_towards_the_premise_is_refused(attempt, name):
    claim = CLAIMS[f"softmax-d1-signs/{name}"]
    (part,) = claim.parts
    steps = part.chain.steps[0].given.steps
    for k in (0, len(steps) - 1):
        before = steps[k - 1].term if k else part.chain.steps[0].given.start
        false = [*steps[:k], replace(steps[k], term=before + ONE), *steps[k + 1 :]]
        found = attempt(claim, with_given(part, false))
        assert found.verdict.value == "open"


def test_the_premise_of_another_event_does_not_do(attempt):
    """Symmetry shows less than 1/8, and what 1/8 needs is not shown by half of it."""
    symmetric = CLAIMS["softmax-d1-signs/probability-symmetric"]
    full = CLAIMS["softmax-d1-signs/probability"]
    borrowed = symmetric.parts[0].chain.steps[0].given
    found = attempt(full, with_given(full.parts[0], borrowed.steps))
    assert found.verdict.value == "open"


@pytest.mark.parametrize("lemma", SIGNS)
def test_hoeffding_needs_the_energy_that_is_proved(attempt, lemma):
    """Not the one of fewer columns, nor of smaller coordinates."""
    claim, energy = CLAIMS[f"{lemma}-signs/probability"], SIGNS[lemma].energy
    part = claim.parts[0]
    (step, *_) = part.chain.steps
    for wrong in (energy - (b / (d - 2)) ** 2, energy / 2, energy * Rational(99, 100)):
        bound = from_sympy(exp(-1 / (200 * wrong)))
        chain = Chain(part.chain.start, (replace(step, term=bound),))
        statement = Statement(part.statement.left, part.statement.relation, bound)
        found = attempt(claim, Part(part.label, statement, chain))
        assert found.verdict.value in {"open", "refuted"}


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("softmax-separates", "softmax-d0-network/budget"),
        ("softmax-separates", "softmax-d1-network/budget"),
        ("softmax-separates", "softmax-d0-network/silent"),
        ("softmax-separates", "softmax-d1-network/fires"),
        ("linear-blind", "linear-d1-network/silent"),
        ("linear-blind", "linear-d0-network/budget"),
    ],
)
def test_the_theorem_needs_each_of_its_parts(attempt, name, missing):
    claim = CLAIMS[f"main-theorem/{name}"]
    (part,) = claim.parts
    steps = [
        replace(step, by=tuple(cited for cited in step.by if cited.name != missing))
        for step in part.chain.steps
    ]
    assert steps != list(part.chain.steps)
    without = tuple(h for h in claim.hypotheses if not h.id.startswith("m-"))
    chain = Chain(part.chain.start, tuple(steps))
    found = attempt(replace(claim, hypotheses=without), Part(part.label, part.statement, chain))
    assert found.verdict.value == "open"

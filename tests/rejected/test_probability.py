"""False twins of the claims on signs and networks, and of the main theorem.

`FALSE`: how a claim's twin differs, and parameters (beyond the defaults) at which it fails.
`UNFOUNDED`: statements that may be true for other reasons, but do not follow from the chain.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import Integer, Rational, exp

from lemmas import main_theorem
from lemmas.notation import b, d, delta, m
from lemmas.separation import (
    linear_d0_network,
    linear_d0_signs,
    linear_d1_network,
    linear_d1_signs,
    softmax_d0_network,
    softmax_d0_signs,
    softmax_d1_network,
    softmax_d1_signs,
)
from proofkit.language.claims import Part, Statement
from proofkit.language.proof import Chain


def instead(right):
    return lambda s: Statement(s.left, s.relation, right)


def scaled(factor):
    return lambda s: Statement(s.left, s.relation, s.right * Rational(factor))


def strict(s):
    return Statement(s.left, s.relation.removesuffix("="), s.right)


def powered(factor):
    """Another exponent: Hoeffding's bound to that power."""
    return lambda s: Statement(s.left, s.relation, exp(s.right.args[0] * Rational(factor)))


less = scaled("999/1000")
SIXFOLD = Rational(6, 7)
TIGHT = {"n": "4", "t": "1", "b": "9/10", "a1": "7/10"}
FEWEST = {"d": "3", "t": "4", "b": "1/2", "a1": "7/10"}
FEWER = {"d": "3", "t": "2", "b": "1/2", "a1": "7/10"}
LARGE = {"d": "10002", "t": "1000000"}
MANY = {"d": "1002", "t": "1000", "b": "1/5"}
EXACT = {"m": "40", "delta": str(2 * Fraction(7, 8) ** 40)}
APART = {"d": "102", "t": "1", "b": "3/10", "delta": "9/100", "m": "3", "a1": "7/10"}
SILENT = {"d": "22", "t": "1000", "b": "1/10", "delta": "9/100", "m": "989"}

FALSE = {
    "softmax-d1-signs": {
        "margin": [(instead(Rational(11, 100)), TIGHT)],
        "probability": [(instead(Rational(1, 4)), FEWEST), (strict, FEWEST)],
        "probability-symmetric": [(instead(Rational(3, 16)), FEWER)],
    },
    "softmax-d1-network": {
        "fires": [(instead(1 - Rational(1, 2) ** m), {**FEWEST, "m": "1"})],
        "budget": [(strict, EXACT), (less, EXACT)],
    },
    "main-theorem": {
        "softmax-separates": [
            (instead(1 - delta / 1000), {**EXACT, "d": "10002", "t": "1", "b": "3/5", "a1": "7/10"})
        ],
        "linear-blind": [(instead(1 - delta / 1000), SILENT)],
        "linear-seldom": [(instead(delta / 2000), APART)],
    },
}
for lemma, most in (("softmax-d0", "632"), ("linear-d1", "1050"), ("linear-d0", "1341")):
    energies = [(less, LARGE)] if lemma == "softmax-d0" else []
    # exp(-1/(100 V)), exp(-s/(2 V)) without the square, and s^2/(2 V) for 9/8 of s
    tails = [(powered(factor), MANY) for factor in (2, 10, "81/64")]
    FALSE[f"{lemma}-signs"] = {"energy": energies, "probability": tails}
    FALSE[f"{lemma}-network"] = {"budget": [(less, {"m": most})], "silent": []}


def silent(module, factor, power=1):
    """`1 - factor*m*exp(-power/(200 V))`."""
    return instead(1 - factor * m * exp(-Rational(power) / (200 * module.signs.energy)))


for module in (softmax_d0_network, linear_d1_network, linear_d0_network):
    rows = 2 if module is softmax_d0_network else 1
    FALSE[module.lemma.id]["silent"] = [(silent(module, rows, 2), {**MANY, "m": "1"})]

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
        "budget": [instead(delta / 4)],
    },
    # a union bound that forgets one row, one that forgets the neurons
    "softmax-d0-network": {
        "silent": [silent(softmax_d0_network, 1), silent(softmax_d0_network, 2 / m), strict]
    },
    "linear-d1-network": {
        "silent": [silent(linear_d1_network, Rational(1, 2)), silent(linear_d1_network, 1 / m)]
    },
    "linear-d0-network": {
        "silent": [silent(linear_d0_network, Rational(1, 2)), silent(linear_d0_network, 1 / m)]
    },
    "main-theorem": {
        "softmax-separates": [instead(1 - delta * Rational(999, 1000))],
        "linear-blind": [instead(1 - delta * Rational(999, 1000))],
        "linear-seldom": [instead(delta * Rational(499, 1000)), strict],
    },
}
LEMMAS = {
    module.lemma.id: module.lemma
    for module in (
        *(softmax_d1_signs, softmax_d0_signs, linear_d1_signs, linear_d0_signs),
        *(softmax_d1_network, softmax_d0_network, linear_d1_network, linear_d0_network),
        main_theorem,
    )
}
CLAIMS = [claim for lemma in LEMMAS.values() for claim in lemma.claims.values()]
SLOW = {"linear-d1-signs/energy", "linear-d0-signs/energy"}
"""To give up on a false energy takes long, and all three are made by one function."""
QUICK = [claim for claim in CLAIMS if claim.name not in SLOW]


def params(table):
    for id, rows in table.items():
        for name, changes in rows.items():
            claim = LEMMAS[id].claims[name]
            for k, change in enumerate(changes):
                part = k % len(claim.parts)  # the parts take turns
                yield pytest.param(claim, part, change, id=f"{claim.name}-{k + 1}")


def test_every_claim_has_a_twin():
    twins = {f"{id}/{name}" for id, rows in FALSE.items() for name, row in rows.items() if row}
    assert {claim.name for claim in QUICK} == twins


@pytest.mark.parametrize(("claim", "k", "twin"), list(params(FALSE)))
def test_the_twin_of_a_claim_is_not_proved(rejected, claim, k, twin):
    change, at = twin
    rejected(claim, claim.parts[k], change(claim.parts[k].statement), at)


@pytest.mark.parametrize(("claim", "k", "change"), list(params(UNFOUNDED)))
def test_what_does_not_follow_is_not_proved(unproved, claim, k, change):
    unproved(claim, claim.parts[k], change(claim.parts[k].statement))


@pytest.mark.parametrize("claim", QUICK, ids=lambda claim: claim.name)
def test_a_chain_with_a_false_step_is_refused_there(refused_at, claim):
    """The steps take turns, from chain to chain."""
    (part, *_) = claim.parts
    refused_at(claim, part, CLAIMS.index(claim) % len(part.chain.steps))


# What a step about a probability rests on ---------------------------------------------


def with_given(part, steps):
    """The part, with other steps towards its single step's premise."""
    (step,) = part.chain.steps
    given = Chain(step.given.start, tuple(steps))
    return Part(part.label, part.statement, Chain(part.chain.start, (replace(step, given=given),)))


@pytest.mark.parametrize("name", ["probability", "probability-symmetric"])
def test_a_false_step_towards_the_premise_is_refused(attempt, name):
    claim = LEMMAS["softmax-d1-signs"].claims[name]
    (part,) = claim.parts
    steps = part.chain.steps[0].given.steps
    for k in (0, len(steps) - 1):
        before = steps[k - 1].term if k else part.chain.steps[0].given.start
        false = [*steps[:k], replace(steps[k], term=before + 1), *steps[k + 1 :]]
        found = attempt(claim, with_given(part, false))
        assert found.verdict.value == "open"


def test_the_premise_of_another_event_does_not_do(attempt):
    """Symmetry shows less than 1/8, and what 1/8 needs is not shown by half of it."""
    symmetric = LEMMAS["softmax-d1-signs"].claims["probability-symmetric"]
    full = LEMMAS["softmax-d1-signs"].claims["probability"]
    borrowed = symmetric.parts[0].chain.steps[0].given
    found = attempt(full, with_given(full.parts[0], borrowed.steps))
    assert found.verdict.value == "open"


@pytest.mark.parametrize("lemma", ["softmax-d0", "linear-d1", "linear-d0"])
def test_hoeffding_needs_the_energy_that_is_proved(attempt, lemma):
    """Not the one of fewer columns, nor of smaller coordinates."""
    claim = LEMMAS[f"{lemma}-signs"].claims["probability"]
    module = {"softmax-d0": softmax_d0_signs, "linear-d1": linear_d1_signs, "linear-d0": linear_d0_signs}  # fmt: skip
    energy = module[lemma].energy
    part = claim.parts[0]
    (step, *_) = part.chain.steps
    for wrong in (energy - (b / (d - 2)) ** 2, energy / 2, energy * Rational(99, 100)):
        bound = exp(-1 / (200 * wrong))
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
    claim = LEMMAS["main-theorem"].claims[name]
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

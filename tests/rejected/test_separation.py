"""False twins of the claims on weights and contexts: constants just past true, strict relations.

A claim of several parts has a twin for each of them.
"""

import pytest
from sympy import Rational
from twins import at, by_claim, claims_of, each, instead, less, more, scaled, strict

from lemmas.notation import a0, a1, b, n

STRONG = "a1=40"
WEAK = "n=6 t=1 a1=7/10"
ALL_SIBLINGS = "n=1e6 d=3 a1=1"
MANY = "n=1e6"
HUGE = "n=1e30 d=1002 a1=7/10"
NONE = "a0=0"
LOUD = "n=1e6 a0=1/10"
WIDE = "n=1e8 d=10002 b=1/10"
ALONE = "n=1e6 t=1 b=1/10"
ALONE_WIDE = "n=1e6 t=1 b=9/10 a0=1/10"
FEW = "n=1e12 t=1e9 b=1/2 a1=8804/10000"
UNITS = "u-NN u-NO u-ON u-OO"
IDENTITY_UNITS = "u-NN u-NS u-NO u-SS u-SO u-OP u-OO"


def power(base, hundredths):
    return base ** Rational(hundredths, 100)


FALSE = {
    "softmax-d1-weights": {
        f"{UNITS} alpha-O": more,
        "alpha-N-lower": more.at(STRONG),
        "alpha-N-upper": scaled("79/100").at(WEAK),
        "f-NN": instead(Rational(13, 20)).at(WEAK),
        "f-NN-sharp": instead(1 - Rational(999, 1000) * n ** (1 - a1 - a1**2)).at("n=1e6 a1=2"),
        "f-NO": less.at(STRONG),
        "f-ON f-OO": less.at(HUGE),
    },
    "softmax-d0-weights": {
        UNITS: more,
        "alpha-O f-NN f-NO f-ON f-OO": strict.at(NONE),
        "f-NN-flat": instead(power(n, -90)).at(LOUD),
        "f-ON-flat": instead(power(n, -91)).at(LOUD),
    },
    "softmax-d1-context": {
        "needle-lower own-lower": scaled("13/10").at(WEAK),
        "needle-upper class": less.at(STRONG),
        "own-upper": strict.at("d=3"),
        "class-total": less.at("a1=40 n=1e6 t=1"),
        "class-share": scaled("7/10").at("d=7 t=1 a1=7/10"),
        "bias": more,
    },
    "softmax-d0-context": {
        "needle": at(LOUD, [instead(a0 * power(n, -90)), instead(a0 * power(n, -91))]),
        "own": at("n=1e6 d=3", [less] * 2),
        "class": at(NONE, [strict] * 2),
        "bias": [more] * 2,
    },
    "identity-softmax-d1-weights": {
        f"{IDENTITY_UNITS} alpha-S alpha-O": more,
        "alpha-N-lower": more.at(STRONG),
        "alpha-N-upper": less.at(ALL_SIBLINGS),
        "f-NN": instead(Rational(501, 1000)).at(ALL_SIBLINGS),
        "f-NN-few": instead(Rational(501, 1000)).at(FEW),
        "f-NN-sharp": instead(
            1 - Rational(999, 1000) * n ** (-(a1**2)) * (n / 10_000 + n ** (1 - b**2))
        ).at(f"{WIDE} a1=2"),
        "f-NS f-NO": less.at(STRONG),
        "f-SS f-OP f-SO f-OO": less.at(ALONE),
    },
    "identity-softmax-d0-weights": {
        "b-upper": instead(Rational(89, 100)).at("b=9/10"),
        f"{IDENTITY_UNITS} alpha-S alpha-O": more,
        "alpha-N": more.at(ALONE),
        "f-NN-flat": instead(power(n, -19)).at(ALONE_WIDE),
        "f-NN f-NS f-NO f-SS f-OP f-SO f-OO": less.at(ALONE),
    },
    "identity-softmax-d1-context": {
        "needle-lower": scaled("501/500").at(ALL_SIBLINGS),
        "needle-upper class": less.at(STRONG),
        "own-lower": scaled("26/25").at("n=100 t=1 b=1/10 a1=1"),
        "own-upper": strict.at("d=3"),
        "class-total": less.at("a1=40 n=1e6 t=1"),
        "bias": more,
    },
    "identity-softmax-d0-context": {
        "needle": at(ALONE_WIDE, [instead(a0 * power(n, k)) for k in (-19, -20, -101)]),
        "own class": at(WIDE, [less] * 3),
        "bias": [more] * 3,
    },
}
for data in ("d0", "d1"):
    FALSE[f"linear-{data}-weights"] = {
        f"{UNITS} alpha-N alpha-O": more,
        "f-needle": at(MANY, [more, less] * 2),
        "f-other": at(MANY, [less] * 2),
    }
    FALSE[f"linear-{data}-context"] = {
        "needle own class": at(MANY, [more, less] * 2),
        "bias": [more] * 2,
    }
    FALSE[f"identity-linear-{data}-weights"] = {
        f"{IDENTITY_UNITS} alpha-N alpha-S alpha-O": more,
        "f-NN": at(WIDE, [more, less]),
        "f-own f-other": at(WIDE, [more, less] * 3),
    }
    FALSE[f"identity-linear-{data}-context"] = {
        "needle own class": at(WIDE, [more, less] * 3),
        "bias": [more] * 3,
    }

# Weights and contexts; the lemmas on random signs have twins of their own.
CLAIMS = {
    name: claim
    for name, claim in claims_of("separation.").items()
    if claim.lemma.endswith(("-weights", "-context"))
}


def test_every_part_of_a_claim_has_a_twin():
    parts = {name: len(claim.parts) for name, claim in CLAIMS.items()}
    assert {name: len(twins) for name, twins in by_claim(FALSE).items()} == parts


@pytest.mark.parametrize(("claim", "part", "twin"), each(FALSE, CLAIMS))
def test_the_twin_of_a_claim_is_not_proved(rejected, claim, part, twin):
    rejected(claim, part, twin)


@pytest.mark.parametrize(("claim", "part", "twin"), each(FALSE, CLAIMS))
def test_a_chain_with_a_false_step_is_refused_there(refused_at, claim, part, twin):
    """The steps take turns, from chain to chain."""
    turn = list(CLAIMS).index(claim.name) + claim.parts.index(part)
    refused_at(claim, part, turn % len(part.chain.steps))


def test_tactics_that_do_not_look_first_are_refused_too(rejected, monkeypatch):
    """A goal that is false at a sample is not tried elsewhere. Here the kernel has to refuse what
    the tactics make of it."""
    for module in ("gaps", "tactics.numbers"):
        monkeypatch.setattr(f"proofkit.search.{module}.seems_false", lambda *_: False)
    for twin in list(each(FALSE, CLAIMS))[::20]:
        rejected(*twin.values)

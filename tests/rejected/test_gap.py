"""False twins of the claims on scores a gap apart, and of the preliminaries.

Where signs have unknown weights, no probability is known at any parameters; such twins are only
refused.
"""

from fractions import Fraction

import pytest
from sympy import Integer, Rational, exp
from twins import Twin, by_claim, claims_of, each, instead, less, more, powered, strict

from lemmas.gap.networks import theta
from lemmas.notation import delta
from proofkit.language.claims import Statement

HUGE = "n=1e18 d=22"
SAME = "n=1e18 d=22 floor=1/4 ceiling=1/4"
without_square = Twin(lambda s: Statement(s.left, "<=", exp(s.written[1].args[0] / theta)), {})

FALSE = {
    "gap-weights": {
        "softmax-d0 softmax-d1-rest linear-d1-spike": less.at(HUGE),
        "softmax-d1-spike": instead(Rational(501, 1000)).at("n=1e18 d=22 spike=5/4"),
        "linear-d0 linear-d1-rest": less.at(SAME),
    },
    "gap-softmax-d0-network": {"silent": less.at("m=31690")},
    "gap-softmax-d1-network": {"fires": strict.at(f"m=11 delta={2 * Fraction(3, 4) ** 11}")},
    "gap-linear-network": {
        "silent-d0": less.at("m=2425825"),
        "silent-d1": less.at("m=741446"),
    },
    "hoeffding": {"tail weighted": powered(2)},
    "dataset": {"token-count": more, "row-sum-needle": [more] * 2, "row-sum-other": [more] * 4},
    "softmax-unit": {
        "normalised shift-invariant": more,
        "positive": instead(Rational(1, 1000)).at("x=-10"),
    },
    "linear-unit": {"normalised": more, "scale-invariant": [more] * 2},
    "tensor-trick": {"shape": [more] * 2, "identity": [more] * 9},
}
UNFOUNDED = {
    # the square forgotten, no 2 in the denominator, another energy
    "gap-softmax-d0-network": {
        "signs": [without_square, powered(2), powered("1001/1000"), strict],
    },
    "gap-softmax-d1-network": {
        "signs": [instead(Rational(1, 2)), instead(Rational(2, 7)), strict],
        "fires": instead(delta / 4),
    },
    "gap-linear-network": {
        "signs-d0": [without_square, powered(2)],
        "signs-d1": [powered(2), instead(Integer(0))],
    },
    "hoeffding": {"tail": [powered("1001/1000"), strict], "weighted": powered("1001/1000")},
}
CLAIMS = claims_of("gap.", "preliminaries.")


def test_every_claim_has_a_twin():
    assert all(
        len(by_claim(FALSE)[name]) == len(c.parts)
        for name, c in CLAIMS.items()
        if name in by_claim(FALSE)
    )
    without_value = {name for name in CLAIMS if "-network/signs" in name}
    assert set(CLAIMS) - set(by_claim(FALSE)) == without_value <= set(by_claim(UNFOUNDED))


@pytest.mark.parametrize(("claim", "part", "twin"), each(FALSE, CLAIMS))
def test_the_twin_of_a_claim_is_not_proved(rejected, claim, part, twin):
    rejected(claim, part, twin)


@pytest.mark.parametrize(("claim", "part", "twin"), each(UNFOUNDED, CLAIMS))
def test_what_does_not_follow_is_not_proved(unproved, claim, part, twin):
    unproved(claim, part, twin)


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_a_chain_with_a_false_step_is_refused_there(refused_at, claim):
    """The steps take turns, from chain to chain."""
    (part, *_) = claim.parts
    refused_at(claim, part, list(CLAIMS).index(claim.name) % len(part.chain.steps))

"""False twins of the toolbox: each right side is moved past the left one."""

import pytest
from twins import by_claim, claims_of, each, shifted

closely = shifted("1/1000")

FALSE = {
    "tangents": {
        "exp exp-upper exp-square exp-square-upper exp-both": closely.at("x=0"),
        "log-one-plus log-one-plus-lower log-one-plus-square": closely.at("x=0"),
        "log log-lower exp-linear log-root entropy": closely.at("x=1"),
        "entropy-least": shifted("1/20").at("x=1/2"),
        "log-half": shifted("1/2").at("x=2"),
    },
    "bernoulli": {
        "root-line": closely.at("x=1 s=1/2"),
        "integer": closely.at("x=3 k=1"),
        "real": closely.at("x=1/1000 s=1"),
        "root": closely.at("x=3 s=1"),
        "exponential": closely.at("x=0 k=50"),
        "two-to-the-k three-to-the-k": closely.at("k=1"),
        "two-to-the-k-square": closely.at("k=4"),
        "one-over-e one-over-e-lower": shifted("1/100").at("k=50"),
        "towards-e beyond-e": shifted("1/20").at("k=50"),
    },
    "means": {
        "product quadratic-root": closely.at("x=2 y=2"),
        "geometric": closely.at("x=1/1000 y=1/1000"),
        "harmonic cubic": closely.at("x=3 y=3"),
        "quadratic": closely.at("x=0 y=0"),
        "three": shifted("1/100").at("x=1/10 y=1/1000 z=1/10"),
        "three-squares": closely.at("x=1/1000 y=1/1000 z=0"),
        "weighted": closely.at("x=1 y=1/10 w=1"),
        "young-square": closely.at("x=0 y=0 s=3"),
        "young-cubic": closely.at("x=1 y=1"),
        "reciprocal": closely.at("x=1"),
        "ratio": closely.at("x=1/10 y=1/10"),
        "nesbitt": closely.at("x=2 y=2 z=2"),
        "root-sum": closely.at("x=1/10 y=0"),
    },
    "cauchy-schwarz": {
        "two": closely.at("x=0 y=0 p=2 q=3"),
        "three": closely.at("x=0 y=0 z=0 p=-1 q=1/1000 r=1/2"),
        "two-roots": closely.at("x=0 y=2 p=0 q=1"),
        "minkowski-square": closely.at("x=1/10 y=1/10 p=1/10 q=1/10"),
        "quotients": closely.at("x=3 y=1 p=0 q=0"),
        "sum-of-two": closely.at("x=1/1000 y=1/1000"),
        "sum-of-three": closely.at("x=-1 y=-1 z=-1"),
        "shift": closely.at("x=2 y=-1"),
    },
    "growth": {
        "base": closely.at("x=3 y=3 s=1"),
        "exponent": closely.at("x=1 s=3 w=-1"),
        "exponent-small": closely.at("x=1 s=3 w=1/1000"),
        "log-linear": shifted("1/100").at("x=3"),
        "log-root": shifted("1").at("x=3"),
        "log-power": shifted("1").at("x=1/2 s=2"),
        "exp-square": shifted("5").at("x=0"),
        "exp-cube": shifted("50").at("x=0"),
        "log-product": closely.at("x=1"),
        "log-monotone": closely.at("x=1/10 y=1/10"),
    },
    "shares": {
        "convex": closely.at("x=-1 y=1/10 w=1"),
        "middle": closely.at("x=1/10 y=1/10"),
        "sum-lower": shifted("1/20").at("x=3 y=-1"),
        "sum-upper": closely.at("x=1/1000 y=1/1000"),
        "sum-mean": closely.at("x=3 y=3"),
        "positive": shifted("1/20").at("x=-1 y=2"),
        "below-one": shifted("1/20").at("x=3 y=0"),
        "larger": closely.at("x=-1/2 y=-1/2"),
        "monotone": closely.at("x=1/2 y=1/2 z=1/1000"),
        "ratio": closely.at("x=3 y=-1"),
        "both": closely.at("x=2 y=2"),
    },
}
CLAIMS = claims_of("toolbox.")


def test_every_claim_has_a_twin():
    assert set(CLAIMS) == set(by_claim(FALSE))


@pytest.mark.parametrize(("claim", "part", "twin"), each(FALSE, CLAIMS))
def test_the_twin_of_a_claim_is_not_proved(rejected, claim, part, twin):
    rejected(claim, part, twin)

"""False twins of the claims that go beyond the paper: mechanisms, reverse separation, scaling laws
and neighbouring results. Of a claim of several parts, mostly of the first one.

`UNFOUNDED`: bounds on probabilities that the chain does not give, whether true or not.
"""

from fractions import Fraction

import pytest
from twins import by_claim, claims_of, each, less, more, powered, scaled, shifted, strict

EXACT_8 = f"m=40 delta={2 * Fraction(7, 8) ** 40}"
EXACT_4 = f"m=20 delta={2 * Fraction(3, 4) ** 20}"
TIGHT = "b=1/5 sure=7/4"
TAYLOR = "least-1 negative-least-1 least-2 negative-least-2 least-3 negative-least-3"

FALSE = {
    "rho-weights": {
        "f-N f-O half odds": more,
        "f-N-most f-O-most": less.at("d=4 t=1000 a0=1/10 rho0=11/5"),
        "f-N-least": scaled("11/10").at("d=3 a0=1/3 b=1/10 rho0=50 t=10"),
        "share": scaled("11/10").at("d=4 t=1 a0=1/10 b=9/10 rho0=11/10 odds=1"),
    },
    "rho-context": {
        "needle own class bias": more,
    },
    "rho-signs": {
        "energy": less.at("d=322 t=1 a0=1/100 b=1/2 rho0=1"),
        "probability": scaled("1/2").at("d=5 a0=1/10 b=9/10 rho0=50 t=10"),
    },
    "rho-silent": {
        "silent": more,
        "budget": scaled("1/2").at("d=12 t=1000 a0=0 b=1/10 m=5 delta=9/100 rho0=1"),
    },
    "rho-hears": {
        "f-N needle bias fires": more,
        "own": scaled("11/10"),
        "class-share": scaled("9/10"),
        "probability": scaled("10"),
        "budget": strict.at(EXACT_8),
    },
    "rho-loud": {
        "probability": more.at("d=12 t=1000 a1=1/5 rho1=100000"),
    },
    "rho-separates": {
        "separates": scaled("11/10"),
    },
    "softmax-temperature": {
        "preference half": more,
        "f-NN f-NN-cold lam-needed": scaled("2"),
        "f-NN-least": more.at("n=1e18 d=22"),
        "f-NN-most": less.at("t=1000 b=1/10 lam=1/10"),
        "f-ON-most": less.at("n=1e18 d=22"),
    },
    "power-degree": {
        "preference half kappa": more,
        "f-N-most f-N-kappa-most": less.at("n=1e18 d=22"),
        "f-N-least f-N-kappa-least": more.at("n=2 t=1"),
        "f-N degree-needed f-N-logarithm": scaled("11/10"),
        "degree-enough": scaled("2"),
    },
    "elu-weights": {
        "preference half": more,
        "preference-least": scaled("2"),
        "preference-most f-NN-most": scaled("1/2"),
    },
    "taylor-weights": {
        "preference-most f-NN-most": scaled("9/10"),
        "preference-least": scaled("2").at("d=4 t=1 a1=7/10 b=9/10"),
    },
    "sigmoid-weights": {
        "preference half preference-least": more,
        "preference-most f-NN-most": less,
    },
    "sigmoid-bias": {
        "u-NN": more.at("d=322 t=1000 a1=1 b=1/5 kappa=4"),
        "u-NO-total": scaled("9/10").at("d=4 t=10 a1=1 b=1/2 kappa=3"),
        "f-NN": scaled("2").at("d=4 t=10 a1=1 b=1/2 kappa=3"),
        "room": more,
    },
    "window-weights": {
        "preference half f-NN-least blind": more,
    },
    "sparsemax-weights": {
        "gap nearest half one-hot": more,
        "gap-least": scaled("10").at("d=12 a1=7/10 g=1/2"),
        "half-most": less.at("n=1e18 d=22"),
    },
    "hard-network": {
        "context probability fires": more,
        "silent": less,
    },
    "unnormalised-network": {
        "bias-d0 fires-d0 bias-d1 fires-d1": more,
        "probability-d0": more.at("d=3 t=1000 a0=0 b=1/2 m=1 delta=1/100"),
        "silent-d0": less.at("d=3 t=1000 a0=0 b=1/2 m=1 delta=1/100"),
        "probability-d1": scaled("2").at("d=5 t=1 a0=1/10 b=1/2 delta=1/100"),
        "silent-d1": scaled("1/2").at("d=5 t=1 a0=1/10 b=1/2 m=1"),
    },
    "dispersion": {
        "most": less,
        "least": more.at("d=5 t=10 own=1 others=1 G=0 rest=7"),
        "half": scaled("1/2").at("d=5 t=1 own=1 others=1/2 G=0 rest=0"),
        "log-most": strict.at("d=5 t=10 own=1 others=1 G=0 rest=7"),
        "surprise": more,
        "entropy": scaled("11/10").at("d=102 own=1/2 G=0"),
    },
    "bounded-logits": {
        "weights context-needle": scaled("99/100"),
        "context-own": scaled("4/5"),
        "context-class": scaled("7/10"),
        "context-bias": more,
        "energy-most": scaled("1/2"),
        "needle": scaled("9/10").at("a0=99 E=1 v_N=1 v_S=1 sure=1 d=6 t=500 b=1/10"),
        "identity": scaled("9/10"),
        "energy energy-heard": scaled("1/10"),
    },
    "sensitivity": {
        "square": strict.at("share=1/2"),
        "jacobian": scaled("1/2"),
        "exchange": less,
    },
    "retrieval": {
        "margin": more,
        "error": less.at("d=4 t=1000 lam=1/2 margin=30 depth=0 M=3"),
        "below": less.at("lam=3 margin=0 M=0"),
        "energy": shifted("1/1000").at("d=322 t=1000 lam=3 margin=30 depth=2 M=0"),
    },
    "random-features": {
        "relative": more,
        "relative-most": less.at("z=30 features=256 dot=0"),
    },
    "reverse-context": {
        "linear-d1-weights linear-d1 linear-d0-weights linear-d0-bias softmax-weights softmax": more,
        "linear-d0-needle linear-d0-own linear-d0-class": less,
    },
    "reverse-signs": {
        "probability-d1": scaled("10"),
        "energy-d0": less,
        "probability-d0": scaled("1/2").at("d=4 t=1 a1=10 b=1/5 sigma=1 g=1000"),
    },
    "reverse-network": {
        "fires-d1 silent-d0": more,
        "budget-d1": strict.at(EXACT_8),
        "budget-d0": scaled("1/2").at("t=10 a1=10 sigma=1 d=102"),
    },
    "reverse": {
        "linear-separates": scaled("11/10"),
        "softmax-never": shifted("1/1000"),
    },
    "reverse-companions": {
        "scale-linear scale-softmax copies-normalised copies-bias cost": more,
        "copies-summed": scaled("2").at("d=4 t=1 scale=1/3"),
    },
    "fewer-neurons": {
        "identity-total probability fires": more,
        "budget": strict.at(EXACT_4),
        "separates saved": scaled("11/10"),
    },
    "deaf-scaling": {
        "share": scaled("1/2").at("b=1/5 sure=7/4 t=2 delta=9/100"),
        "column": scaled("9/10").at(TIGHT),
        "energy energy-heard": scaled("1/10").at(TIGHT),
        "silent": more.at("b=1/5 d=1002 m=1 sure=3 t=10"),
        "budget": scaled("1/2").at("b=1/5 d=202 t=10 m=1 delta=9/100 sure=9/5"),
    },
    "linear-scaling": {
        "energy energy-heard": scaled("1/10"),
        "silent": more.at("d=1002 m=1 sure=3 t=10"),
    },
    "any-layout": {
        "square": strict.at("rho0=11"),
        "others": less.at("rho0=11/5 most=10"),
        "own": scaled("9/10").at("d=1002 t=10 b=1/2 rho0=11/5 k1=1 most=20 squares=0"),
        "energy": scaled("1/10"),
    },
    "read-outs": {
        "class-softmax": scaled("2"),
        "class-linear strength-softmax": more,
        "strength-linear": less.at("d=1002 b=1/5 t=10"),
    },
    "rho-two": {
        "needle": less.at("d=322 t=1 rho0=11/10 rho2=11/10 m=64 delta=9/100"),
        "own energy": less.at("d=12 t=1000 a0=0 b=1/10 m=5 delta=9/100 rho0=1 rho2=1"),
        "class": less,
        "bias silent": more,
        "probability": scaled("1/10").at("n=1e18 d=22"),
        "budget": scaled("1/100"),
    },
    "relu-weights": {
        "score linear preference half": more,
        "f-NN-most": less.at("n=1e18 d=22"),
    },
    "taylor-order": {
        "step": scaled("9/10").at("d=1002 b=1/5 U=1 u=1 r=1"),
        "step-more": more.at("a1=3 b=1/2 k=0 x=1/2 U=7 r=0 d=102"),
        "f-N-most order-short f-N-short": less.at("d=3 t=2 k=0 U=7 u=7"),
    },
    "taylor-order-needed": {
        "worth": more.at("n=2 t=1 k=0 U=7 u=7"),
        "order": more.at("n=1000 d=102 a1=998 k=1 U=999 u=1"),
    },
    "entmax-weights": {
        "discriminant": more.at("t=10 a1=7/10 b=1/2 g=2 alpha=2"),
        "optimal half gap one-hot alpha": more,
        "gap-half": scaled("10").at("t=10 a1=7/10 b=1/2 g=2 alpha=2"),
        "gap-least": scaled("10"),
    },
    "taylor-remainder": {
        TAYLOR: shifted("1/1000").at("x=0"),
        "most-1": scaled("1/2"),
        "remainder-1": scaled("1/2").at("B=1"),
        "negative-most-1 negative-most-2 negative-most-3": scaled("1/2").at("x=2"),
        "most-2 most-3": scaled("1/2").at("x=1/2 B=5"),
        "remainder-2 remainder-3": scaled("1/10").at("x=2"),
    },
    "recall-rank": {
        "square": shifted("1/1000").at("rank=1 columns=1 size=1 trace=1"),
        "error columns": more.at("rank=1 columns=1 size=1 trace=1"),
        "attained": more,
        "half": scaled("2"),
    },
    "exact-quarter": {
        "needle identity bias probability-least probability fires": more,
        "needed": scaled("1/2").at("d=1002 a1=1 b=1/5"),
        "probability-most": less,
    },
    "least-strength": {
        "share-positive least-positive": shifted("1/1000").at("n=2 t=1"),
        "share-most golden": less,
        "root": more,
        "p1-enough p1-needed": scaled("2").at("d=5 t=1 a1=1/2 b=9/10"),
        "f-NN": scaled("11/10").at("d=5 t=1 a1=1/2 b=9/10"),
        "a1-needed": scaled("2"),
    },
    "softmax-columns": {
        "column": scaled("9/10").at("d=102 t=2 a0=1/100 b=1/5 m=64 delta=1/100 sure=7/4"),
        "share": scaled("1/10").at("d=12 t=2 delta=9/100 sure=1"),
        "share-square": scaled("1/100").at("d=12 t=2 delta=9/100 sure=1"),
        "energy energy-heard budget": scaled("1/10"),
        "silent": more.at("d=322 t=10 m=5 delta=1/100 sure=10/3"),
    },
    "lower-law": {
        "normalised all-signs": more,
        "probability": scaled("10").at("n=2 t=1"),
        "chance-most": scaled("1/10").at("n=2 d=3"),
        "fires": more.at("n=2 d=3"),
        "silent exponential silent-exponential": less,
        "logarithm doubled": scaled("2").at("n=2 t=1"),
        "budget": scaled("1/2").at("n=2 t=1"),
        "columns": scaled("11/10").at("n=2 t=1"),
    },
}
UNFOUNDED = {
    "rho-signs": {"probability": powered(2)},
    "deaf-scaling": {"probability": powered("1001/1000")},
    "linear-scaling": {"probability": powered("1001/1000")},
    "softmax-columns": {"probability": powered("1001/1000")},
    "reverse-signs": {"probability-d0": powered(2)},
    "bounded-logits": {"probability": powered("1001/1000")},
}
WITHOUT_TWIN = {
    f"{lemma}/probability"
    for lemma in ("deaf-scaling", "linear-scaling", "softmax-columns", "bounded-logits")
}
CLAIMS = claims_of("mechanisms.", "neighbours.", "reverse.", "scaling.")


def test_every_claim_has_a_twin():
    assert set(CLAIMS) - set(by_claim(FALSE)) == WITHOUT_TWIN <= set(by_claim(UNFOUNDED))


@pytest.mark.parametrize(("claim", "part", "twin"), each(FALSE, CLAIMS))
def test_the_twin_of_a_claim_is_not_proved(rejected, claim, part, twin):
    rejected(claim, part, twin)


@pytest.mark.parametrize(("claim", "part", "twin"), each(UNFOUNDED, CLAIMS))
def test_what_does_not_follow_is_not_proved(unproved, claim, part, twin):
    unproved(claim, part, twin)

"""The paper's network: which data sets it tells apart, and which claims say how probably."""

from lemmas.mechanisms import rho_hears, rho_silent
from lemmas.notation import COLUMNS_AND_TOKENS, D0, D1, NEEDLE_D0, NEEDLE_D1, NETWORK, STRENGTHS, a1
from lemmas.separation import (
    linear_d0_network,
    linear_d1_network,
    softmax_d0_network,
    softmax_d1_network,
)
from lemmas.separation.silence import tau
from proofkit.probability import Axis, Preferred, Promised, Separation

neurons, failure = NETWORK

AXES = (
    ("n", "tokens, with d = 102", "100 200 500 1e3 2e3 5e3 1e4 1e5 1e6 1e9 1e12 1e18"),
    ("d", "columns, with n = 1000", "3 4 6 7 10 12 22 27 42 52 102 202 502 1002"),
    ("m", "hidden neurons", "1 2 4 8 15 32 64 128 1024 8192"),
    ("a0", "strength of the needle in D0", "0 1/100 1/10 3/10 1/2 6/10 7/10 8/10 9/10 1"),
    ("a1", "strength of the needle in D1", "1/10 3/10 1/2 7/10 6/5 2 3 4 5 6 8 10 30"),
    ("c", "strength of the bias column, b = 1 - c", "1/10 2/10 3/10 4/10 1/2 6/10 7/10 8/10 9/10"),
)
T = Axis("t", "copies, with d = 102 and n = 100*t", ("1", "2", "5", "10", "50", "500", "1e6"), "n")

SEPARATIONS = (
    Separation(
        "paper",
        parameters=(*COLUMNS_AND_TOKENS, NEEDLE_D0, NEEDLE_D1, *STRENGTHS),
        d0=D0,
        d1=D1,
        threshold=tau,
        neurons=neurons,
        failure=failure,
        bounds={
            "softmax": {
                "fires-d1": softmax_d1_network.lemma.claims["fires"],
                "silent-d0": softmax_d0_network.lemma.claims["silent"],
            },
            "linear": {
                "silent-d0": linear_d0_network.lemma.claims["silent"],
                "silent-d1": linear_d1_network.lemma.claims["silent"],
            },
        },
        preferred={
            "silent-d0": Preferred(rho_silent.lemma.claims["silent"], "rho0"),
            "silent-d1": Preferred(rho_silent.lemma.claims["silent"], "rho0", {"a0": a1}),
            "fires-d1": Preferred(rho_hears.lemma.claims["fires"], "rho1"),
        },
        otherwise=Promised(
            "separates",
            "where it prefers the needle of D1 at least n - 1 times, and that of D0 few enough "
            "times for n, d, b and m",
        ),
        promises={
            "softmax": Promised(
                "separates", "where m is large enough for delta, and d for b and m"
            ),
            "linear": Promised(
                "blind", "only where a1 is small against sqrt(n), and d large enough for b and m"
            ),
        },
        base={"n": "1000", "d": "102", "m": "15"},
        axes=(*(Axis(name, meaning, tuple(values.split())) for name, meaning, values in AXES), T),
    ),
)

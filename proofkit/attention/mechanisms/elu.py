"""The feature map elu + 1 of queries and keys, which are row sums here."""

from __future__ import annotations

from sympy import Expr, exp, log, sqrt

from proofkit.attention import opinions
from proofkit.attention.mechanisms.mechanism import Half, Mechanism
from proofkit.attention.units import Kernel, by_sign


def feature(s: Expr) -> Expr:
    """elu(s) + 1."""
    return by_sign(s, exp(s), 1, 1 + s)


FORMULA = "u = phi(s_query)*phi(s_key) with phi = elu + 1, of row sums s"
positive = Kernel(
    "elu", lambda p: (1 + p.query_sum) * (1 + p.key_sum), opinions.elu, FORMULA, sums=True
)
"""The same where row sums are not negative: phi(s) = 1 + s."""

_everywhere = Kernel(
    "elu", lambda p: feature(p.query_sum) * feature(p.key_sum), opinions.elu, FORMULA, sums=True
)


mechanism = Mechanism(
    "elu",
    title="Feature map elu + 1",
    about="u = phi(query)*phi(key): the needle is worth less than 1 + a others",
    cost="n*d^2",
    unit=lambda: _everywhere,
    half=Half("a >= (n - 2)*(1 + 1/sqrt(log(n)))", lambda a, n: (n - 2) * (1 + 1 / sqrt(log(n)))),
    source="feature map of Katharopoulos et al., arXiv 2006.16236",
)

"""Taylor softmax, `u` = the polynomial of an order that approximates exp(z)."""

from __future__ import annotations

from sympy import Add, Expr, factorial

from proofkit.attention.mechanisms.mechanism import Argument, Half, Mechanism
from proofkit.attention.units import Unit
from proofkit.foundations.errors import LimitExceeded

MAX_ORDER = 200


def unit(order: Expr) -> Unit:
    """The Taylor polynomial of exp; the order is a number, not a symbol."""
    if not order.is_Integer or not 0 < order <= MAX_ORDER:
        raise LimitExceeded(f"taylor: expected an order from 1 to {MAX_ORDER}, got {order}")
    return Unit("taylor", lambda z: Add(*(z**k / factorial(k) for k in range(int(order) + 1))))


mechanism = Mechanism(
    "taylor",
    title="Taylor softmax of an order",
    about="u = sum of z^k/k! up to the order: the needle is worth at most (1 + a)^order others",
    cost="n^2*d",
    unit=unit,
    argument=Argument(
        "order", f"a whole number from 1 to {MAX_ORDER}", integer=True, example=lambda _: "9"
    ),
    half=Half("order >= log(n - 1)/log(1 + a) is necessary"),
)

"""What an offset does to contexts: nothing under softmax, everything under linear attention.

On D1' linear attention gives the needle all of its weight, since nobody else scores: the context is
the needle's own row. On D0' everybody scores g more, and the needle is one token among n. Softmax
divides the factor `e^g` out again: its contexts are the same.
"""

from sympy import Integer

from lemmas.notation import a1, b, c, constant, d, directly, n, t
from lemmas.reverse.data import (
    linear_0,
    linear_1,
    on_offset,
    reverse_lemma,
    rho,
    softmax_0,
    softmax_1,
)
from lemmas.separation.silence import COLUMNS
from proofkit.claims import at_most, equal
from proofkit.proof import Chain

lemma = reverse_lemma(
    "reverse-context",
    "Contexts with and without an offset",
    on_offset,
    (linear_1, linear_0, softmax_1, softmax_0),
    __doc__,
)
needle, own, class_ = a1 * rho / n, b * (1 / (d - 2) + (rho - 1) / n), b / (d - 2)

# Linear attention on D1': one-hot

f_N, f_O = linear_1.f("needle"), linear_1.f("other")
one = lemma.claim(
    "linear-d1-weights",
    [
        ("the needle", *directly(equal(f_N, 1), "sigma/sigma: nobody else scores")),
        ("the others", *directly(equal(f_O, 0), "their score is 0")),
    ],
)
row = dict(zip(COLUMNS, (a1, b, Integer(0), c), strict=True))
lemma.claim(
    "linear-d1",
    [
        (column, *directly(equal(linear_1.context(column), value), "the needle's own row"))
        for column, value in row.items()
    ],
)

# Linear attention on D0': the needle is preferred 1 + sigma/g times

f_N, f_O = linear_0.f("needle"), linear_0.f("other")
total = rho + n - 1
lemma.claim(
    "linear-d0-weights",
    [
        ("the needle", *directly(equal(f_N, rho / total), "divide by g: rho = 1 + sigma/g")),
        ("the others", *directly(equal(f_O, 1 / total), "divide by g")),
    ],
)
values = (
    ("needle", a1 * rho / total, needle),
    ("own", b * (rho + t - 1) / total, own),
    ("class", b * t / total, class_),
)
for column, value, most in values:
    context = linear_0.context(column)
    lemma.claim(
        f"linear-d0-{column}",
        at_most(context, most),
        Chain(context)
        .equals(value, "the needle counts rho times, the others once")
        .at_most(value * total / n, "rho >= 1")
        .equals(most, "n = (d - 2)*t"),
    )
bias = linear_0.context("bias")
lemma.claim("linear-d0-bias", *constant(bias, f_N + (n - 1) * f_O))

# Softmax: the offset cancels

f_1, f_0 = softmax_1.f("needle"), softmax_0.f("needle")
lemma.claim("softmax-weights", *directly(equal(f_1, f_0), "multiply above and below by e^g"))
lemma.claim(
    "softmax",
    [
        (
            column,
            *directly(
                equal(softmax_1.context(column), softmax_0.context(column)),
                "multiply above and below by e^g",
            ),
        )
        for column in COLUMNS
    ],
)

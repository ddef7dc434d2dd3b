"""What a query that favours the needle rho times hears: the average row, and a little more.

With rho = 1 the context is the average of all rows. Each further multiple of the needle adds at
most 1/n of the needle's own row, so that a bounded rho drowns in a long text.
"""

from lemmas.mechanisms.preference import deaf, mechanism_lemma, on_deaf, rho0
from lemmas.notation import a0, b, constant, d, n, t, value_and_bound
from proofkit.proof import Chain

total = rho0 + n - 1
f_N, f_O = deaf.f("needle"), deaf.f("other")
needle, own = a0 * rho0 / n, b * (1 / (d - 2) + (rho0 - 1) / n)
class_ = b / (d - 2)

lemma = mechanism_lemma(
    "rho-context", "The preference decides the context", on_deaf, (deaf,), __doc__
)

exact = (
    Chain(deaf.context("needle"))
    .equals(a0 * f_N, "only the needle has an entry in this column")
    .equals(a0 * rho0 / total, "the needle counts rho0 times, the others once")
)
lemma.claim("needle", value_and_bound(exact, exact.at_most(needle, "rho0 >= 1")))
exact = (
    Chain(deaf.context("own"))
    .equals(b * (f_N + (t - 1) * f_O), "the needle and its t - 1 siblings")
    .equals(b * (rho0 + t - 1) / total, "the needle counts rho0 times, the others once")
)
most = exact.at_most(b * (rho0 + t - 1) / n, "rho0 >= 1").equals(own, "n = (d - 2)*t")
lemma.claim("own", value_and_bound(exact, most))
exact = (
    Chain(deaf.context("class"))
    .equals(b * t * f_O, "t tokens have an entry in this column")
    .equals(b * t / total, "each counts once")
)
most = exact.at_most(b * t / n, "rho0 >= 1").equals(class_, "n = (d - 2)*t")
lemma.claim("class", value_and_bound(exact, most))
lemma.claim("bias", *constant(deaf.context("bias"), f_N + (n - 1) * f_O))

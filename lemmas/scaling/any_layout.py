"""The layout n = (d - 2)*t is a convenience: any numbers of copies will do, none too large.

Let the needle's identity column have k1 tokens and the others any numbers, none of them above
`most`; `squares` is the sum of their squares, at most `most` times their sum. Then the energy of
all identity columns is at most `2*b^2*most/n + 2*b^2*(rho0 - 1)^2/n^2`: small as soon as no class
holds a constant part of the text, and rho0 is small beside n.
"""

from sympy import symbols

from lemmas.mechanisms.preference import RHO_0, rho0, rho0_lower
from lemmas.notation import (
    BIAS,
    CLASS,
    COLUMNS_AND_TOKENS,
    b,
    given,
    n,
    n_range,
    strength_hypotheses,
)
from lemmas.scaling import scaling_lemma
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.lemma import Definitions
from proofkit.parameters import Parameter
from proofkit.proof import Chain

k1, most, squares = symbols("k1 most squares", real=True)
quantities = Definitions()
total = n + rho0 - 1
own = quantities.let("own", b * (k1 + rho0 - 1) / total, "the needle counts rho0 times")
others = quantities.let("others", b**2 * squares / total**2, "the other columns' energy")
apart = quantities.let("apart", k1 - (rho0 - 1), "how far the copies are from the preference")

lemma = scaling_lemma(
    "any-layout",
    "Any numbers of copies",
    given(
        *COLUMNS_AND_TOKENS,
        CLASS,
        BIAS,
        RHO_0,
        Parameter("k1", "10", "tokens in the needle's identity column"),
        Parameter("most", "20", "the most tokens in one identity column"),
        Parameter("squares", "9900", "sum of the squared numbers of tokens in the others"),
        n_range,
        *strength_hypotheses,
        rho0_lower,
        Hypothesis("k1-lower", at_least(k1, 1)),
        Hypothesis("k1-upper", at_least(most, k1)),
        Hypothesis("k1-tokens", at_least(n, k1)),
        Hypothesis("squares-upper", at_most(squares, most * (n - k1))),
    ),
    (quantities,),
    __doc__,
    source="Break condition 3",
)
square = lemma.claim("square", at_least(apart**2, 0), Chain(apart**2).at_least(0, "a square"))
rest = b**2 * most * (n - k1) / total**2
limit = 2 * b**2 * most / n + 2 * b**2 * (rho0 - 1) ** 2 / n**2
others_most = lemma.claim(
    "others", at_most(others, rest), Chain(others).at_most(rest, "k^2 <= most*k, column by column")
)
own_most = lemma.claim(
    "own",
    at_most(own**2, 2 * b**2 * (k1**2 + (rho0 - 1) ** 2) / total**2),
    Chain(own**2)
    .equals(b**2 * (2 * k1**2 + 2 * (rho0 - 1) ** 2 - apart**2) / total**2, "multiply out")
    .at_most(b**2 * (2 * k1**2 + 2 * (rho0 - 1) ** 2) / total**2, "a square", by=square)
    .equals(2 * b**2 * (k1**2 + (rho0 - 1) ** 2) / total**2, "collect"),
)
lemma.claim(
    "energy",
    at_most(own**2 + others, limit),
    Chain(own**2 + others)
    .at_most(own**2 + rest, "the other columns", by=others_most)
    .at_most(
        2 * b**2 * (k1**2 + (rho0 - 1) ** 2) / total**2 + rest, "the needle's column", by=own_most
    )
    .at_most(2 * b**2 * (most * k1 + (rho0 - 1) ** 2) / total**2 + rest, "k1^2 <= most*k1")
    .equals(b**2 * (most * (n + k1) + 2 * (rho0 - 1) ** 2) / total**2, "add up")
    .at_most(b**2 * (2 * most * n + 2 * (rho0 - 1) ** 2) / total**2, "k1 <= n")
    .at_most(b**2 * (2 * most * n + 2 * (rho0 - 1) ** 2) / n**2, "rho0 >= 1")
    .equals(limit, "divide"),
)

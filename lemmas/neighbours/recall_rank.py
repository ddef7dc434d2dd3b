"""What a state of bounded size cannot recall: the best linear read-out misses N - rank of N pairs.

N keys with orthonormal values are read out by a linear map of a state: the answers are a matrix A
of rank at most `rank`, where the identity is wanted. The squared error is
`|A - I|^2 = size^2 - 2*trace + N`, with `size` the root of the sum of all squared entries. Cauchy
and Schwarz against the projection onto A's columns, whose size is `sqrt(rank)`, bound the trace
by `sqrt(rank)*size`. So no map misses less than `N - rank`, and the projection itself misses just
that. With d columns the rank is at most d: from N = 2*d on, half of what was stored is lost.
"""

from sympy import Rational, sqrt, symbols

from lemmas.neighbours import neighbour_lemma
from lemmas.notation import directly, given
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.lemma import Definitions
from proofkit.parameters import Parameter
from proofkit.proof import Chain

N, rank, columns = symbols("N rank columns", positive=True)
size, trace = symbols("size trace", real=True)
quantities = Definitions()
error = quantities.let("error", size**2 - 2 * trace + N, "|A - I|^2, multiplied out")
best = quantities.let(
    "best", sqrt(rank) ** 2 - 2 * rank + N, "the same for the projection: its trace is its rank"
)
over = quantities.let("over", size - sqrt(rank), "how much larger than the projection A is")

lemma = neighbour_lemma(
    "recall-rank",
    "What a linear state cannot recall",
    given(
        Parameter("N", "64", "pairs of a key and a value"),
        Parameter("rank", "32", "the rank of the answers"),
        Parameter("columns", "32", "columns of a key, at least the rank"),
        Parameter("size", "7", "the root of the sum of the squared answers"),
        Parameter("trace", "30", "the sum of what each key gets of its own value"),
        Hypothesis("rank-lower", at_least(rank, 1)),
        Hypothesis("rank-upper", at_least(N, rank)),
        Hypothesis("rank-columns", at_least(columns, rank)),
        Hypothesis("size-lower", at_least(size, 0)),
        Hypothesis("trace-upper", at_most(trace, sqrt(rank) * size)),
    ),
    (quantities,),
    __doc__,
    source="Next check 3",
)
square = lemma.claim("square", *directly(at_least(over**2, 0), "a square"))
least = lemma.claim(
    "error",
    at_least(error, N - rank),
    Chain(error)
    .at_least(size**2 - 2 * sqrt(rank) * size + N, "Cauchy and Schwarz for the trace")
    .equals(over**2 + N - rank, "complete the square")
    .at_least(N - rank, "a square is never negative", by=square),
)
lemma.claim(
    "attained",
    *directly(equal(best, N - rank), "the trace of a projection and its squared size are its rank"),
)
lemma.claim(
    "columns",
    at_least(error, N - columns),
    Chain(error)
    .at_least(N - rank, "the rank of the answers", by=least)
    .at_least(N - columns, "a rank is at most the number of columns"),
)
lemma.claim(
    "half",
    at_least(error / N, Rational(1, 2)),
    Chain(error / N)
    .at_least((N - columns) / N, "the columns", by=lemma.claims["columns"])
    .equals(1 - columns / N, "divide")
    .at_least(Rational(1, 2), "N >= 2*columns"),
    extra=(Hypothesis("many", at_least(N, 2 * columns)),),
)

"""What D0 under softmax, and both data sets under linear attention, have in common: silence.

A neuron hears a query when its signs, weighted by the query's context, exceed the threshold
`tau = c + 1/10` (in units of sqrt(log n)). Where every context is close to the average row,
that takes more than 1/10 from columns 1 to d - 1, whose energy is small: Hoeffding.
"""

from collections.abc import Sequence
from types import ModuleType

from sympy import Expr, Integer, Rational, exp, log

from lemmas.notation import NETWORK, also, b, bounded, c, d, delta, directly, m, make_lemma
from proofkit.attention import Attention
from proofkit.claims import Claim, Hypothesis, Statement, at_least, at_most, greater, less
from proofkit.events import P, above, none, weighted
from proofkit.lemma import Lemma
from proofkit.proof import Chain

tau = c + Rational(1, 10)
COLUMNS = ("needle", "own", "class", "bias")
QUERIES = (("needle", "the needle's query"), ("other", "any other query"))
m_range = Hypothesis("m-range", at_least(m, 1))
delta_range = (
    Hypothesis("delta-lower", greater(delta, 0)),
    Hypothesis("delta-upper", less(delta, Rational(1, 10))),
)
network_ranges = (m_range, *delta_range)
network = (*NETWORK, *network_ranges)


def hears(attention: Attention, query: str) -> above:
    """The event that one neuron hears a query."""
    return hears_row(*(attention.context(query, column) for column in COLUMNS))


def hears_value(contexts: Lemma) -> above:
    """The same for the one context of linear attention, its values written out."""
    return hears_row(*_values(contexts))


def hears_row(needle: Expr, own: Expr, class_: Expr, bias: Expr) -> above:
    """The event that one neuron hears a query with this context."""
    return weighted(tau, (needle, 1), (own, 1), (class_, d - 3), (bias, 1))


def _values(contexts: Lemma) -> list[Expr]:
    """What the claims of a lemma say each context coordinate is equal to."""
    parts = [contexts.claims[column].parts for column in COLUMNS]
    return [next(p.statement.written[1] for p in ps if p.statement.relation == "=") for ps in parts]


def unheard(energy: Expr) -> Expr:
    """Hoeffding's bound for an excess of 1/10 over columns of this energy."""
    return exp(-1 / (200 * energy))


def energy_of(needle: Expr, own: Expr, class_: Expr = b / (d - 2)) -> Expr:
    """The sum of squares over columns 1 to d - 1; or the most that it is, from bounds on the
    needle's and the own one."""
    return needle**2 + own**2 + (d - 3) * class_**2


def less_energy(columns: Sequence[Expr], most: Sequence[Expr], by: Sequence[Claim]) -> Chain:
    """The energy of the needle's, the own and the class columns is at most that of their bounds."""
    (needle, own, class_), (most_needle, most_own, _) = columns, most
    return (
        Chain(energy_of(needle, own, class_))
        .at_most(energy_of(most_needle, own, class_), "needle", by=by[0])
        .at_most(energy_of(most_needle, most_own, class_), "own", by=by[1])
        .at_most(energy_of(*most), "class", by=by[2])
    )


def seldom_heard(chance: Chain, limit: Expr, *by: Claim) -> tuple[Statement, Chain]:
    """Hoeffding's bound on the probability that one neuron hears a query, and why."""
    reason = "the bias gives at most c; Hoeffding for the other columns"
    return at_most(chance.written, limit), chance.at_most(limit, reason, by=by)


def silent_neuron(
    id: str, title: str, about: str, context: ModuleType, needle: Expr, own: Expr, alike: bool
) -> Lemma:
    """The lemma on one neuron that hears no query, from the module on the contexts; `alike`
    says that all queries have one context."""
    attention = context.attention
    lemma = make_lemma(id, title, context.lemma, (attention,), about, section="Appendix D")
    _claim_unheard(lemma, context.lemma, attention, needle, own, alike)
    return lemma


def _claim_unheard(
    lemma: Lemma, contexts: Lemma, attention: Attention, needle: Expr, own: Expr, one_context: bool
) -> None:
    """`energy` and `probability`, from bounds on the context: `needle`, `own` and the class
    columns' `b/(d - 2)`. With `one_context`, also for the value that all contexts share."""
    bound = contexts.claims
    rows = [
        (label, [attention.context(query, column) for column in COLUMNS])
        for query, label in QUERIES
    ]
    cited = [bound[column] for column in COLUMNS]
    energies = []
    for label, row in rows:
        chain = less_energy(row[:3], (needle, own, b / (d - 2)), cited)
        energies.append((label, *bounded(chain)))
    energy_claim = lemma.claim("energy", energies)
    limit = unheard(energy_of(needle, own))
    heard = (limit, energy_claim, bound["bias"])
    parts = [(label, *seldom_heard(Chain(P(hears_row(*row))), *heard)) for label, row in rows]
    if one_context:
        common = Chain(P(hears_value(contexts))).equals(
            P(hears(attention, "other")), "every query has this context", by=tuple(cited)
        )
        parts.append(("the common context", *seldom_heard(common, *heard)))
    lemma.claim("probability", parts)


def claim_silent(
    lemma: Lemma, signs: Lemma, attention: Attention, energy: Expr, alike: Lemma | None = None
) -> None:
    """`silent` and `budget` for m neurons: two distinct contexts, or one where the lemma
    `alike` says that all are equal."""
    rows = 2 if alike is None else 1
    hearing = rows * m * unheard(energy)
    claim_few(lemma, "budget", 1 / (200 * energy), rows)
    silent = P(none(m, *(hears(attention, query) for query, _ in QUERIES)))
    chain = Chain(silent)
    if alike is not None:
        columns = tuple(alike.claims[column] for column in COLUMNS)
        same = P(none(m, hears_value(alike), hears_value(alike)))
        chain = chain.equals(same, "all queries have the same context", by=columns)
    lemma.claim(
        "silent",
        at_least(silent, 1 - hearing),
        chain.at_least(
            1 - hearing,
            f"union bound over m neurons and {rows} distinct context{'s' if rows > 1 else ''}",
            by=signs.claims["probability"],
        ),
    )


def silent_network(
    id: str, title: str, about: str, unit: ModuleType, alike: Lemma | None = None
) -> Lemma:
    """The lemma on m neurons that are all silent, from the module on one of them."""
    given = also(unit.lemma, *network)
    lemma = make_lemma(id, title, given, (unit.attention,), about, section="Section 6")
    claim_silent(lemma, unit.lemma, unit.attention, unit.energy, alike)
    return lemma


def claim_quiet(
    lemma: Lemma, id: str, silent: Expr, hearing: Expr, by: Claim | Sequence[Claim], what: str = ""
) -> Claim:
    """`silent >= 1 - hearing` for m neurons, by what is known of one of them."""
    reason = f"union bound over m neurons{what}"
    return lemma.claim(id, *directly(at_least(silent, 1 - hearing), reason, by=by))


def enough_neurons(quiet: Expr) -> Hypothesis:
    """m so large that m neurons which are silent with probability `quiet` rarely all are."""
    return Hypothesis("m-enough", at_least(m, log(2 / delta) / log(1 / quiet)))


def few_neurons(exponent: Expr, contexts: int = 1, id: str = "m-few") -> Hypothesis:
    """m so small that a union bound over neurons and contexts stays below delta/2, where a neuron
    hears one with probability at most `exp(-exponent)`."""
    return Hypothesis(id, at_most(m, delta / (2 * contexts) * exp(exponent)))


def claim_enough(lemma: Lemma, id: str, quiet: Expr) -> Claim:
    """`quiet^m <= delta/2`, for m as large as that asks for."""
    needed = log(2 / delta) / log(Integer(1) / quiet)
    return lemma.claim(
        id,
        at_most(quiet**m, delta / 2),
        Chain(quiet**m)
        .at_most(quiet**needed, "m is large enough")
        .equals(delta / 2, "the definition of the logarithm"),
        extra=(enough_neurons(quiet),),
    )


def claim_few(lemma: Lemma, id: str, exponent: Expr, contexts: int = 1) -> Claim:
    """`contexts*m*exp(-exponent) <= delta/2`, for m as small as that asks for."""
    hearing = contexts * m * exp(-exponent)
    return lemma.claim(
        id,
        *directly(at_most(hearing, delta / 2), "m is at most the number that delta allows"),
        extra=(few_neurons(exponent, contexts),),
    )


def claim_fires(lemma: Lemma, id: str, fires: Expr, quiet: Expr, reason: str, *by: Claim) -> Claim:
    """`fires >= 1 - quiet^m` for m independent neurons, each silent with probability `quiet`."""
    return lemma.claim(
        id, *directly(at_least(fires, 1 - quiet**m), f"m independent neurons, {reason}", by=by)
    )


def claim_both(
    lemma: Lemma,
    id: str,
    event: Expr,
    failures: tuple[Expr, Expr],
    likely: tuple[Claim, Claim],
    budgets: tuple[Claim, Claim],
    extra: tuple[Hypothesis, Hypothesis],
    ways: str = "ways to fail",
) -> None:
    """`event >= 1 - delta`: each of two things fails with a probability of at most delta/2."""
    one, other = failures
    lemma.claim(
        id,
        at_least(event, 1 - delta),
        Chain(event)
        .at_least((1 - one) + (1 - other) - 1, f"union bound over the two {ways}", by=likely)
        .at_least(1 - delta, "delta/2 for each", by=budgets),
        extra=extra,
    )

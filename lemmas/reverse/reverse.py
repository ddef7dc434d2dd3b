"""The reverse separation: linear attention tells D1' from D0', softmax cannot.

The two data sets differ by an offset of all scores, which softmax divides out: its contexts, and
with them all its neurons, are the same on both. Linear attention sees the offset. It separates with
the same number of neurons as softmax does in the main theorem, as long as `rho = 1 + sigma/g`, the
needle's preference on D0', is small beside n.
"""

from lemmas.mechanisms.preference import hears
from lemmas.notation import delta, m
from lemmas.reverse import reverse_context, reverse_network
from lemmas.reverse.data import SECTION, SOURCE, linear_0, linear_1, softmax_0, softmax_1
from lemmas.separation.silence import enough_neurons
from proofkit.claims import at_least, equal
from proofkit.events import P, both, none, some
from proofkit.lemma import Lemma
from proofkit.proof import Chain

lemma = Lemma(
    "reverse",
    title="Linear attention separates where softmax cannot",
    source=SOURCE,
    provenance="O",
    section=SECTION,
    parameters=reverse_network.lemma.parameters,
    hypotheses=reverse_network.lemma.hypotheses,
    quantities=(linear_1, linear_0, softmax_1, softmax_0),
    about=__doc__,
)
network = reverse_network.lemma.claims
separates = P(both(some(m, hears(linear_1)), none(m, hears(linear_0))))
lemma.claim(
    "linear-separates",
    at_least(separates, 1 - delta),
    Chain(separates)
    .at_least(
        (1 - reverse_network.quiet**m) + (1 - reverse_network.hearing) - 1,
        "union bound over the two ways to fail",
        by=(network["fires-d1"], network["silent-d0"]),
    )
    .at_least(1 - delta, "delta/2 for each", by=(network["budget-d1"], network["budget-d0"])),
    extra=(enough_neurons(reverse_network.quiet), reverse_network.few),
)

# Softmax never separates

fires_1, fires_0 = hears(softmax_1), hears(softmax_0)
never = P(both(some(m, fires_1), none(m, fires_0)))
lemma.claim(
    "softmax-never",
    equal(never, 0),
    Chain(never)
    .equals(
        P(both(some(m, fires_0), none(m, fires_0))),
        "softmax divides the offset out: the same contexts",
        by=reverse_context.lemma.claims["softmax"],
    )
    .equals(0, "the same neurons cannot fire and be silent"),
)

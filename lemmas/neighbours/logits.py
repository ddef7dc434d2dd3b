"""Logits in a band of width G: one token's own, and the crowd of all others."""

from sympy import Integer, symbols

from lemmas.gap.scores import PARAMETERS, others, own, places
from lemmas.notation import also, n, on_layout
from proofkit.attention import softmax
from proofkit.attention.scores import Scores, Token
from proofkit.claims import Hypothesis, at_least
from proofkit.parameters import Parameter

G = symbols("G", real=True)
band = Scores(
    "band",
    softmax,
    (Token("own", Integer(1), own * G), Token("others", n - 1, others * G)),
    Integer(0),
    G,
)
on_band = also(
    on_layout,
    *(p for p in PARAMETERS if p.name in ("own", "others")),
    Parameter("G", "1", "width of the band of logits"),
    Hypothesis("G-lower", at_least(G, 0)),
    *(h for h in places if h.id.startswith(("own", "others"))),
)

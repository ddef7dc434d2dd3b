"""The page itself: what the lemmas give, with the programs that compute it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from proofkit import __version__
from proofkit.language.results import ProvedClaim
from proofkit.readers import alone
from proofkit.readers.explorer.content import Selected, content

PROGRAMS = (
    *("words", "explorer/arithmetic", "explorer/evaluate", "explorer/parameters"),
    *("explorer/judge", "explorer/axis", "explorer/pictures", "explorer/map", "explorer/curves"),
    *("explorer/table", "explorer/chooser", "explorer/explorer"),
)
OPINION = (
    "This page computes with enclosures in your browser and shows its opinion. Verdicts are made "
    "by <code>proofkit check</code>; where a comparison is too close for the browser, the page "
    "gives you the command to ask."
)


def page(chosen: Selected, proofs: Mapping[str, ProvedClaim]) -> str:
    """The whole page; the same lemmas and proofs give the same bytes."""
    body = alone.text("explorer/explorer.html")
    return alone.document(
        "proofkit explorer",
        ["explorer/explorer.css"],
        body.format(opinion=OPINION, version=escape(__version__)),
        content(chosen, proofs),
        [f"{name}.js" for name in PROGRAMS],
    )

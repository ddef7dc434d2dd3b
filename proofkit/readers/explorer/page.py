"""The page itself: what the lemmas give, with the programs that compute it."""

from __future__ import annotations

from collections.abc import Mapping

from proofkit.language.results import ProvedClaim
from proofkit.readers import alone
from proofkit.readers.explorer.content import Selected, content

PROGRAMS = (
    *("words", "explorer/arithmetic", "explorer/evaluate", "explorer/parameters"),
    *("explorer/judge", "explorer/axis", "explorer/pictures", "explorer/map", "explorer/curves"),
    *("explorer/table", "explorer/chooser", "explorer/explorer"),
)


def page(chosen: Selected, proofs: Mapping[str, ProvedClaim]) -> str:
    """The whole page; the same lemmas and proofs give the same bytes."""
    data = content(chosen, proofs)
    return alone.document("proofkit explorer", "explorer/explorer", data, PROGRAMS)

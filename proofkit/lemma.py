"""`Lemma` and `Definitions`, as authors import them."""

from proofkit.language.lemma import PROVENANCE, RESERVED, Definitions, Lemma, Provenance, Quantities

__all__ = ["PROVENANCE", "RESERVED", "Definitions", "Lemma", "Provenance", "Quantities"]

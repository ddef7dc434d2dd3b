"""`Lemma` and `Definitions`: the public module that authors import."""

from proofkit.language.lemma import PROVENANCE, RESERVED, Definitions, Lemma, Provenance, Quantities

__all__ = ["PROVENANCE", "RESERVED", "Definitions", "Lemma", "Provenance", "Quantities"]

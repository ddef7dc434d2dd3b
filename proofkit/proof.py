"""`Chain`: a proof, as authors import it."""

from proofkit.language.proof import Chain, Step

__all__ = ["Chain", "Step"]

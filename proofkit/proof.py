"""`Chain`, a proof: the public module that authors import."""

from proofkit.language.proof import Chain, Step

__all__ = ["Chain", "Step"]

"""Untrusted: proofs and refutations of inequalities that nobody wrote a chain for."""

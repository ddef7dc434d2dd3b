"""Untrusted: find proofs and refutations of inequalities without an author's chain."""

"""The trusted kernel: the only maker of verdicts.

Read `terms` (what a statement is), `interval` (rigorous enclosures), `normal` (exact normal
form), `polynomial` (exact signs), `scope` (what may be assumed), `rules` (what may be
concluded), `points` (question 1) and `replay` (question 2, from a certificate). Nothing in
these files trusts SymPy, the search, a lemma module or the certificate it is given.
"""

"""The trusted kernel: the only maker of verdicts.

Read `terms` (what a statement is), `operations` (the one table of them), `ring` (exact normal
form), `assumptions` (what is known at a place), `inference` (the rules), `certificates` (question
2, from a certificate) and `points` (question 1). Nothing in these files trusts SymPy, the search,
a lemma module or the certificate it is given.

Layers it imports: foundations, language.
"""

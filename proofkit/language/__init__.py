"""What is said, as plain data: parameters, statements, events, chains, lemmas, results.

Imports foundations. Authors of collections reach it as `proofkit.claims`, `.proof`, `.lemma`,
`.parameters` and `.events`.
"""

"""What is said, as plain data: parameters, statements, events, chains, lemmas, results.

Authors of collections reach it as `proofkit.claims`, `.proof`, `.lemma`,
`.parameters` and `.events`.

Layers it imports: foundations.
"""

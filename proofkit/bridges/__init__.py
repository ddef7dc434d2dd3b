"""Other systems: Coq, pytest, Sphinx, notebooks.

Layers it imports: foundations, language, kernel, evidence, search, attention, questions,
readers.
"""

"""Other systems: Coq, pytest, Sphinx, notebooks.

Rooms it imports: foundations, language, kernel, evidence, search, attention, questions,
readers.
"""

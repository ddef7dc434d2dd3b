"""Other systems: Coq, pytest, Sphinx, notebooks.

Layers it imports: foundations, language, kernel, search, attention, questions, readers.
"""

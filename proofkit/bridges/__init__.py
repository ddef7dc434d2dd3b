"""Other systems: Coq, pytest, Sphinx, notebooks.

Rooms it imports: foundations, language, kernel, search, attention, questions, readers.
"""

"""Other systems: Coq, pytest, Sphinx.

Rooms it imports: foundations, language, kernel, search, attention, questions, readers.
"""

"""Other systems: Coq, pytest, Sphinx.

Imports every room but the command line, which may import from here.
"""

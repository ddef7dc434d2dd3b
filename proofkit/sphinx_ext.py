"""The Sphinx extension under the name that documents' `conf.py` have."""

from proofkit.bridges.sphinx_ext import setup

__all__ = ["setup"]

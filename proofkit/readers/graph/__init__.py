"""The dependency graph of claims as an interactive page that loads nothing."""

from proofkit.readers.graph.page import page

__all__ = ["page"]

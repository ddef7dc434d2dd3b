"""The graph of claims as a page: what rests on what, to move about in, with nothing to load."""

from proofkit.readers.graph.page import page

__all__ = ["page"]

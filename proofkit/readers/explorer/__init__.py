"""The explorer: one HTML page on which parameters move and claims turn green and red.

Its formulas are the kernel's terms, written out as a table; the page computes with enclosures
of its own. What it says is an opinion: verdicts are the kernel's.
"""

from proofkit.readers.explorer.content import one
from proofkit.readers.explorer.page import page

__all__ = ["one", "page"]

"""A walkthrough for a terminal, as Markdown for a site or a file, and as a notebook.

A site calls `markdown(walkthrough, ...)` for each of `proofkit.readers.walkthrough.load_all()`, and
`notebook(walkthrough)` for the download beside it. What is wrong with a walkthrough is a
`WalkthroughError` that names its file and line; `proofkit.readers.walkthrough.trial.require_sound`
has the kernel check its model answers.
"""

from proofkit.readers.report.walkthrough.markdown import markdown
from proofkit.readers.report.walkthrough.notebook import notebook
from proofkit.readers.report.walkthrough.text import Scribe

__all__ = ["Scribe", "markdown", "notebook"]

"""A walkthrough for a terminal, as Markdown for a site or a file, and as a notebook.

A site calls `markdown(walkthrough, ...)` for each of `proofkit.walkthrough.load_all()`, and
`notebook(walkthrough)` for the download beside it. What is wrong with a walkthrough is a
`WalkthroughError` that names its file and line; `proofkit.walkthrough.trial.require_sound`
has the kernel check its model answers.
"""

from proofkit.report.walkthrough.markdown import markdown
from proofkit.report.walkthrough.notebook import notebook
from proofkit.report.walkthrough.text import Scribe

__all__ = ["Scribe", "markdown", "notebook"]

"""Walkthroughs: lessons in plain text whose pictures are computed and whose answers are checked.

A walkthrough is a Markdown file in the folder `walkthroughs` of a collection (see
docs/walkthroughs.md). Reading one gives a `Walkthrough`: prose, cells, excerpts of lemmas and
questions, in order. `proofkit.readers.report.walkthrough` writes it for a terminal, as
Markdown for a site, or as a notebook.
"""

from proofkit.readers.walkthrough.asking import Asked, question
from proofkit.readers.walkthrough.document import (
    Cell,
    Excerpt,
    Prose,
    Question,
    Walkthrough,
)
from proofkit.readers.walkthrough.library import find, load_all
from proofkit.readers.walkthrough.stepping import of_lemma

__all__ = [
    "Asked",
    "Cell",
    "Excerpt",
    "Prose",
    "Question",
    "Walkthrough",
    "find",
    "load_all",
    "of_lemma",
    "question",
]

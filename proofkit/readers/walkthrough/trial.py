"""Is a walkthrough correct? Every cell runs, every excerpt exists, and the kernel confirms every
model answer and refutes every wrong one."""

from __future__ import annotations

from collections.abc import Mapping

from proofkit.foundations.errors import ProofkitError, WalkthroughError
from proofkit.language import registry
from proofkit.readers.walkthrough.asking import model_problems
from proofkit.readers.walkthrough.cells import Output, Session
from proofkit.readers.walkthrough.document import Cell, Excerpt, Question, Walkthrough


def outputs(walkthrough: Walkthrough) -> Mapping[int, Output]:
    """What every cell shows, by the position of its block. The first that fails is an error
    naming file and line."""
    session = Session(walkthrough)
    return {
        position: session.run(block)
        for position, block in enumerate(walkthrough.blocks)
        if isinstance(block, Cell)
    }


def require_sound(walkthrough: Walkthrough) -> None:
    """Raise the first thing that is wrong with its questions and excerpts, with its place."""
    for block in walkthrough.blocks:
        if isinstance(block, Question) and (problems := model_problems(walkthrough, block)):
            place = walkthrough.where(block.line)
            raise WalkthroughError(place, f"question {block.id}: {problems[0]}")
        if isinstance(block, Excerpt):
            try:
                registry.find((block.selection,))
            except ProofkitError as problem:
                raise WalkthroughError(walkthrough.where(block.line), str(problem)) from None

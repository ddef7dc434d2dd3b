"""A walkthrough as a Jupyter notebook: cells to run, questions to answer, nothing run yet.

The same walkthrough gives the same bytes, and every cell keeps its id.
"""

from __future__ import annotations

import json
from typing import Any

from proofkit.foundations.errors import InputError, WalkthroughError
from proofkit.readers.report.markdown import escape
from proofkit.readers.report.walkthrough.markdown import excerpt, question, solution
from proofkit.readers.walkthrough.document import Cell, Prose, Question, Walkthrough


def notebook(walkthrough: Walkthrough) -> str:
    """The notebook's text in nbformat 4.5. It needs matplotlib (the extra `plots`), and runs
    from top to bottom, answers given or not."""
    cells = [*_opening(walkthrough)]
    asked = 0
    for position, block in enumerate(walkthrough.blocks, 1):
        if isinstance(block, Prose):
            cells.append(_markdown(f"prose-{position}", block.text))
        elif isinstance(block, Cell):
            cells.append(_code(f"cell-{position}", block.code))
        elif isinstance(block, Question):
            asked += 1
            cells += _asked(walkthrough, block, asked)
        else:
            try:
                cells.append(_markdown(f"lemma-{position}", "\n".join(excerpt(block))))
            except InputError as problem:
                raise WalkthroughError(walkthrough.where(block.line), str(problem)) from None
    whole = {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def _opening(walkthrough: Walkthrough) -> list[dict[str, Any]]:
    lines = [f"# {escape(walkthrough.title)}", "", walkthrough.summary, ""]
    lines += [f"*About {walkthrough.minutes} minutes. Run the cells from top to bottom; write your"]
    lines += ["answers between the quotation marks.*"]
    setup = "from proofkit.readers.walkthrough import question"
    return [_markdown("title", "\n".join(lines)), _code("setup", setup)]


def _asked(walkthrough: Walkthrough, block: Question, number: int) -> list[dict[str, Any]]:
    """The question, a cell for the answer, and the solution behind a click."""
    call = f'question("{walkthrough.name}", "{block.id}").answer("")'
    return [
        _markdown(f"ask-{block.id}", "\n".join(question(block, number))),
        _code(f"answer-{block.id}", call),
        _markdown(f"solution-{block.id}", "\n".join(solution(block))),
    ]


def _markdown(id: str, text: str, kind: str = "markdown") -> dict[str, Any]:
    lines = text.splitlines(keepends=True)
    return {"cell_type": kind, "id": id[:64], "metadata": {}, "source": lines}


def _code(id: str, text: str) -> dict[str, Any]:
    return {**_markdown(id, text, "code"), "execution_count": None, "outputs": []}

"""Running the cells of a walkthrough, in order, in one namespace, as a notebook would."""

from __future__ import annotations

import ast
import io
import traceback
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

from proofkit.foundations.errors import WalkthroughError
from proofkit.foundations.exact import shorten
from proofkit.readers.walkthrough.document import Cell, Walkthrough

MAX_OUTPUT = 20_000
"""Longest text that a cell may print, in characters."""


@dataclass(frozen=True)
class Output:
    """What a cell shows: printed text with the value of its last expression, or a picture."""

    text: str = ""
    picture: Any = None  # a `proofkit.readers.plots.Picture`, or anything that draws itself as SVG

    @property
    def alt(self) -> str:
        """The picture in words."""
        return str(getattr(self.picture, "alt", ""))


class Session:
    """The cells of one walkthrough share one namespace."""

    def __init__(self, walkthrough: Walkthrough) -> None:
        self.walkthrough = walkthrough
        self.namespace: dict[str, Any] = {"__name__": "__walkthrough__"}

    def run(self, cell: Cell) -> Output:
        """What the cell shows; if it fails, an error that names the file and the line."""
        printed = io.StringIO()
        try:
            with redirect_stdout(printed):
                value = self._value(cell)
        except Exception as problem:
            said = f"{type(problem).__name__}: {problem}"
            raise WalkthroughError(
                self.walkthrough.where(self._line(problem, cell)),
                f"the cell fails: {shorten(said.partition(chr(10))[0], 300)}",
            ) from problem
        if value is not None and hasattr(value, "_repr_svg_"):
            return Output(_limited(printed.getvalue()), value)
        shown = "" if value is None else f"{value!r}\n"
        return Output(_limited(printed.getvalue() + shown))

    def _value(self, cell: Cell) -> Any:
        """Run the statements; the value is that of the last one, if it is an expression."""
        tree = ast.parse(cell.code, self.walkthrough.file)
        ast.increment_lineno(tree, cell.line - 1)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, self.walkthrough.file, "exec"), self.namespace)
        if not isinstance(last, ast.Expr):
            return None
        return eval(
            compile(ast.Expression(last.value), self.walkthrough.file, "eval"), self.namespace
        )

    def _line(self, problem: Exception, cell: Cell) -> int:
        """The line of the file at which the cell failed."""
        if isinstance(problem, SyntaxError) and problem.filename == self.walkthrough.file:
            return cell.line - 1 + (problem.lineno or 1)
        frames = traceback.extract_tb(problem.__traceback__)
        inside = [f.lineno for f in frames if f.filename == self.walkthrough.file and f.lineno]
        return inside[-1] if inside else cell.line


def _limited(text: str) -> str:
    if len(text) > MAX_OUTPUT:
        text = text[:MAX_OUTPUT] + "...\n"
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))

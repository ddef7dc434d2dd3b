"""A copy of the source with a mark before each relation, and notes at its end. The style file
`proofkit.sty` draws the marks; the author's file is only read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path

from proofkit.questions.paper import (
    DEFINITION,
    LACKS,
    NOT_READ,
    OPEN,
    PROVED,
    REFUTED,
    Answers,
    StepAnswer,
)
from proofkit.readers.report.paper.text import said

STYLE = "proofkit.sty"
MOST_LINES = 12
"""Lines of a proof in a note."""

MOST_FILES = 200
_KINDS = {
    **{PROVED: "proved", REFUTED: "refuted", LACKS: "lacks", OPEN: "open"},
    **{DEFINITION: "definition", NOT_READ: "unread"},
}
_BEGIN, _END = "\\begin{document}", "\\end{document}"
_INPUT = re.compile(r"\\(?:input|include|subfile)\s*\{([^{}]*)\}")
_SPECIAL = {
    **{c: f"\\{c}" for c in "{}$&#%"},
    **{"_": "\\_\\allowbreak ", "\\": "\\textbackslash{}", "^": "\\textasciicircum{}"},
    **{
        "~": "\\textasciitilde{}",
        "*": "*\\allowbreak ",
        "<": "\\textless{}",
        ">": "\\textgreater{}",
    },
}


def style() -> str:
    """The style file."""
    return resources.files("proofkit.latex").joinpath("style", STYLE).read_text("utf-8")


def as_checked(answers: Answers) -> str:
    """The whole copy; files that the source inputs stand in it."""
    numbered = list(enumerate(answers.steps, 1))
    marks: dict[str, list[tuple[int, str]]] = {}
    for number, step in numbered:
        mark = f"\\pkmark{{{_KINDS[step.verdict]}}}{{{number}}}"
        marks.setdefault(step.file, []).append((step.place, mark))
    texts = {path: _marked(text, marks.get(path, [])) for path, text in answers.files.items()}
    root = Path(answers.path)
    body = _with_inputs(texts[answers.path], root.absolute().parent, texts)
    notes = "\n".join(["\\begin{pknotes}", *map(_note, numbered), "\\end{pknotes}", ""])
    if _BEGIN in body:
        body = body.replace(_BEGIN, f"\\usepackage{{proofkit}}\n{_BEGIN}", 1)
    head, end, tail = body.rpartition(_END)
    return f"{head}{notes}{end}{tail}" if end else f"{body}\n{notes}"


def _marked(text: str, marks: list[tuple[int, str]]) -> str:
    """The text with what is to stand at each place."""
    pieces, last = [], 0
    for place, mark in sorted(marks, key=lambda pair: pair[0]):
        pieces += [text[last:place], mark]
        last = place
    return "".join([*pieces, text[last:]])


def _with_inputs(text: str, folder: Path, texts: Mapping[str, str], depth: int = 0) -> str:
    """The files that a text inputs, in their place."""
    by_name = {str(Path(path).absolute()): content for path, content in texts.items()}

    def content(match: re.Match[str]) -> str:
        for ending in (".tex", ""):
            found = by_name.get(str(folder / f"{match[1].strip()}{ending}"))
            if found is not None and depth < MOST_FILES:
                return _with_inputs(found, folder, texts, depth + 1)
        return match[0]

    return _INPUT.sub(content, text) if depth < 20 else text


def _note(numbered: tuple[int, StepAnswer]) -> str:
    number, step = numbered
    words = [f"line {step.line}: \\textbf{{{step.verdict}}}"]
    if step.read:
        words.append(f"\\pktt{{{_escaped(step.read)}}}")
    words += [f"\\pktt{{{_escaped(line)}}}" for line in said(step)]
    note = f"\\pknote{{{_KINDS[step.verdict]}}}{{{number}}}{{{'; '.join(words)}}}"
    return "\n".join([note, *_lines(step)])


def _lines(step: StepAnswer) -> Iterator[str]:
    lines = step.outcome.lines
    for line in lines[:MOST_LINES]:
        reason = f" \\textit{{{_escaped(line.reason)}}}" if line.reason else ""
        yield f"\\pkline{{{min(line.depth, 6)}}}{{\\pktt{{{_escaped(line.statement)}}}{reason}}}"
    if len(lines) > MOST_LINES:
        yield f"\\pkline{{0}}{{and {len(lines) - MOST_LINES} more lines}}"


def _escaped(text: str) -> str:
    plain = text.encode("ascii", "replace").decode("ascii")
    return "".join(_SPECIAL.get(character, character) for character in plain)

"""`proofkit paper`."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError, ProofkitError
from proofkit.foundations.exact import integer, shorten

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from proofkit.questions.paper import Answers

MAX_JOBS = 256


def _line_range(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,7})(?:-(\d{1,7}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last:
        raise InputError(f"--lines: expected FIRST-LAST, such as 10-40, got {shorten(repr(text))}")
    return first, last


def _job_count(_: click.Context, __: click.Parameter, text: str) -> int | None:
    return None if text == "auto" else integer(text, "--jobs", (1, MAX_JOBS))


@click.command(short_help="Ask the inequalities of a LaTeX paper, step by step.")
@click.argument("file", metavar="FILE.tex")
@click.option(
    "--only",
    "labels",
    multiple=True,
    metavar="LABEL",
    help="Only the statement with this label, and its proof. May be repeated.",
)
@click.option(
    "--lines",
    callback=_line_range,
    metavar="FIRST-LAST",
    help="Only steps in these lines of FILE.tex.",
)
@click.option(
    "--seconds",
    type=click.IntRange(1, 600),
    default=5,
    show_default=True,
    help="Time for each question to the prover.",
)
@click.option(
    "--jobs",
    default="auto",
    show_default=True,
    callback=_job_count,
    metavar="N",
    help="Processes; auto starts one a processor when the work takes long.",
)
@click.option(
    "--strict", is_flag=True, help="Read no capital letter that nothing says is a number."
)
@options.formats("text", "json", "sarif", "github", "html")
@click.option(
    "-o",
    "--output",
    metavar="FILE-checked.tex",
    help="Write a copy with a mark at each step and notes, and its PDF if pdflatex is installed.",
)
@click.option("--watch", is_flag=True, help="Run again whenever a source changes.")
@options.no_cache
@options.color
def command(
    file: str,
    labels: tuple[str, ...],
    lines: tuple[int, int] | None,
    seconds: int,
    jobs: int | None,
    strict: bool,
    format: str,
    output: str | None,
    watch: bool,
) -> int:
    """Read the displays of a LaTeX source and ask each of their inequalities.

    Each step is proved, refuted, lacks a hypothesis, is open, is a definition, or is not read,
    with its line, its reading and the hypotheses that were used. Hypotheses are those of the text
    and of comments such as `% proofkit: let x > 0, n integer >= 2`.
    """
    if output is not None:
        _require_other_file(output, file)
    if watch:
        return _again(file)
    from proofkit.questions import paper

    chosen = paper.Selection(labels, lines, strict)
    with progress.bar("reading") as bar, _processes(jobs) as executor:
        answers = paper.check_paper(file, chosen, seconds, executor, bar)
    for name in answers.missing:
        terminal.remark(f"{shorten(name)} is not found beside {shorten(file)}, and is left out")
    _show(answers, format)
    if output is not None:
        _write_checked(answers, output)
    return exit_code(answers.summary)


def exit_code(summary: dict[str, int]) -> int:
    """A refuted step outranks what is not settled."""
    if summary["refuted"]:
        return 1
    return 3 if summary["lacks"] or summary["open"] else 0


def _require_other_file(output: str, file: str) -> None:
    """The author's file stays as it is."""
    options.ending(output, (".tex",))
    if Path(output).absolute() == Path(file).absolute():
        raise InputError(f"-o: {shorten(output)} is the source; expected another name")


def _again(file: str) -> int:
    from proofkit.cli import watching

    folder = Path(file).absolute().parent
    return watching.again_and_again(
        lambda: [path for ending in ("tex", "sty") for path in folder.rglob(f"*.{ending}")]
    )


def _processes(jobs: int | None) -> AbstractContextManager[Executor | None]:
    from proofkit.jobs import local

    count = local.processors() if jobs is None else jobs
    if count == 1:
        return nullcontext()
    return local.LocalProcesses(count, local.PATIENCE if jobs is None else 0)


def _show(answers: Answers, format: str) -> None:
    from proofkit.readers.report import paper

    if format == "text":
        terminal.show(paper.as_text(answers, terminal.style()))
    elif format == "html":
        from proofkit.readers.report.paper.page import as_html  # whose formulas need SymPy

        terminal.write(as_html(answers).rstrip("\n"))
    else:
        forms = {"json": paper.as_json, "sarif": paper.sarif, "github": paper.github}
        terminal.write(forms[format](answers).rstrip("\n"))


def _write_checked(answers: Answers, output: str) -> None:
    """The copy, the style file beside it, and the PDF if there is a LaTeX."""
    from proofkit.bridges import pdflatex
    from proofkit.readers.report import paper

    files.write(output, paper.as_checked(answers))
    files.write(str(Path(output).with_name(paper.STYLE)), paper.style())
    try:
        made = pdflatex.typeset(output, str(Path(answers.path).parent))
    except ProofkitError as problem:
        terminal.remark(str(problem))
    else:
        terminal.remark(f"{shorten(Path(made).name)} is written")

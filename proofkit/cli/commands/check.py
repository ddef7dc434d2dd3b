"""`proofkit check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations.errors import LemmaError

if TYPE_CHECKING:
    from proofkit.language.results import CheckReport


def _again(context: click.Context, _: click.Parameter, chosen: bool) -> None:
    if chosen:
        from proofkit.cli import watching

        context.exit(watching.again_and_again())


@click.command(short_help="Do the claims hold at given parameters?")
@options.selection
@options.parameters
@options.formats("text", "json", "markdown", "html", "github", "sarif")
@click.option("--strict", is_flag=True, help="Exit 1 also when a hypothesis is not met.")
@click.option(
    "--watch",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_again,
    help="Run again whenever a file of a collection changes.",
)
@options.color
def command(selection: tuple[str, ...], given: dict[str, object], format: str, strict: bool) -> int:
    """Decide claims at given parameters, rigorously; all claims by default.

    Any two of n, d, t determine the third; b + c = 1. Hypotheses are reported beside the
    verdicts (met, unmet) and do not change them.
    """
    from proofkit.questions import pipeline
    from proofkit.readers.report import text, wording

    broken: list[LemmaError] = []
    with progress.bar() as bar:
        report = pipeline.check(selection, given, bar, broken, kept=format != "html")
    spoken_of = {p.name for checked in report.lemmas for p in checked.lemma.parameters}
    for name in given:
        if name not in spoken_of:
            terminal.remark(f"{name} is no parameter of the lemmas checked, and changes nothing")
    if format == "text":
        terminal.show(text.check(report, terminal.style()))
    else:
        terminal.write(_rendered(report, broken, format))
    for sentence in wording.disagreements(report):
        terminal.complain(f"contradiction: {sentence}", 4)
    return terminal.complain_of(broken) or exit_code(report, strict)


def exit_code(report: CheckReport, strict: bool) -> int:
    """An alarm outranks a failure, which outranks an open question."""
    summary = report.summary
    if report.contradictions:
        return 4
    if summary["fails"] or (strict and summary["unmet"]):
        return 1
    return 3 if summary["undecided"] else 0


def _rendered(report: CheckReport, broken: list[LemmaError], format: str) -> str:
    from proofkit.readers.report import annotations, json, markdown

    if format == "github":
        return annotations.github(report, broken)
    if format == "sarif":
        return annotations.sarif(report, broken)
    if format == "json":
        return json.check(report, broken)
    if format == "markdown":
        return markdown.check(report)
    from proofkit.readers.report import html  # whose formulas are made with SymPy

    return html.check(report)

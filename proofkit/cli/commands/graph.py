"""`proofkit graph`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files

if TYPE_CHECKING:
    from proofkit.questions.graph import Graph

ENDINGS = (".html", ".svg", ".dot", ".json")


@click.command(short_help="What rests on what?")
@options.selection
@options.parameters
@options.formats("text", "html", "dot", "svg", "json")
@click.option(
    "-o",
    "output",
    metavar="FILE",
    help="Write to a file; a name that ends in .html, .svg, .dot or .json says the format.",
)
@click.option("--lemmas", is_flag=True, help="One node a lemma instead of one a claim.")
@click.option(
    "--coq",
    "record",
    metavar="DIR/coq.json",
    help="Mark what Coq accepted, as export coq --check wrote it down.",
)
@options.no_cache
@options.color
def command(
    selection: tuple[str, ...],
    given: dict[str, object],
    format: str,
    output: str | None,
    lemmas: bool,
    record: str | None,
) -> int:
    """The dependency graph, as the proofs cite each other: the selected claims, what they
    rest on and what rests on them; all claims by default.

    Border: the verdict at the parameters. Fill: the proof, darker when everything that a
    claim rests on is proved too. html is a page to move about in, every claim with what it says;
    it needs no network. svg needs Graphviz. Exit code 0 whatever the verdicts are:
    ask check and prove for those.
    """
    format = _format(format, output)
    if lemmas and format == "html":
        raise click.UsageError("--format html shows every claim: leave out --lemmas")
    recorded = options.coq_record(record)
    from proofkit.questions import graph
    from proofkit.readers.report import graph as report

    with progress.bar() as bar:
        built = graph.build(selection, given, bar)
        if recorded is not None:
            from proofkit.bridges.coq import export

            built = graph.marked(built, export.marks(recorded, bar))
    if lemmas:
        built = graph.collapsed(built)
    if output is None and format == "text":
        terminal.show(report.text(built, terminal.style()))
    elif output is None:
        terminal.write(_written(built, format))
    else:
        files.write(output, _written(built, format) + "\n")
        terminal.show(f"{output} written")
    return 0


def _format(format: str, output: str | None) -> str:
    """What is written; a file's name says it."""
    if output is None:
        return format
    named = options.ending(output, ENDINGS)[1:]
    if format not in ("text", named):
        raise click.UsageError(f"-o {output}: expected --format {named}, got {format}")
    return named


def _written(built: Graph, format: str) -> str:
    from proofkit.readers.graph import page
    from proofkit.readers.report import graph as report

    writers = {"html": page, "dot": report.dot, "svg": report.svg, "json": report.json}
    return writers[format](built).rstrip("\n")

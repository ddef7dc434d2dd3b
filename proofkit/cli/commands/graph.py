"""`proofkit graph`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files

if TYPE_CHECKING:
    from proofkit.questions.graph import Graph

ENDINGS = (".html", ".svg", ".dot", ".json")


@click.command(short_help="Show the dependency graph.")
@options.selection
@options.parameters
@options.formats("text", "html", "dot", "svg", "json")
@click.option(
    "-o",
    "output",
    metavar="FILE",
    help="Write to a file whose name ends in .html, .svg, .dot or .json.",
)
@click.option("--lemmas", is_flag=True, help="One node per lemma instead of per claim.")
@click.option(
    "--coq",
    "record",
    metavar="DIR/coq.json",
    help="Mark what Coq accepted, from the record of export coq --check.",
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
    """The dependency graph, from the proofs: the selected claims, all that they use and all that
    uses them; all claims by default.

    The border of a claim is its verdict at the parameters. The fill is the status of its proof,
    darker if everything it uses is proved too. html is an interactive page that needs no network;
    svg needs Graphviz. The exit code is 0 whatever the verdicts are.
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

"""`proofkit graph`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal
from proofkit.language.given import given_parameters


@click.command(short_help="What rests on what?")
@options.selection
@options.parameters
@options.formats("text", "html", "dot", "svg", "json")
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
    pairs: tuple[str, ...],
    file: str | None,
    format: str,
    lemmas: bool,
    record: str | None,
    color: str,
) -> int:
    """The dependency graph, as the proofs cite each other: the selected claims, what they
    rest on and what rests on them; all claims by default.

    Border: the verdict at the parameters. Fill: the proof, darker when everything that a
    claim rests on is proved too. html is a page to move about in, every claim with what it says;
    it needs no network. svg needs Graphviz. Exit code 0 whatever the verdicts are:
    ask check and prove for those.
    """
    if lemmas and format == "html":
        raise click.UsageError("--format html shows every claim: leave out --lemmas")
    given = given_parameters(pairs, file)
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
    if format == "html":
        from proofkit.readers.graph import page

        terminal.write(page(built).rstrip("\n"))
    elif format == "text":
        terminal.show(report.text(built, terminal.style(color)))
    else:
        terminal.write({"dot": report.dot, "svg": report.svg, "json": report.json}[format](built))
    return 0

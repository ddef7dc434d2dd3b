"""`proofkit sweep`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from proofkit.cli import jobs, options, progress, terminal
from proofkit.cli.commands import regions
from proofkit.foundations import files
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import rational, shorten

if TYPE_CHECKING:
    from proofkit.cli.progress import Bar
    from proofkit.questions.sweep import Points, Result

KINDS = (".npz", ".csv", ".json")
ONLY_POINTS = {
    "table": "--points",
    "claims": "--claims",
    "filter_": "--filter",
    "workers": "--workers",
    "scheduler": "--scheduler",
    "run": "--run",
}
"""Options that mean nothing to a map of regions."""


@click.command(short_help="Check claims on a grid.")
@options.selection
@click.option(
    "--grid",
    "axes",
    multiple=True,
    metavar="NAME=START:STOP:STEP",
    help="Values of a parameter, exactly: a1=0.5:1.5:0.001 (with its end, if hit) or n=10,100. "
    "May be repeated. With --regions a range without steps: a1=0.5:1.5.",
)
@click.option("--points", "table", metavar="FILE", help="A list of points, from CSV or NPZ.")
@options.parameters
@click.option(
    "--claims",
    type=click.Choice(["all", "deterministic"]),
    default="all",
    show_default=True,
    help="deterministic leaves out claims about probabilities, which take longer.",
)
@click.option("-o", "output", metavar="OUT", help="Write every cell to OUT.npz, .csv or .json.")
@click.option(
    "--regions",
    "as_map",
    is_flag=True,
    help="A certified map of one claim over two --grid ranges; -o OUT.svg or .png is a picture.",
)
@click.option("--boxes", type=int, metavar="N", help="With --regions: maximum number of boxes.")
@click.option(
    "--filter",
    "filter_",
    type=click.Choice(["auto", "numpy", "numba", "none"]),
    default="auto",
    show_default=True,
    help="How most cells are decided before the kernel is asked; the verdicts agree.",
)
@jobs.placement
@options.color
@click.pass_context
def command(
    context: click.Context,
    selection: tuple[str, ...],
    axes: tuple[str, ...],
    table: str | None,
    given: dict[str, object],
    claims: str,
    output: str | None,
    as_map: bool,
    boxes: int | None,
    filter_: str,
) -> int:
    """Decide claims at every point of a grid or a list, rigorously: each cell holds, fails or is
    undecided. Where parameters contradict each other there is no point, and the cell says so.

    Parameters that you do not set have the defaults of their collection. Hypotheses are reported
    beside the claims and do not change them.

    With --regions, prove or refute the claim on whole boxes, as `proofkit regions` does.
    """
    if as_map:
        _refuse_for_a_map(context, selection)
        return regions.run(selection[0], axes, given, boxes, output, option="--grid")
    exact = {name: rational(value, name) for name, value in given.items()}
    form = "" if output is None else options.ending(output, KINDS)
    with progress.bar("reading") as bar:
        points = _points(axes, table, boxes, bar)
    from proofkit.jobs import run
    from proofkit.questions.sweep import Sweep, assemble, engine
    from proofkit.readers.report import sweep as report

    work = Sweep(selection, points, exact, claims, engine.chosen(filter_, len(points)))
    work.check()
    with jobs.place() as place:
        result = assemble(work, run(work, **vars(place)))
    terminal.show(report.text(result, terminal.style()))
    if output is not None:
        _write(result, output, form)
        terminal.show(f"written to {output}")
    found = report.counts(result)
    return 1 if found["fails"] else 3 if found["undecided"] else 0


def _refuse_for_a_map(context: click.Context, selection: tuple[str, ...]) -> None:
    """A map has no points, so that what is about points alone is a mistake."""
    for name, option in ONLY_POINTS.items():
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise InputError(f"{option} does not go with --regions, which has no points")
    if len(selection) != 1:
        got = shorten(" ".join(selection)) or "none"
        raise InputError(f"--regions: expected one claim, LEMMA/CLAIM, got {got}")


def _points(axes: tuple[str, ...], table: str | None, boxes: int | None, bar: Bar) -> Points:
    """The points a person asked for."""
    if boxes is not None:
        raise InputError("--boxes goes with --regions")
    if bool(axes) == (table is not None):
        raise InputError("say where: --grid NAME=START:STOP:STEP, or --points FILE")
    from proofkit.questions.sweep import points, reading

    return points.grid(axes) if table is None else reading.read(table, bar)


def _write(result: Result, output: str, form: str) -> None:
    from proofkit.questions.sweep import output as forms

    if form == ".npz":
        with progress.bar("compressing"):
            files.write_pieces(output, forms.npz(result))
    elif form == ".csv":
        with progress.bar("writing") as bar:
            files.write_pieces(output, (piece.encode() for piece in forms.csv(result, bar)))
    else:
        files.write(output, forms.json_text(result))

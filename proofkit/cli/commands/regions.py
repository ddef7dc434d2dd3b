"""`proofkit regions`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten
from proofkit.language.given import given_parameters

if TYPE_CHECKING:
    from proofkit.questions.regions import Regions

SUFFIXES = (".svg", ".png", ".json", ".csv", ".npz")


@click.command(short_help="A certified map of a claim over two parameters.")
@click.argument("selected", metavar="LEMMA/CLAIM")
@click.option("--over", multiple=True, metavar="NAME=LOW:HIGH", help="A range; give two of them.")
@options.parameters
@click.option("--boxes", type=int, metavar="N", help="Most boxes to ask about.")
@click.option("-o", "output", metavar="FILE", help="Write the map: .svg .png .json .csv .npz.")
@click.option(
    "--theme",
    type=click.Choice(["light", "dark"]),
    default="light",
    show_default=True,
    help="Colours of a picture.",
)
@options.formats("text", "json", "csv")
@options.color
def command(
    selected: str,
    over: tuple[str, ...],
    pairs: tuple[str, ...],
    file: str | None,
    boxes: int | None,
    output: str | None,
    theme: str,
    format: str,
    color: str,
) -> int:
    """Where in a rectangle of two parameters a claim is proved true, where it is proved false,
    and how much is left undecided; the others stay. HIGH may be oo.

    Exit code 0 when it holds all over, 1 when it fails somewhere, else 3.
    """
    return run(selected, over, given_parameters(pairs, file), boxes, output, theme, format, color)


def run(
    selected: str,
    over: tuple[str, ...],
    given: dict[str, object],
    boxes: int | None = None,
    output: str | None = None,
    theme: str = "light",
    format: str = "text",
    color: str = "auto",
    option: str = "--over",
) -> int:
    """Make the map, write it where it is asked for, and print what is in it; `over` are the
    ranges as they were given to `option`."""
    suffix = Path(output).suffix if output else ""
    if output and suffix not in SUFFIXES:
        raise InputError(
            f"-o: expected a name ending in {', '.join(SUFFIXES)}, got {shorten(output)}"
        )
    if output:
        files.require_writable(output)
    from proofkit.questions.regions import reading, regions
    from proofkit.readers.report import regions as report

    if suffix in (".svg", ".png"):
        from proofkit.readers.plots.picture import require_matplotlib

        require_matplotlib()
    with progress.bar() as bar:
        ranges = [reading(text, option) for text in over]
        found = regions(selected, ranges, given, boxes, bar)
    if output:
        _write(found, output, suffix, theme)
    if format == "text":
        terminal.write(report.text(found, terminal.style(color)))
    else:
        terminal.write(report.json(found) if format == "json" else report.csv(found).rstrip())
    verdicts = {box.verdict for box in found.boxes}
    return 1 if "fails" in verdicts else 3 if "undecided" in verdicts else 0


def _write(found: Regions, output: str, suffix: str, theme: str) -> None:
    from proofkit.readers.report import regions as report

    if suffix in (".svg", ".png"):
        from proofkit.readers.plots import region_map

        region_map(found, theme=theme).save(output)
    elif suffix == ".npz":
        files.write_pieces(output, [report.npz(found)])
    else:
        files.write(output, (report.json(found) + "\n") if suffix == ".json" else report.csv(found))

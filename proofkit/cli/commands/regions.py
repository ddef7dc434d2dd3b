"""`proofkit regions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError

if TYPE_CHECKING:
    from proofkit.questions.regions import Regions

SUFFIXES = (".svg", ".png", ".json", ".csv", ".npz")


@click.command(short_help="A certified map of a claim over two parameters.")
@click.argument("selected", metavar="[LEMMA/CLAIM]", required=False)
@click.option("--over", multiple=True, metavar="NAME=LOW:HIGH", help="A range; give two of them.")
@options.parameters
@click.option("--boxes", type=int, metavar="N", help="Most boxes to ask about.")
@click.option("-o", "output", metavar="FILE", help="Write the map: .svg .png .json .csv .npz.")
@options.theme("Colours of a picture.")
@options.mechanisms
@options.separation
@options.written
@options.formats("text", "json", "csv")
@options.color
def command(
    selected: str | None,
    over: tuple[str, ...],
    given: dict[str, object],
    boxes: int | None,
    output: str | None,
    theme: str,
    mechanisms: tuple[str, ...],
    separation: str,
    written: str | None,
    format: str,
) -> int:
    """Where in a rectangle of two parameters a claim is proved true, where it is proved false,
    and how much is left undecided; the others stay. HIGH may be oo.

    With --mechanism instead of a claim: what the mechanism does at the points of a grid, each
    decided exactly; its own argument may be one of the two.

    Exit code 0 when it holds all over, 1 when it fails somewhere, else 3.
    """
    if mechanisms:
        if selected is not None or len(mechanisms) != 1:
            raise InputError("expected one --mechanism and no LEMMA/CLAIM")
        if written is not None:
            raise InputError("--certificates: a mechanism is decided point by point, without them")
        where = (output, theme, format)
        return _of_mechanism(mechanisms[0], over, given, boxes, separation, where)
    if selected is None:
        raise InputError("expected LEMMA/CLAIM, or --mechanism NAME")
    return run(selected, over, given, boxes, output, theme, format, written=written)


def _of_mechanism(
    mechanism: str,
    over: tuple[str, ...],
    given: dict[str, object],
    points: int | None,
    separation: str,
    where: tuple[str | None, str, str],
) -> int:
    """What one mechanism does at the points of a grid."""
    output, theme, format = where
    suffix = "" if output is None else options.ending(output, SUFFIXES[:-1])
    from proofkit.questions import separating
    from proofkit.questions.regions import reading
    from proofkit.readers.report import separating as report

    if suffix in (".svg", ".png"):
        from proofkit.readers.plots.picture import require_matplotlib

        require_matplotlib()
    ranges = [reading(text) for text in over]
    names = tuple(one.name for one in ranges)
    question = separating.Question.asked(mechanism, names, given, separation)
    with progress.bar() as bar:
        found = separating.regions(question, ranges, points, bar)
    if output is not None and suffix in (".svg", ".png"):
        from proofkit.readers.plots.separating import separation_map

        separation_map(found, theme).save(output)
    elif output is not None:
        files.write(
            output, report.map_csv(found) if suffix == ".csv" else report.map_json(found) + "\n"
        )
    terminal.answer(report, found, format, "map")
    return 3 if found.count("undecided") else 0


def run(
    selected: str,
    over: tuple[str, ...],
    given: dict[str, object],
    boxes: int | None = None,
    output: str | None = None,
    theme: str = "light",
    format: str = "text",
    option: str = "--over",
    written: str | None = None,
) -> int:
    """Make the map, write it where it is asked for, and print what is in it; `over` are the
    ranges as they were given to `option`."""
    suffix = "" if output is None else options.ending(output, SUFFIXES)
    from proofkit.questions.regions import reading, regions
    from proofkit.readers.report import regions as report

    if suffix in (".svg", ".png"):
        from proofkit.readers.plots.picture import require_matplotlib

        require_matplotlib()
    with progress.bar() as bar:
        ranges = [reading(text, option) for text in over]
        found = regions(selected, ranges, given, boxes, bar)
    options.write_certificates(written, found.certificates)
    if output is not None:
        _write(found, output, suffix, theme)
    terminal.answer(report, found, format)
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

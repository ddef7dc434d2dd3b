"""`proofkit recall`."""

from __future__ import annotations

from pathlib import Path

import click

from proofkit.cli import jobs, terminal
from proofkit.foundations import files


@click.command(short_help="Measure associative recall of each mechanism.")
@click.option("-o", "output", required=True, metavar="DIR", help="Folder for page and pictures.")
@click.option("--trials", default="10", show_default=True, help="Draws of keys and values.")
@click.option("--seed", default="0", show_default=True, help="Same seed, same numbers.")
@click.option("--seeds", default="5", show_default=True, help="Repeats of the noisy read-out.")
@jobs.placement
def command(output: str, trials: str, seed: str, seeds: str) -> int:
    """Store keys and values by attention and recall them, in closed form: the share of correct
    answers against the number of pairs, with confidence intervals; and a trained read-out on
    noisy data.

    Writes DIR/index.md with tables and pictures. With --run, the same command continues after an
    interruption.
    """
    from proofkit.probability.recall import experiment
    from proofkit.readers.plots.picture import require_matplotlib
    from proofkit.readers.report import recall as report

    require_matplotlib()
    course = experiment.plan(trials, seed, seeds)
    files.folder(output)
    with jobs.place() as place:
        found = experiment.run(course, place)
    written = report.files(found)
    for name, content in written.items():
        files.write_pieces(str(Path(output) / name), [content])
    terminal.show(f"{len(written)} files: {Path(output) / report.PAGE} and what it shows")
    return 0

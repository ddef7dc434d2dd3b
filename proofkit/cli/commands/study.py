"""`proofkit study`."""

from __future__ import annotations

import click

from proofkit.cli import jobs, options, terminal
from proofkit.foundations import files


@click.command(short_help="Vary one parameter at a time.")
@click.option(
    "-o",
    "output",
    default="docs/study",
    show_default=True,
    metavar="FOLDER",
    help="Folder for tables and pictures; the page is FOLDER.md beside it.",
)
@click.option("--trials", default="20000", show_default=True, help="Networks per point.")
@click.option("--seed", default="0", show_default=True, help="Same seed, same study.")
@options.mechanisms
@options.separation
@jobs.placement
def command(
    output: str, trials: str, seed: str, mechanisms: tuple[str, ...], separation: str
) -> int:
    """How the probability to separate depends on n, d, t, m, a0, a1 and c: exact curves with
    simulated points, softmax against linear attention and any other mechanism, as a page with
    tables and pictures."""
    from proofkit.probability import experiment, study
    from proofkit.readers.plots.picture import require_matplotlib
    from proofkit.readers.report import study as report

    require_matplotlib()
    plan = experiment.plan(trials=trials, seed=seed)
    folder = output.rstrip("/")
    files.folder(folder)
    with jobs.place() as place:
        done = study.study(plan.trials, plan.seed, mechanisms, place, separation)
    written = report.files(done, folder)
    for path, content in written.items():
        files.write(path, content)
    terminal.show(f"{len(written)} files: {folder}.md and {folder}/")
    bad = [point for point in done.points if point.found.contradictions]
    for point in bad:
        terminal.complain(f"contradiction at {point.axis} = {point.value}", 4)
    return 4 if bad else 0

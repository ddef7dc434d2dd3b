"""`proofkit simulate`."""

from __future__ import annotations

import click

from proofkit.cli import jobs, options, signals, terminal


@click.command(short_help="Simulate random networks.")
@options.parameters
@click.option("--trials", default="1e5", show_default=True, help="Networks to draw.")
@click.option("--seed", default="0", show_default=True, help="Same seed, same numbers.")
@click.option(
    "--method",
    type=click.Choice(["fast", "faithful"]),
    default="fast",
    show_default=True,
    help="fast draws what the events depend on and uses the exact thresholds; faithful draws "
    "every sign and computes with the concrete matrices.",
)
@click.option(
    "--repeat",
    "repeats",
    default="1",
    show_default=True,
    help="Repetitions, each with its own seed and (faithful) its own needle position.",
)
@options.weights
@options.separation
@options.mechanisms
@jobs.placement
@options.formats("text", "json")
@options.color
def command(
    given: dict[str, object],
    trials: str,
    seed: str,
    method: str,
    repeats: str,
    weights: str,
    mechanisms: tuple[str, ...],
    separation: str,
    format: str,
) -> int:
    """Simulate the network with softmax, linear and any other attention, and compare with the exact
    probabilities and the proved bounds. --trials is per repetition. Ctrl-C prints what is done so
    far; with --run, the same command continues from there.

    Exit code 3 when some event is undecided, 4 when an exact value is outside the interval of
    confidence 1 - 1e-9.
    """
    from proofkit.probability import experiment
    from proofkit.probability.events import Undecided
    from proofkit.readers.report import probability as report

    plan = experiment.plan(trials=trials, seed=seed, method=method, repeats=repeats)
    try:
        with jobs.place() as place:
            done = experiment.experiment(given, plan, weights, mechanisms, place, separation)
    except Undecided as problem:
        return terminal.complain(f"undecided: {problem}", 3)
    if not done.done:
        raise KeyboardInterrupt
    terminal.answer(report, done, format, "simulation")
    for sentence in report.disagreements(done):
        terminal.complain(f"contradiction: {sentence}", 4)
    if done.contradictions:
        return 4
    return signals.INTERRUPTED if done.interrupted else 0

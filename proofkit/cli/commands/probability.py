"""`proofkit probability`."""

from __future__ import annotations

import click

from proofkit.cli import options, terminal


@click.command(short_help="How likely is the network to separate the data sets?")
@options.parameters
@options.formats("text", "json")
@click.option("--digits", default=15, show_default=True, help="Correct significant digits.")
@click.option("--fractions", is_flag=True, help="Exact fractions instead of decimals.")
@options.weights
@options.separation
@options.mechanisms
@options.color
def command(
    given: dict[str, object],
    format: str,
    digits: int,
    fractions: bool,
    weights: str,
    mechanisms: tuple[str, ...],
    separation: str,
) -> int:
    """Exact probabilities of what the network does on the two data sets, for softmax and
    linear attention and any other mechanism, with the proved lower bounds beside them.

    Exit code 3 when some event is undecided, 4 when a proved bound exceeds an exact value.
    """
    from proofkit.probability.answers import probability
    from proofkit.readers.report import probability as report

    answer = probability(given, weights, digits, fractions, mechanisms, separation)
    terminal.answer(report, answer, format)
    for reason in answer.undecided:
        terminal.complain(f"undecided: {reason}", 3)
    return 3 if answer.undecided else 0

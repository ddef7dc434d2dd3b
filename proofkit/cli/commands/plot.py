"""`proofkit plot`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten

if TYPE_CHECKING:
    from proofkit.readers.plots import Picture

KINDS = ("attention", "contexts", "bounds", "probability")


@click.command(short_help="Draw a picture: SVG or PNG.")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("claim", metavar="[LEMMA/CLAIM]", required=False)
@click.option("--over", metavar="NAME", help="The parameter that moves.")
@click.option("--from", "low", metavar="LO", help="Where it starts (bounds).")
@click.option("--to", "high", metavar="HI", help="Where it ends (bounds).")
@click.option("--values", metavar="V,V,...", help="The values it takes.")
@options.mechanisms
@options.parameters
@options.theme("Colours for light or for dark pages.")
@options.separation
@click.option("-o", "output", required=True, metavar="FILE", help="FILE.svg or FILE.png.")
def command(
    kind: str,
    claim: str | None,
    over: str | None,
    low: str | None,
    high: str | None,
    values: str | None,
    mechanisms: tuple[str, ...],
    given: dict[str, object],
    theme: str,
    separation: str,
    output: str,
) -> int:
    """Draw attention weights on D0 and D1 as heat maps (attention), contexts against the
    threshold (contexts), both sides of a claim as a parameter moves (bounds), or the probability
    to separate, exact, proved and simulated (probability). Prints what the picture shows.
    """
    chosen = None if values is None else [text.strip() for text in values.split(",")]
    _require_fitting(kind, claim, over, low is not None or high is not None, bool(mechanisms))
    options.ending(output, (".svg", ".png"))
    from proofkit.readers import plots
    from proofkit.readers.plots.picture import require_matplotlib

    require_matplotlib()
    drawn = tuple(dict.fromkeys((*plots.BOTH, *mechanisms)))
    made: Picture
    if kind == "attention":
        made = plots.attention_rows(given, drawn, theme=theme, separation=separation)
    elif kind == "contexts":
        made = plots.context_bars(given, drawn, theme=theme, separation=separation)
    elif kind == "bounds" and claim is not None:
        made = plots.bounds_over(claim, over or "n", chosen, given, low, high, theme)
    else:
        if over is None or chosen is None:
            raise InputError("plot probability: expected --over NAME and --values V,V,...")
        with progress.bar() as bar:
            draw = partial(plots.probability_over, over, chosen, given, mechanisms=drawn)
            made = draw(theme=theme, progress=bar, separation=separation)
    made.save(output)
    terminal.show(made.alt)
    return 0


def _require_fitting(
    kind: str, claim: str | None, over: str | None, ends: bool, mechanisms: bool
) -> None:
    """Refuse what has no meaning for the kind of picture."""
    if kind == "bounds" and claim is None:
        raise InputError("plot bounds: expected LEMMA/CLAIM, such as softmax-d1-weights/f-NN")
    if kind != "bounds" and claim is not None:
        raise InputError(f"plot {kind}: LEMMA/CLAIM goes with bounds, got {shorten(claim)}")
    if over is not None and kind in ("attention", "contexts"):
        raise InputError(f"plot {kind}: nothing moves, --over does not apply")
    if kind != "bounds" and ends:
        raise InputError(f"plot {kind}: --from and --to go with bounds")
    if kind == "bounds" and mechanisms:
        raise InputError("plot bounds: the claim has its own mechanism; drop --mechanism")

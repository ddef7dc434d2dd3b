"""Pictures for documents and notebooks: the public module."""

from proofkit.readers.plots import (
    THEMES,
    Picture,
    attention_rows,
    bounds_over,
    context_bars,
    probability_curves,
    probability_over,
    region_map,
)

__all__ = [
    "THEMES",
    "Picture",
    "attention_rows",
    "bounds_over",
    "context_bars",
    "probability_curves",
    "probability_over",
    "region_map",
]

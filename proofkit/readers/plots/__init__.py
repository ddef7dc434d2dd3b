"""Pictures for documents, reports and the command line, drawn by matplotlib.

Every function returns a `Picture`, in a light or a dark theme, which is the same to the byte
whenever it is drawn again. Pictures show what was decided elsewhere; they decide nothing.
matplotlib is imported when the first picture is drawn.
"""

from proofkit.readers.plots.attention import BOTH, attention_rows, context_bars
from proofkit.readers.plots.bounds import bounds_over
from proofkit.readers.plots.chances import probability_curves, probability_over
from proofkit.readers.plots.picture import Picture
from proofkit.readers.plots.regions import region_map
from proofkit.readers.plots.themes import THEMES

__all__ = [
    "BOTH",
    "THEMES",
    "Picture",
    "attention_rows",
    "bounds_over",
    "context_bars",
    "probability_curves",
    "probability_over",
    "region_map",
]

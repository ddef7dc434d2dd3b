"""The font of formulas, embedded so that a page looks the same everywhere.

`math.woff2` is Latin Modern Math with the letters and signs that are used here, and with its
table of mathematical measures, without which exponents run into fraction bars.
"""

from __future__ import annotations

import base64
from importlib import resources

_DATA = resources.files("proofkit.readers.fonts").joinpath("math.woff2").read_bytes()
MATHEMATICS = (
    '@font-face { font-family: "proofkit math"; '
    f'src: url("data:font/woff2;base64,{base64.b64encode(_DATA).decode()}") format("woff2") }}'
)
"""A style sheet that knows the family `proofkit math`."""

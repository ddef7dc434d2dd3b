"""The page itself: markup, style and programs in one file, nothing to load."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from importlib import resources

from proofkit import __version__
from proofkit.language.results import ProvedClaim
from proofkit.readers import fonts
from proofkit.readers.explorer.content import Selected, content

PROGRAMS = (
    *("words.js", "arithmetic.js", "evaluate.js", "parameters.js", "judge.js", "axis.js"),
    *("pictures.js", "map.js", "curves.js", "table.js", "chooser.js", "explorer.js"),
)
OPINION = (
    "This page computes with enclosures in your browser and shows its opinion. Verdicts are made "
    "by <code>proofkit check</code>; where a comparison is too close for the browser, the page "
    "gives you the command to ask."
)


def page(chosen: Selected, proofs: Mapping[str, ProvedClaim]) -> str:
    """The whole page; the same lemmas and proofs give the same bytes."""
    data = json.dumps(content(chosen, proofs), ensure_ascii=False, separators=(",", ":"))
    scripts = "\n".join(_file(name) for name in PROGRAMS)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<title>proofkit explorer</title>",
            f"<style>\n{fonts.MATHEMATICS}\n{_file('explorer.css')}</style></head>",
            "<body>",
            _file("explorer.html").format(opinion=OPINION, version=escape(__version__)),
            f'<script type="application/json" id="content">{_embedded(data)}</script>',
            f"<script>\n{scripts}\n</script>",
            "</body></html>",
            "",
        ]
    )


def _file(name: str) -> str:
    return resources.files("proofkit.readers.explorer").joinpath(name).read_text(encoding="utf-8")


def _embedded(data: str) -> str:
    """JSON that cannot end the element it stands in."""
    return data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")

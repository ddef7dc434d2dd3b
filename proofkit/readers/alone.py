"""A self-contained page: markup, style, data and programs in one file, nothing to load."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape
from importlib import resources
from typing import Any

from proofkit import __version__
from proofkit.readers import fonts


def document(title: str, page: str, data: Mapping[str, Any], programs: Iterable[str]) -> str:
    """The page: its markup and its style are called `page`, the programs with their names, all
    files below `proofkit/readers`. The data stand in an element `content`."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    body = text(f"{page}.html").replace("{version}", escape(__version__))
    scripts = "\n".join(text(f"{name}.js") for name in programs)
    content = f'<script type="application/json" id="content">{_embedded(written)}</script>'
    return frame(title, [f"{page}.css"], [body, content, f"<script>\n{scripts}\n</script>"]) + "\n"


def frame(title: str, styles: Iterable[str], body: Iterable[str]) -> str:
    """A page of these lines, without programs."""
    style = "\n".join([fonts.MATHEMATICS, *map(text, styles)])
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}</style></head>",
            "<body>",
            *body,
            "</body></html>",
        ]
    )


def text(name: str) -> str:
    """A file of the readers' room."""
    return resources.files("proofkit.readers").joinpath(*name.split("/")).read_text("utf-8")


def _embedded(data: str) -> str:
    """JSON that cannot end the element it stands in."""
    return data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")

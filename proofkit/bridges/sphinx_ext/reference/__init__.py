"""Reference pages of proofkit itself, read from the program rather than written."""

from __future__ import annotations

import click

from proofkit.bridges.sphinx_ext.reference import api, commands, errors, glossary


def pages(program: click.Group) -> dict[str, str]:
    """The text of every page by the name of its file."""
    return {
        "glossary.md": glossary.page(),
        "commands.md": commands.page(program),
        "errors.md": errors.page(),
        **{f"api/{name}": text for name, text in api.pages().items()},
    }

"""Reference pages of proofkit itself, generated from the program."""

from __future__ import annotations

import click

from proofkit.bridges.sphinx_ext.folders import Content, Page
from proofkit.bridges.sphinx_ext.reference import api, commands, errors, glossary


def pages(program: click.Group) -> dict[str, Content]:
    """Every page by the name of its file; the last are made of nothing but proofkit's source."""
    return {
        "glossary.md": glossary.page(),
        "commands.md": commands.page(program),
        "errors.md": Page(errors.page, ""),
        **{f"api/{name}": Page(make, "") for name, make in api.pages().items()},
    }

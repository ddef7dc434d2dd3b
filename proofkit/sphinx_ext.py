"""The Sphinx extension under the name for `conf.py`, and the command line that its reference pages
describe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    from proofkit.bridges import sphinx_ext
    from proofkit.cli.application import application

    return sphinx_ext.setup(app, application)

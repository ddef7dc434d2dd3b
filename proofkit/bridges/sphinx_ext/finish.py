"""The last changes to each page: names of claims become links, and a full stop stays with the
formula before it."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.nodes import make_refnode

from proofkit.bridges.sphinx_ext import domain

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+|[a-z0-9-]+/[A-Za-z0-9-]+")
"""A claim, or a lemma whose name is no word of everyday language."""
_ENDED = re.compile(r'(<span class="math[^"]*">[^<]{1,40}</span>)([.,;:!?)]+)')


def setup(app: Sphinx) -> None:
    """Called with the extension."""
    app.connect("doctree-resolved", link_names)
    app.connect("html-page-context", keep_together)


def link_names(app: Sphinx, tree: nodes.document, page: str) -> None:
    """`LEMMA/CLAIM` written as code leads to where it is explained, unless that is here."""
    known = domain.of(app.env)
    for code in list(tree.findall(nodes.literal)):
        name = code.astext()
        if not _NAME.fullmatch(name) or isinstance(code.parent, nodes.reference):
            continue
        found = known.find(name)
        if found is not None and found[0] != page and code.parent is not None:
            link = make_refnode(app.builder, page, *found, code.deepcopy(), name)
            code.parent.replace(code, link)


def keep_together(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any
) -> None:
    """Browsers break lines after a formula, even before a full stop."""
    if "body" in context:
        together = r'<span class="proofkit-together">\1\2</span>'
        context["body"] = _ENDED.sub(together, context["body"])

"""A faster navigation tree: furo makes it anew for each page, though the pages of one folder
differ only in their own entry.

The first two pages of a folder are left to furo. What it makes of the first becomes the pattern of
the folder, and the second tells whether the pattern is right. If one ever is not, or the theme is
another, every page goes its ordinary way.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

TREE = "furo_navigation_tree"
"""Where furo's templates look for the tree."""
_TAG = re.compile(r"(<[^>]*>)")
_HREF = re.compile(r'href="([^"]*)"')
_LEVEL = re.compile(r"toctree-l\d+")


class Pattern:
    """The tree of a folder with no entry marked, cut at its tags."""

    def __init__(self, tree: str, name: str) -> None:
        self.pieces = [_unmarked(piece, name) for piece in _TAG.split(tree)]
        self.links: dict[str, list[list[int]]] = {}
        """By address, the items and lists around each link, outermost first, and the link."""
        self.boxes: dict[int, int] = {}
        """By item, the box that unfolds it."""
        around: list[int] = []
        for number, piece in enumerate(self.pieces):
            if piece.startswith(("<li", "<ul")):
                around.append(number)
            elif piece.startswith(("</li", "</ul")):
                around.pop()
            elif piece.startswith("<input"):
                self.boxes[around[-1]] = number
            elif piece.startswith("<a ") and (address := _HREF.search(piece)):
                self.links.setdefault(address[1], []).append([*around, number])

    def tree(self, name: str) -> str:
        """The tree beside the page of this name in the folder."""
        pieces, links = list(self.pieces), self.links.get(name, [])
        of_page = {number for link in links for number in link}
        for number in of_page | {self.boxes[item] for item in of_page & set(self.boxes)}:
            pieces[number] = _marked(pieces[number])
        for *_, item, _link in links[-1:]:
            pieces[item] = pieces[item].removesuffix('">') + ' current-page">'
        return "".join(pieces)


def _marked(tag: str) -> str:
    """A tag as it is at the page's own entry, and around it."""
    if tag.startswith("<li"):
        return _LEVEL.sub(r"\g<0> current", tag)
    if tag.startswith("<ul"):
        return '<ul class="current">'
    if tag.startswith("<input"):
        return tag.replace(" class=", ' checked="" class=')
    return _HREF.sub('href="#"', tag).replace('class="', 'class="current ')


def _unmarked(tag: str, name: str) -> str:
    """A tag of the tree beside the page of this name, as it is beside the others."""
    if tag.startswith("<li"):
        return tag.replace(" current-page", "").replace(" current", "")
    if tag.startswith("<ul"):
        return tag.replace(' class="current"', "")
    if tag.startswith("<input"):
        return tag.replace(' checked=""', "")
    if tag.startswith("<a "):
        return tag.replace("current ", "").replace('href="#"', f'href="{name}"')
    return tag


class Navigation:
    """The patterns of one build."""

    def __init__(self, app: Sphinx) -> None:
        self.start()
        app.connect("write-started", lambda app, builder: self.start())
        app.connect("html-page-context", self.before, priority=400)
        app.connect("html-page-context", self.after, priority=600)

    def start(self) -> None:
        """Nothing is known: another build may have other pages."""
        self.patterns: dict[str, Pattern] = {}
        self.right: set[str] = set()
        self.wrong = False
        self.ordinary: Any = None

    def before(
        self, app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any
    ) -> None:
        """Where the pattern is known, furo is given nothing to make a tree of."""
        self.ordinary = None
        if not self.wrong and _place(app, page)[0] in self.right and "toctree" in context:
            self.ordinary, context["toctree"] = context["toctree"], lambda **_: ""

    def after(
        self, app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any
    ) -> None:
        """The tree of the pattern; or else what furo has made says whether there is one."""
        folder, name = _place(app, page)
        if self.ordinary:
            context["toctree"] = self.ordinary
            context[TREE] = self.patterns[folder].tree(name)
        elif made := context.get(TREE):
            known = folder in self.patterns
            pattern = self.patterns.setdefault(folder, Pattern(made, name))
            if pattern.tree(name) != made:
                self.wrong = True
            elif known:
                self.right.add(folder)


def _place(app: Sphinx, page: str) -> tuple[str, str]:
    """The folder of a page and its name there, as links have them."""
    folder, _, name = app.builder.get_target_uri(page).rpartition("/")
    return folder, name

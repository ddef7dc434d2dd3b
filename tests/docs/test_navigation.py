"""The tree of pages is made once a folder, and is what furo makes for each page."""

import pytest

CONF = 'extensions = ["proofkit.sphinx_ext"]\nproject = "p"\nhtml_theme = "furo"\n'
ORDINARY = """
from proofkit.bridges.sphinx_ext import navigation
navigation.Navigation = lambda app: None
"""
COUNTED = """
import furo
made, whole = [], furo.get_navigation_tree
furo.get_navigation_tree = lambda html: (html and made.append(html), whole(html))[1]
def setup(app):
    app.connect("build-finished", lambda app, _: (app.outdir / "made").write_text(str(len(made))))
"""
SIGNED = """
def signed(app, page, template, context, tree):
    context["furo_navigation_tree"] += f"<!-- the tree of {page} -->"
def setup(app):
    app.connect("html-page-context", signed, priority=550)
"""
PAGES = {
    "index": ["one", "two", "many/index", "Again <many/c>", "else <https://example.org/one.html>"],
    "one": [],
    "two": ["three", "four & five"],
    "three": ["many/c"],
    "four & five": [],
    "many/index": ["a", "b", "c", "deep/index"],
    "many/a": [],
    "many/b": [],
    "many/c": [],
    "many/deep/index": ["d"],
    "many/deep/d": [],
}
OUTSIDE = ("alone", "many/alone")


def pages(document):
    for name, below in PAGES.items():
        lines = "\n".join(f"   {entry}" for entry in below)
        path = document.source / f"{name}.rst"
        path.parent.mkdir(parents=True, exist_ok=True)
        document.page(
            f"{name}.rst",
            f"{name} <&> current\n{'=' * 40}\n\n.. toctree::\n   :caption: Below\n\n{lines}\n",
        )
    for name in OUTSIDE:
        document.page(f"{name}.rst", ":orphan:\n\nAlone\n=====\n\nText.\n")


def built(document, conf, *options):
    """All that a reader sees, by page."""
    document.page("conf.py", CONF + conf)
    done = document.build("-E", "-a", *options)
    assert done.returncode == 0, done.stderr
    found = {name: document.html(name) for name in (*PAGES, *OUTSIDE, "genindex", "search")}
    return found


@pytest.mark.parametrize("options", [(), ("-j", "2")], ids=["serial", "parallel"])
def test_every_page_has_the_tree_that_furo_makes(document, options):
    pages(document)
    assert built(document, "", *options) == built(document, ORDINARY)


def test_furo_makes_two_trees_a_folder(document):
    pages(document)
    whole = built(document, COUNTED)
    assert int((document.folder / "built" / "made").read_text()) == 2 * 3
    assert whole["many/c"].count("current-page") == 1


def test_where_the_pattern_is_not_right_pages_go_their_ordinary_way(document):
    pages(document)
    found = built(document, SIGNED)
    assert all(f"<!-- the tree of {name} -->" in page for name, page in found.items())
    assert found == built(document, ORDINARY + SIGNED)

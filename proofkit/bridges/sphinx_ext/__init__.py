"""Sphinx extension: documents that cite lemmas, and fail to build if they make a false statement.

Add `proofkit.sphinx_ext` to `extensions` in `conf.py`. The domain `proofkit` then has the
directives `lemma`, `verdict`, `slider`, `table`, `graph` and `ask`, roles that cite a claim
(`claim`, `lemma`) and roles that cite one with a status (`proved`, `refuted`, `open`, `holds`,
`fails`, `undecided`). Whatever a page says about a claim is decided anew in every build, whether
or not the page is read again; proofs found before are not searched again, but the kernel replays
them.
"""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from typing import Any

import click
from sphinx.application import Sphinx

from proofkit import __version__
from proofkit.bridges.sphinx_ext import finish, generate, judge, navigation, picture
from proofkit.bridges.sphinx_ext.domain import ProofkitDomain

STYLES = ("proofkit-lemma.css", "proofkit.css")
CONFIGURED = (
    *("pages", "walkthroughs", "gallery", "gallery_files", "reference", "explorer", "graph"),
)
"""Each is `proofkit_...` in `conf.py`."""


def setup(app: Sphinx, program: click.Group) -> dict[str, Any]:
    """Called for Sphinx; `program` is the command line of the reference pages."""
    app.add_domain(ProofkitDomain)
    for name in CONFIGURED:
        app.add_config_value(f"proofkit_{name}", "", "env", types=frozenset({str}))
    app.add_config_value("proofkit_pictures", {}, "env", types=frozenset({dict}))
    picture.setup(app)
    finish.setup(app)
    navigation.Navigation(app)
    app.connect("builder-inited", _style)
    app.connect("builder-inited", generate.program)
    app.connect("html-page-context", generate.answers)
    app.connect("builder-inited", partial(generate.run, program=program))
    app.connect("build-finished", generate.explorer_page)
    app.connect("build-finished", generate.graph_page)
    app.connect("env-get-outdated", judge.outdated)
    app.connect("env-get-updated", judge.everything)
    for name in STYLES:
        app.add_css_file(name)
    return {
        "version": __version__,
        "env_version": 2,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _style(app: Sphinx) -> None:
    """The style sheets of the extension and of lemmas are among the static files of every
    document."""
    own = files("proofkit.bridges.sphinx_ext").joinpath("static")
    lemma = files("proofkit.readers").joinpath("report", STYLES[0])
    app.config.html_static_path += [str(own), str(lemma)]

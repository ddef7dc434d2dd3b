"""Sphinx configuration. Nothing is fetched: KaTeX's style and fonts are in `_static`."""

import gc
from functools import cache

from sphinx.search.en import SearchEnglish

import proofkit

gc.set_threshold(10_000, 20, 50)
"""The trees of all pages stay: they are looked through for garbage less often."""

project = "proofkit"
author = "The proofkit authors"
copyright = "The proofkit authors"
version = release = proofkit.__version__

extensions = ["myst_parser", "sphinxcontrib.katex", "proofkit.sphinx_ext"]
proofkit_pages = "generated/lemmas"
proofkit_pictures = {
    "softmax-d1-weights": (
        "pictures/golden.svg",
        "Where the needle keeps half of its attention: proved true and proved false.",
    ),
    "softmax-d1-context": (
        "pictures/contexts.svg",
        "What a neuron sees of each context, against the threshold.",
    ),
    "main-theorem": (
        "pictures/probability.svg",
        "The probability to separate the data sets: exact, proved and simulated.",
    ),
}
proofkit_walkthroughs = "generated/walkthroughs"
proofkit_gallery = "generated/gallery"
proofkit_gallery_files = "gallery"
proofkit_explorer = "explorer-page.html"
proofkit_graph = "graph-page.html"
proofkit_reference = "generated/reference"

exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
nitpicky = True
smartquotes_action = "q"
"""No dashes are made of `--`, which begins an option."""

html_theme = "furo"
html_title = "proofkit"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("folded.js", {"priority": 600})]  # once KaTeX is there
html_copy_source = False
html_show_sphinx = False
katex_css_path = "katex/katex.min.css"
pygments_style = "default"
pygments_dark_style = "github-dark"


class English(SearchEnglish):
    """Most words are on many pages: each is reduced to its stem once."""

    def __init__(self, options):
        super().__init__(options)
        self.stem = cache(self.stem)


def setup(app):
    app.add_search_language(English)

"""Small documents about a small collection, built as an author would build them."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.forked import Program

ROOT = Path(__file__).parent.parent.parent
CONF = 'extensions = ["proofkit.sphinx_ext", "myst_parser"]\nproject = "p"\nhtml_theme = "basic"\n'
ALONE = """
import importlib.metadata as metadata

installed = metadata.entry_points


def entry_points(**wanted):
    found = installed(**wanted)
    return [e for e in found if e.name == "toy"] if wanted.get("group") == "proofkit.lemmas" else found


metadata.entry_points = entry_points
"""
"""As where no collection is installed but this one: its few pages are all."""
HALF = '''
"""A lemma of one line."""

from sympy import Rational, symbols

from proofkit.language.claims import Hypothesis, at_least
from proofkit.language.lemma import Definitions, Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain
from toy._constants import BOUND

x = symbols("x", real=True)
lemma = Lemma(
    "half",
    title="A title",
    source="nowhere",
    provenance="O",
    section="One",
    parameters=(Parameter("x", "1", "a number"),),
    hypotheses=(Hypothesis("low", at_least(x, BOUND)),),
    about=__doc__,
)
square = lemma.claim("square", at_least(x**2, 0), Chain(x**2).at_least(0, "a square"))
lemma.claim(
    "shifted",
    at_least(x**2 + BOUND, BOUND),
    Chain(x**2 + BOUND).at_least(BOUND, "a square again", by=square),
)
lemma.claim("wrong", at_least(x, 100), Chain(x).at_least(100, "it is not so"))
'''


class Document:
    """A document's source, its collection `toy` of lemmas, and how to build it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = folder / "source"
        self.collection = folder / "lib" / "toy"
        info = folder / "lib" / "toy-1.dist-info"
        for made in (self.source, self.collection, info):
            made.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
        (info / "entry_points.txt").write_text("[proofkit.lemmas]\ntoy = toy\n")
        (self.collection / "__init__.py").write_text("")
        self.constant("1")
        (self.collection / "half.py").write_text(HALF)
        empty = HALF.partition("square =")[0].replace('"half"', '"empty"')
        (self.collection / "empty.py").write_text(empty)
        self.page("conf.py", CONF)

    def page(self, name: str, text: str) -> Path:
        """Write a page."""
        (self.source / name).write_text(text, encoding="utf-8")
        return self.source / name

    def constant(self, value: str) -> None:
        """Change the constant that the lemma imports from another module."""
        code = f"from sympy import Rational\n\nBOUND = Rational({value!r})\n"
        (self.collection / "_constants.py").write_text(code)

    def retitle(self, title: str) -> None:
        (self.collection / "half.py").write_text(HALF.replace("A title", title))

    def build(self, *options: str) -> SimpleNamespace:
        """Run Sphinx with warnings as errors."""
        path = [str(self.folder / "lib"), str(ROOT)]
        said = self.folder / "said"
        asked = ["-q", "-W", *options, "source", "built"]
        variables = {"PYTHONPATH": os.pathsep.join(path)}
        program = Program("sphinx", asked, self.folder, variables, os.devnull, said)
        return SimpleNamespace(returncode=program.wait(), stderr=said.read_text(encoding="utf-8"))

    def html(self, name: str = "index") -> str:
        return (self.folder / "built" / f"{name}.html").read_text(encoding="utf-8")


@pytest.fixture
def document(tmp_path):
    return Document(tmp_path)

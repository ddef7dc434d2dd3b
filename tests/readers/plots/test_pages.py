"""The pages about pictures and maps: their pictures are there, and their Python does what it says.
What their commands print and draw, `tests/docs/test_transcripts.py` compares."""

import doctest
import re
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


def test_no_picture_is_left_over():
    pages = ("regions.md", "plots.md", "recall.md")
    shown = "".join((DOCS / page).read_text(encoding="utf-8") for page in pages)
    drawn = {f"pictures/{p.name}" for p in (DOCS / "pictures").iterdir()}
    elsewhere = {"pictures/house.svg", "pictures/paper.png"}  # of the architecture, in the README
    assert elsewhere <= drawn
    assert drawn - elsewhere == set(re.findall(r"pictures/[a-z]+\.svg", shown))


def test_the_python_of_the_page():
    text = (DOCS / "plots.md").read_text(encoding="utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(text, {}, "plots.md", "plots.md", 0)
    assert len(examples.examples) == 3
    assert doctest.DocTestRunner().run(examples).failed == 0

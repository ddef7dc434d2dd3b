"""The pages about pictures and maps: every command prints what the page shows, and draws the
picture that is on it, byte for byte."""

import doctest
import re
import shlex
from pathlib import Path

import matplotlib
import pytest

from proofkit import cli

DOCS = Path(__file__).parents[3] / "docs"
DRAWN_BY = "3.11.2"
"""The matplotlib that drew docs/pictures; another one may place a glyph elsewhere."""


def commands(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        first, _, shown = block.partition("\n")
        if not first.startswith("$ proofkit verify"):  # what another command wrote
            yield pytest.param(first.removeprefix("$ proofkit "), shown, id=first[11:50])


@pytest.mark.parametrize(("command", "shown"), [*commands("regions.md"), *commands("plots.md")])
def test_a_page_shows_what_its_commands_print_and_draw(
    command, shown, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    assert cli.run(shlex.split(command)) in (0, 1)
    printed = capsys.readouterr().out
    assert " ".join(printed.split()) == " ".join(shown.split())
    for path in tmp_path.glob("*.svg"):
        committed = DOCS / "pictures" / path.name
        if matplotlib.__version__ != DRAWN_BY:
            pytest.skip(f"docs/pictures were drawn by matplotlib {DRAWN_BY}")
        assert path.read_bytes() == committed.read_bytes(), f"draw {committed} again"


def test_no_picture_is_left_over():
    pages = ("regions.md", "plots.md", "recall.md")
    shown = "".join((DOCS / page).read_text(encoding="utf-8") for page in pages)
    drawn = {f"pictures/{p.name}" for p in (DOCS / "pictures").iterdir()}
    house = {"pictures/house.svg"}  # on the page about the architecture
    assert drawn - house == set(re.findall(r"pictures/[a-z]+\.svg", shown))


def test_the_python_of_the_page():
    text = (DOCS / "plots.md").read_text(encoding="utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(text, {}, "plots.md", "plots.md", 0)
    assert len(examples.examples) == 3
    assert doctest.DocTestRunner().run(examples).failed == 0

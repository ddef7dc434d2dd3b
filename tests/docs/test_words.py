"""Documents and help texts do not use the phrases that `docs/style.md` drops."""

import re
from pathlib import Path

import click
import pytest

from proofkit.cli.application import application

ROOT = Path(__file__).parent.parent.parent
PAGES = [
    *(p for p in ROOT.glob("*.md")),
    *(p for p in (ROOT / "docs").glob("*.md") if p.name != "style.md"),
]
DROPPED = {
    "at sight": "by inspection",
    "second opinions?": "cross-checks",
    "but for": "except",
    "beside each other": "side by side, or compare",
    "it is told": "name who tells",
    "the time (is|was) up": "time limit reached",
    "rooms": "layers",
    "doors?": "public modules",
    "rests? on": "uses, depends on",
    "([Oo]ne|[Aa]) (page|line|row|file|node|term|process|processor) a [a-z]+": "per",
    "(minutes?|seconds?|bytes?|megabytes?) a (lemma|claim|point|cell|file|row|chunk|run)": "per",
    "by what .{3,30} (is|are)\\b": "by definition of",
    "is none of": "is not a",
    "1 (hold|fail)\\b": "agree with the number",
}
PATTERN = {re.compile(rf"\b{phrase}"): better for phrase, better in DROPPED.items()}


def dropped(text):
    """The phrases in a text that were dropped, with what to write."""
    return [
        (found[0], better)
        for pattern, better in PATTERN.items()
        for found in pattern.finditer(text)
    ]


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_pages_use_no_dropped_phrase(path):
    assert dropped(" ".join(path.read_text(encoding="utf-8").split())) == []


def helps(command, context):
    """Every help text of a command, and of the commands below it."""
    yield command.get_help(context)
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        below = command.get_command(context, name)
        yield from helps(below, click.Context(below, parent=context, info_name=name))


def test_help_uses_no_dropped_phrase():
    found = list(helps(application, click.Context(application, info_name="proofkit")))
    assert len(found) > 20
    assert [said for text in found for said in dropped(" ".join(text.split()))] == []


@pytest.mark.parametrize("text", ["One page a lemma.", "known at sight", "1 claim: 1 hold, 0 fail"])
def test_a_dropped_phrase_is_noticed(text):
    assert dropped(text)

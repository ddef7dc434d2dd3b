"""The page on walkthroughs, taken literally: a walkthrough in somebody else's collection."""

import re
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from proofkit.foundations.errors import UnknownName, WalkthroughError
from proofkit.language import registry
from proofkit.readers.report.walkthrough import markdown
from proofkit.readers.walkthrough import find
from proofkit.readers.walkthrough.facts import report_on
from proofkit.readers.walkthrough.trial import require_sound

DOCS = Path(__file__).parents[3] / "docs"


def pieces():
    """The examples of the page, in order: header, cell, excerpt, question, choice."""
    page = (DOCS / "walkthroughs.md").read_text(encoding="utf-8")
    return re.findall(r"^(`{3,4})text\n(.*?)^\1$", page, re.M | re.S)


@pytest.fixture
def collection(tmp_path, monkeypatch):
    folder = tmp_path / "inequalities"
    (folder / "walkthroughs").mkdir(parents=True)
    (folder / "__init__.py").write_text('"""Inequalities."""\n')
    guide = (DOCS / "adding_a_lemma.md").read_text(encoding="utf-8")
    module = re.search(
        r"\*\*`inequalities/two_means.py`\*\*\n\n```python\n(.*?)^```", guide, re.M | re.S
    )
    (folder / "two_means.py").write_text(module[1])
    monkeypatch.syspath_prepend(str(tmp_path))
    point = EntryPoint("inequalities", "inequalities", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    report_on.cache_clear()
    yield folder / "walkthroughs" / "two-means.md"
    for name in [name for name in sys.modules if name.startswith("inequalities")]:
        del sys.modules[name]
    report_on.cache_clear()


def test_the_examples_make_a_walkthrough(collection):
    collection.write_text("\n".join(text for _, text in pieces()))
    w = find("two-means")
    require_sound(w)
    text, files = markdown(w)
    assert (w.file, files) == ("inequalities/walkthroughs/two-means.md", {})
    assert "The two means differ by 0.5" in text
    assert [q.id for q in w.questions] == ["product", "which-hypothesis"]


def test_what_is_wrong_with_it_is_named_with_its_place(collection):
    source = "\n".join(text for _, text in pieces())
    collection.write_text(source.replace(":answer: x*y", ":answer: x*y + 1"))
    with pytest.raises(
        WalkthroughError, match=r"inequalities/walkthroughs/two-means.md:\d+: .*x\*y"
    ):
        require_sound(find("two-means"))
    collection.write_text(source.replace("y=3", "y=-1/0"))
    with pytest.raises(WalkthroughError, match=r"two-means.md:\d+: the cell fails: ZeroDivision"):
        markdown(find("two-means"))
    collection.write_bytes(b"\xff")
    with pytest.raises(WalkthroughError, match=r"two-means.md:1: expected text in UTF-8"):
        find("two-means")


def test_a_collection_need_not_have_any(collection):
    collection.parent.rmdir()
    with pytest.raises(UnknownName, match="unknown walkthrough 'two-means'"):
        find("two-means")

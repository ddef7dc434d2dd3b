"""A page that says what is not so does not build: at once, cached, or in parallel."""

import json

import pytest

from proofkit.bridges.sphinx_ext.said import settings
from proofkit.foundations.errors import InputError
from tests.docs.conftest import ALONE

CONF = (
    'extensions = ["proofkit.sphinx_ext", "myst_parser"]\nmyst_enable_extensions = ["dollarmath"]\n'
)
PAPER = "softmax-d1-weights/f-NN"
FALSE_HERE = f"{PAPER} at a1=6/10, n=1000000, d=102"
TRUE = f"""
Title
=====

.. proofkit:lemma:: half
   :claims: square shifted
   :expect: proved
   :expect-here: holds
   :chain:

.. proofkit:verdict:: half/wrong
   :at: x=7
   :expect: fails

.. proofkit:table:: half/square half/wrong

   x=2    => holds fails
   x=1000 => holds holds

.. proofkit:graph:: half

See :proofkit:claim:`half/square`, :proofkit:proved:`half/square`,
:proofkit:refuted:`half/wrong` and :proofkit:fails:`{FALSE_HERE}`.
"""
FALSE = f"""
Title
=====

.. proofkit:lemma:: half
   :expect: proved

.. proofkit:verdict:: half/wrong
   :at: x=7
   :expect: holds

.. proofkit:table:: half/square half/wrong

   x=2    => holds fails

   x=1000 => holds fails

Here is a paragraph
in which :proofkit:holds:`{FALSE_HERE}`
is not so, nor :proofkit:open:`half/square`,
and :proofkit:claim:`half/nothing` does not exist.
"""


@pytest.fixture
def others(document):
    """Enough pages that two processes share them."""
    for number in range(6):
        document.page(f"page{number}.rst", f":orphan:\n\nPage {number}\n======\n\nText.\n")
    return document


def test_a_true_page_shows_everything(document):
    document.page("index.rst", TRUE)
    done = document.build()
    assert done.returncode == 0, done.stderr
    page = document.html()
    assert "A title" in page and "written for this collection" in page
    assert "a square again" in page and "(by half/square)" in page
    assert 'class="proofkit-status proofkit-fails"' in page
    assert "left side 7, right side 100" in page.lower()
    links = page.count('href="#proofkit-half-square"')
    assert links == 3, "the graph and both citations lead to the claim"
    assert "<svg" in page and "proofkit-legend" in page


def test_every_false_statement_is_named_with_its_line(document):
    path = document.page("index.rst", FALSE)
    done = document.build("--keep-going")
    assert done.returncode
    for line, words in {
        5: "half/wrong is proved, but it is refuted",
        8: "half/wrong holds at x = 7, but it fails",
        16: "half/wrong fails at x = 1000, but it holds",
        19: f"{PAPER} holds at a1 = 6/10, n = 1000000, d = 102, but it fails",
        20: "half/square is open, but it is proved",
        21: "unknown claim of half 'nothing'",
    }.items():
        assert [s for s in done.stderr.splitlines() if f"{path}:{line}: " in s and words in s], (
            f"{line} {words}\n{done.stderr}"
        )
    assert "half/square is proved, but" not in done.stderr


@pytest.mark.parametrize("options", [(), ("-j", "2")], ids=["serial", "parallel"])
def test_a_false_page_fails_again_from_the_cache(others, options):
    path = others.page("index.rst", f"Title\n=====\n\nNot :proofkit:holds:`{FALSE_HERE}`.\n")
    for _ in range(2):
        done = others.build(*options)
        assert done.returncode
        assert f"{path}:4: ERROR: the page says that {PAPER} holds" in done.stderr
    others.page("index.rst", f"Title\n=====\n\nBut :proofkit:fails:`{FALSE_HERE}`.\n")
    assert others.build(*options).returncode == 0


@pytest.mark.parametrize("options", [(), ("-j", "2")], ids=["serial", "parallel"])
def test_a_page_that_becomes_false_untouched(others, options):
    """The constant is in a module that the lemma's module imports; no page changes."""
    path = others.page("index.rst", "Title\n=====\n\nNow :proofkit:holds:`half/shifted`\n")
    others.page("md.md", "---\norphan: true\n---\n\n# M\n\n{proofkit:proved}`half/wrong`\n")
    others.constant("100")
    assert others.build(*options).returncode == 0
    others.constant("1")
    for _ in range(2):
        done = others.build(*options)
        assert done.returncode
        assert (
            "md.md:7: ERROR: the page says that half/wrong is proved, but it is refuted"
            in done.stderr
        )
        assert str(path) not in done.stderr


def test_a_page_shows_the_lemma_of_today(document):
    document.page("index.rst", "Title\n=====\n\n.. proofkit:lemma:: half\n   :claims: square\n")
    assert document.build().returncode == 0
    document.retitle("Another title")
    assert document.build().returncode == 0
    assert "Another title" in document.html()


def test_kept_certificates_are_replayed_not_believed(document, monkeypatch):
    """A certificate with another claim's words, or a verdict nobody proved, changes nothing."""
    monkeypatch.setenv("PROOFKIT_CACHE", str(document.folder / "kept"))
    document.page(
        "index.rst",
        "Title\n=====\n\n:proofkit:refuted:`half/wrong`\n\n:proofkit:proved:`half/square`\n",
    )
    assert document.build().returncode == 0
    kept = sorted((document.folder / "kept" / "proofs").glob("*.json"))
    contents = {path: json.loads(path.read_text())[path.stem] for path in kept}
    square = next(c for c in contents.values() if c["id"] == "half/square")
    (wrong,) = (path for path, c in contents.items() if c["id"] == "half/wrong")
    wrong.write_text(json.dumps({wrong.stem: {**square, "id": "half/wrong"}}))
    document.page("index.rst", "Title\n=====\n\n:proofkit:proved:`half/wrong`\n")
    done = document.build()
    assert done.returncode
    assert "half/wrong is proved, but it is refuted" in done.stderr
    for path in kept:
        path.write_text("[" * 100_000)
    document.page("index.rst", "Title\n=====\n\n:proofkit:proved:`half/square`\n")
    assert document.build().returncode == 0


MISTAKES = (
    ".. proofkit:lemma:: nothing",
    ".. proofkit:verdict:: half/square\n   :at: x",
    ".. proofkit:verdict:: half/square\n   :at: x=nan",
    ".. proofkit:verdict:: half/square\n   :at: unheard=1",
    ".. proofkit:verdict:: half",
    ".. proofkit:table:: half/square\n\n   x=1 => maybe",
    ".. proofkit:graph:: half/nothing",
    ":proofkit:holds:`half/square at x=1 x=2`",
    ":proofkit:proved:`half/square at x=1`",
    ":proofkit:proved:`empty`",
    ".. proofkit:ask:: x^2 >= 1",
    ".. proofkit:ask:: x^2 >=",
)


def test_every_mistake_stops_the_build_with_its_place(document):
    """Each is a warning, at which a build with warnings as errors stops."""
    document.page("index.rst", "Title\n=====\n\n.. proofkit:lemma:: half\n")
    paths = {
        text: document.page(f"page{k}.rst", f":orphan:\n\nTitle\n=====\n\n{text}\n")
        for k, text in enumerate(MISTAKES)
    }
    done = document.build("--keep-going")
    assert done.returncode
    said = done.stderr.splitlines()
    for text, path in paths.items():
        marks = tuple(f"{path}:6: {kind}: " for kind in ("ERROR", "WARNING"))
        assert any(line.startswith(marks) for line in said), text
    assert not [line for line in said if "index.rst" in line]


def test_other_formats_have_the_graph_as_text(document):
    document.page("index.rst", "Title\n=====\n\n.. proofkit:graph:: half\n   :by: claim\n")
    done = document.build("-b", "text")
    assert done.returncode == 0, done.stderr
    page = (document.folder / "built" / "index.txt").read_text(encoding="utf-8")
    assert "uses half/square" in page


LESSON = """---
title: A lesson
summary: What goes wrong in cells.
minutes: 10
order: 1
---

A cell:

```{code-cell} python
1 + 1
CELL
```
"""


@pytest.mark.parametrize("cell", ["x = 3", "1 / 0"], ids=["runs", "fails"])
def test_a_cell_that_fails_stops_the_build(document, cell):
    lessons = document.collection / "walkthroughs"
    lessons.mkdir()
    (lessons / "lesson.md").write_text(LESSON.replace("CELL", cell))
    document.page("conf.py", f'{CONF}proofkit_walkthroughs = "lessons"\n{ALONE}')
    document.page("index.rst", "Title\n=====\n\n.. toctree::\n\n   lessons/index\n")
    done = document.build()
    if cell == "1 / 0":
        assert done.returncode
        assert "walkthroughs/lesson.md:12" in done.stderr and "ZeroDivisionError" in done.stderr
    else:
        assert done.returncode == 0, done.stderr
        assert "code-cell" not in document.html("lessons/lesson")
        assert list((document.folder / "built" / "_downloads").rglob("lesson.ipynb"))


def test_settings():
    assert settings("a1 = 6/10, n=1000") == (("a1", "6/10"), ("n", "1000"))
    assert settings("") == ()
    for wrong in ("a1", "=2", "a=", "a=1, a=2"):
        with pytest.raises(InputError):
            settings(wrong)


def test_a_page_asks_and_shows_the_proof(document):
    document.page(
        "index.rst", "Title\n=====\n\n.. proofkit:ask:: x*y <= 1/4\n   :given: x + y = 1\n"
    )
    assert document.build().returncode == 0
    html = (document.folder / "built" / "index.html").read_text()
    assert "proofkit-asked" in html and "proofkit-proved" in html and "the difference" in html


def test_a_page_asks_about_integers(document):
    document.page(
        "index.rst",
        "Title\n=====\n\n.. proofkit:ask:: 2^n >= n + 1\n   :given: n >= 0\n   :integer: n\n",
    )
    assert document.build().returncode == 0
    html = (document.folder / "built" / "index.html").read_text()
    assert "--integer n" in html and "by induction" in html

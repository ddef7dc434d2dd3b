"""The walkthroughs that come with the paper's lemmas, taken in every form."""

import json
import re

import nbformat
import pytest
from nbclient import NotebookClient

from proofkit import cli
from proofkit.readers.report import phrases
from proofkit.readers.report.latex_text import in_ascii
from proofkit.readers.report.style import Style
from proofkit.readers.report.walkthrough import Scribe, markdown, notebook
from proofkit.readers.walkthrough import Prose, library
from proofkit.readers.walkthrough.asking import model_problems

NAMES = [
    "one-loud-token",
    "from-matrix-to-powers",
    "the-golden-threshold",
    "a-neuron-that-fires",
    "with-high-probability",
    "reading-constants",
    "one-number-decides",
    "where-linear-wins",
]
PICTURES = dict(zip(NAMES, (2, 0, 1, 1, 1, 1, 0, 0), strict=True))
each = pytest.mark.parametrize("name", NAMES)


def test_all_are_found_in_order(installed):
    assert list(installed) == NAMES
    for w in installed.values():
        assert 10 <= w.minutes <= 20
        assert sum(q.exercise for q in w.questions) >= 3
        assert not w.questions[0].exercise
        assert w.questions[-1].exercise


@each
def test_the_kernel_agrees_with_every_model_answer(installed, name):
    for question in installed[name].questions:
        assert model_problems(installed[name], question) == []


@each
def test_every_cell_runs_and_a_page_has_its_pictures(installed, name):
    text, files = markdown(installed[name], download=f"{name}.ipynb")
    assert re.findall(r"!\[.+\]\(<(\S+)>\)", text) == list(files)
    assert len(files) == PICTURES[name]
    assert all(picture.svg().startswith(b"<svg") for picture in files.values())
    assert text.count("<details") == text.count("</details>") >= len(installed[name].questions)
    assert f"(<{name}.ipynb>)" in text


def test_a_page_is_the_same_again_and_has_a_dark_side(installed):
    w = installed["the-golden-threshold"]
    (text, files), again = (markdown(w, themes=("light", "dark")) for _ in range(2))
    assert text == again[0]
    assert [p.data for p in files.values()] == [p.data for p in again[1].values()]
    names = ["the-golden-threshold-1-light.svg", "the-golden-threshold-1-dark.svg"]
    assert list(files) == re.findall(r"^```\{image\} (\S+)$", text, re.M) == names
    assert re.findall(r":class: only-(\w+)", text) == ["light", "dark"]
    light, dark = (files[name].svg() for name in names)
    assert light != dark and light == again[1][names[0]].svg()


@each
def test_formulas_are_shown_without_their_markup(installed, name):
    """On a terminal that knows only ASCII, too, and however narrow it is."""
    w = installed[name]
    scribe = Scribe(Style(unicode=False, width=50), w)
    lines = [row for b in w.blocks if isinstance(b, Prose) for row in scribe.prose(b)]
    for number, question in enumerate(w.questions, 1):
        lines += [*scribe.question(question, number), *scribe.after(question)]
        lines += [row for hint in question.hints for row in scribe.hint(hint)]
    shown = "\n".join(lines)
    assert "$" not in shown
    assert "\\" not in shown
    assert "**" not in shown
    assert all(len(row) <= 60 for row in lines)


def test_names_of_other_walkthroughs_are_right(installed):
    for w in installed.values():
        text = "\n".join(b.text for b in w.blocks if isinstance(b, Prose))
        text += "\n".join(q.after for q in w.questions)
        for name in re.findall(r"walkthrough\s+`([^`]+)`", text):
            assert name in installed


def test_reasons_and_answers_are_typeset(installed):
    text, _ = markdown(installed["the-golden-threshold"])
    assert "<summary>$\\ge$ … $n - 1 \\le n$</summary>" in text
    assert r"$(\sqrt{5} - 1)/2$, typed `(sqrt(5) - 1)/2`" in text
    page, _ = markdown(installed["the-golden-threshold"], typeset=phrases.html)
    assert (
        rf"{phrases.inline(chr(92) + 'ge')} … {phrases.inline('n - 1 ' + chr(92) + 'le n')}</s"
        in page
    )


def test_a_long_event_has_a_name(installed):
    text, _ = markdown(installed["where-linear-wins"])
    assert r"\Pr[E_{1}]" in text and "Here $E_{1}$ is the event: " in text


@each
def test_the_notebook_runs_from_top_to_bottom(installed, name):
    text = notebook(installed[name])
    assert text == notebook(library.find(name))
    document = nbformat.reads(text, 4)
    nbformat.validate(document)
    ids = [cell["id"] for cell in document.cells]
    assert len(set(ids)) == len(ids)
    NotebookClient(document, timeout=500, kernel_name="python3").execute()
    shown = [o for cell in document.cells for o in cell.get("outputs", ())]
    assert not [o for o in shown if o["output_type"] == "error"]
    svgs = [o for o in shown if "image/svg+xml" in o.get("data", {})]
    assert len(svgs) == PICTURES[name]
    unanswered = [o for o in shown if "No answer yet" in o.get("data", {}).get("text/plain", "")]
    assert len(unanswered) == len(installed[name].questions)


def test_everything_is_printed_without_asking(capsys):
    assert cli.run(["walkthrough", "the-golden-threshold", "--all"]) == 0
    out = capsys.readouterr().out
    assert "Answer: (sqrt(5) - 1)/2" in out
    assert "softmax-d1-weights/f-NN:  f_NN ≥ 1/2" in out
    assert "[picture: The two sides of softmax-d1-weights/f-NN" in out
    assert "q stops" not in out


def test_exports(tmp_path, capsys):
    page = tmp_path / "page.md"
    assert cli.run(["walkthrough", "one-loud-token", "--format", "markdown", "-o", str(page)]) == 0
    names = re.findall(r"!\[.*\]\(<(.+)>\)", page.read_text())
    assert names == ["one-loud-token-1.svg", "one-loud-token-2.svg"]
    assert all((tmp_path / name).read_bytes().startswith(b"<svg") for name in names)
    assert cli.run(["walkthrough", "one-loud-token", "--format", "ipynb"]) == 0
    assert json.loads(capsys.readouterr().out)["nbformat"] == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing-like-it"],
        ["one-loud-tokn"],
        ["--all"],
        ["one-loud-token", "-o", "x"],
        ["one-loud-token", "--format", "markdown"],
        ["one-loud-token", "--format", "ipynb", "-o", "/nowhere/x.ipynb"],
    ],
)
def test_misuse_is_one_line(arguments, capsys):
    assert cli.run(["walkthrough", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith("proofkit: error: ")
    assert err.count("\n") == 1


def test_commands_that_formulas_do_not_know_are_errors():
    from proofkit.foundations.errors import InputError

    for latex in (r"\frobnicate", r"\frac{1}", "{1", "1}", "^"):
        with pytest.raises(InputError):
            in_ascii(latex)

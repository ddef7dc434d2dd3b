"""The format: what is read, and errors that name the file and the line."""

import pytest

from proofkit.foundations.errors import WalkthroughError
from proofkit.readers.walkthrough import Cell, Excerpt, Prose, Question
from proofkit.readers.walkthrough.cells import Session
from proofkit.readers.walkthrough.reading import read
from proofkit.readers.walkthrough.trial import require_sound


def test_a_walkthrough_is_read(lesson):
    w = read("small", lesson, "small.md")
    assert [type(block) for block in w.blocks] == [Prose, Cell, Question, Prose, Excerpt, Question]
    assert (w.title, w.minutes, w.names) == ("A small lesson", 10, {"p1": "a1*(1 + a1)"})
    assert w.blocks[0].heading == "First"
    unit, wins = w.questions
    assert unit.conditions == ("answer = u_NN",)
    assert unit.after == "It is a power of $n$."
    assert [option.right for option in wins.options] == [True, False]
    assert wins.exercise
    assert lesson.split("\n")[w.blocks[1].line - 1] == "x = 6 * 7"


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("minutes: 10\n", "", 6, "no minutes"),
        ("minutes: 10", "minutes: ten", 1, "whole number"),
        ("order: 1", "order: 1\nauthor: me", 6, "unexpected line"),
        ("---\ntitle", "title", 1, "expected '---'"),
        ("names: p1 = a1*(1 + a1)", "names: p1", 1, "NAME = TERM"),
        ("{code-cell} python", "{code-cell} julia", 13, "{code-cell} python"),
        ("```{code-cell} python", "```python", 13, "a fence opens one of"),
        ('x = 6 * 7\nprint("x is", x)\n', "\n", 13, "the cell is empty"),
        (":hint: Square.", ":clue: Square.", 23, "no option :clue:"),
        (":wrong: n^(1 + a1)\n", "", 18, "plausible answers"),
        (":where: answer = u_NN\n", "", 18, ":where:"),
        ("question} unit", "question} The Unit", 18, "has a name"),
        ("exercise} wins", "exercise} unit", 35, "two questions are called unit"),
        ("- [ ] the crowd ::", "- [x] the crowd ::", 35, "exactly one choice"),
        ("- [ ] the crowd :: (n - 1)*u_NO >= u_NN", "- [ ] the crowd", 41, "TEXT :: "),
        ("What is $u_{NN}$?", "", 18, "asks nothing"),
        ("```{lemma} softmax-d1-weights/f-NN", "```{lemma}", 32, "LEMMA/CLAIM"),
        ("/f-NN\n", "/f-NN\n:show: all\n", 32, "not all"),
        ("u_NN\n:::\n", "u_NN\n", 35, "not closed by :::"),
    ],
)
def test_errors_name_the_line(lesson, old, new, line, said):
    assert old in lesson
    with pytest.raises(WalkthroughError) as caught:
        read("small", lesson.replace(old, new), "small.md")
    assert caught.value.where == f"small.md:{line}"
    assert said in caught.value.reason


def test_a_file_without_end_or_with_an_odd_name_is_refused(lesson):
    with pytest.raises(WalkthroughError, match="is not closed by '---'"):
        read("small", "---\ntitle: x\n", "small.md")
    with pytest.raises(WalkthroughError, match="words joined by"):
        read("Small Lesson", lesson, "small.md")
    with pytest.raises(WalkthroughError, match="more than"):
        read("small", lesson + "x" * 600_000, "small.md")


@pytest.mark.parametrize(
    ("code", "line", "said"),
    [
        ('y = 1\nraise ValueError("no\\nnever")', 15, "ValueError: no"),
        ("y = 1\ny +", 15, "SyntaxError"),
        ("def f():\n    return 1/0\n\nf()", 15, "ZeroDivisionError"),
    ],
)
def test_a_failing_cell_names_file_and_line(lesson, code, line, said):
    w = read("small", lesson.replace('x = 6 * 7\nprint("x is", x)', code), "small.md")
    with pytest.raises(WalkthroughError, match=said) as caught:
        Session(w).run(w.blocks[1])
    assert caught.value.where == f"small.md:{line}"


def test_cells_share_a_namespace_and_show_their_last_value(lesson):
    w = read("small", lesson, "small.md")
    session = Session(w)
    assert session.run(w.blocks[1]).text == "x is 42"
    assert session.run(Cell("x + 1", 1)).text == "43"
    assert session.run(Cell("x = 1", 1)).text == ""
    assert session.run(Cell("print('a')\n[x]", 1)).text == "a\n[1]"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (":answer: n^((1 + a1)^2)", ":answer: n^(1 + a1)", "model answer"),
        (":answer: n^((1 + a1)^2)", ":answer: n^(", "model answer"),
        (":wrong: n^(1 + a1)", ":wrong: n^(1 + 2*a1 + a1^2)", "is not refuted: right"),
        ("- [x] the needle :: u_NN >= (n - 1)*u_NO", "- [x] x :: u_NN <= (n - 1)*u_NO", "not true"),
        ("the crowd :: (n - 1)*u_NO >= u_NN", "y :: u_NN >= u_NO", "is true, not false"),
        ("the crowd :: (n - 1)*u_NO >= u_NN", "y :: u_NX >= u_NO", "u_NX"),
        ("the crowd :: (n - 1)*u_NO >= u_NN", "y :: wins", "a relation"),
        ("p1 = a1*(1 + a1)", "u_NN = n", "u_NN has a meaning of its own"),
        ("p1 = a1*(1 + a1)", "n = 2", "n has a meaning of its own"),
        ("f-NN\n", "f-NX\n", "unknown claim"),
        (
            ":lemma: softmax-d1-weights\n\nWhich",
            ":lemma: softmax-d1-wights\n\nWhich",
            "unknown lemma",
        ),
    ],
)
def test_a_wrong_model_is_an_error(lesson, old, new, said):
    assert old in lesson
    w = read("small", lesson.replace(old, new), "small.md")
    with pytest.raises(WalkthroughError, match=said) as caught:
        require_sound(w)
    assert caught.value.where.startswith("small.md:")


def test_a_right_model_is_none(lesson):
    require_sound(read("small", lesson, "small.md"))

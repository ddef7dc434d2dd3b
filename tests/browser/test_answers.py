"""The answer boxes of walkthroughs in a real browser: what the kernel says, or that it cannot tell."""

import json

import pytest

from proofkit.readers import alone
from proofkit.readers.report.walkthrough.markdown import markdown
from proofkit.readers.walkthrough import find
from proofkit.readers.walkthrough.asking import Asked
from proofkit.readers.walkthrough.judged import PROGRAMS, judged

LESSONS = (
    *("the-golden-threshold", "where-linear-wins", "from-matrix-to-powers"),
    *("one-loud-token", "with-high-probability"),
)
JUDGE = "return new Answers(arguments[0]).judge(arguments[1], arguments[2])"


@pytest.fixture(scope="session")
def lessons():
    return {name: (find(name), judged(find(name))) for name in LESSONS}


@pytest.fixture
def judge(browser, tmp_path, lessons):
    """The reply to an answer: its value, and its sentences."""
    path = tmp_path / "page.html"
    programs = "\n".join(map(alone.text, PROGRAMS))
    path.write_text(f"<!doctype html><meta charset=utf-8><script>{programs}</script>")
    browser.open(path)

    def reply(name, question, typed):
        found = browser.driver.execute_script(JUDGE, lessons[name][1], question, typed)
        return found["value"], " ".join(found["sentences"])

    return reply


def test_the_kernel_and_the_page_agree(judge, lessons):
    """Every model answer is right; every wrong one is refuted, at a point that is named."""
    seen = 0
    for name, (lesson, known) in lessons.items():
        assert known["questions"]
        for question in lesson.questions:
            if question.id not in known["questions"]:
                continue
            for k, option in enumerate(question.options):
                assert (judge(name, question.id, "abcdef"[k])[0] == "right") is option.right
            if question.answer:
                assert judge(name, question.id, question.answer)[0] == "right", question.id
            for wrong in question.wrong:
                value, said = judge(name, question.id, wrong)
                assert value == "wrong", (question.id, wrong, said)
                assert said.startswith("No.")
                assert "left side" in said or "is asked for" in said
            seen += 1
    assert seen == sum(len(lesson.questions) for lesson, _ in lessons.values())


def test_many_spellings_are_understood(judge):
    for typed in ("(sqrt(5) - 1)/2", "(√5−1)/2", "(5^(1/2) - 1) / 2", "(sqrt 5-1)*0.5"):
        assert judge("the-golden-threshold", "root", typed)[0] == "right", typed
    for typed in ("2nd(n-d)", "2·n·d·(n−d)", "2n²d - 2nd²", "2 n d n - 2*n*d**2"):
        assert judge("where-linear-wins", "cost", typed)[0] == "right", typed


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "No answer yet."),
        ("n +", "The end comes too early."),
        ("(n", "A bracket has no partner."),
        ("n)", "A bracket has no partner."),
        ("x", "x is not known here: expected an answer in"),
        ("n^d^2", "Write a^(b^c)"),
        ("alert`1`", "` is not understood"),
        ("n;d", "; is not understood"),
    ],
)
def test_what_is_not_understood_is_said(judge, typed, said):
    value, sentence = judge("where-linear-wins", "cost", typed)
    assert value == "unread"
    assert said in sentence


def test_what_is_nearly_right_is_refuted_by_enclosures(judge):
    """Ten right digits are not the golden ratio; and a division by zero has no value."""
    assert judge("the-golden-threshold", "root", "0.6180339887")[0] == "wrong"
    value, said = judge("the-golden-threshold", "root", "1/(1-1)")
    assert value == "unknown"
    assert "no value" in said


def test_what_cannot_be_told_apart_for_being_vast_is_not_called_right(judge):
    """(1 + x)/(n + x) with so large an x has an enclosure that also contains one half."""
    value, said = judge("one-loud-token", "loud-enough-for-linear", "99999^(99999^99999)")
    assert value == "unknown", said


@pytest.mark.parametrize(
    ("name", "question", "typed", "secret"),
    [
        ("where-linear-wins", "cost", "1", "n^2"),
        ("with-high-probability", "at-thirty", "1", "exp"),
    ],
)
def test_a_wrong_answer_does_not_get_the_right_one(judge, lessons, name, question, typed, secret):
    """The value that was wanted is said, at a point; the formula is left to be found."""
    value, said = judge(name, question, typed)
    by_kernel = Asked(lessons[name][0], by_id(lessons[name][0], question)).answer(typed)
    assert value == by_kernel.value == "wrong"
    for reply in (said, str(by_kernel)):
        assert "your answer is 1" in reply
        assert "is asked for" in reply
        assert secret not in reply


def by_id(lesson, id):
    return next(question for question in lesson.questions if question.id == id)


def test_the_box_on_a_page(browser, tmp_path, lessons):
    """Typed, checked, and the solution unfolds once it is found; proofs are folded."""
    lesson, known = lessons["where-linear-wins"]
    blocks = [b for b in lesson.blocks if getattr(b, "id", "") == "cost" or hasattr(b, "selection")]
    text, _ = markdown(type(lesson)(**{**vars(lesson), "blocks": tuple(blocks)}), judged=known)
    programs = "\n".join(map(alone.text, PROGRAMS))
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{text}<script>{programs}</script>")
    browser.open(path)
    find_all = browser.driver.find_elements
    assert "<details><summary>" in text
    assert all(d.get_attribute("open") is None for d in find_all("css selector", "details"))
    (entry,) = find_all("css selector", "form[data-question=cost] input")
    assert entry.accessible_name == "your answer"
    entry.send_keys("2nd\n")
    (output,) = find_all("css selector", "form[data-question=cost] output")
    assert output.text.startswith("No.")
    assert output.get_attribute("class") == "proofkit-reply proofkit-wrong"
    (solution,) = find_all("css selector", "details.proofkit-solution")
    assert solution.get_attribute("open") is None
    entry.clear()
    entry.send_keys("2nd(n-d)\n")
    assert output.text.startswith("Right, as far as this page can tell.")
    assert solution.get_attribute("open") is not None
    data = json.loads(text.split('id="proofkit-questions">')[1].split("</script>")[0])
    assert data == json.loads(json.dumps(known))
    assert browser.console_errors() == []

"""Verdicts on the steps of a paper: never a proof of what is false, never a refutation where
something was left out, and the cache believed in nothing."""

import json

import pytest

from proofkit.foundations import cache
from proofkit.foundations.errors import UnknownName
from proofkit.questions import ask
from proofkit.questions.paper import Selection, check_paper
from proofkit.questions.paper.settle import question, settle
from proofkit.readers.report import asked

HEAD = "\\documentclass{article}\n\\begin{document}\n"


@pytest.fixture
def verdicts(tmp_path):
    """Verdict, reading and reason of each step of a body."""

    def asked(body, **options):
        path = tmp_path / "paper.tex"
        path.write_text(f"{HEAD}{body}\n\\end{{document}}\n", encoding="utf-8")
        return check_paper(str(path), seconds=3, **options).steps

    return asked


def only(steps):
    (step,) = steps
    return step


def test_a_step_is_proved_from_the_hypotheses_beside_it(verdicts):
    step = only(verdicts(r"Let $0 < x < 1$ and $y > 5$. Then \[ x^2 \le x. \]"))
    assert (step.verdict, step.given) == ("proved", ("0 < x", "x < 1"))
    assert step.outcome.lines and step.line == 3


def test_its_false_twin_is_refuted_at_a_point(verdicts):
    step = only(verdicts(r"Let $0 < x < 2$. Then \[ x^2 \le x. \]"))
    assert step.verdict == "refuted" and set(step.outcome.witness) == {"x"}


def test_a_name_of_which_nothing_is_said_is_never_refuted(verdicts):
    step = only(verdicts(r"Let $0 < x < 2$. Then \[ x \le y. \]"))
    assert step.verdict == "lacks" and "nothing is said of y" in step.outcome.why


@pytest.mark.parametrize(
    ("display", "needs"),
    [
        (r"\frac{1}{x} \ge 0", "x > 0"),
        (r"x + 2 \ge \sqrt{8x}", "x > 0"),
        (r"x^2 \le x", "0 < x, x < 1"),
        (r"\frac{1}{n} \le 1", "n integer >= 1"),
        (r"\frac{1}{n-1} \le \frac{2}{n}", "n >= 2"),
    ],
)
def test_what_a_step_lacks_is_found(verdicts, display, needs):
    step = only(verdicts(rf"\[ {display} \]"))
    assert (step.verdict, step.outcome.witness) == ("lacks", {})
    assert needs.replace("integer ", "") in step.outcome.why.replace("integer ", "")


def test_a_later_start_is_a_hint_and_no_excuse(verdicts):
    step = only(verdicts("% proofkit: let n integer >= 1\n\\[ n + 2 \\le 2 n^2 \\]"))
    assert (step.verdict, step.outcome.why) == ("refuted", "it is proved if n >= 2")


def test_what_is_not_read_beside_a_step_keeps_it_from_being_refuted(verdicts):
    step = only(verdicts("% proofkit: let x > 0\n\\[ x \\le 1 \\quad \\text{if it is small} \\]"))
    assert step.verdict == "open" and "not read" in step.outcome.why


def test_a_constant_that_varies_is_not_refuted(verdicts):
    body = "% proofkit: let C > 0; varies C\n\\[ 2 C \\le C \\]"
    assert only(verdicts(body)).verdict == "open"
    assert only(verdicts(body.replace("; varies C", ""))).verdict == "refuted"


def test_parts_read_as_one_unknown(verdicts):
    proved, unsure, sure = verdicts(
        "% proofkit: let n integer >= 1, m integer >= 1\n"
        r"\[ 2\|v\| \le \|v\|^2 + 1 \] \[ \|v\| \le \|w\| \] \[ n + \|v\| \le 1 + \|v\| \]"
    )
    assert proved.verdict == "proved" and list(proved.parts.values()) == [r"\|v\|"]
    assert unsure.verdict == "open" and "one unknown" in unsure.outcome.why
    assert sure.verdict == "refuted" and set(sure.outcome.witness) == {"n"}


def test_a_part_tied_to_a_name_is_not_refuted_for_all_its_values(verdicts):
    body = "% proofkit: let n >= 1, \\|v\\| = n\n\\[ n + 1 \\le \\|v\\| \\]"
    assert only(verdicts(body)).verdict in ("refuted", "open")
    body = "% proofkit: let n >= 1, \\|v\\| \\le n\n\\[ n \\le \\|v\\| \\]"
    assert only(verdicts(body)).verdict == "open"


def test_what_is_said_of_an_index_keeps_other_indices_from_being_refuted(verdicts):
    body = "% proofkit: let x_1 > 0, x_2 > 0\n{} \\[ x_1 \\le 2 x_2 \\]"
    assert only(verdicts(body.format(""))).verdict == "refuted"
    step = only(verdicts(body.format(r"Let $x_i \le 1$.")))
    assert step.verdict == "open" and "what is said of x_{i}" in step.outcome.why


def test_definitions_are_put_in(verdicts):
    found = verdicts(
        r"\begin{proof} Let $a > 0$ and $L := 1/a$. \[ L^2 a = L \] \[ M = L + 1 \ge 1 \] \end{proof}"
    )
    assert [s.verdict for s in found] == ["proved", "definition", "proved"]


def test_hypotheses_that_contradict_each_other_prove_nothing(verdicts):
    step = only(verdicts("% proofkit: let x > 1, x < 0\n\\[ x \\le x - 1 \\]"))
    assert step.verdict == "open"


def test_terms_that_both_sides_have_are_left_out_if_they_have_a_value(verdicts):
    assert only(verdicts(r"\[ x + y^7 e^{z} \le x + 1 + y^7 e^{z} \]")).verdict == "proved"
    assert only(verdicts(r"\[ 0 + \log x \le 1 + \log x \]")).verdict == "lacks"


def test_a_premise_is_a_hypothesis_and_not_asked(verdicts):
    premise, claim = verdicts("% proofkit: let x >= 0\n\\[ x \\ge 2 \\implies x^2 \\ge 4 \\]")
    assert (premise.verdict, claim.verdict) == ("definition", "proved")
    assert "x >= 2" in claim.given


def test_the_kind_of_a_capital_letter(verdicts):
    body = r"\[ A^2 \ge 0 \]"
    assert only(verdicts(body)).notes == ("A is read as a number",)
    assert only(verdicts(body, selection=Selection(strict=True))).verdict == "not read"
    given = "% proofkit: let A > 1\n" + body
    assert only(verdicts(given, selection=Selection(strict=True))).verdict == "proved"


@pytest.mark.parametrize(
    ("statement", "given"),
    [("x^2 + y^2 >= 2*x*y", ""), ("1/(x-1) > 0", "x > 1"), ("exp(x)*exp(y) = exp(x + y)", "")],
)
def test_the_latex_of_a_proof_is_read_and_proved_again(verdicts, statement, given):
    """Where no case is distinguished: cases are words."""
    answer = ask.run(statement, [given] if given else [])
    said = f"% proofkit: let {given}\n" if given else ""
    found = verdicts(said + asked.as_latex(answer))
    assert found and {step.verdict for step in found} == {"proved"}


BODY = r"""\begin{lemma}\label{a} \[ x \le x + 1 \] \end{lemma}
\begin{proof} \[ x \le x + 2 \] \end{proof}
\begin{equation} x \le x + 3 \label{b} \end{equation}"""


def test_a_selection(verdicts):
    assert [s.line for s in verdicts(BODY, selection=Selection(labels=("a",)))] == [3, 4]
    assert [s.line for s in verdicts(BODY, selection=Selection(labels=("b",)))] == [5]
    assert [s.line for s in verdicts(BODY, selection=Selection(lines=(4, 5)))] == [4, 5]
    with pytest.raises(UnknownName, match="--only: there is no label aa; did you mean a"):
        verdicts(BODY, selection=Selection(labels=("aa",)))


# The cache.

TRUE, FALSE = "x^2 + 1 >= 2*x", "x^2 + 1 >= 3*x"


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("PROOFKIT_CACHE", str(tmp_path / "cache"))
    return cache.current()


def test_an_answer_is_found_again(kept, monkeypatch):
    first = settle(question(TRUE, [], [], 5))
    monkeypatch.setattr("proofkit.questions.ask.run", None)
    again = settle(question(TRUE, [], [], 5))
    assert (again, again.verdict) == (first, "proved")
    assert settle(question(TRUE, [], [], 5)).lines


def forge(kept, asked, change):
    """Change the entry of a question."""
    entry = json.loads(kept.get(asked.key))
    change(entry[asked.key])
    kept.put(asked.key, json.dumps(entry))


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e.update(verdict="proved", lines=[]),
        lambda e: e.update(verdict="proved", certificate=None),
        lambda e: e.update(verdict="sure"),
        lambda e: e.update(lines=3),
        lambda e: e.clear(),
    ],
)
def test_a_forged_entry_is_not_believed(kept, change):
    asked = question(FALSE, [], [], 5)
    assert settle(asked).verdict == "refuted"
    forge(kept, asked, change)
    assert settle(asked).verdict == "refuted"


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        (question(FALSE, [], [], 5), question(TRUE, [], [], 5)),
        (question("x >= 0", [], [], 5), question("x >= 0", ["x >= 1"], [], 5)),
        (question("x >= 1", ["2*x >= 1"], [], 5), question("x >= 1", ["2*x >= 1"], ["x"], 5)),
    ],
    ids=["statement", "hypotheses", "integers"],
)
def test_a_proof_of_something_else_is_not_believed(kept, asked, other):
    assert settle(other).verdict == "proved" and settle(asked).verdict == "refuted"
    stolen = json.loads(kept.get(other.key))[other.key]
    forge(kept, asked, lambda entry: entry.update(stolen))
    assert settle(asked).verdict == "refuted"

"""Answers: many spellings are understood, hostile ones do no harm, and the kernel judges."""

import pytest

from proofkit.foundations.errors import InputError, ProofkitError
from proofkit.language.terms import text
from proofkit.readers.walkthrough.answers import expression
from proofkit.readers.walkthrough.asking import Asked, question
from proofkit.readers.walkthrough.facts import FALSE, OPEN, TRUE, setting
from proofkit.readers.walkthrough.reading import read
from proofkit.readers.walkthrough.stepping import AskedStep, hints, of_lemma, steps_of

NAMES = ("n", "a1", "p1", "b", "alpha")


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("n^(1+a1)", "n^(1 + a1)"),
        ("n**(1+a1)", "n^(1 + a1)"),
        ("n^{1+a₁}", "n^(1 + a1)"),
        ("n²", "n^2"),
        ("n⁻¹", "n^(-1)"),
        ("n^-a1", "n^(-a1)"),
        ("2n(n−1)", "2*n*(n - 1)"),
        ("(n-1)(n+1)", "(n - 1)*(n + 1)"),
        ("3·n × b ÷ 2", "3*n*b*(1/2)"),
        ("√5/2", "sqrt(5)*(1/2)"),
        ("sqrt(log n)", "sqrt(log(n))"),
        ("ln(n)", "log(n)"),
        ("2e^(-n)", "2*exp(1)^(-n)"),
        ("α", "alpha"),
        ("0.7", "7/10"),
        ("1e6", "1000000"),
        (" ( n ) ", "n"),
    ],
)
def test_spellings(typed, same):
    assert text(expression(typed, NAMES)) == text(expression(same, NAMES))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("__import__('os').system('id')", "not understood"),
        ("x", "x is not known here"),
        ("nan", "nan is not known"),
        ("oo", "not known"),
        ("n^n^n", "only one is meant"),
        ("(n", "a bracket has no partner"),
        ("n +", "end of text"),
        ("1/0", "division by zero"),
        ("n; n", "';'"),
        ("n = n", "'='"),
        ("lambda: n", "not understood|not known"),
        ("[n]", "'\\['"),
        ("P(above(1, 1, 3))", "not understood|not an event|not known"),
        ("1" * 400 + "e999", "digits"),
        ("9" * 499, "0.. is not known|digits|not understood|^$"),
        ("(" * 1_000_000, "more than 500"),
        ("(" * 240 + "n" + ")" * 240, "nested"),
        ("n" * 501, "more than 500"),
        ("\0", "not understood"),
        ("😀", "not understood"),
        ("", "empty"),
    ],
)
def test_hostile_answers_are_refused_in_one_line(typed, said):
    if typed == "9" * 499:
        assert expression(typed, NAMES).op == "number"
        return
    with pytest.raises(InputError, match=said) as caught:
        expression(typed, NAMES)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "typed",
    [
        *("10^(10^10)", "n^(10^900)", "(10^900)^(10^900)", "exp(exp(exp(exp(n))))", "(n+1)^500"),
        *("log(log(log(n)))", "1/(a1 - 6/5)", "0^0", "(-n)^(1/2)", "1/(n - n)", "0*log(0)"),
    ],
)
def test_monsters_are_never_right(typed):
    asked = question("from-matrix-to-powers", "needle-unit")
    assert asked.answer(typed).value in ("wrong", "unknown", "unread")


def test_a_tie_at_the_sampled_points_is_not_a_proof(lesson):
    """Equal at the defaults, and at whatever else is tried, is not equal."""
    about = setting("softmax-d1-weights", {})
    term = expression("n^((1+a1)^2) + (n-1000)(n-2)*0", about.writable)
    assert about.judge("answer = u_NN", term).value == TRUE
    near = expression("n^((1+a1)^2) + (a1 - 6/5)", about.writable)
    judged = about.judge("answer = u_NN", near)
    assert judged.value == FALSE
    assert judged.witness["a1"] != "6/5"


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("n - 1 <= n", TRUE),
        ("n <= n - 1", FALSE),
        ("f_NN >= 1/2", TRUE),
        ("f_NN ≥ 1/2 at a1 = 7/10", TRUE),
        ("f_NN >= 1/2 at n = 10^6, d = 102, a1 = 6/10", FALSE),
        ("softmax-d1-weights/f-NN is proved", TRUE),
        ("softmax-d1-weights/f-NN is refuted", FALSE),
        ("softmax-d1-weights/f-NN fails at a1 = 6/10", TRUE),
        ("softmax-d1-weights/f-NN holds at a1 = 6/10", FALSE),
        ("softmax-d1-weights/f-NN uses a1-lower", TRUE),
        ("softmax-d1-weights/f-NN step 2 uses a1-lower", FALSE),
        ("n^(1 + a1) = n^(1 + a1) + 1/n^(10^20)", FALSE),
        ("log(log(n) + 3) <= n^a1 + 2", OPEN),
    ],
)
def test_facts(fact, value):
    assert setting("softmax-d1-weights", {}).judge(fact).value == value


@pytest.mark.parametrize(
    "fact",
    [
        *("f_NN", "n < n < n", "u_XX = 1", "n = n at n = 7", "n = n at n", "n = n at n = sqrt(2)"),
        *("softmax-d1-weights/f-NN step 9 uses a1-lower", "softmax-d1-weights/f-NN uses nothing"),
    ],
)
def test_facts_that_say_nothing(fact):
    with pytest.raises(ProofkitError):
        setting("softmax-d1-weights", {}).judge(fact)


def test_the_reply_shows_a_witness():
    reply = question("from-matrix-to-powers", "needle-unit").answer("n^(1+a1)")
    assert reply.value == "wrong"
    assert "n = 1000, a1 = 6/5" in str(reply)
    assert "3.31131e+14" in str(reply)
    assert "**No.**" in reply._repr_markdown_()


def test_two_sides_that_differ_look_different():
    said = str(question("from-matrix-to-powers", "share").answer("1/(1+n^(1-p1))"))
    mine, wanted = said.partition("your answer is ")[2].split(", and ")
    assert wanted.endswith(" is asked for.")
    assert mine != wanted.removesuffix(" is asked for.")
    said = str(question("with-high-probability", "too-many").answer("2000"))
    assert "softmax-separates holds at m = 2000" in said


def test_choices_are_letters(lesson):
    w = read("small", lesson, "small.md")
    asked = Asked(w, w.questions[1])
    assert [asked.answer(x).value for x in ("a", "B)", "c", "1", "ab", "")] == [
        "right",
        "wrong",
        "unread",
        "unread",
        "unread",
        "unread",
    ]
    with pytest.raises(InputError, match="known: row-sum"):
        question("from-matrix-to-powers", "nothing")


def test_lines_of_a_chain_are_asked_for():
    w = of_lemma("softmax-d1-weights/f-NN")
    ((claim, part),) = steps_of(w.blocks[0])
    first, second, third = AskedStep.all_of(claim, part, {"p1": "a1*(1+a1)"})
    assert first.answer("1/(1 + (n-1)/n^p1)").value == "right"
    assert second.answer("1/2").sentences == (
        "That is true as well, but the author goes another way.",
    )
    assert second.answer("2").value == "wrong"
    assert second.answer("zzz").value == "unread"
    assert third.answer("1/2").value == "right"


def test_a_decimal_that_is_close_is_told_apart():
    said = str(question("the-golden-threshold", "root").answer("0.6180339887498948482"))
    assert "left side 1.0000000000000000000" in said or "left side 0.99999999999" in said


def test_a_reply_speaks_of_claims_as_people_write_them():
    """Neither a sentence that says two things, nor the kernel's own words for an event."""
    said = str(question("where-linear-wins", "shift").answer("a"))
    assert "softmax-unit/shift-invariant holds at shift = 3 (left side" in said
    assert "fails" not in said
    ((claim, part),) = steps_of(of_lemma("reverse-signs/probability-d1").blocks[0])
    (step,) = AskedStep.all_of(claim, part, {})
    for typed, reply in (("5", "This probability >= 5 is false at"), ("1/9", "This probability")):
        assert reply in str(step.answer(typed))
    told = [*map(str, (step.answer("5"), step.answer("1/9"))), *hints(step, 1)]
    assert not any("above(" in sentence for sentence in told)

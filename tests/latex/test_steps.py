"""What is claimed, what is assumed and what is defined: displays, chains, hypotheses and their
scopes."""

import pytest

from proofkit.foundations.errors import InputError


def claims(paper, display, environment="align*"):
    body = f"\\begin{{{environment}}}{display}\\end{{{environment}}}"
    return [s.removeprefix("claim: ") for s in paper.said(body)]


# Chains over rows.


def test_a_row_that_begins_with_a_relation_goes_on(paper):
    assert claims(paper, r"a &\le b \\ &\le c \label{x} \\ &= d.") == ["a <= b", "b <= c", "c = d"]


def test_a_row_that_begins_with_a_sign_goes_on(paper):
    assert claims(paper, r"a &\le b \\ &\quad + c \\ &\le d") == ["a <= b + c", "b + c <= d"]
    assert claims(paper, r"a &\le b + \\ &\quad c") == ["a <= b + c"]


def test_a_minus_sign_begins_a_statement_in_the_first_column(paper):
    assert claims(paper, r"a &\le b \\ -a &\le c") == ["a <= b", "-a <= c"]
    assert claims(paper, r"a &\le b \\ &\quad - c \\ &\le d") == ["a <= b - c", "b - c <= d"]
    assert claims(paper, r"a \le b, \\ - a \le c", "gather*") == ["a <= b", "-a <= c"]
    assert claims(paper, r"a \le b \\ - c", "multline*") == ["a <= b - c"]


@pytest.mark.parametrize("environment", ["gather*", "multline*", "align*"])
def test_a_minus_sign_where_nothing_is_aligned_may_be_either(paper, environment):
    start = "&" if environment == "align*" else ""
    got = claims(paper, rf"{start} a \le b \\ {start} - a \le c", environment)
    assert [s.split(":")[0] for s in got] == ["not read", "not read"]


def test_words_on_a_row_of_their_own_may_be_a_condition(paper):
    steps = paper.steps(r"\begin{align*} &\text{where x is large:} \\ &a \le b \end{align*}")
    assert steps[0].unread == ("where x is large:",)


def test_a_row_that_goes_on_without_a_sign_spoils_both_steps(paper):
    got = claims(paper, r"a &\le b \\ & (c + d) \\ &\le e \\ f &\le g")
    assert [s.split(":")[0] for s in got] == ["not read", "not read", "f <= g"]
    (first, second) = claims(paper, r"a &\le b \\ & c \le d")
    assert "not read" in first and "not read" in second


def test_a_chain_without_a_left_side_is_not_read(paper):
    (first, second) = claims(paper, r"&\le b \\ &\le c")
    assert first == "not read: begins with a relation: what is on its left?" and second == "b <= c"


def test_a_display_within_another_and_split(paper):
    got = claims(paper, r"\begin{split} a &\le b \\ &< c \end{split}", "equation")
    assert got == ["a <= b", "b < c"]


def test_an_annotation_over_a_relation_is_a_remark(paper):
    assert claims(paper, r"a \overset{(a)}{\leq} b \stackrel{\text{(i)}}{\le} c") == [
        "a <= b",
        "b <= c",
    ]
    for over in ("?", "d", "!", "P", r"\mathrm{law}"):
        (got,) = claims(paper, rf"a &\le 1 \\ a &\overset{{{over}}}{{=}} b")[1:] or ["not read"]
        assert "not read" in got, over


def test_a_definition_over_the_equals_sign(paper):
    assert paper.said(r"\[ a \overset{\text{def}}{=} b \le c \]")[0] == "definition: a = b"


def test_relations_without_an_exact_meaning_are_not_read(paper):
    (first, second) = claims(paper, r"a \le b \lesssim c")
    assert first == "a <= b" and "exact meaning" in second


@pytest.mark.parametrize(
    "display",
    [
        r"(1) &= a",  # what the line is called
        r"a, b &> 0",
        r"0 &\le a, b",
        r"\text{OPT} &\le 2 a",
        r"a &\le 2\text{OPT}",
        r"a &\le b\text{diag}(c)",
        r"a &= \operatorname{argmin}_{c} \text{Area}(c)",
        r"a &\le 1,000",
        r"a &\le 0,5",
        r"a \text{ or } b &\le 1",
        r"a &\le b \lor c \le d",
    ],
)
def test_what_may_be_something_else_is_not_read(paper, display):
    got = claims(paper, display)
    assert got and all(s.startswith("not read") for s in got)


# What stands beside.


def test_a_bound_beside_a_chain_is_a_condition(paper):
    assert paper.given(r"\[ a \le b, \quad a \ge 1 \]") == {"a >= 1": "beside"}
    assert paper.given(r"\begin{align*} a &\le b & \text{for all } a > 2 \end{align*}") == {
        "a > 2": "beside"
    }
    assert paper.given(r"\[ a \le b \quad \forall a > 1, \ b > \frac{1}{c} \]") == {
        "a > 1": "beside",
        "b > 1/c": "beside",
    }
    assert paper.given(r"\[ a \le q^2, \qquad q = \frac{a}{2} \]") == {"q = a/2": "beside"}


@pytest.mark.parametrize(
    "beside",
    [
        r"\text{ if } n \text{ is large}",
        r"\quad \text{with probability } 1 - \delta",
        r"\quad\text{for all } v \in V",
        r", \quad i = 1, \dots, n",
    ],
)
def test_a_condition_that_is_not_read_is_remembered(paper, beside):
    step = paper.steps(rf"\[ a \le b {beside} \]")[0]
    assert step.role == "claim" and step.unread


def test_a_reference_beside_a_step_is_no_condition(paper):
    for words in ("(by Lemma 2)", "using (3)", " by Jensen's inequality"):
        (step,) = paper.steps(rf"\begin{{align*}} a &\le b && \text{{{words}}} \end{{align*}}")
        assert step.role == "claim" and not step.unread, words


def test_words_that_only_join_are_no_condition(paper):
    step = paper.steps(r"\[ a \le b \quad \text{and} \]")[0]
    assert step.role == "claim" and not step.unread


def test_what_stands_before_an_arrow_is_nobodys_claim(paper):
    body = r"\begin{align*} a \le 1 &\implies b \le 2 \\ &\iff c \le 3 \end{align*}"
    assert paper.said(body) == ["premise: a <= 1", "claim: b <= 2", "claim: c <= 3"]
    assert paper.given(body) == {"b <= 2": "line before"}


def test_after_a_premise_that_is_not_read_nothing_is_refuted(paper):
    assert paper.steps(r"\[ a \lesssim 1 \implies b \le 2 \]")[-1].unread


# Hypotheses of the text.


def test_what_lasts_and_what_is_in_the_sentence(paper):
    body = r"""\begin{proof} Let $a > 0$. For all $b > 1$ we are done. Since $c \ge 2$ we have
    \[ a \le b + c. \] \end{proof}"""
    assert paper.given(body) == {"a > 0": "proof", "c >= 2": "sentence"}


def test_a_conclusion_is_no_hypothesis(paper):
    assert paper.given(
        r"\begin{proof} Let $a > 0$. Then $b > 1$ and \[ a \le b. \] \end{proof}"
    ) == {"a > 0": "proof"}


def test_a_hypothesis_ends_with_its_environment(paper):
    body = r"""\begin{lemma} Let $a > 0$. \end{lemma}
    \begin{lemma} Let $b > 0$. \end{lemma} \begin{proof} So \[ a \le b. \] \end{proof}"""
    assert paper.given(body) == {"b > 0": "statement"}


def test_a_proof_that_names_its_lemma_has_its_hypotheses(paper):
    body = r"""\begin{lemma}\label{one} Let $a > 0$. \end{lemma}
    \begin{lemma} Let $b > 0$. \end{lemma}
    \begin{proof}[Proof of Lemma~\ref{one}] So \[ a \le b. \] \end{proof}"""
    assert paper.given(body) == {"a > 0": "statement"}


def test_two_sentences_that_quantify_a_letter_bind_it_in_neither_proof(paper):
    body = r"""\begin{lemma} For any $x > 1$ it is so. For any $x < 0$ it is not. \end{lemma}
    \begin{proof} So \[ x \le y. \] \end{proof}"""
    assert paper.given(body) == {}


def test_sets_and_kinds(paper):
    body = r"""Let $a, b \in (0, 1]$, let $n \in \mathbb{N}$, let $c$ be a positive integer, let
    $v \in \R^d$ and $u, w$ be positive reals. \[ a \le b. \]"""
    steps = paper.steps(body)
    assert steps[-1].integers == {"n", "c"}
    assert set(paper.given(body)) == {
        *("0 < a", "a <= 1", "0 < b", "b <= 1", "0 <= n", "c >= 1", "u > 0", "w > 0"),
    }
    assert "vector" in paper.said(body.replace(r"a \le b", r"v \le b"))[-1]


def test_a_display_that_is_assumed_is_a_hypothesis(paper):
    body = r"""\begin{lemma} Let $x_t$ satisfy \[ x_t \le 2. \] \end{lemma}
    \begin{proof} Hence \[ x_t \le 3. \] \end{proof}"""
    assert paper.said(body) == ["premise: x_t <= 2", "claim: x_t <= 3"]
    assert paper.given(body) == {"x_t <= 2": "statement"}


def test_conditions_are_hypotheses(paper):
    body = (
        r"For positive $a, b$ the following conditions hold: \[ a = b. \] Show that \[ a \le 2b. \]"
    )
    assert paper.said(body) == ["premise: a = b", "claim: a <= 2*b"]


def test_what_always_satisfies_something_is_claimed(paper):
    assert paper.said(r"For all $t \ge 1$ the steps satisfy \[ x_t \le 2. \]") == [
        "claim: x_t <= 2"
    ]


def test_chains_in_the_text_of_a_proof(paper):
    body = r"""\begin{proof} We have $a \le a + b \le c$ where $0 < b < 1$, for $0 \le a \le 1 - b$. \end{proof}"""
    assert paper.said(body) == ["claim: a <= a + b", "claim: a + b <= c"]


# Definitions.


def test_a_definition_is_a_hypothesis_below_it(paper):
    body = r"""\begin{proof} Set \[ L := 2a. \] \[ M = L + 1 \le 3 \] \[ M \le 4 \] \end{proof}"""
    assert paper.said(body) == [
        "definition: L = 2*a",
        "definition: M = L + 1",
        "claim: L + 1 <= 3",
        "claim: M <= 4",
    ]
    assert paper.given(body) == {"L = 2*a": "definition", "M = L + 1": "definition"}


def test_an_equation_about_a_known_name_is_a_claim(paper):
    body = r"\begin{proof} Let $M > 0$. \[ M = L + 1 \le 3 \] \end{proof}"
    assert paper.said(body)[0] == "claim: M = L + 1"
    assert paper.said(r"\[ M = M + 1 \le 3 \]")[0] == "claim: M = M + 1"


def test_the_last_definition_of_a_name_holds(paper):
    body = r"\begin{proof} \[ L := 1 \] \[ L := 2 \] \[ L \le 3 \] \end{proof}"
    assert paper.given(body) == {"L = 2": "definition"}


# Comments.


def test_comments_bind_from_there_to_the_end_of_the_environment(paper):
    body = r"""\begin{proof}
    \[ x \le 1 \]
    % proofkit: let x > 0, n integer >= 2, p in [0,1]; function f; vector w
    \[ f(x) \le n p \]
    \end{proof}
    \[ x \le 2 \]"""
    steps = paper.steps(body)
    assert [len(s.hypotheses) for s in steps] == [0, 4, 0]
    assert steps[1].integers == {"n"}


def test_a_later_comment_replaces_what_an_earlier_one_says_of_a_name(paper):
    body = "% proofkit: let x > 0\n% proofkit: let x < 9, y > 0\n\nText.\n% proofkit: let x > 1\n\\[ x \\le y \\]"
    assert paper.given(body) == {"y > 0": "annotated", "x > 1": "annotated"}
    assert set(paper.given(body.replace("\nText.\n", ""))) == {"x > 0", "x < 9", "y > 0", "x > 1"}


def test_a_comment_knows_any_name_and_macro_of_the_paper(paper):
    body = "% proofkit: let \\overline{R} > 0, x^{-}_{i} >= 1, \\min_i y_i > 0, z in \\R\n\\[ a \\le b \\]"
    assert len(paper.given(body)) == 3


def test_a_display_can_be_skipped(paper):
    assert paper.said("% proofkit: skip\n\\[ a \\le b \\]\n\\[ c \\le d \\]") == ["claim: c <= d"]


def test_given_is_a_hypothesis(paper):
    assert paper.given(r"\begin{proof} For \given{x > 0} \[ x \le y \] \end{proof}") == {
        "x > 0": r"\given"
    }
    assert paper.steps(r"For \given{x \in V} \[ x \le y \]")[-1].unread


def test_given_of_another_package_is_none(paper):
    head = "\\newcommand{\\given}{\\mid}\n\\begin{document}\n"
    assert paper.said(r"$P(A \given B)$ \[ x \le y \]", head) == ["claim: x <= y"]


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        ("lett x > 0", "expected `let NAME"),
        ("let", "expected `let NAME"),
        ("let x in V", "expected an interval or a set of numbers"),
        ("let f(x) > 0", "a value of a function, or a product"),
        ("function f(x)", "is no name"),
        ("log base x", "expected a whole number"),
        ("let \\foo{x} > 0", "not known"),
    ],
)
def test_a_comment_that_is_not_understood_is_an_error_with_its_line(paper, comment, reason):
    with pytest.raises(InputError) as error:
        paper.steps(f"% proofkit: {comment}\n\\[ a \\le b \\]")
    assert "paper.tex:4: proofkit:" in str(error.value) and reason in str(error.value)


def test_letters_that_vary_and_the_base_of_logarithms(paper):
    body = "% proofkit: varies C; log base 2\n\\[ \\log n \\le C \\]"
    step = paper.steps(body)[0]
    assert step.varying == {"C"} and paper.said(body) == ["claim: log(n)/log(2) <= C"]


# Macros.


def test_macros_with_arguments_and_defaults(paper):
    head = r"""\newcommand{\half}[2][1]{\frac{#1}{#2}} \def\sq#1{#1^2} \let\eps\varepsilon
    \DeclarePairedDelimiter{\size}{\lvert}{\rvert} \newcommand\be{\begin{equation}}
    \newcommand\ee{\end{equation}} \begin{document}"""
    body = r"\be \half{2} \le \half[3]{4} + \sq{x} + \size*{y} \eps \ee"
    assert paper.said(body, head) == ["claim: 1/2 <= 3/4 + x^2 + abs(y)*varepsilon"]


def test_the_place_of_a_step_is_the_place_of_its_relation(paper):
    (step,) = paper.steps("\\[\n  a\n  \\le\n  b\n\\]")
    text = (paper.folder / "paper.tex").read_text()
    assert step.line == 6 and text[step.token.place :].startswith("\\le\n")


@pytest.mark.parametrize(
    "body",
    [
        r"\newcommand{\x}{1} \[ \x \le 2 \] \renewcommand{\x}{3}",
        r"\newcommand{\x}{\x} \[ \x \le 2 \]",
        r"\def\a{\b}\def\b{\a} \[ \a \le 2 \]",
        r"\def\a{\b\b}\def\b{\c\c}\def\c{\a\a} \[ \a \le 2 \]",
        r"\def\x#1.{#1} \[ \x 1. \le 2 \]",
        r"\newcommand{\x}[1]{#2} \[ \x{1} \le 2 \]",
        r"\newcommand{\x}[2]{#1} \[ 1 \le \x{1} \]",
        r"\ifdraft \newcommand{\x}{1} \else \newcommand{\x}{2} \fi \[ \x \le 2 \]",
    ],
)
def test_a_macro_that_may_mean_something_else_is_not_read(paper, body):
    assert [s.split(":")[0] for s in paper.said(body)] == ["not read"]


def test_what_is_no_formula_is_not_read(paper):
    body = r"""\begin{verbatim} \[ a \le b \] \end{verbatim} \verb|$a \le b$| % \[ a \le b \]
    \iffalse \[ a \le b \] \fi \begin{comment} \[ a \le b \] \end{comment}"""
    assert paper.said(body) == []

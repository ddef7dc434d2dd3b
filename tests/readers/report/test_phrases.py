"""What is a formula is typeset, and what is words stays so."""

import re

import pytest

from proofkit.language import registry
from proofkit.readers.report import phrases
from proofkit.readers.report.proof_lines import symbols


@pytest.mark.parametrize(
    ("said", "typeset"),
    [
        ("p1 >= 1, so n^(1 - p1) <= 1", r"$p_{1} \ge 1$, so $n^{1 - p_{1}} \le 1$"),
        ("(1 + a1)*sqrt(log n)", r"$(1 + a_{1})\,\sqrt{\log n}$"),
        ("-9/10 <= -89/100", r"$-\tfrac{9}{10} \le -\tfrac{89}{100}$"),
        ("m independent neurons", "$m$ independent neurons"),
        ("a half of the needle's own row", "a half of the needle's own row"),
        ("u-NO and alpha-N; cancel", "u-NO and alpha-N; cancel"),
        ("2 of them, at least", "2 of them, at least"),
        ("n is large (", "$n$ is large ("),
        ("2 - -", "2 - -"),
        ("for 2 x 2 matrices", "for 2 × 2 matrices"),
    ],
)
def test_reasons(said, typeset):
    assert phrases.typeset(said) == typeset


@pytest.mark.parametrize(
    ("term", "latex"),
    [
        ("1/(1 + n^(-a1))*x", r"\frac{x}{1 + n^{-a_{1}}}"),
        ("-1 + n", "n - 1"),
        ("n^1", "n"),
        ("0", "0"),
        ("1/n^2", r"\frac{1}{n^{2}}"),
        ("2*3", r"2 \cdot 3"),
    ],
)
def test_terms_of_the_kernel(term, latex):
    assert phrases.formula(term) == latex


def test_the_words_of_every_reason_survive():
    """Nothing is lost: without signs, brackets and dollars the letters are the same."""
    letters = re.compile(r"[^A-Za-z0-9]")
    commands = re.compile(r"\\(?:tfrac|frac|sqrt|left|right|le|ge|cdot|otimes|mathrm|operatorname)")
    for _, claims in registry.find(()):
        for claim in claims:
            for part in claim.parts:
                for step in part.chain.all_steps():
                    written = phrases.typeset(step.reason, symbols(claim))
                    assert written.count("$") % 2 == 0
                    before = letters.sub("", step.reason.replace("sqrt", ""))
                    after = (
                        commands.sub("", written).replace(r"\Pr", "P").replace(r"\lambda", "lam")
                    )
                    assert letters.sub("", after) == before, step.reason


@pytest.mark.parametrize(
    "said",
    [
        "<script>alert(1)</script> and <img src=x onerror=alert(2)>",
        "```{raw} html <script>alert(3)</script> ```",
        "{raw}`<b>` and [click](javascript:alert(4))",
        "`` <b> ` <b>",
    ],
)
def test_an_author_cannot_write_markup_into_a_page(said):
    """Outside code spans nothing is left that starts HTML, a link, a fence or a role."""
    written = phrases.paragraph(said)
    outside = re.sub(r"`[^`]+`", "", written)
    assert not re.search(r"(?<!\\)[<\[{]|``", outside)
    assert "```" not in written

"""Sums of squares for Coq: without denominators, and long ones put together in two steps."""

import pytest

from proofkit.bridges.coq import certificates, checker, combination
from proofkit.bridges.coq.whole import whole
from proofkit.foundations.seals import file_text, seal
from proofkit.kernel.certificates import replay_text
from proofkit.language.terms import parse, text

SUM = [
    {"weight": "1/3", "facts": ["given"], "squares": ["x - 1/2*y"]},
    {"weight": "2/7", "facts": ["given"], "squares": ["3/5*y"]},
    {"weight": "1/11", "signs": ["y^2 + 1/13"], "squares": ["x"]},
    {"weight": "1", "squares": ["x - 1/17*y"]},
]
STATED = "(x - 1/9)*(1/3*(x - 1/2*y)^2 + 2/7*(3/5*y)^2) + 1/11*(y^2 + 1/13)*x^2 + (x - 1/17*y)^2"


@pytest.mark.parametrize(
    ("term", "scale", "without"),
    [
        ("x - 1/2*y + 2/3", 6, "6*x - 3*y + 4"),
        ("1/2*x*(y - 1/3)", 6, "x*(3*y - 1)"),
        ("(x/2 + 1)^3*y", 8, "(x + 2)^3*y"),
        ("x*y - 2", 1, "x*y - 2"),
        ("exp(x/2)/3", 3, "exp(x/2)"),
    ],
)
def test_a_multiple_without_denominators(term, scale, without):
    found, scaled = whole(parse(term))
    assert (found, text(scaled)) == (scale, text(parse(without)))


def certificate():
    """The sum as a proof, replayed by the kernel."""
    because = {"rule": "psatz", "sum": SUM}
    step = {"relation": "<=", "term": parse(STATED), "reason": "as a sum", "because": because}
    claim = {
        "id": "sum",
        "parameters": {"x": "real", "y": "real"},
        "hypotheses": [{"id": "given", "left": "x", "relation": ">=", "right": "1/9"}],
        "definitions": {},
        "statements": [{"left": "0", "relation": "<=", "right": STATED}],
        "verdict": "proved",
        "proofs": [{"facts": [], "steps": [step]}],
        "inhabited": {"x": "1", "y": "1"},
    }
    source = file_text([seal(claim)])
    (verdict,) = replay_text(source)
    assert verdict.value == "proved"
    return source


@pytest.fixture(scope="module")
def documents():
    """The export in one step, and as if the sum were a long one."""
    one = certificates.document(certificate())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(combination, "_MANY", 2)
        two = certificates.document(certificate())
    two.module = "long"
    return one, two


def test_what_is_multiplied_out_has_no_denominators(documents):
    """But for the statement's own, on the left."""
    for document in documents:
        for line in document.text().splitlines():
            if "by (first [ ring" in line:
                assert "/" not in line.partition(" = ")[2].partition(") by")[0]


def test_coq_accepts_both(documents, coqc, tmp_path):
    answers = checker.compile_in(tmp_path, list(documents))
    assert [(a.accepted, a.message) for a in answers] == [(True, "")] * 2

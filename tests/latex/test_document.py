"""Sources of any kind: several files, and files that are broken, endless, huge or no LaTeX."""

import os

import pytest

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.latex.document import Document
from proofkit.latex.steps import PaperReader
from proofkit.latex.tokens import MAX_FILE
from tests.latex.conftest import HEAD, said


def test_files_that_are_input_belong_to_the_paper(paper):
    paper.write(
        "part.tex", "\n% proofkit: let x > 0\n\\[ x \\le 1 \\]\n\\newcommand{\\half}{\\frac12}"
    )
    paper.write("own.sty", "\\newcommand{\\my@x}{x}\\newcommand{\\twice}[1]{2 #1}")
    head = HEAD.replace("\\begin", "\\usepackage{own,amsmath}\n\\begin")
    steps = paper.steps(r"\input{part} \include{gone} \[ \half \le \twice{x} \]", head)
    assert [(os.path.basename(s.file), s.line, said(s)) for s in steps] == [
        ("part.tex", 3, "claim: x <= 1"),
        ("paper.tex", 5, "claim: 1/2 <= 2*x"),
    ]
    assert [len(s.hypotheses) for s in steps] == [1, 0]  # a comment holds in its file


def test_a_file_that_inputs_itself_is_read_once(paper):
    paper.write("loop.tex", "\\input{loop}\\input{paper}\\[ x \\le 1 \\]")
    assert paper.said(r"\input{loop}\input{loop}") == ["claim: x <= 1"]


def test_names_of_files_lead_nowhere_else(paper):
    assert paper.said(r"\input{/etc/hostname} \input{} \input{\foo} \[ x \le 1 \]") == [
        "claim: x <= 1"
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x7fELF\0\0", "binary file"),
        (b"x" * (MAX_FILE + 1), "larger than the limit"),
    ],
    ids=["binary", "large"],
)
def test_a_file_that_is_no_source_is_one_clear_line(tmp_path, data, reason):
    path = tmp_path / "a.tex"
    path.write_bytes(data)
    with pytest.raises(InputError, match=reason):
        Document(str(path))


def test_many_files_are_too_large_together(paper, monkeypatch):
    monkeypatch.setattr("proofkit.latex.document.MAX_SIZE", 1000)
    for k in range(5):
        paper.write(f"p{k}.tex", "x " * 200)
    with pytest.raises(LimitExceeded, match="together larger"):
        paper.steps("".join(f"\\input{{p{k}}}" for k in range(5)))


def test_old_encodings_are_read(tmp_path):
    path = tmp_path / "a.tex"
    path.write_bytes(HEAD.encode() + "Für\\[ x \\le 1 \\]\\end{document}".encode("latin-1"))
    assert [said(s) for s in PaperReader(Document(str(path))).steps()] == ["claim: x <= 1"]


BROKEN = [
    "\\begin{align} x \\le 1",
    "$x \\le 1",
    "\\[ x \\le 1",
    "$$ x \\le 1",
    "{{{{{{",
    "}}}}}}",
    "\\newcommand",
    "\\newcommand{\\x}[99]{a}\\[ \\x \\le 1 \\]",
    "\\def",
    "\\let\\x",
    "\\begin{",
    "\\end{proof}\\end{document}",
    "\\[ \\frac{1}{ \\le 1 \\]",
    "\\[ \\left( x \\le \\right. \\]",
    "\\[ ^_^_ \\le _ \\]",
    "\\[ " + "(" * 3000 + "x" + ")" * 3000 + " \\le 1 \\]",
    "\\[ " + "\\frac{1}{" * 500 + "x" + "}" * 500 + " \\le 1 \\]",
    "\\[ " + "|x" * 200 + " \\le 1 \\]",
    "\\[ " + "x^" * 500 + "x \\le 1 \\]",
    "\\begin{align}" * 500,
    "\\input{" * 20000,
    "\\def\\x{\\y$a$}\\def\\y{\\x$b$}\\x",
    "\\newcommand{\\x}{\\x\\begin{align}}" + "\\x" * 100,
    "\\def\\x{$\\x$}\\x",
    "\\[ x \\le " + "1 + " * 5000 + "1 \\]",
    "\\\\" * 1000,
    "\\[" + "\\\\" * 1000 + "\\]",
    "\\[ x \\le 1 \\]" * 300,
]


@pytest.mark.parametrize("body", BROKEN, ids=range(len(BROKEN)))
def test_broken_sources_come_to_an_end(paper, body):
    try:
        steps = paper.steps(body)
    except InputError as error:
        assert "not closed" in str(error)
        return
    assert {step.role for step in steps} <= {"claim", "not read", "premise", "definition"}


def test_a_broken_formula_does_not_hide_the_next(paper):
    got = paper.said("\\[ x \\le } \\]\n\n\\[ a \\le \\frac{1} \\]\n\n\\[ c \\le d \\]")
    assert got[-1] == "claim: c <= d"

"""`paper` from the command line: exit codes, forms, files, and one line for what is wrong."""

import json
import shutil

import pytest

HEAD = "\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n"
TRUE, FALSE = "\\[ x^2 + 1 \\ge 2x \\]\n", "% proofkit: let x > 0\n\\[ x^2 + 1 \\ge 3x \\]\n"
LACKS = "\\[ x \\ge 0 \\]\n"


@pytest.fixture
def paper(tmp_path, monkeypatch, run):
    """Run `paper` on a body."""
    monkeypatch.chdir(tmp_path)

    def asked(body, *options):
        (tmp_path / "a.tex").write_text(f"{HEAD}{body}\\end{{document}}\n", encoding="utf-8")
        return run("paper", "a.tex", "--jobs", "1", *options)

    return asked


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (TRUE, 0),
        (TRUE + FALSE, 1),
        (LACKS, 3),
        (LACKS + FALSE, 1),
        ("\\[ x \\lesssim 1 \\]\n", 0),
        ("", 0),
    ],
)
def test_the_exit_code_says_the_worst(paper, body, code):
    assert paper(body)[0] == code


def test_text_names_file_line_reading_and_hypotheses(paper):
    code, out, err = paper(TRUE + FALSE)
    assert code == 1 and err == ""
    assert out.splitlines()[:2] == [
        "a.tex:4: proved     x^2 + 1 >= 2*x",
        "a.tex:6: refuted    x^2 + 1 >= 3*x",
    ]
    assert "given x > 0" in out and "fails at x = 1" in out
    assert out.endswith("1 proved, 1 refuted\n")


def test_json_has_the_shape_of_the_contract(paper):
    _, out, _ = paper(TRUE + FALSE, "--format", "json")
    answers = json.loads(out)
    assert answers["schema"] == 1 and answers["summary"]["refuted"] == 1
    first, second = answers["steps"]
    assert {
        k: first[k] for k in ("file", "line", "read", "given", "verdict", "why", "witness")
    } == {
        "file": "a.tex",
        "line": 4,
        "read": "x^2 + 1 >= 2*x",
        "given": [],
        "verdict": "proved",
        "why": "",
        "witness": {},
    }
    assert first["source"] == "x^{2}+1\\ge 2x" and first["proof"][0]["statement"]
    assert second["witness"] == {"x": "1"}


def test_annotations_are_on_the_line_of_the_relation(paper):
    _, out, _ = paper(TRUE + LACKS + FALSE, "--format", "github")
    warning, error, notice = out.splitlines()
    assert error.startswith("::error file=a.tex,line=7,")
    assert warning.startswith("::warning file=a.tex,line=5,") and notice.startswith("::notice::")
    (log,) = json.loads(paper(FALSE, "--format", "sarif")[1])["runs"]
    (result,) = log["results"]
    place = result["locations"][0]["physicalLocation"]
    assert (result["ruleId"], place["region"]["startLine"]) == ("refuted", 5)


def test_the_page_unfolds_each_step(paper):
    _, out, _ = paper(TRUE + FALSE, "--format", "html")
    assert out.count("<details") == 2 and out.count('<details class="claim" open') == 1
    assert "<math" in out and "<script" not in out


def test_the_page_is_safe_from_what_a_paper_says(paper):
    _, out, _ = paper("\\[ x_{\\text{<script>}} \\le \\foo{<b>} \\]\n", "--format", "html")
    assert "<script>" not in out and "<b>" not in out


def test_a_copy_with_marks_leaves_the_source_alone(paper, tmp_path):
    _, _, err = paper(TRUE + FALSE, "-o", "a-checked.tex")
    source, copy = ((tmp_path / name).read_text() for name in ("a.tex", "a-checked.tex"))
    assert "pkmark" not in source
    assert "x^2 + 1 \\pkmark{proved}{1}\\ge 2x" in copy and "\\pkmark{refuted}{2}\\ge 3x" in copy
    assert "\\usepackage{proofkit}\n\\begin{document}" in copy and "\\pknote{refuted}{2}" in copy
    assert (tmp_path / "proofkit.sty").exists()
    if shutil.which("pdflatex"):
        assert "a-checked.pdf is written" in err and (tmp_path / "a-checked.pdf").exists()
    else:
        assert "pdflatex is not installed" in err


def test_a_copy_has_the_files_that_the_source_inputs(paper, tmp_path):
    (tmp_path / "part.tex").write_text(TRUE)
    paper("\\input{part}\n", "-o", "b.tex")
    assert "\\pkmark{proved}{1}\\ge" in (tmp_path / "b.tex").read_text()
    assert (tmp_path / "part.tex").read_text() == TRUE


def test_without_a_latex_there_is_a_copy_and_no_pdf(paper, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    code, _, err = paper(TRUE, "-o", "b.tex")
    assert code == 0 and "pdflatex is not installed" in err and (tmp_path / "b.tex").exists()


def test_a_source_that_is_missing_is_told(paper):
    _, _, err = paper("\\input{gone}\n" + TRUE)
    assert "gone is not found beside a.tex" in err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("gone.tex",), "cannot read gone.tex"),
        (("a.tex", "--only", "lem:x"), "--only: there is no label lem:x"),
        (("a.tex", "--lines", "9-3"), "--lines: expected FIRST-LAST"),
        (("a.tex", "--lines", "x"), "--lines: expected FIRST-LAST"),
        (("a.tex", "--jobs", "0"), "--jobs"),
        (("a.tex", "--seconds", "0"), "0 is not in the range"),
        (("a.tex", "-o", "a.tex"), "is the source"),
        (("a.tex", "-o", "a.pdf"), "expected a name ending in .tex"),
        (("binary.tex",), "binary file"),
        (("comment.tex",), "comment.tex:1: proofkit:"),
    ],
)
def test_bad_input_is_one_line(tmp_path, monkeypatch, refused, options, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tex").write_text(HEAD + TRUE)
    (tmp_path / "binary.tex").write_bytes(b"\0\1\2")
    (tmp_path / "comment.tex").write_text("% proofkit: lett x > 0\n\\[ x \\le 1 \\]")
    assert words in refused("paper", *options)


def test_processes_give_the_same_answers(paper):
    alone = paper(TRUE + FALSE + LACKS)
    assert paper(TRUE + FALSE + LACKS, "--jobs", "2") == alone

r"""The LaTeX of all lemmas goes through a real `pdflatex`, and nothing runs into the margin."""

import re
import subprocess

import pytest

from proofkit.questions import pipeline
from proofkit.questions.paper import read_paper
from proofkit.readers.report import latex_report
from proofkit.readers.report.dossier import Dossier

WIDEST = 10
"""Points that a line may be too wide."""


@pytest.fixture(scope="module")
def dossier(found):
    checked, proofs = pipeline.check((), {}), pipeline.prove(())
    versions = {"proofkit": "1", "sympy": "1"}
    return Dossier(checked, proofs, "0123456789abcdef" * 4, versions, findings=found)


def compiled(folder, text):
    """What `pdflatex` says of it, the second time, when the references are known."""
    (folder / "appendix.tex").write_text(text)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "appendix.tex"]
    for _ in range(2):
        run = subprocess.run(command, cwd=folder, capture_output=True, timeout=300)
        assert run.returncode == 0, run.stdout[-2000:]
    return (folder / "appendix.log").read_text(errors="replace")


def test_the_appendix_of_everything(dossier, tmp_path):
    text = latex_report.document(dossier)
    log = compiled(tmp_path, text)
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert [points for points in wide if points > WIDEST] == []
    assert "undefined" not in log
    for claim in dossier.proofs.claims:
        assert text.count(rf"\label{{proofkit:{claim.claim.name}}}") == 1


def test_the_appendix_is_read_as_a_paper(dossier, tmp_path):
    path = tmp_path / "appendix.tex"
    path.write_text(latex_report.document(dossier))
    _, steps = read_paper(str(path))
    unread = [step for step in steps if step.role == "not read"]
    assert len(steps) > 2000 and len(unread) < len(steps) / 25
    reasons = (
        "function, or a product|a number after a factor|a power, or a label|a function or a product|"
        "a script after braces|steps of an iteration|power after a function"
    )
    assert [step.why for step in unread if not re.search(reasons, step.why)] == []


def test_a_fragment_is_input_by_a_paper(dossier, tmp_path):
    whole = latex_report.fragment(dossier)
    needed = [line[2:] for line in whole.splitlines() if line.startswith("% ")][1:]
    preamble = "\n".join(needed[: latex_report.PREAMBLE.count("\n") + 1])
    assert preamble == latex_report.PREAMBLE
    one = Dossier(
        dossier.checked.__class__(dossier.checked.parameters, dossier.checked.lemmas[:1]),
        dossier.proofs,
        dossier.digest,
        dossier.versions,
    )
    (tmp_path / "part.tex").write_text(latex_report.fragment(one))
    frame = rf"\documentclass{{article}}{preamble}\begin{{document}}\input{{part}}\end{{document}}"
    compiled(tmp_path, frame)


def test_a_citation_has_the_digest(dossier):
    entry = latex_report.bibtex(dossier.proofs, dossier.digest, "1")
    assert entry.startswith("@misc{proofkit-0123456789ab,")
    assert dossier.digest in entry and entry.count("{") == entry.count("}")
    counts = len(dossier.proofs.lemmas), len(dossier.proofs.claims)
    assert f"title = {{Certificates of proofkit: {counts[0]} lemmas}}" in entry
    assert f"note = {{{counts[1]} claims proved for all parameters" in entry

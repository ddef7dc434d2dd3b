"""The gallery of papers: every step is settled as it should be, the slip is found at its line."""

import re
from pathlib import Path

import pytest

from proofkit.questions.paper import DEFINITION, PROVED, REFUTED, check_paper

FOLDER = Path(__file__).parent.parent.parent / "docs" / "papers"
FEWEST = {"attention": 9, "chernoff": 8, "log_sum_exp": 6, "slip": 3, "step_size": 4}


def answers(name):
    return check_paper(str(FOLDER / f"{name}.tex"), seconds=10).steps


def test_all_papers_are_here():
    assert {path.stem for path in FOLDER.glob("*.tex")} == set(FEWEST)


@pytest.mark.parametrize("name", FEWEST)
def test_every_step_is_settled(name):
    found = answers(name)
    assert sum(step.verdict == PROVED for step in found) >= FEWEST[name]
    wrong = [step for step in found if step.verdict not in (PROVED, DEFINITION)]
    if name != "slip":
        assert wrong == []
        return
    (slip,) = wrong
    line = (FOLDER / "slip.tex").read_text().splitlines()[slip.line - 1]
    assert slip.verdict == REFUTED and r"\label{eq:slip}" in line


def test_the_readme_shows_what_is_answered(run):
    """The block of the README is the beginning of what the command prints."""
    readme = (FOLDER.parent.parent / "README.md").read_text(encoding="utf-8")
    shown = next(block for block in readme.split("```text\n")[1:] if block.startswith("slip.tex:"))
    code, out, _ = run("paper", str(FOLDER / "slip.tex"))
    assert code == 1
    printed = " ".join(re.sub(r"^\S*/(?=slip)", "", out, flags=re.M).split())
    assert printed.startswith(" ".join(shown.partition("```")[0].split()))

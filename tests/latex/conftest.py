"""Small papers, and their steps."""

import pytest

from proofkit.latex.document import Document
from proofkit.latex.parts import Names, written
from proofkit.latex.steps import PaperReader

HEAD = "\\documentclass{article}\n\\newcommand{\\R}{\\mathbb{R}}\n\\begin{document}\n"


class Paper:
    """Files in a folder, and what is read of them."""

    def __init__(self, folder):
        self.folder = folder

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def steps(self, body, head=HEAD):
        path = self.write("paper.tex", f"{head}{body}\n\\end{{document}}\n")
        return list(PaperReader(Document(str(path))).steps())

    def said(self, body, head=HEAD):
        """Role and reading of each step, or the reason why there is none."""
        return [said(step) for step in self.steps(body, head)]

    def given(self, body):
        """The hypotheses of the last step, with where they are from."""
        step, names = self.steps(body)[-1], Names()
        return {
            f"{written(h.left, names)} {h.relation} {written(h.right, names)}": h.how
            for h in step.hypotheses
        }


def said(step):
    if step.left is None or step.right is None:
        return f"{step.role}: {step.why}"
    names = Names()
    return f"{step.role}: {written(step.left, names)} {step.relation} {written(step.right, names)}"


@pytest.fixture
def paper(tmp_path):
    return Paper(tmp_path)

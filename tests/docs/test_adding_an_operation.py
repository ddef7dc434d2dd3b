"""The page on adding an operation is right: its lines, put into a copy of proofkit, are enough."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

USED = """
import json
from fractions import Fraction
from sympy import Symbol, tanh
from proofkit.bridges.coq.printing import NAMES
from proofkit.claims import at_most, less
from proofkit.kernel.certificates import Library
from proofkit.kernel.points import Point
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.proof import Chain
from proofkit.questions import crosscheck
from proofkit.questions.ask import run
from proofkit.readers.report.asked import as_latex
from proofkit.readers.report.mathematics import LATEX, UNICODE
from proofkit.search import find
from proofkit.search.contexts import context_of, fact_of

x = Symbol("x", real=True)
lemma = Lemma("tanh-rises", title="t", source="s", provenance="O", section="s",
              parameters=(Parameter("x", "1/3", "a number"),), hypotheses=())
claim = lemma.claim("rises", less(tanh(x), tanh(x + 1)),
                    Chain(tanh(x)).less_than(tanh(x + 1), "tanh rises"))
part = claim.parts[0]
verdict = Point(context_of(claim), {"x": Fraction(1, 3)}).decide(fact_of(part.statement))
print(json.dumps({
    "asked": [run(s, ["x >= 0"], [], 10).verdict for s in ("tanh(x) <= x", "tanh(x) >= 2")],
    "latex": LATEX.statement(part.statement),
    "unicode": UNICODE.statement(part.statement),
    "point": verdict.value,
    "mpmath": crosscheck.Mpmath({"x": Fraction(1, 3)}).opinion(part, {}, verdict),
    "proved": find(claim, Library()).verdict.value,
    "coq": "tanh" in NAMES,
}))
"""


def changes(page):
    """Path, what stands there, what shall: one a hunk of the page's difference."""
    (shown,) = re.findall(r"```diff\n(.*?)```", page, re.S)
    for path, body in re.findall(r"^--- (\S+)\n(.*?)(?=^--- |\Z)", shown, re.S | re.M):
        for hunk in body.split("@@\n")[1:]:
            lines = hunk.splitlines(keepends=True)
            yield (
                path,
                "".join(line[1:] for line in lines if line[0] != "+"),
                "".join(line[1:] for line in lines if line[0] != "-"),
            )


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """A copy of proofkit with the lines of the page in it."""
    place = tmp_path_factory.mktemp("changed")
    shutil.copytree(
        ROOT / "proofkit", place / "proofkit", ignore=shutil.ignore_patterns("__pycache__")
    )
    page = (ROOT / "docs" / "adding_an_operation.md").read_text(encoding="utf-8")
    for path, before, after in changes(page):
        text = (place / path).read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{path} has no such lines any more: {before}"
        (place / path).write_text(text.replace(before, after), encoding="utf-8")
    return place


def test_two_records_make_an_operation(changed):
    done = subprocess.run(
        [sys.executable, "-c", USED],
        cwd=changed,
        env={**os.environ, "PYTHONPATH": str(changed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "asked": ["proved", "refuted"],
        "latex": r"\tanh\left(x\right) < \tanh\left(1 + x\right)",
        "unicode": "tanh(x) < tanh(1 + x)",
        "point": "holds",
        "mpmath": "agree",
        "proved": "proved",
        "coq": False,
    }

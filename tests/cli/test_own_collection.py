"""What the commands say of somebody's own lemmas: one that is false, and one with a pole."""

import os
import subprocess
import sys

import pytest

LEMMA = """
from sympy import symbols
from proofkit.claims import Hypothesis, at_least
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x = symbols("x", real=True)
lemma = Lemma("own-lemma", title="Own", source="a test", provenance="O", section="1",
    parameters=(Parameter("x", "2", "a number"),),
    hypotheses=(Hypothesis("x-lower", at_least(x, 1)),))
lemma.claim("false", at_least(2 * x, 3), Chain(2 * x).at_least(3, "x >= 1"))
lemma.claim("pole", at_least(1 / (x**2 - 2), 1), Chain(1 / (x**2 - 2)).at_least(1, "no"))
lemma.claim("start", at_least(1 / (3 * x - 1), 0), Chain(1 / (3 * x - 1)).at_least(0, "no"))
"""

IMPATIENT = """
from proofkit.questions.pieces import fallback_search
fallback_search.SECONDS = 0.1
from proofkit.cli import main
main()
"""
"""The command, which looks only briefly for what is not there."""


@pytest.fixture
def ours(tmp_path):
    """`ours("prove", ...)` where the package of this one lemma is installed."""
    package, info = tmp_path / "own_lemmas", tmp_path / "own_lemmas-1.0.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text("")
    (package / "own_lemma.py").write_text(LEMMA)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-lemmas\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[proofkit.lemmas]\nown = own_lemmas\n")

    def runner(*arguments):
        done = subprocess.run(
            [sys.executable, "-c", IMPATIENT, *arguments],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, " ".join(done.stdout.split()), done.stderr

    return runner


def test_a_refuted_claim_is_explained_with_its_witness(ours):
    code, said, _ = ours("prove", "own-lemma/false")
    assert code == 1
    (_, witness) = said.split("refuted at ")
    point = witness.partition(" 1 claim")[0]
    assert point.startswith("x = ")
    for form in ("text", "latex"):
        code, said, err = ours("explain", "own-lemma/false", "--format", form)
        assert (code, err) == (0, "")
        assert f"or all parameters it is: refuted, at {point}" in said
        assert form == "latex" or "chain, not a proof 2·x ≥ 3" in said


def test_ranges_end_in_few_digits_at_a_pole(ours):
    code, said, _ = ours("threshold", "own-lemma/pole", "--over", "x", "--from", "0", "--to", "3")
    assert code == 3
    assert "change: fails at x = 1.4142135623 (64 bits); holds at x = 1.4142135624 " in said
    code, said, _ = ours("threshold", "own-lemma/start", "--over", "x", "--from", "1/3")
    assert "not settled for x from 1/3 to 0.3333333334, width below 1e-10 holds" in said
    assert max(len(word) for word in said.split()) < 20

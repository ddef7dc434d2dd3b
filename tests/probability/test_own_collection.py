"""A collection of one's own: its data sets, its threshold, and a bound that it proves."""

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

LEMMA = """
from sympy import Rational, symbols

from proofkit.attention import Attention, ones, softmax
from proofkit.attention.needle import needle_data
from lemmas.notation import BIAS, CLASS, COLUMNS, COPIES, NEEDLE_D1, NEURONS, TOKENS
from proofkit.claims import Hypothesis, at_least
from proofkit.events import P, none, weighted
from proofkit.lemma import Lemma
from proofkit.proof import Chain

n, d, t, m = symbols("n d t m", positive=True)
a1, b, c = symbols("a1 b c", real=True)
quiet = needle_data("quiet", n=n, d=d, t=t, a=a1 - a1, b=b, c=c)
loud = needle_data("loud", n=n, d=d, t=t, a=a1, b=b, c=c)
threshold = c + 2 * b
attention = Attention(quiet, softmax, ones)
rows = [
    weighted(threshold, *((attention.context(q, k.name), k.count) for k in quiet.columns))
    for q in attention.queries()
]
lemma = Lemma(
    "own-network", title="Own", source="Own", provenance="O", section="1",
    parameters=(TOKENS, COLUMNS, COPIES, NEEDLE_D1, CLASS, BIAS, NEURONS),
    hypotheses=[Hypothesis(f"{s}-range", at_least(s, 1)) for s in (n, d, t, m)],
    quantities=(attention,),
)
silent = P(none(m, *rows))
lemma.claim("silent", at_least(silent, 0), Chain(silent).at_least(0, "a probability"))
"""

SETTINGS = """
from own.own_network import lemma, loud, quiet, threshold
from lemmas.notation import FAILURE
from proofkit.probability import Separation

*data, neurons = lemma.parameters
SEPARATIONS = (
    Separation(
        "own", tuple(data), quiet, loud, threshold, neurons, FAILURE,
        bounds={"softmax": {"silent-d0": lemma.claims["silent"]}}, promises={},
    ),
)
"""


@pytest.fixture
def run(tmp_path):
    """`proofkit` in a process that finds the collection, and the paper."""
    (tmp_path / "own").mkdir()
    for name, text in (("__init__", ""), ("own_network", LEMMA), ("settings", SETTINGS)):
        (tmp_path / "own" / f"{name}.py").write_text(text)
    metadata = tmp_path / "own-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[proofkit.lemmas]\nown = own\n")

    def runner(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "proofkit", *arguments],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    return runner


def test_its_probabilities(run):
    done = run("probability", "--separation", "own", "-p", "d=7", "--format", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert "a0" not in found["parameters"]
    assert Fraction(found["softmax"]["exact"]["fires-d1"]) > Fraction(1, 2)
    assert found["softmax"]["proved"]["silent-d0"] == "0"
    assert set(found["linear"]["proved"].values()) == {None}
    text = run("probability", "--separation", "own", "-p", "d=7").stdout
    assert "linear attention separates with probability" in " ".join(text.split())
    assert "is a theorem" not in text


def test_which_one_has_to_be_said(run):
    done = run("probability")
    assert (done.returncode, done.stdout) == (2, "")
    assert "several separations are declared: own, paper" in done.stderr
    assert run("probability", "--separation", "paper", "-p", "m=1").returncode == 0


def test_drawing_it(run):
    done = run("simulate", "--separation", "own", "-p", "d=7", "-p", "m=3", "--trials", "500")
    assert done.returncode == 0, done.stderr
    assert "simulation, exact values and proved bounds are consistent" in done.stdout

"""In a notebook what proofkit answers shows itself; run by a real IPython shell."""

import json
import re
import subprocess
import sys

import pytest

SESSION = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import proofkit
from proofkit.bridges.notebook import slider
from proofkit.language.registry import find
from proofkit.questions.threshold import threshold
((lemma, claims),) = find(("softmax-d1-weights/f-NN",))
shown = {
    "claim": claims[0],
    "lemma": lemma,
    "chain": claims[0].parts[0].chain,
    "check": proofkit.check("softmax-d1-weights/f-NN", a1="6/10", n="1e6", d=102),
    "prove": proofkit.prove("softmax-d1-weights/f-NN"),
    "proof": proofkit.prove("softmax-d1-weights/f-NN").claims[0],
    "true": proofkit.ask("x^2 + y^2 >= 2*x*y"),
    "false": proofkit.ask("x^2 < 3 + 0*y"),
    "threshold": threshold("softmax-d1-weights/f-NN", "a1")[0],
}
moved = lambda: slider("softmax-d1-weights/f-NN", "a1", ["0.6", "0.7"], n="1e6", d=102)
widget = moved()
widget.children[0].value = "0.7"
widget.update()
shown["widget"] = widget.result
sys.modules["ipywidgets"] = None
shown["slider"] = moved()
format = shell.display_formatter.format
print(json.dumps({name: format(value)[0] for name, value in shown.items()}))
"""


@pytest.fixture(scope="module")
def shown():
    run = subprocess.run(
        [sys.executable, "-c", SESSION], capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", ["claim", "lemma", "check", "prove", "proof"])
def test_statements_are_typeset(shown, name):
    assert "<math" in shown[name]["text/html"]


def test_verdicts_are_seen(shown):
    assert 'proofkit-fails">fails' in shown["check"]["text/html"]
    assert 'proofkit-proved">proved' in shown["prove"]["text/html"]
    assert 'proofkit-refuted">refuted' in shown["false"]["text/html"]
    assert "fails at" in shown["false"]["text/html"]
    assert "a1 moves from" in shown["threshold"]["text/html"]


@pytest.mark.parametrize("name", ["chain", "proof", "true"])
def test_proofs_are_aligned(shown, name):
    said = shown[name]["text/latex"]
    asked, _, lines = said.partition(r"\begin{align*}")
    assert asked.startswith("For all reals $x$, $y$: " if name == "true" else "")
    assert lines.endswith(r"\end{align*}")
    assert r"\text{" in said


def test_a_proof_stands_below_its_verdict(shown):
    """As mathematics that needs no program, with a reason a line."""
    for name, lines in (("true", 1), ("proof", 3)):
        html = shown[name]["text/html"]
        verdict, _, proof = html.partition('proofkit-proved">proved')
        assert proof.count('class="proofkit-why"') == lines
        assert "<math" in proof and "<math" not in verdict
        assert not re.search(r"\\[(a-z]", proof), "everything is set"
    assert "divide by" in shown["proof"]["text/html"]


def test_a_slider_shows_the_verdicts_where_it_stands(shown):
    assert 'proofkit-holds">holds' in shown["widget"]["text/html"]
    assert "a1 = 7/10" in shown["widget"]["text/html"]


def test_plain_text_where_nothing_else_is_shown(shown):
    assert shown["true"]["text/plain"].startswith("proved  x^2 + y^2 >= 2*x*y")
    assert shown["check"]["text/plain"].startswith("At n = ")
    assert "0 refuted, 0 open" in shown["prove"]["text/plain"]
    assert shown["threshold"]["text/plain"].startswith("a1 moves from")
    assert shown["slider"]["text/plain"] == "a1 = 0.6: 1 fails, 1 unmet\na1 = 0.7: 1 holds"


def test_only_a_notebook_is_told():
    code = "import sys, proofkit; print('proofkit.bridges.notebook' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"

"""`prove --show-chain` and `prove --without-chains`."""

import sympy

from proofkit.cli import run
from proofkit.language.proof import Chain
from proofkit.language.registry import find


def test_the_chain_that_is_shown_is_python_for_the_statement(capsys):
    assert run(["prove", "softmax-d1-weights/f-NN", "--without-chains", "--show-chain"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# softmax-d1-weights/f-NN\n(\n    Chain(f_NN)\n")
    ((_, (claim,)),) = find(["softmax-d1-weights/f-NN"])
    names = {name: d.symbol for name, d in claim.definitions.items()}
    chain = eval(shown, {"Chain": Chain, **vars(sympy), **names})
    assert chain.start == claim.parts[0].statement.left
    assert chain.steps[-1].term == claim.parts[0].statement.right


def test_without_chains_counts_what_the_search_proves_alone(capsys):
    assert run(["prove", "hoeffding", "dataset", "--without-chains"]) == 0
    out = capsys.readouterr().out
    assert " ".join(out.split()).endswith(
        "The search alone is enough for 3 of 3 claims that are not about probabilities, 100 %."
    )


def test_python_does_not_go_with_json(capsys):
    assert run(["prove", "dataset", "--show-chain", "--format", "json"]) == 2
    assert "--show-chain" in capsys.readouterr().err

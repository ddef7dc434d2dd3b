"""The JSON of `check` and `prove` keeps its contract."""

import json

from proofkit.readers.report import json as report_json


def test_the_contract_of_check(report):
    document = json.loads(report_json.check(report))
    assert list(document) == ["schema", "parameters", "lemmas", "summary"]
    assert document["schema"] == 1
    assert document["parameters"] == {"n": "1000", "a1": "3/5"}
    assert document["summary"] == {"holds": 1, "fails": 1, "undecided": 1, "unmet": 1}
    (lemma,) = document["lemmas"]
    assert list(lemma) == ["id", "source", "provenance", "title", "kinds", "hypotheses", "claims"]
    assert lemma["kinds"] == {"n": "real", "a1": "real"}
    assert lemma["provenance"] == "R"
    assert lemma["hypotheses"][1] == {
        "key": "a1-lower",
        "id": "a1-lower",
        "statement": "a1 >= 7/10",
        "verdict": "unmet",
    }
    assert lemma["claims"][0] == {
        "id": "f-NN",
        "statement": "f_NN >= 1/2",
        "latex": r"f_{NN} \ge \frac{1}{2}",
        "hypotheses": ["n-range", "a1-lower"],
        "verdict": "fails",
        "lhs": "0.43",
        "rhs": "0.5",
        "margin": "-0.0699999999999999999999",
        "bits": 64,
        "crosscheck": {"mpmath": "agree", "numpy": "unavailable"},
        "axioms": [],
    }
    assert lemma["claims"][2]["statement"] == "f_NN <= 1; alpha_N >= n"


def test_prove_carries_steps_and_witness(proofs):
    document = json.loads(report_json.prove(proofs))
    proved, refuted, open_ = document["lemmas"][0]["claims"]
    assert proved["axioms"] == ["hoeffding"]
    assert proved["steps"] == [
        {"relation": ">=", "term": "1/2", "reason": "p1 >= 1", "rule": "powers"}
    ]
    assert "witness" not in proved
    assert refuted["witness"] == {"n": "2", "a1": "7/10"}
    assert open_["reason"] == "step 1 of left is not proved"
    assert document["summary"] == {"proved": 1, "refuted": 1, "open": 1}


def test_verify_and_list(replayed, lemma):
    document = json.loads(report_json.verify(replayed))
    assert document["claims"][0]["statements"] == ["f >= 1/2"]
    assert document["claims"][1]["witness"] == {"n": "2"}
    listing = json.loads(report_json.listing([(lemma, list(lemma.claims.values()))]))
    assert listing["lemmas"][0]["claims"] == ["f-NN", "u-NN", "pair"]


def test_every_number_but_bits_and_counts_is_text(report):
    text = report_json.check(report)
    assert text.isascii()
    document = json.loads(text, parse_float=lambda digits: 1 / 0)
    assert all(isinstance(value, str) for value in document["parameters"].values())

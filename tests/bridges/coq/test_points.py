"""Verdicts at given parameters, exported: Coq accepts them, and they say what the claims say."""

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from proofkit.bridges.coq import checker, export, point_reader
from proofkit.cli.application import run
from proofkit.foundations.errors import Contradiction, InputError, UnknownName
from proofkit.language import registry
from proofkit.questions import pipeline
from tests.bridges.coq.conftest import SETTINGS

SELECTION = ["softmax-d1-weights"]


@pytest.fixture(scope="module")
def general(weights):
    return [weights]


@pytest.fixture(scope="module")
def answers(asked):
    return {answer.theorem: answer for answer in asked if "_points_" in answer.theorem}


def verdicts(points, setting):
    """What the theorems of a setting say, by claim and part."""
    return {
        (t.claim.removesuffix(" at the point"), t.part): t.name.rpartition("_")[2]
        for document in points[setting]
        for t in document.theorems
    }


def test_coq_accepts_every_verdict(answers):
    assert {name: a.message for name, a in answers.items() if not a.accepted} == {}
    assert sum("_points_" in name for name in answers) >= 4 * 12


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_check_decides_is_what_is_exported(setting, points):
    checked = pipeline.check(SELECTION, SETTINGS[setting])
    expected = {row.claim.name: row.verdict for lemma in checked.lemmas for row in lemma.claims}
    found = verdicts(points, setting)
    assert {claim for claim, _ in found} == set(expected)
    for claim, verdict in expected.items():
        own = {said for (name, _), said in found.items() if name == claim}
        assert (verdict == "holds") == (own == {"holds"})
    assert not any(document.left_out for document in points[setting])


def test_claims_fail_below_their_range(points):
    failing = {claim for (claim, _), said in verdicts(points, "below").items() if said == "fails"}
    assert failing == {"softmax-d1-weights/f-NN", "softmax-d1-weights/alpha-N-upper"}
    text = next(d for d in points["below"] if d.needs == ["softmax_d1_weights"]).text()
    assert "f_NN 1000 (3 / 5) (1 / 5) (4 / 5) < 1 / 2." in text


def test_the_statements_are_about_the_definitions_of_the_lemma(points):
    for documents in points.values():
        for document in documents:
            assert "Definition" not in document.text()
            (needed,) = document.needs
            assert f"Require Import {needed}." in document.text()


def test_verdicts_rest_on_no_primitive_floats(answers):
    enclosed = [a for name, a in answers.items() if "at_f_NN_fails" in name]
    assert enclosed
    for answer in answers.values():
        assert not any("Float" in axiom for axiom in answer.axioms)


# Reading back ---------------------------------------------------------------------------

SLIPS = [
    ("f_NN 1000 (3 / 5) (1 / 5) (4 / 5) < 1 / 2.", "f_NN 1000 (3 / 5) (1 / 5) (4 / 5) >= 1 / 2."),
    ("f_NN 1000 (3 / 5) (1 / 5) (4 / 5) < 1 / 2.", "f_NN 1000 (3 / 5) (1 / 5) (4 / 5) <= 1 / 2."),
    ("f_NN 1000 (3 / 5) (1 / 5) (4 / 5) < 1 / 2.", "f_NN 1000 (3 / 5) (1 / 5) (4 / 5) < 2 / 1."),
    ("f_NN 1000 (3 / 5) (1 / 5) (4 / 5) < 1 / 2.", "f_NO 1000 (3 / 5) (1 / 5) (4 / 5) < 1 / 2."),
    ("f_NN 1000 (3 / 5) (1 / 5) (4 / 5) < 1 / 2.", "f_NN 1001 (3 / 5) (1 / 5) (4 / 5) < 1 / 2."),
    ("f_NN 1000 (3 / 5) (1 / 5) (4 / 5) < 1 / 2.", "f_NN 1000 (4 / 5) (1 / 5) (4 / 5) < 1 / 2."),
    ("f_NN 1000 (3 / 5) (1 / 5) (4 / 5) < 1 / 2.", "f_NN 1000 (3 / 5) (4 / 5) < 1 / 2."),
    (
        "f_OO 1000 (3 / 5) (1 / 5) (4 / 5) <= 1 / 1000.",
        "f_OO 1000 (3 / 5) (1 / 5) (4 / 5) <= 1 / 999.",
    ),
    ("u_OO 1000 (1 / 5) (4 / 5) = 1000.", "u_OO 1000 (1 / 5) (4 / 5) = 1000 + 1 / 10 ^ 60."),
    ("u_OO 1000 (1 / 5) (4 / 5) = 1000.", "u_OO 1000 (1 / 5) (4 / 5) <> 1000."),
    ("Theorem at_f_NN_fails :\n  ", "Theorem at_f_NN_fails : 1 > 2 ->\n  "),
    ("Theorem at_f_NN_fails :\n  ", "Theorem at_f_NN_fails : forall n : R,\n  "),
    ("Theorem at_f_NN_fails :", "Theorem at_f_NN_failed :"),
]


@pytest.fixture(scope="module")
def below(general, points):
    """The lemma's file with its verdicts, and what they should say."""
    by_name = {claim.name: claim for _, found in registry.find(()) for claim in found}
    lemma = next(d for d in general if d.module == "softmax_d1_weights")
    document = next(d for d in points["below"] if d.needs == ["softmax_d1_weights"])
    wanted = [
        (t.name, by_name[t.claim.removesuffix(" at the point")], t.part, t.name.rpartition("_")[2])
        for t in document.theorems
    ]
    values = {"n": 1000, "d": 102, "t": 10, "a1": Fraction(3, 5), "b": Fraction(1, 5)}
    values["c"] = 1 - values["b"]
    return lemma.text() + document.text(), wanted, {k: Fraction(v) for k, v in values.items()}


@pytest.mark.parametrize(("old", "new"), SLIPS)
def test_a_slip_of_the_printer_is_refused(old, new, below):
    text, wanted, values = below
    point_reader.compare(text, wanted, values)
    assert text.count(old) == 1
    with pytest.raises((Contradiction, InputError)):
        point_reader.compare(text.replace(old, new), wanted, values)


def test_other_definitions_than_the_claims_are_refused(below):
    text, wanted, values = below
    for old, new in [
        ("exp ((s_N n a1 b c) ^ 2).", "exp ((s_N n a1 b c) ^ 3)."),
        ("(n - 1).", "n."),
    ]:
        assert old in text
        with pytest.raises(Contradiction):
            point_reader.compare(text.replace(old, new), wanted, values)


def test_another_point_is_refused(below):
    text, wanted, values = below
    with pytest.raises(Contradiction):
        point_reader.compare(text, wanted, {**values, "a1": Fraction(7, 10)})


@pytest.mark.parametrize("way", ["holds", "fails"])
def test_the_verdict_is_in_the_statement(way, below):
    text, wanted, values = below
    other = {"holds": "fails", "fails": "holds"}
    turned = [(n, c, p, other[v] if v == way else v) for n, c, p, v in wanted]
    with pytest.raises(Contradiction):
        point_reader.compare(text, turned, values)


def test_false_twins_are_refused(general, points, coqc):
    """Each verdict turned round, with the script that would prove it if it were so."""
    document = next(d for d in points["below"] if d.needs == ["softmax_d1_weights"])
    turned = {" < ": " > ", " > ": " < ", " >= ": " <= ", " <= ": " >= "}
    blocks = []
    for key, lines in document.blocks:
        at = next(k for k, line in enumerate(lines) if line.startswith("Theorem"))
        if any("interval" in line for line in lines):
            sign = next(s for s in turned if s in lines[at + 1])
            said = lines[at + 1].replace(sign, turned[sign])
            script = [re.sub(r"(Rle_ge|Rlt_gt), ", "", line) for line in lines[at + 2 :]]
            if ">" in turned[sign]:
                word = "Rlt_gt" if turned[sign] == " > " else "Rle_ge"
                script = [line.replace("apply (", f"apply {word}, (") for line in script]
            blocks.append((key, [*lines[: at + 1], said, *script]))
    blocks = [blocks[0], blocks[2], blocks[-1]]
    kept = {key for key, _ in blocks}
    theorems = [t for t in document.theorems if f"{t.claim}#{t.part}" in kept]
    assert len(theorems) == 3
    twins = replace(document, blocks=blocks, theorems=theorems)
    lemma = next(d for d in general if d.module == "softmax_d1_weights")
    definitions = replace(lemma, blocks=lemma.blocks[:2], theorems=[])
    found = checker.check([definitions, twins])
    assert [a.theorem for a in found if a.accepted] == []
    assert len(found) == len(theorems)
    for answer in found:
        assert "No applicable tactic" in answer.message


# What is not covered ------------------------------------------------------------------------


def of(selection, given, strict=False):
    proved = pipeline.prove(selection)
    return export.points(proved, export.documents(proved), given, strict)


def test_probabilities_are_listed():
    (document,) = of(["hoeffding/tail"], {"k": "10"})
    assert document.theorems == []
    assert "probability" in document.left_out["hoeffding/tail at the point"]


def test_too_small_a_margin_is_proved_by_the_theorem_or_listed():
    """alpha_N is n^((1 + a1)^2) but for a part in n^40000; with b = 0 not all hypotheses are met,
    but those that the proof uses are."""
    huge = {"a1": "200", "n": "1e18", "d": "22"}
    point = "1000000000000000000 22 50000000000000000 200"
    proved = pipeline.prove(["softmax-d1-weights/alpha-N-lower"])
    made = export.documents(proved)
    (document,) = export.points(proved, made, huge, strict=False)
    assert f"apply (claim_alpha_N_lower {point}" in document.text()
    (document,) = export.points(proved, made, {**huge, "b": "0"}, strict=False)
    assert f"apply Rle_ge, (claim_alpha_N_lower_used {point} 0 1)" in document.text()
    without = [replace(d, theorems=[]) for d in made]
    (document,) = export.points(proved, without, huge, strict=False)
    assert document.theorems == []
    (reason,) = document.left_out.values()
    assert "the two sides agree to" in reason


def test_without_primitive_integers_only_theorems_are_applied(coqc):
    given = {"a1": "6/10", "n": "1000", "d": "102"}
    (document,) = of(["softmax-d1-weights"], given, strict=True)
    assert "Interval" not in document.text() and "interval" not in document.text()
    reason = document.left_out["softmax-d1-weights/f-NN at the point"]
    assert "primitive integers" in reason


def test_unknown_parameters_are_refused():
    with pytest.raises(UnknownName):
        of(["linear-unit"], {"zz": "1"})


def test_the_command_writes_and_checks_them(tmp_path, capsys, coqc):
    folder = tmp_path / "proofs"
    given = ["-p", "x=3"]
    assert (
        run(["export", "coq", "linear-unit", *given, "--check", "--strict", "-o", str(folder)]) == 0
    )
    shown = capsys.readouterr().out
    assert "linear_unit_points.at_" in shown
    record = json.loads((folder / "coq.json").read_text())
    assert record["points"]["parameters"] == {"x": "3"}
    assert set(record["points"]["files"]) == {"linear_unit_points.v"}
    assert "linear_unit_points.v" not in record["files"]
    assert run(["graph", "linear-unit", "--coq", str(folder / "coq.json")]) == 0
    assert capsys.readouterr().out.count("accepted by Coq") == 2
    for theorem in record["theorems"]:  # a verdict at the point alone leaves no mark
        theorem["accepted"] = theorem["claim"].endswith("at the point")
    (folder / "coq.json").write_text(json.dumps(record))
    assert run(["graph", "linear-unit", "--coq", str(folder / "coq.json")]) == 0
    assert "accepted by Coq" not in capsys.readouterr().out

"""What each command prints and with which code it ends, on a small collection."""

import json
from dataclasses import replace

import pytest

from proofkit.foundations.errors import CertificateError, Contradiction, InputError, LemmaError
from proofkit.language import registry, results
from proofkit.language.results import CheckReport
from proofkit.questions import graph


def only(report, verdict):
    """The report reduced to its claims of one verdict, hypotheses met."""
    (lemma,) = report.lemmas
    claims = tuple(c for c in lemma.claims if c.verdict == verdict)
    return CheckReport(report.parameters, (replace(lemma, hypotheses=(), claims=claims),))


def test_check_passes_on_what_it_is_given(run, pipeline, report, tmp_path):
    file = tmp_path / "p.toml"
    file.write_text('n = 7\nb = 0.30\na1 = "6/5"\nt = 1_0.5e1\n')
    pipeline.answer = only(report, "holds")
    code, out, err = run(
        "check", "x", "y/z", "-p", "a1=7/10", "--params", str(file), "-p", " d = 3 "
    )
    assert code == 0
    unused = {line.split()[1] for line in err.splitlines()}
    assert unused == {"b", "t", "d"}, "the lemma of this report has n and a1 only"
    given = {"n": 7, "b": "0.30", "a1": "7/10", "t": "10.5e1", "d": "3"}
    assert pipeline.calls == [("check", ("x", "y/z"), given)]
    assert "u_NN = n^((1 + a1)^2)" in out


@pytest.mark.parametrize(("verdict", "code"), [("holds", 0), ("fails", 1), ("undecided", 3)])
def test_exit_codes_of_check(run, pipeline, report, verdict, code):
    pipeline.answer = only(report, verdict)
    assert run("check")[0] == code


def test_failing_outranks_undecided_and_strict_counts_hypotheses(run, pipeline, report):
    pipeline.answer = report
    assert run("check")[0] == 1
    (lemma,) = report.lemmas
    holds = tuple(c for c in lemma.claims if c.verdict == "holds")
    pipeline.answer = CheckReport(report.parameters, (replace(lemma, claims=holds),))
    assert run("check")[0] == 0
    assert run("check", "--strict")[0] == 1


def test_a_contradiction_is_an_alarm(run, pipeline, alarm):
    pipeline.answer = alarm
    code, out, err = run("check", "--format", "json")
    assert code == 4
    assert json.loads(out)["lemmas"][0]["claims"][0]["crosscheck"] == {"mpmath": "disagree"}
    assert err.startswith("proofkit: error: contradiction: small-weights/u-NN")


@pytest.mark.parametrize(
    ("format", "start"),
    [
        ("text", "At the default parameters"),
        ("json", "{"),
        ("markdown", "# "),
        ("html", "<!DOCTYPE html>"),
    ],
)
def test_formats_of_check(run, pipeline, report, format, start):
    pipeline.answer = report
    assert run("check", "--format", format)[1].startswith(start)


def test_prove_writes_certificates(run, pipeline, proofs, tmp_path):
    pipeline.answer = proofs
    target = tmp_path / "certs.json"
    code, out, _ = run("prove", "dataset", "-o", str(target), "--format", "json")
    assert code == 1
    assert json.loads(target.read_text()) == {"schema": 1, "claims": 3}
    assert json.loads(out)["summary"] == {"proved": 1, "refuted": 1, "open": 1}
    assert [path.name for path in tmp_path.iterdir()] == ["certs.json"]


def test_exit_codes_of_prove(run, pipeline, proofs):
    (lemma,) = proofs.lemmas
    for verdict, code in (("proved", 0), ("refuted", 1), ("open", 3)):
        claims = tuple(c for c in lemma.claims if c.verdict == verdict)
        pipeline.answer = results.ProveReport((replace(lemma, claims=claims),))
        assert run("prove")[0] == code


def test_verify_replays_the_text_of_the_file(run, pipeline, replayed, tmp_path):
    file = tmp_path / "certs.json"
    file.write_text("{…}", encoding="utf-8")
    pipeline.answer = replayed
    code, out, _ = run("verify", str(file))
    assert code == 1
    assert pipeline.calls == [("verify", "{…}")]
    assert "f >= 1/2" in out


def test_a_refused_certificate_names_the_step(refused, pipeline, tmp_path):
    file = tmp_path / "certs.json"
    file.write_text("{}")
    pipeline.answer = CertificateError("x/f step 2", "not smaller")
    assert "refused: x/f step 2: not smaller" in refused("verify", str(file), code=1)
    pipeline.answer = InputError("not JSON")
    assert "not JSON" in refused("verify", str(file))


def test_errors_of_the_engine_are_one_line(refused, pipeline):
    pipeline.answer = LemmaError("collection 'x': cannot\n load\x1b y")
    assert "cannot load? y" in refused("check")
    pipeline.answer = Contradiction("mpmath says otherwise")
    refused("check", code=4)


def test_an_interrupt_ends_quietly(run, pipeline):
    pipeline.answer = KeyboardInterrupt()
    assert run("check") == (130, "", "proofkit: error: interrupted\n")


def test_list_and_explain(run, monkeypatch, lemma):
    claims = list(lemma.claims.values())
    monkeypatch.setattr(registry, "find", lambda *_, **__: [(lemma, claims)])
    monkeypatch.setattr(graph, "relations", lambda selection, progress: {})
    code, out, _ = run("list")
    assert code == 0
    assert "small-weights" in out
    assert json.loads(run("list", "--format", "json")[1])["lemmas"][0]["provenance"] == "R"
    code, out, _ = run("explain", "small-weights")
    assert code == 0
    assert "divide by u_NN" in out
    assert r"\begin{align*}" in run("explain", "small-weights", "--format", "latex")[1]
    assert run("explain", "small-weights", "--color", "always")[1].count("\033[") > 4


def test_a_parameter_that_changes_nothing_is_named(capsys):
    from proofkit import cli

    assert cli.run(("check", "gap-weights/linear-d0", "-p", "a1=3")) == 0
    said = capsys.readouterr().err
    assert "a1 is no parameter of the lemmas checked, and changes nothing" in said

"""The command line on the installed lemmas."""

import json
import pathlib
import subprocess
import sys

import pytest

import lemmas
import proofkit
from proofkit.foundations.errors import InputError
from proofkit.language import registry
from proofkit.readers.report import explain


def verdicts(out):
    document = json.loads(out)
    return {
        f"{lemma['id']}/{claim['id']}": claim["verdict"]
        for lemma in document["lemmas"]
        for claim in lemma["claims"]
    }


def test_every_claim_holds_at_the_defaults(run):
    code, out, err = run("check", "-p", "n=1000", "-p", "d=102", "--strict")
    assert (code, err) == (0, "")
    assert "0 fail, 0 undecided; 0 hypotheses unmet" in out


def test_outside_the_hypotheses_each_claim_is_decided_on_its_own(run):
    code, out, _ = run("check", "softmax-d1-weights", "-p", "a1=6/10", "--format", "json")
    assert code == 1
    hypotheses = {h["id"]: h for h in json.loads(out)["lemmas"][0]["hypotheses"]}
    assert hypotheses["a1-lower"]["verdict"] == "unmet"
    assert verdicts(out)["softmax-d1-weights/f-NN"] == "fails"
    assert verdicts(out)["softmax-d1-weights/f-NN-sharp"] == "holds"
    assert "undecided" not in verdicts(out).values()


@pytest.mark.parametrize(
    ("a1", "verdict"),
    [("618/1000", "fails"), ("0.6180", "fails"), ("6181/10000", "holds"), ("6181e-4", "holds")],
)
def test_a_claim_turns_where_it_should(run, a1, verdict):
    """At n = 10^6 it turns on n^(a1*(1 + a1)) >= n - 1: 998951 at 0.618, 1002041 at 0.6181."""
    options = ["-p", "n=1e6", "-p", f"a1={a1}", "--format", "json"]
    _, out, _ = run("check", "softmax-d1-weights/f-NN", *options)
    assert json.loads(out)["parameters"]["a1"] in {"309/500", "6181/10000"}
    assert list(verdicts(out).values()) == [verdict]


def test_the_engines_agree_where_numbers_are_huge(run):
    """With d = 22 some budgets are exceeded; every claim is decided, and no engine objects."""
    code, out, err = run("check", "-p", "t=5e16", "-p", "d=22", "--format", "json")
    assert (code, err) == (1, "")
    assert json.loads(out)["parameters"]["n"] == str(10**18)
    assert "undecided" not in verdicts(out).values()


def test_a_certificate_is_replayed_without_lemmas_and_search(run, tmp_path):
    file = tmp_path / "certs.json"
    some = [lemma.id for lemma, _ in registry.find(())][::4]
    code, _, _ = run("prove", "softmax-d1-weights", "main-theorem", *some, "-o", str(file))
    assert code == 0
    script = (
        "import sys; from proofkit.cli import run; code = run(['verify', sys.argv[1]]);"
        "foreign = ('lemmas', 'sympy', 'mpmath', 'numpy', 'proofkit.search', 'proofkit.attention');"
        "used = {m for m in sys.modules if f'{m}.'.startswith(tuple(f'{f}.' for f in foreign))};"
        "sys.exit(f'{code} {used}' if code or used else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "softmax-d1-weights/f-NN" in done.stdout


def test_a_changed_certificate_is_refused(refused, run, tmp_path):
    file = tmp_path / "certs.json"
    run("prove", "softmax-d1-weights/f-NN", "-o", str(file))
    text = file.read_text()
    assert "1/2" in text
    file.write_text(text.replace("1/2", "13/20"))
    assert "refused: " in refused("verify", str(file), code=1)


@pytest.mark.parametrize("content", ["", "[1, 2]", "{", "[" * 100_000])
@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "FILE"),
        ("export", "coq", "FILE", "-o", "OUT"),
        ("graph", "softmax-unit", "--coq", "FILE"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_name(
    refused, tmp_path, monkeypatch, arguments, content
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE.json").write_text(content)
    asked = [argument.replace("FILE", "FILE.json") for argument in arguments]
    assert refused(*asked).startswith("proofkit: error: FILE.json: ")


SHIPPED = pathlib.Path(lemmas.__file__).parent / "certificates" / "softmax-unit.json"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ((), 5, "expected claims with an id"),
        ((), {}, "expected claims with an id"),
        (("id",), ["x"], "expected claims with an id"),
        (("verdict",), "true", "verdict: expected proved"),
        (("verdict",), None, "verdict: expected text"),
        (("parameters",), [], "parameters: expected an object"),
        (("parameters", "y"), "complex", "parameter y: expected integer or real"),
        (("hypotheses",), {}, "hypotheses: expected a list"),
        (("definitions",), {"f": "1 +"}, "definition of f: '1 +': unexpected 'end of text'"),
        (("statements", 0), {"left": "1"}, "statement 1: 'relation' is missing"),
        (("statements", 0, "left"), "2 ** 3", "unexpected '*'"),
        (("statements", 0, "right"), 7, "a term is text, got 7"),
        (("proofs", 0), [], "expected an object"),
        (("proofs", 0, "steps"), "none", "steps: expected a list"),
        (("proofs", 0, "steps", 0, "note"), "new", "step 1: unexpected 'note'"),
        (("proofs", 0, "steps", 0, "reason"), 3, "step 1: reason: expected text"),
    ],
)
def test_claims_that_have_not_the_shape_of_claims_are_bad_input(
    refused, tmp_path, path, value, message
):
    claim = next(iter(json.loads(SHIPPED.read_text(encoding="utf-8")).values()))
    content = {"format": "proofkit-certificates", "schema": 2, "claims": [claim]}
    *above, last = ("claims", 0, *path)
    place = content
    for key in above:
        place = place[key]
    place[last] = value
    file = tmp_path / "certs.json"
    file.write_text(json.dumps(content))
    line = refused("verify", str(file))
    assert message in line
    assert "refused" not in line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-p", "d=102.5"], "d: expected an integer, got 205/2"),
        (["-p", "n=999", "-p", "d=102"], "t: expected an integer, got 999/100"),
        (["-p", "n=5", "-p", "d=102", "-p", "t=10"], "expected n = (d - 2)*t"),
        (["-p", "b=1/2", "-p", "c=1/3"], "expected b + c = 1"),
        (["-p", "zeta=1"], "'zeta'"),
        (["-p", "a1=nan"], "a1: expected an exact number"),
        (["-p", "n=10e99999999"], "n: a number of more than 1000 digits"),
        (["softmax-d1-weigths"], "did you mean softmax-d1-weights"),
        (["softmax-d1-weights/f-nn"], "did you mean f-NN"),
    ],
)
def test_bad_input(refused, arguments, message):
    assert message in refused("check", *arguments)


def test_every_installed_lemma_is_explained(run):
    code, out, _ = run("list", "--format", "json")
    assert code == 0
    lemmas = json.loads(out)["lemmas"]
    code, page, _ = run("explain", *(lemma["id"] for lemma in lemmas))
    assert code == 0
    names = [f"{lemma['id']}/{claim}:" for lemma in lemmas for claim in lemma["claims"]]
    assert [name for name in names if name not in page] == []
    assert explain.latex(registry.find(())).count(r"\paragraph") == len(names)


def test_the_same_from_python():
    report = proofkit.check("softmax-d1-weights", n=1000, d=102, a1="6/5")
    assert report.summary == {"holds": 12, "fails": 0, "undecided": 0, "unmet": 0}
    with pytest.raises(InputError, match="a1: expected an exact number"):
        proofkit.check("softmax-d1-weights", a1=1.2)
    assert proofkit.prove("softmax-d1-weights/f-NN").summary["proved"] == 1
    assert "divide by u_NN" in proofkit.explain("softmax-d1-weights/f-NN")


def test_more_certificates_than_a_file_holds_are_refused_before_the_work(
    run, tmp_path, monkeypatch
):
    """Those that are cited count too: `verify` reads what `prove` writes, or it is not written."""
    output = tmp_path / "certificates.json"
    asked = ("prove", "softmax-d1-context/needle-lower", "-o", str(output))
    monkeypatch.setattr("proofkit.foundations.seals.MAX_CLAIMS", 1)
    code, out, err = run(*asked)
    assert (code, out) == (2, "")
    said = "1 claim with the 1 that they cite are more than one file of certificates may hold (1)"
    assert said in err
    assert not output.exists()
    monkeypatch.setattr("proofkit.foundations.seals.MAX_CLAIMS", 2)
    assert run(*asked)[0] == 0
    assert run("verify", str(output))[0] == 0
    monkeypatch.setattr("proofkit.foundations.seals.MAX_FILE", 1000)
    output.unlink()
    code, out, err = run(*asked)
    assert (code, out) == (2, "")
    assert "characters are more than one file of certificates may have (1000)" in err
    assert not output.exists()

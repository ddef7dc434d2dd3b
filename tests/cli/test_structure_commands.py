"""`audit`, `graph`, `pages` and the neighbours in `explain`, on the installed lemmas."""

import hashlib
import json
import shutil

from proofkit.search import gaps, steps


def test_audit(run, monkeypatch):
    """What is not known of the range of n is looked for only briefly."""
    monkeypatch.setattr(gaps, "SECONDS", 0.25)
    monkeypatch.setattr(steps, "GAP_SECONDS", 0.25)
    code, out, err = run("audit", "softmax-d0-weights/f-NN-flat", "--format", "json")
    assert (code, err) == (0, "")
    (lemma,) = json.loads(out)["lemmas"]
    (claim,) = lemma["claims"]
    roles = {h["id"]: h["role"] for h in claim["hypotheses"]}
    assert (roles["a0-upper"], roles["t-range"]) == ("needed", "unused")
    assert claim["together"]["a0"] == "1/100"
    assert "needed a0-upper: the claim fails at" in run("audit", "softmax-d0-weights/f-NN-flat")[1]


def test_graph(run):
    chosen = ("graph", "softmax-d1-weights/alpha-N-upper", "-p", "a1=6/10")
    code, out, err = run(*chosen)
    assert (code, err) == (0, "")
    assert "a1 = 3/5" in out
    assert "alpha-N-upper  fails      proved" in out
    assert run(*chosen, "--format", "dot")[1].startswith("digraph")
    assert "<svg" in run(*chosen, "--format", "svg")[1]
    nodes = json.loads(run(*chosen, "--lemmas", "--format", "json")[1])["nodes"]
    assert [(node["id"], node["kind"]) for node in nodes] == [("softmax-d1-weights", "lemma")]


def test_a_graph_in_a_file(run, refused, tmp_path):
    chosen = ("graph", "softmax-d0-weights/u-OO")
    for name, opening in (("g.html", "<!DOCTYPE html>"), ("g.svg", "<?xml"), ("g.dot", "digraph")):
        code, out, err = run(*chosen, "-o", str(tmp_path / name))
        assert (code, out, err) == (0, f"{tmp_path / name} written\n", "")
        assert (tmp_path / name).read_text().startswith(opening)
    assert "ending in .html, .svg, .dot, .json" in refused(*chosen, "-o", "g.pdf")
    assert "expected --format svg, got dot" in refused(*chosen, "--format", "dot", "-o", "g.svg")
    assert "--lemmas" in refused(*chosen, "--lemmas", "-o", str(tmp_path / "g.html"))


def test_an_explorer_is_a_page(refused):
    assert "ending in .html, got 'x.txt'" in refused("explorer", "-o", "x.txt")


def test_a_missing_program_is_one_line(refused, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert "graphviz" in refused("graph", "softmax-d0-weights/u-OO", "--format", "svg")


def test_bad_input(refused, tmp_path):
    assert "did you mean" in refused("audit", "softmax-d0-weight")
    assert "'zeta'" in refused("graph", "softmax-d0-weights/u-OO", "-p", "zeta=1")
    (tmp_path / "file").write_text("")
    target = str(tmp_path / "file" / "pages")
    assert "cannot make the folder" in refused("pages", "softmax-d0-weights", "-o", target)
    assert "Missing option '-o'" in refused("pages")


def test_pages(run, tmp_path):
    code, out, err = run("pages", "softmax-d0-weights", "-o", str(tmp_path / "new" / "pages"))
    assert (code, err) == (0, "")
    assert out.split()[:4] == ["2", "pages", "written", "to"]
    names = sorted(path.name for path in (tmp_path / "new" / "pages").iterdir())
    assert names == ["index.md", "softmax-d0-weights.md"]


def test_explain_says_what_is_used_and_by_whom(run):
    _, out, _ = run("explain", "softmax-d0-weights/f-NN-flat")
    assert "uses the hypotheses: n-range, a0-lower, a0-upper, split" in out
    assert "uses the claims: softmax-d0-weights/f-NN" in out
    assert "used by: softmax-d0-context/" in out
    _, out, _ = run("explain", "softmax-d0-weights/f-NN-flat", "--format", "latex")
    assert "Used by: softmax-d0-context/" in out


def test_an_entry_decides_nothing(run, refused, tmp_path, monkeypatch):
    """It has the digest of the file that `prove -o` writes."""

    def needless(*args, **more):
        raise AssertionError("nothing is to be checked")

    monkeypatch.setattr("proofkit.questions.pipeline.check", needless)
    path, certificates = tmp_path / "x.bib", tmp_path / "certs.json"
    assert run("prove", "softmax-unit", "-o", str(certificates))[0] == 0
    code, out, _ = run("report", "softmax-unit", "-o", str(path))
    said = f"{path} written: 3 claims under their hypotheses: 3 proved, "
    assert (code, out.split()) == (0, f"{said}0 refuted, 0 open".split())
    assert hashlib.sha256(certificates.read_bytes()).hexdigest() in path.read_text()
    assert "Certificates of proofkit: softmax-unit}" in path.read_text()
    assert "leave out -p" in refused("report", "softmax-unit", "-p", "x=1", "-o", str(path))

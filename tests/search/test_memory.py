"""Proofs that were found before save the search and never change a verdict."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sympy import symbols

from proofkit import cli, search
from proofkit.foundations import cache
from proofkit.foundations.seals import seal
from proofkit.kernel.certificates import Library
from proofkit.language import registry
from proofkit.language.claims import at_least
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import SEARCHED, Chain
from proofkit.search import memory

ROOT = Path(__file__).parent.parent.parent
PAPER = {lemma.id: lemma for lemma, _ in registry.find(())}
x, y = symbols("x y")


def a_lemma(bound=0, reason="a square"):
    made = Lemma(
        "kept",
        title="t",
        source="s",
        provenance="O",
        section="0",
        parameters=(Parameter("x", "1", "a number"),),
        hypotheses=(),
    )
    first = made.claim("square", at_least(x**2, bound), Chain(x**2).at_least(bound, reason))
    left = 1 + x**2
    made.claim("cites", at_least(left, 1), Chain(left).at_least(1, "by it", by=first))
    made.claim("wrong", at_least(x, 100), Chain(x).at_least(100, "it is not so"))
    return made


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache of this test alone."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    return cache.current()


@pytest.fixture
def searched(monkeypatch):
    """The names of the claims that are searched."""
    names, find = [], search.find

    def noted(claim, library, **more):
        names.append(claim.name)
        return find(claim, library, **more)

    monkeypatch.setattr(search, "find", noted)
    return names


def verdicts(lemma):
    library = Library()
    return [search.prove(claim, library).verdict.value for claim in lemma.claims.values()]


WANTED = ["proved", "proved", "refuted"]


def test_what_was_found_is_replayed_and_not_searched(kept, searched):
    assert verdicts(a_lemma()) == WANTED
    assert len(searched) == 3 and kept.size()[0] == 3
    assert verdicts(a_lemma()) == WANTED
    assert len(searched) == 3 and not kept.notes


def test_off_means_searched_anew_and_not_kept(kept, searched):
    with cache.off():
        assert verdicts(a_lemma()) == verdicts(a_lemma()) == WANTED
    assert len(searched) == 6 and kept.size() == (0, 0)


def test_a_changed_claim_is_searched_and_so_are_those_that_cite_it(kept, searched):
    verdicts(a_lemma())
    searched.clear()
    verdicts(a_lemma(reason="squares are not negative"))
    assert searched == ["kept/square", "kept/cites"]


def test_another_instance_of_what_is_cited_is_another_proof():
    lemma = a_lemma()
    square = lemma.claims["square"]
    keys = set()
    for k, term in enumerate((x, 2 * x)):
        chain = Chain(1 + x**2).at_least(1, "by it", by=square(x=term))
        claim = lemma.claim(f"instance-{k}", at_least(1 + x**2, 1), chain)
        keys.add(memory.key(replace(claim, id="instance")))
    assert len(keys) == 2


def test_what_is_not_settled_is_not_kept(kept):
    hard = Lemma(
        "hard",
        title="t",
        source="s",
        provenance="O",
        section="0",
        parameters=(Parameter("x", "2", "a number"), Parameter("y", "3", "a number")),
        hypotheses=(),
    )
    claim = hard.claim(
        "jump",
        at_least(x**2 + y**2, 2 * x * y),
        Chain(x**2 + y**2).at_least(x, "?").at_least(2 * x * y, "?"),
    )
    assert search.prove(claim, Library()).verdict.value == "open"
    assert kept.size() == (0, 0)


# What somebody else wrote there ----------------------------------------------------------


def entry(claim):
    return cache.current().folder / f"{memory.key(claim)}.json"


def certificate(claim):
    return json.loads(entry(claim).read_text())[memory.key(claim)]


POISON = {
    "empty": "",
    "not JSON": "\x00\x01 {",
    "a list": "[1, 2]",
    "deep": "[" * 200_000,
    "no number": '{"key": NaN}',
    "not UTF-8": b"\xff\xfe\xfa",
    "large": b" " * (cache.MAX_ENTRY + 1),
}


@pytest.mark.parametrize("content", POISON.values(), ids=POISON)
def test_a_damaged_entry_costs_a_search_and_is_mended(kept, searched, content):
    lemma = a_lemma()
    verdicts(lemma)
    for claim in lemma.claims.values():
        entry(claim).write_bytes(content if isinstance(content, bytes) else content.encode())
    searched.clear()
    assert verdicts(lemma) == WANTED
    assert len(searched) == 3 and sum(kept.notes.values()) >= 3
    kept.notes.clear()
    assert verdicts(lemma) == WANTED
    assert len(searched) == 3 and not kept.notes


def test_a_truncated_entry_costs_a_search(kept, searched):
    lemma = a_lemma()
    verdicts(lemma)
    for claim in lemma.claims.values():
        whole = entry(claim).read_bytes()
        entry(claim).write_bytes(whole[: len(whole) // 2])
    searched.clear()
    assert verdicts(lemma) == WANTED and len(searched) == 3


def poisons(lemma):
    """Certificates that do not prove the false claim as its author does."""
    square, _, wrong = lemma.claims.values()
    true, false = certificate(square), certificate(wrong)
    proof = {key: true[key] for key in ("proofs", "inhabited")}
    about = {
        key: false[key] for key in ("id", "parameters", "hypotheses", "definitions", "statements")
    }
    step = {**true["proofs"][0]["steps"][0], "term": "100"}
    moved = {**proof, "proofs": [{"facts": [], "steps": [step]}]}
    yield "of another claim", true
    yield "another's under this name", seal({**true, "id": wrong.name})
    yield "another's proof", seal({**about, "verdict": "proved", **proof})
    yield "another's node", seal({**about, "verdict": "proved", **moved})
    yield "a map", seal({**about, "verdict": "map", "over": ["x"], "nodes": [], "pieces": []})
    yield "open", seal({**about, "verdict": "open"})
    yield "no witness", seal({**about, "verdict": "refuted", "witness": {"x": "1000"}, "part": 0})
    yield "no mapping", [1]
    yield "a foreign version", seal({**false, "schema": 1})


def test_a_poisoned_entry_never_makes_a_verdict(kept, searched):
    lemma = a_lemma()
    verdicts(lemma)
    wrong = lemma.claims["wrong"]
    for kind, poison in list(poisons(lemma)):
        entry(wrong).write_text(json.dumps({memory.key(wrong): poison}))
        searched.clear()
        kept.notes.clear()
        assert verdicts(lemma) == WANTED, kind
        assert searched == ["kept/wrong"] and kept.notes, kind


def test_a_proof_with_other_words_is_not_taken_for_the_authors(kept, searched):
    lemma = a_lemma()
    verdicts(lemma)
    square = lemma.claims["square"]
    rude = certificate(square)
    rude["proofs"][0]["steps"][0]["reason"] = "because I say so"
    entry(square).write_text(json.dumps({memory.key(square): seal(rude)}))
    searched.clear()
    found = search.prove(square, Library())
    assert found.verdict.certificate["proofs"][0]["steps"][0]["reason"] == "a square"
    assert searched == ["kept/square"]


def test_a_step_whose_reason_was_found_is_kept_with_it(kept, searched):
    silent = a_lemma(reason=SEARCHED)
    (first, _, _), found = silent.claims.values(), []
    for _ in range(2):
        certificate = search.prove(first, Library()).verdict.certificate
        found.append(certificate["proofs"][0]["steps"][0]["reason"])
    assert searched == ["kept/square"] and found[0] == found[1] != SEARCHED


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path, monkeypatch, searched):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file"))
    assert verdicts(a_lemma()) == WANTED
    (note,) = cache.current().notes
    assert note.startswith("cannot write in ") and cache.current().notes[note] == 3


def test_the_oldest_go_when_there_are_too_many(kept, monkeypatch):
    keys = [f"{k:064x}" for k in range(10)]
    monkeypatch.setattr(cache, "MAX_BYTES", 1_000)
    for k, key in enumerate(keys):
        kept.put(key, "x" * 190)
        os.utime(kept.folder / f"{key}.json", ns=(k * 10**9, k * 10**9))
    assert kept.size()[1] <= 1_000
    assert kept.get(keys[-1]) is not None and kept.get(keys[0]) is None


def test_nothing_but_proofs_is_removed(kept):
    kept.put("0" * 64, "{}")
    stranger = kept.folder / "thesis.tex"
    stranger.write_text("all my work")
    draft = kept.folder / f".{'0' * 50}.abc"
    draft.write_text("{")
    assert kept.clear() == 2
    assert stranger.read_text() == "all my work" and not draft.exists()


# Processes -------------------------------------------------------------------------------

MANY = """
import sys
from sympy import symbols
from proofkit.kernel.certificates import Library
from proofkit.language.claims import at_least
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain
from proofkit import search
x = symbols("x")
lemma = Lemma("many", title="t", source="s", provenance="O", section="0",
              parameters=(Parameter("x", "1", "a number"),), hypotheses=())
for k in range(40):
    left = x**2 + k
    lemma.claim(f"c{k}", at_least(left, k), Chain(left).at_least(k, "a square"))
find, count = search.find, 0
def counting(*a, **b):
    global count
    count += 1
    return find(*a, **b)
search.find = counting
library = Library()
for claim in lemma.claims.values():
    print(search.prove(claim, library).verdict.value, flush=True)
print(count)
"""


def start(folder):
    return subprocess.Popen(
        [sys.executable, "-c", MANY],
        env={**os.environ, "PYTHONPATH": str(ROOT), cache.VARIABLE: str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_processes_at_once_and_one_that_is_killed(tmp_path):
    killed = start(tmp_path)
    for _ in range(10):
        assert killed.stdout.readline() == "proved\n"
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    killed.stdout.close()
    before = len(list((tmp_path / "proofs").glob("*.json")))
    assert before >= 10
    for said in [
        process.communicate()[0].split() for process in (start(tmp_path), start(tmp_path))
    ]:
        assert said[:-1] == ["proved"] * 40 and int(said[-1]) <= 40 - before
    entries = list((tmp_path / "proofs").glob("*.json"))
    assert len(entries) == 40
    assert all(list(json.loads(path.read_text())) == [path.stem] for path in entries)
    assert start(tmp_path).communicate()[0].split()[-1] == "0"


# The command line ------------------------------------------------------------------------

CLAIM = "softmax-d1-weights/f-NN"


def test_commands_share_what_was_found_and_say_what_was_wrong(kept, searched, monkeypatch, capsys):
    monkeypatch.setattr(memory, "_shipped", lambda claim: {})
    assert cli.run(["prove", CLAIM]) == 0
    first = capsys.readouterr()
    assert searched == [CLAIM] and first.err == ""
    for command in (["prove", CLAIM], ["prove", "--format", "json", CLAIM]):
        assert cli.run(command) == 0
        assert searched == [CLAIM]
    capsys.readouterr()
    (only,) = kept.folder.iterdir()
    only.write_text("{}")
    assert cli.run(["prove", CLAIM]) == 0
    again = capsys.readouterr()
    assert (
        again.out == first.out
        and again.err.startswith("proofkit: cache: ")
        and again.err.count("\n") == 1
    )
    assert cli.run(["prove", "--no-cache", CLAIM]) == 0
    assert searched == [CLAIM] * 3
    assert capsys.readouterr().err == ""


def test_the_command_shows_and_clears(kept, capsys):
    kept.put("1" * 64, "{}")
    assert cli.run(["cache"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        str(kept.folder),
        "1 proof, 2 bytes of at most 200 MB",
    ]
    assert cli.run(["cache", "--clear", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["removed"], said["entries"], said["schema"]) == (1, 0, 1)
    assert kept.get("1" * 64) is None


def test_the_folder_is_that_of_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv(cache.VARIABLE, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.current().folder == tmp_path / "proofkit" / "proofs"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.current().folder == tmp_path / "home" / ".cache" / "proofkit" / "proofs"
    monkeypatch.setenv(cache.VARIABLE, cache.OFF)
    assert cache.current().folder is None and cli.run(["cache"]) == 0


# What the paper ships --------------------------------------------------------------------


@pytest.mark.parametrize("id", PAPER)
def test_the_shipped_certificates_are_current(id):
    """Exactly those of today's claims; otherwise run python scripts/certificates.py."""
    module = Path(next(iter(PAPER[id].claims.values())).place.file)
    shipped = json.loads((ROOT / "lemmas" / memory.FOLDER / f"{id}.json").read_text())
    assert module.is_relative_to(ROOT / "lemmas")
    assert set(shipped) == {memory.key(claim) for claim in PAPER[id].claims.values()}


def test_nothing_is_shipped_that_is_no_lemma():
    names = {path.stem for path in (ROOT / "lemmas" / memory.FOLDER).iterdir()}
    assert names == set(PAPER)


def test_what_is_shipped_is_what_is_used(all_proofs):
    """The kernel takes every certificate as it is: one that it refuses is never found again."""
    for id, lemma in PAPER.items():
        shipped = json.loads((ROOT / "lemmas" / memory.FOLDER / f"{id}.json").read_text())
        for name, proved in all_proofs.of(lemma).items():
            assert proved.verdict == "proved"
            assert proved.certificate == shipped[memory.key(lemma.claims[name])]


@pytest.fixture(scope="module")
def anew():
    """`anew(claim)` is the verdict on a proof that was searched after those of what it cites."""
    library, verdicts = Library(), {}

    def prove(claim):
        if claim.name not in verdicts:
            for cited in claim.cited:
                prove(cited)
            with cache.off():
                verdicts[claim.name] = search.prove(claim, library).verdict.value
        return verdicts[claim.name]

    return prove


@pytest.mark.parametrize("id", PAPER)
def test_the_search_finds_every_proof_anew(id, anew):
    assert {anew(claim) for claim in PAPER[id].claims.values()} == {"proved"}

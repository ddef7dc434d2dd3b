"""What a collection keeps of its lemmas says what they say, and counts only as long as it does."""

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from proofkit import search
from proofkit.foundations.errors import LemmaError
from proofkit.kernel.certificates import Library
from proofkit.language import registry, statement_cache
from proofkit.language.from_sympy import from_sympy
from proofkit.language.parameters import resolve
from proofkit.questions import pipeline
from proofkit.readers.report import json as report
from proofkit.readers.report.mathematics import LATEX, PLAIN, UNICODE
from proofkit.search import Earlier, memory
from proofkit.search.contexts import context_of, fact_of

ROOT = Path(__file__).parent.parent.parent
PAPER = {lemma.id: (lemma, claims) for lemma, claims in registry.find(())}
KEPT = {lemma.id: (lemma, claims) for lemma, claims in registry.find((), kept=True)}


def script():
    spec = spec_from_file_location("statements", ROOT / "scripts" / "statements.py")
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_what_the_paper_keeps_is_current():
    """Otherwise run python scripts/statements.py."""
    assert (ROOT / "lemmas" / statement_cache.FILE).read_text(
        encoding="utf-8"
    ) == script().contents()


@pytest.mark.parametrize("id", PAPER)
def test_a_lemma_that_is_kept_says_what_its_author_wrote(id):
    (lemma, claims), (again, same) = PAPER[id], KEPT[id]
    assert (
        isinstance(again, statement_cache.CachedLemma)
        and again.id == lemma.id
        and again.labels == lemma.labels
    )
    about = "title", "source", "provenance", "section", "parameters"
    assert all(getattr(again, name) == getattr(lemma, name) for name in about)
    terms = {name: from_sympy(d.expression) for name, d in lemma.definitions.items()}
    assert {name: from_sympy(d.expression) for name, d in again.definitions.items()} == terms
    for claim, other in zip(claims, same, strict=True):
        assert [p.label for p in other.parts] == [p.label for p in claim.parts]
        assert (other.name, other.provenance, other.place) == (
            claim.name,
            claim.provenance,
            claim.place,
        )
        wanted = context_of(claim)
        assert {h.id: fact_of(h.statement) for h in other.hypotheses} == wanted.hypotheses
        assert {p.name: p.integer for p in other.parameters} == wanted.parameters
        assert memory.key(other) == memory.key(claim)
        assert [c.name for c in other.cited] == list(dict.fromkeys(c.name for c in claim.cited))
        assert other.as_written is claim
        for part, plain in zip(claim.parts, other.parts, strict=True):
            assert fact_of(plain.statement) == fact_of(part.statement)
            for notation in (PLAIN, UNICODE, LATEX):
                assert notation.statement(plain.statement) == notation.statement(part.statement)


@pytest.mark.parametrize(
    "given", [{}, {"n": "1e18", "d": "3"}, {"a1": "6/10", "a0": "1/2"}, {"n": "4", "d": "4"}]
)
def test_both_ways_are_answered_alike(given):
    answers = [
        report.check(pipeline.check((), given, broken=[], kept=kept_)) for kept_ in (False, True)
    ]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("n", ["12", "1e18"])
def test_both_ways_measure_alike(n):
    count = 0
    for id, (lemma, _) in PAPER.items():
        names = {p.name for p in lemma.parameters}
        given = {name: value for name, value in {"n": n, "d": "6"}.items() if name in names}
        values = resolve(given, lemma.parameters)
        written = {
            name: (source, definition.measured)
            for source in lemma.quantities
            for name, definition in source.definitions.items()
            if hasattr(source, "measure")
        }
        for source in KEPT[id][0].quantities:
            for name, definition in source.definitions.items():
                other, measured = written[name]
                assert definition.measured == measured
                found = source.measure(measured, values)
                assert found == other.measure(measured, values)
                count += 1
    assert count > 100


@pytest.mark.parametrize(
    "command",
    [["list"], ["check"], ["check", "softmax-d1-signs", "-p", "n=1e18"], ["prove", "rho-two"]],
    ids=" ".join,
)
@pytest.mark.parametrize("format", ["text", "json"])
def test_nobody_needs_sympy(command, format, tmp_path):
    program = (
        "import sys; from proofkit.cli import run; code = run(sys.argv[1:]); "
        "sys.exit(code or ('sympy' in sys.modules) * 9)"
    )
    arguments = [sys.executable, "-c", program, *command, "--format", format]
    done = subprocess.run(arguments, capture_output=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_one_measured_claim_or_none_decides_about_numpy(tmp_path):
    program = (
        "import sys; from proofkit.cli import run; run(sys.argv[1:]); "
        "sys.exit('numpy' in sys.modules)"
    )
    for name, wanted in (("bernoulli", 0), ("softmax-d1-weights", 1)):
        arguments = [sys.executable, "-c", program, "check", name]
        done = subprocess.run(arguments, capture_output=True, check=False, cwd=tmp_path)
        assert done.returncode == wanted, done.stderr


def test_a_certificate_that_is_not_the_one_that_was_kept_is_read_with_care():
    """The same proof under another name, and another claim's under the name of this one."""
    one, other = (c for c in KEPT["softmax-d1-weights"][1] if c.id in ("u-NN", "u-NO"))
    (own, *_), (foreign, *_) = memory.recalled(one), memory.recalled(other)
    for claim in (one, replace(one, certificate="another")):
        found = search.again(claim, Library(), Earlier(own))
        assert found.verdict.value == "proved"
        assert search.again(claim, Library(), Earlier(foreign)) is None
        forged = {**foreign, "digest": claim.certificate}
        assert search.again(claim, Library(), Earlier(forged)) is None


# A file that does not belong to the code beside it -------------------------------------------

LEMMA = """
from sympy import Symbol
from proofkit.claims import at_least
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

n = Symbol("n", real=True)
lemma = Lemma("one", title="T", source="S", provenance="O", section="1",
              parameters=(Parameter("n", "2", "tokens"),), hypotheses=())
lemma.claim("false", at_least(n, n + 1), Chain(n).at_least(n + 1, "why not"))
"""


def content(folder, says):
    """What is kept of this lemma; `says` is the right side of its claim, `n` or `n + 1`."""
    claim = {
        "parts": [["", 0]],
        "extra": [],
        "provenance": "O",
        "place": ["zoo/one.py", 11],
        "cites": [],
        "key": "",
        "certificate": "",
    }
    lemma = {
        "about": ["T", "S", "O", "1"],
        "parameters": [0],
        "hypotheses": [],
        "definitions": {},
        "quantities": [],
        "claims": {"false": claim},
    }
    parameter = {"name": "n", "default": "2", "meaning": "m", "integer": False, "least": None}
    return {
        "made from": statement_cache.made_from(folder),
        "modules": {"zoo.one": "one"},
        "terms": ["n", "1", "n + 1"],
        "statements": [[0, ">=", says]],
        "hypotheses": [],
        "parameters": [[None, parameter]],
        "lemmas": {"one": lemma},
    }


@pytest.fixture
def zoo(install, tmp_path):
    statement_cache.load.cache_clear()
    install(zoo={"one.py": LEMMA})
    yield tmp_path / "zoo"
    statement_cache.load.cache_clear()


def verdict(folder, text):
    (folder / statement_cache.FILE).write_text(text)
    statement_cache.load.cache_clear()
    ((checked,),) = (lemma.claims for lemma in pipeline.check((), {}, kept=True).lemmas)
    return type(checked.claim).__name__, checked.verdict


def test_a_file_that_is_made_from_this_code_counts(zoo):
    assert verdict(zoo, json.dumps(content(zoo, 2))) == ("CachedClaim", "fails")
    assert verdict(zoo, json.dumps(content(zoo, 0))) == ("CachedClaim", "holds")


@pytest.mark.parametrize("change", ["module", "new module", "subfolder", "digest", "text", "cut"])
def test_a_file_that_is_not_made_from_this_code_is_ignored(zoo, change):
    """It says that a false claim holds."""
    forged = content(zoo, 0)
    if change == "module":
        (zoo / "one.py").write_text(f"{LEMMA}\n")
    elif change == "new module":
        (zoo / "two.py").write_text("")
    elif change == "subfolder":
        (zoo / "inner").mkdir()
        (zoo / "inner" / "__init__.py").write_text("")
    elif change == "digest":
        forged["made from"] = "0" * 64
    text = {"text": "[]", "cut": json.dumps(forged)[:-5]}.get(change, json.dumps(forged))
    assert verdict(zoo, text) == ("Claim", "fails")


def test_another_proofkit_or_sympy_makes_it_stale(zoo, monkeypatch):
    before = statement_cache.made_from(zoo)
    monkeypatch.setattr(statement_cache, "PROOFKIT", statement_cache.PROOFKIT / "kernel")
    assert statement_cache.made_from(zoo) != before


def test_a_function_without_a_name_cannot_be_kept():
    with pytest.raises(LemmaError, match="cannot be kept"):
        statement_cache.reference(lambda: Fraction(1))

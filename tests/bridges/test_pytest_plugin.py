"""Claims as tests: names, outcomes, options, xdist and JUnit."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from tests.forked import Program

pytest_plugins = ["pytester"]

CASES = """
from sympy import exp, sqrt, symbols
from proofkit.language.claims import Hypothesis, at_least, at_most, equal
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain

x = symbols("x", real=True)
lemma = Lemma("cases", title="One claim of each kind", source="a test", provenance="O", section="1",
              parameters=(Parameter("x", "2", "a number"),),
              hypotheses=(Hypothesis("x-range", at_least(x, 0)),))
lemma.claim("good", at_least(x + 1, 1), Chain(x + 1).at_least(1, "x >= 0"))
lemma.claim("false", at_most(x, 1), Chain(x).at_most(1, "no"))
nested, plain = exp(sqrt(x + 2 + 2 * sqrt(x + 1))), exp(1 + sqrt(x + 1))
lemma.claim("nested", equal(nested, plain), Chain(nested).equals(plain, "a square"))
lemma.claim("leap", at_least(x**2 + 1, 1), Chain(x**2 + 1).equals(x + 1, "no").at_least(1, "so"))
lemma.claim("small", at_most(x, 4), Chain(x).at_most(4, "often"))
"""


@pytest.fixture
def claims(pytester, monkeypatch):
    """Run pytest on a collection with one claim of each kind, and on nothing else."""
    pytester.makepyfile(**{"kinds/__init__": "", "kinds/cases": CASES})
    info = pytester.mkdir("kinds-1.dist-info")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kinds\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[proofkit.lemmas]\nkinds = kinds\n")
    monkeypatch.setenv("PYTHONPATH", str(pytester.path))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)

    def run(*arguments):
        said = [pytester.path / name for name in ("out", "err")]
        asked = ["--proofkit", f"--basetemp={pytester.path / 'temporary'}", *arguments]
        code = Program("pytest", asked, pytester.path, {}, *said).wait()
        return pytest.RunResult(code, *(file.read_text().splitlines() for file in said), 0)

    return run


def words(result):
    """The outcome of each test in the lines of `-v`."""
    found = {}
    for line in result.outlines:
        parts = line.replace("[gw0]", "").replace("[gw1]", "").split()
        for k, part in enumerate(parts):
            if part.startswith("proofkit::") and len(parts) > 1:
                others = [w for w in parts[:k] + parts[k + 1 :] if w.isupper() and w.isalpha()]
                found.update({part.removeprefix("proofkit::"): w for w in others})
    return found


EXPECTED = {
    "cases::good": "PASSED",
    "cases::false": "FAILS",
    "cases::nested": "UNDECIDED",
    "cases::leap": "OPEN",
    "cases::small": "REFUTED",
}


def test_a_claim_that_cannot_be_read_fails_with_its_line(claims, pytester):
    bad = 'lemma.claim("bare", x >= 0)\nfrom sympy import sin\nlemma.claim("sine", at_most(sin(x), 1))\n'
    (pytester.path / "kinds" / "cases.py").write_text(CASES + bad)
    result = claims("proofkit::cases", "-v")
    assert words(result) == {**EXPECTED, "cases::bare": "BROKEN", "cases::sine": "BROKEN"}
    line = CASES.count("\n") + 1
    result.stdout.fnmatch_lines(
        [f"proofkit::cases::bare: kinds/cases.py:{line}: *expected a statement*"]
    )


def test_every_outcome_has_its_word(claims):
    result = claims("proofkit::cases", "-v")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert words(result) == EXPECTED
    result.stdout.fnmatch_lines(
        [
            "*collected 5 items*",
            "=* claims: fails *=",
            "proofkit::cases::false: x ≤ 1; left side 2, right side 1",
            "=* claims: refuted *=",
            "proofkit::cases::small: x ≤ 4; false at x = *",
            "=* claims: undecided *=",
            "proofkit::cases::nested: *",
            "=* claims: open *=",
            "proofkit::cases::leap: *is not proved; it is false at x = *",
            "*1 passed*",
        ]
    )


def test_the_same_on_two_workers(claims):
    result = claims("proofkit::cases", "-v", "-n", "2")
    assert words(result) == EXPECTED
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_an_unmet_hypothesis_is_no_pass(claims):
    chosen = ["proofkit::cases::good", "proofkit::cases::small", "--proofkit-only", "check"]
    result = claims(*chosen, "-v", "--proofkit-param", "x=-1/2")
    assert words(result) == {"cases::good": "FAILS", "cases::small": "UNMET"}
    result.stdout.fnmatch_lines(["proofkit::cases::small: x ≥ 0  (x = -1/2)"])
    alone = ["proofkit::cases::small", "--proofkit-only", "check", "--proofkit-param", "x=-1/2"]
    result = claims(*alone)
    assert result.ret == pytest.ExitCode.OK
    assert "passed" not in result.outlines[-1]
    assert "1 unmet" in result.outlines[-1]
    assert claims(*alone, "--proofkit-strict").ret == pytest.ExitCode.TESTS_FAILED


def test_only_one_of_the_two_questions(claims):
    result = claims("proofkit::cases", "-v", "--proofkit-only", "check")
    assert words(result)["cases::leap"] == "PASSED"
    result = claims("proofkit::cases", "-v", "--proofkit-only", "prove")
    assert words(result)["cases::false"] == "REFUTED"
    assert words(result)["cases::leap"] == "OPEN"


def test_names_of_tests(claims):
    result = claims("-k", "cases and (good or leap)", "-v")
    assert words(result) == {"cases::good": "PASSED", "cases::leap": "OPEN"}


def test_all_claims_and_nothing_else(claims, pytester):
    """Also in a project with tests of its own, which need not even be importable."""
    pytester.makepyfile(**{"tests/test_own": "import nothing_of_that_name"})
    pytester.makeini("[pytest]\ntestpaths = tests\naddopts = --import-mode=importlib\n")
    result = claims("--collect-only", "-q")
    assert result.ret == pytest.ExitCode.OK
    assert "proofkit::softmax-d1-weights::f-NN" in result.outlines
    assert "proofkit::cases::nested" in result.outlines
    tests = [line for line in result.outlines if "::" in line]
    assert all(name.startswith("proofkit::") for name in tests)
    pytester.makeini("[pytest]\ntestpaths = tests\naddopts = --proofkit\n")
    result = pytester.runpytest_subprocess("--collect-only", "-q")
    assert result.ret == pytest.ExitCode.INTERRUPTED, "as a project's own options, beside its tests"
    assert "nothing_of_that_name" in result.stdout.str()


def test_files_and_claims_together(claims, pytester):
    pytester.makepyfile(test_own="def test_own(): pass")
    assert claims("test_own.py", "proofkit::cases::good").parseoutcomes() == {"passed": 2}
    assert pytester.runpytest_subprocess("test_own.py").parseoutcomes() == {"passed": 1}


def test_junit(claims, pytester):
    claims("proofkit::cases", "--junitxml=report.xml")
    (suite,) = ElementTree.parse(pytester.path / "report.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("5", "4", "0")
    cases = {case.get("name"): case for case in suite}
    assert cases["good"].get("classname") == "proofkit.cases"
    assert cases["nested"].find("failure").get("message").startswith("undecided: ")
    properties = {p.get("name"): p.get("value") for p in cases["leap"].iter("property")}
    assert properties == {"check": "holds", "prove": "open", "outcome": "open"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--proofkit-param", "nobodys=1"], "unknown parameter 'nobodys'"),
        (["--proofkit-param", "x=nan"], "x: expected an exact number"),
        (["--proofkit-param", "x"], "expected NAME=VALUE"),
        (["proofkit::case"], "did you mean cases"),
    ],
)
def test_bad_input_is_one_error(claims, arguments, message):
    given = arguments if arguments[0].startswith("proofkit::") else ["proofkit::cases", *arguments]
    result = claims(*given)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert message in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_without_the_option_nothing_happens_and_nothing_is_imported(pytester):
    code = "import sys, proofkit.bridges.pytest_plugin; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    pytester.makepyfile("def test_light():\n import sys\n assert 'sympy' not in sys.modules")
    assert pytester.runpytest_subprocess().parseoutcomes() == {"passed": 1}

"""A small lemma with one claim of every verdict, as `check` and `prove` would report it."""

import fcntl
import gc
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import pytest
from sympy import Rational, Symbol, symbols

from proofkit import cli
from proofkit.language import results
from proofkit.language.claims import Definition, Hypothesis, at_least, at_most, equal
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain
from proofkit.questions import findings, pipeline

n, a1 = symbols("n a1", positive=True)
u, alpha, f = (Symbol(name, positive=True) for name in ("u_NN", "alpha_N", "f_NN"))
P1 = a1 * (1 + a1)


def pytest_configure(config):
    """Proofs found in this run are kept for this run: no test sees those of the person who runs
    it, and all processes of the run share theirs.

    Where a variable says that this is continuous integration, pytest would write out whole what
    two unequal things differ in: of two long files that takes minutes, and the name of the test
    is lost above it. The first difference and the name are enough.
    """
    for name in ("CI", "BUILD_NUMBER"):
        os.environ.pop(name, None)
    if not hasattr(config, "workerinput"):
        config.stash[KEPT] = tempfile.TemporaryDirectory(prefix="proofkit-tests-")
        os.environ["PROOFKIT_CACHE"] = str(Path(config.stash[KEPT].name) / "cache")


def pytest_unconfigure(config):
    if KEPT in config.stash:
        config.stash[KEPT].cleanup()


KEPT = pytest.StashKey()

SECONDS = json.loads(Path(__file__).with_name("seconds.json").read_text(encoding="utf-8"))
"""What each file took, written by scripts/seconds.py."""


def pytest_collection_modifyitems(items):
    """Files that take longest are started first: else one of them runs alone at the end."""
    items.sort(key=lambda item: SECONDS.get(item.nodeid.partition("::")[0], 0), reverse=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """All tests and what they import stay to the end: Python need not look through them for
    garbage again and again, and seldom at all, which took a sixth of the time."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()
    return found


def once(name, make):
    """What `make` makes, made by the first process of a run that asks, and read by the others."""
    kept = Path(os.environ["PROOFKIT_CACHE"]).with_name(name)
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make()))
    return pickle.loads(kept.read_bytes())


@pytest.fixture(scope="session")
def found():
    """All findings: half a minute of thresholds, so they are computed once in a run."""
    return once("findings", findings.findings)


@pytest.fixture(autouse=True)
def nothing_hangs():
    """A test that does not end is stopped, so that a bomb that goes off is seen."""

    def stop(_signal, _frame):
        raise TimeoutError("the test does not end")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(600)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def run(capsys):
    """`run("check", "-p", "n=2")` gives the exit code, standard output and standard error."""

    def runner(*arguments):
        code = cli.run(arguments)
        return code, *capsys.readouterr()

    return runner


class Derived:
    definitions = {  # noqa: RUF012
        "u_NN": Definition(u, n ** ((1 + a1) ** 2), "u = exp(score)"),
        "alpha_N": Definition(alpha, n * u, "alpha sums u over all keys"),
        "f_NN": Definition(f, u / alpha, "f = u/alpha, entry by entry"),
    }


@pytest.fixture
def lemma():
    lemma = Lemma(
        "small-weights",
        title="Small weights <on> D1",
        source="Lemma 0.1",
        provenance="R",
        section="Appendix",
        parameters=(Parameter("n", "1000", "number of tokens"), Parameter("a1", "6/5", "needle")),
        hypotheses=(
            Hypothesis("n-range", at_least(n, 2)),
            Hypothesis("a1-lower", at_least(a1, Rational(7, 10))),
        ),
        quantities=(Derived(),),
        about="What a reader should know first.",
    )
    half = lemma.claim(
        "f-NN",
        at_least(f, Rational(1, 2)),
        Chain(f)
        .equals(1 / (1 + (n - 1) * n ** (-P1)), "divide by u_NN")
        .at_least(Rational(1, 2), "p1 >= 1, so n^(1-p1) <= 1"),
    )
    lemma.claim(
        "u-NN",
        equal(u, n ** ((1 + a1) ** 2)),
        Chain(u).equals(n ** ((1 + a1) ** 2), "b + c = 1"),
        extra=[Hypothesis("large", at_least(n, 4))],
    )
    lemma.claim(
        "pair",
        [
            ("left", at_most(f, 1), Chain(f).at_most(1, "it is a share", by=half)),
            ("right", at_least(alpha, n), Chain(alpha).at_least(n, "u >= 1")),
        ],
    )
    return lemma


def checked(claim, verdict, margin, **changes):
    fields = {"lhs": "0.43", "rhs": "0.5", "bits": 64, "part": "", **changes}
    crosscheck = fields.pop("crosscheck", {"mpmath": "agree", "numpy": "unavailable"})
    return results.CheckedClaim(claim, verdict, margin=margin, crosscheck=crosscheck, **fields)


@pytest.fixture
def report(lemma):
    claims = lemma.claims
    return results.CheckReport(
        {"n": Fraction(1000), "a1": Fraction(3, 5)},
        (
            results.CheckedLemma(
                lemma,
                {"n": Fraction(1000), "a1": Fraction(3, 5)},
                (
                    results.CheckedHypothesis(lemma.hypotheses[0], "met"),
                    results.CheckedHypothesis(lemma.hypotheses[1], "unmet"),
                ),
                (
                    checked(claims["f-NN"], "fails", "-0.0699999999999999999999"),
                    checked(claims["u-NN"], "holds", "0"),
                    checked(
                        claims["pair"],
                        "undecided",
                        "1.2345678901234567e-30",
                        part="left",
                        reason="4096 bits did not settle it",
                    ),
                ),
            ),
        ),
    )


@pytest.fixture
def alarm(report):
    lemma = report.lemmas[0]
    wrong = checked(lemma.claims[1].claim, "holds", "0", crosscheck={"mpmath": "disagree"})
    changed = results.CheckedLemma(lemma.lemma, lemma.values, lemma.hypotheses, (wrong,))
    return results.CheckReport(report.parameters, (changed,))


@pytest.fixture
def proofs(lemma):
    step = {"relation": ">=", "term": Rational(1, 2), "reason": "p1 >= 1", "rule": "powers"}

    def proved(id, verdict, **more):
        fields = {"axioms": (), "uses": ("n-range",), "cites": (), "steps": (step,), **more}
        return results.ProvedClaim(lemma.claims[id], verdict, certificate={}, **fields)

    return results.ProveReport(
        (
            results.ProvedLemma(
                lemma,
                (
                    proved("f-NN", "proved", axioms=("hoeffding",)),
                    proved("u-NN", "refuted", witness={"n": "2", "a1": "7/10"}),
                    proved("pair", "open", reason="step 1 of left is not proved"),
                ),
            ),
        )
    )


@pytest.fixture
def replayed():
    return results.VerifyReport(
        (
            results.VerifiedClaim(
                "x/f", "proved", {"n": "integer"}, ("f >= 1/2",), ("n >= 2",), (), ("hoeffding",)
            ),
            results.VerifiedClaim(
                "x/g", "refuted", {"n": "integer"}, ("g >= 1",), (), (), (), {"n": "2"}
            ),
        )
    )


# The documentation -----------------------------------------------------------------------

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def built_site(tmp_path_factory):
    """The documentation, built once in a test run with warnings as errors, from a copy."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    pages, site = shared / "docs", shared / "site"
    with open(shared / "docs.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site.exists():
            shutil.copytree(
                ROOT / "docs", pages, ignore=shutil.ignore_patterns("_build", "generated")
            )
            done = subprocess.run(
                [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-n", pages, site],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                text=True,
                check=False,
                timeout=500,
            )
            if done.returncode:
                shutil.rmtree(site, ignore_errors=True)
                shutil.rmtree(pages)
                pytest.fail(f"the documentation does not build\n{done.stderr}")
    return site


# Proofs of the paper's lemmas ----------------------------------------------------------


class Proofs:
    """Each claim proved once in a process, with all that it rests on."""

    def __init__(self):
        self.claims = {claim.claim.name: claim for claim in pipeline.prove(()).replayed}

    def of(self, lemma):
        """The proofs of a lemma's claims, by claim id."""
        return {id: self.claims[f"{lemma.id}/{id}"] for id in lemma.claims}


@pytest.fixture(scope="session")
def all_proofs():
    return Proofs()

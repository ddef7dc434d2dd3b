"""One export of a lemma, and one of everything, shared by the tests that need them."""

import fcntl
import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from proofkit.bridges.coq import checker, export
from proofkit.bridges.coq.document import Document
from proofkit.kernel.terms import EVENTS
from proofkit.language import registry
from proofkit.language.results import ProvedClaim
from proofkit.questions import pipeline
from proofkit.search.from_sympy import fact_of

ASKED = os.environ.get("PROOFKIT_COQ_LEMMAS", "").split()
"""Lemmas to be compiled instead of these few, or `all`; the twins take hours."""
FEW = (
    "cauchy-schwarz",
    "gap-weights",
    "linear-d1-context",
    "linear-d1-weights",
    "softmax-d1-weights",
    "softmax-unit",
)
COMPILED = [lemma.id for lemma, _ in registry.find(())] if ASKED == ["all"] else ASKED or FEW

CHANCES = (
    ()
    if ASKED
    else (
        "gap-softmax-d0-network",
        "gap-softmax-d1-network",
        "hard-network",
        "hoeffding",
        "rho-signs",
        "rho-silent",
        "softmax-d1-network",
        "softmax-d1-signs",
    )
)
"""Lemmas about probabilities that are compiled too: every rule for them is in one of the proofs."""


def pytest_generate_tests(metafunc):
    """A test that asks for `compiled_id` runs once for each lemma that is compiled."""
    if "compiled_id" in metafunc.fixturenames:
        metafunc.parametrize("compiled_id", COMPILED)


@pytest.fixture(scope="session")
def coqc():
    if shutil.which("coqc") is None:
        pytest.fail("coqc is missing: install the Debian packages coq and libcoq-interval")


@pytest.fixture(scope="session")
def made():
    """The files of one lemma and of those it needs."""
    return export.documents(pipeline.prove(["softmax-d1-weights", "softmax-d1-signs/margin"]))


@pytest.fixture(scope="session")
def weights(made):
    return next(d for d in made if d.module == "softmax_d1_weights")


@dataclass(frozen=True)
class Everything:
    """Every claim compiled, proved, and the files that say so, by module."""

    claims: dict[str, ProvedClaim]
    documents: dict[str, Document]


@dataclass(frozen=True)
class Compiled:
    """The folder of the compiled export, and what Coq said of each theorem."""

    folder: Path
    answers: list[checker.Answer]


def _is_deterministic(claim):
    return all(fact_of(part.statement)[0].op not in EVENTS for part in claim.parts)


@pytest.fixture(scope="session")
def deterministic():
    """The names of the claims compiled that no probability occurs in."""
    return [c.name for _, claims in registry.find(COMPILED) for c in claims if _is_deterministic(c)]


@pytest.fixture(scope="session")
def chance_claims():
    """The names of the claims compiled that are about probabilities."""
    return [
        c.name for _, claims in registry.find(CHANCES) for c in claims if not _is_deterministic(c)
    ]


@pytest.fixture(scope="session")
def everything(deterministic, chance_claims):
    report = pipeline.prove([*deterministic, *chance_claims])
    documents = {document.module: document for document in export.documents(report)}
    return Everything({c.claim.name: c for c in report.replayed}, documents)


@pytest.fixture(scope="session")
def compiled(everything, coqc, tmp_path_factory):
    """Compiled by whichever process of the test run comes first; the others wait for it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "compiled"
    folder.mkdir(exist_ok=True)
    kept = folder / "answers.json"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            answers = checker.compile_in(folder, list(everything.documents.values()))
            kept.write_text(json.dumps([asdict(answer) for answer in answers]), encoding="utf-8")
    read = json.loads(kept.read_text(encoding="utf-8"))
    return Compiled(folder, [checker.Answer(**{**a, "axioms": tuple(a["axioms"])}) for a in read])

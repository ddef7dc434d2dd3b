"""One export of a lemma, and one of everything, shared by the tests that need them."""

import fcntl
import hashlib
import json
import os
import pickle
import re
import shutil
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import pytest

from proofkit.bridges.coq import checker, export, reader, running
from proofkit.bridges.coq.document import Document
from proofkit.foundations.errors import Contradiction
from proofkit.language import registry
from proofkit.language.results import ProvedClaim
from proofkit.language.terms import EVENTS
from proofkit.questions import pipeline
from proofkit.search.contexts import fact_of
from tests.bridges.coq.odd import of_constants_and_powers, of_odd_claims, of_odd_names
from tests.conftest import once

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


STATED = re.compile(r"^(?:Lemma|Theorem|Definition) (\w+)", re.MULTILINE)
REQUIRED = re.compile(r"\bRequire\s+(?:Import\s+|Export\s+)?([^.]*)\.")


class Once:
    """Stands in for `running.run`: a file that Coq has compiled in this test run is not compiled
    again. What Coq said and made is kept by the text of the file, that of the files it requires,
    and all options, for all processes of the run; what differs in a letter is compiled."""

    def __init__(self) -> None:
        self.kept = Path(os.environ["PROOFKIT_CACHE"]).with_name("coq")
        self.kept.mkdir(exist_ok=True)

    def __call__(self, command, place, each, whole):
        path = place / command[-1]
        asked = repr([command, each, whole, contents(path)])
        answer = self.kept / hashlib.sha256(asked.encode()).hexdigest()
        with answer.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not answer.exists():
                found = running.run(command, place, each, whole)
                made = path.with_suffix(".vo").read_bytes() if found.good else None
                answer.write_bytes(pickle.dumps((found, made)))
        found, made = pickle.loads(answer.read_bytes())
        if made is not None:
            path.with_suffix(".vo").write_bytes(made)
        return found


def contents(path):
    """The text of a file, and of each that it requires from its folder."""
    text = path.read_text(encoding="utf-8")
    needed = sorted({name for names in REQUIRED.findall(text) for name in names.split()})
    files = [path.with_name(f"{name}.v") for name in needed]
    return [path.name, text, [contents(file) for file in files if file.exists()]]


@pytest.fixture(scope="session", autouse=True)
def compiled_once():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "run", Once())
        yield


@pytest.fixture(scope="session")
def coqc():
    if shutil.which("coqc") is None:
        pytest.fail("coqc is missing: install the Debian packages coq and libcoq-interval")


@pytest.fixture
def coq_of(coqc):
    """`coq_of(folder, name)` compiles a file there, and says how that ended."""

    def compile_file(folder, name):
        options = ["-q", "-noglob", "-time", "-R", ".", "Proofkit"]
        command = [checker.require_coq(), *options, f"{name}.v"]
        return checker.run(command, folder, checker.STEP_SECONDS, checker.SECONDS)

    return compile_file


def only(document, claims, said=""):
    """The document with what it defines, these claims, and those of its claims that their proofs
    name, or that are named in what is said elsewhere."""
    kept = [b for b in document.blocks if not b[0] or b[0].partition("#")[0] in claims]
    while True:
        text = "\n".join([said, *(line for _, lines in kept for line in lines)])
        named = set(re.findall(r"\w+", text))
        more = [
            b for b in document.blocks if b in kept or named & set(STATED.findall("\n".join(b[1])))
        ]
        if len(more) == len(kept):
            break
        kept = more
    theorems = [t for t in document.theorems if f"{t.claim}#{t.part}" in {key for key, _ in kept}]
    return replace(document, blocks=kept, theorems=theorems)


def says_so(text, wanted, cited=None):
    """Refuse a file whose theorems do not say what the claims say."""
    for problem in reader.problems(text, wanted, cited).values():
        raise Contradiction(problem)


def refused(folder, made):
    """What Coq refuses of these files, compiled in a folder; what they rest on is not asked."""
    blocks = [[("", lines) for _, lines in document.blocks] for document in made]
    plain = [replace(d, blocks=b, theorems=[]) for d, b in zip(made, blocks, strict=True)]
    return {answer.theorem: answer.message for answer in checker.compile_in(folder, plain)}


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


@pytest.fixture(scope="session")
def weights(everything):
    """The file of a lemma, letter by letter that which is compiled with the others."""
    return everything.documents["softmax_d1_weights"]


@pytest.fixture(scope="session")
def made(weights):
    """That file, and one with a proof by interval arithmetic."""
    return [weights, *export.documents(pipeline.prove(["softmax-d1-signs/margin"]))]


SETTINGS = {
    "default": {"n": "1000"},
    "below": {"a1": "6/10", "n": "1000", "d": "102"},
    "large": {"n": "1e18", "d": "22"},
    "plain": {"d": "12", "t": "100"},
}


@pytest.fixture(scope="session")
def points(weights):
    """For each setting, the files of the verdicts there, in modules of their own names."""
    report, made = pipeline.prove(["softmax-d1-weights"]), {}
    for name, given in SETTINGS.items():
        made[name] = [
            replace(document, module=f"{document.module}_{name}")
            for document in export.points(report, [weights], given, strict=False)
        ]
    return made


@pytest.fixture(scope="session")
def odd():
    """Lemmas that are in no collection, proved and exported."""
    made = of_odd_names(), of_odd_claims(), of_constants_and_powers()
    found = [(one, list(one.claims.values())) for one in made]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "find", lambda *_, **__: found)
        proved = pipeline.prove(())
        return proved, export.documents(proved)


@pytest.fixture(scope="session")
def asked(made, coqc, request):
    """What Coq says of these files, of those at points, and of odd ones. To list what one enclosure
    rests on takes it as long as for all, so it is asked once in a run."""

    def ask():
        points = request.getfixturevalue("points").values()
        _, odd = request.getfixturevalue("odd")
        return checker.check([*made, *(d for documents in points for d in documents), *odd])

    return once("answers", ask)

"""Each claim's false twin, written for Coq with the claim's chain, is refused by Coq.

A twin's chain is the claim's, led to the twin's right side: all steps but the last are the claim's
own and accepted, so Coq is asked for the last one, and for the theorem as put together from the
claim's true steps. The proofs are those of the export: the one that it writes for the false
step, and the one that it wrote for the true step. Coq's toplevel goes on after a refusal, where
`coqc` would end; for it to accept a proof, each sentence must be accepted, as for `coqc`.
"""

import re
import runpy
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from proofkit.bridges.coq import running
from proofkit.bridges.coq.document import module_of
from proofkit.bridges.coq.writer import Writer
from proofkit.kernel import points
from proofkit.language import registry
from proofkit.language.parameters import resolve
from proofkit.language.words import EVENTS
from proofkit.search.contexts import context_of, fact_of

REJECTED = Path(__file__).parents[2] / "rejected"
sys.path.append(str(REJECTED))
from twins import by_claim, less  # noqa: E402

SENTENCE_SECONDS = 20
LEMMA_SECONDS = 500
LEMMAS = {lemma.id: lemma for lemma, _ in registry.find(())}
ENERGIES = ["softmax-d0-signs/energy", "linear-d0-signs/energy", "linear-d1-signs/energy"]
"""Claims whose twins are made here, one for each part: the prover takes long to give up on one."""
MANY = "d=10002 t=1000000"
ILL_FORMED = re.compile(r"Syntax [Ee]rror|not found in the current environment")


def tables():
    """The twins of every claim: the tables of the prover's tests. Where a table has a twin of the
    first part only, so has this one."""
    found = {}
    for file in sorted(REJECTED.glob("test_*.py")):
        found |= by_claim(runpy.run_path(str(file))["FALSE"])
    return found | dict.fromkeys(ENERGIES, [less.at(MANY)] * 2)


TWINS = tables()


def twins_of(claim):
    """The false statements of a claim, each with the part that it is a twin of."""
    turns = enumerate(TWINS[claim.name])
    parts = [(k % len(claim.parts), twin) for k, twin in turns]
    return [(part, twin.change(claim.parts[part].statement)) for part, twin in parts]


def rounds_of(claims):
    """The twins of many claims, at most one for a part in each round."""
    found = []
    for claim in claims:
        for part, statement in twins_of(claim):
            key = claim.name, part
            if all(key in chosen for chosen in found):
                found.append({})
            next(chosen for chosen in found if key not in chosen)[key] = statement
    return found


# Writing them -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """The end of a claim's printed proof: its last step, and the claim put together."""

    step: list[str]
    script: list[str]
    theorem: list[str]
    composed: list[str]

    @classmethod
    def of(cls, lines):
        named = [(k, line) for k, line in enumerate(lines) if line.startswith("Lemma ")]
        step = max(k for k, line in named if "_step_" in line)
        whole = max(k for k, line in named if line.endswith("_used :"))
        return cls(*_halves(lines[step:whole]), *_halves(lines[whole:]))


def _halves(lines):
    """Statement and proof."""
    start, end = lines.index("Proof."), lines.index("Qed.")
    return lines[:start], lines[start : end + 1]


@dataclass(frozen=True)
class Attempt:
    """A statement, and a proof for it."""

    about: str
    statement: list[str]
    proof: list[str]
    is_true: bool = False

    def sentences(self, k):
        """Is it a statement, and does the proof prove it?"""
        header, *rest = self.statement
        said = header.partition(" :")[2]
        return [
            *(f"Definition stated_{k} : Prop := {said}", *rest, f"Check stated_{k}."),
            *(f"Lemma twin_{k} : {said}", *rest, *self.proof, "Abort All.", f"Check twin_{k}."),
        ]


def led_to(proved, chosen, because=None):
    """The proved claim with false statements, the last step of each led there."""
    certificate = proved.certificate
    statements, proofs = list(certificate["statements"]), list(certificate["proofs"])
    for (name, part), statement in chosen.items():
        if name == proved.claim.name:
            _, relation, right = fact_of(statement)
            false = {"relation": relation, "right": str(right)}
            steps = list(proofs[part]["steps"])
            steps[-1] = {**steps[-1], "relation": relation, "term": str(right)}
            if because:
                steps[-1]["because"] = because
            statements[part] = {**statements[part], **false}
            proofs[part] = {**proofs[part], "steps": steps}
    return replace(proved, certificate={**certificate, "statements": statements, "proofs": proofs})


def attempts(lemma, everything):
    """Every proof that is tried for a twin of one of the lemma's claims, and one for a truth."""
    known = {
        (t.claim, t.part): (t, d.module) for d in everything.documents.values() for t in d.theorems
    }
    proved = [c for c in everything.claims.values() if c.claim.lemma == lemma.id]
    given = {"rule": "ring"}
    if lemma.hypotheses:
        given = {"rule": "assume", "fact": lemma.hypotheses[0].id}

    def blocks(claims):
        written = Writer(lemma, claims, dict(known)).write().blocks
        return {key: Block.of(lines) for key, lines in written if key}

    true = {k: Block.of(b) for k, b in everything.documents[module_of(lemma.id)].blocks if k}
    key, block = next(iter(true.items()))
    yield Attempt(f"{key}, true", block.step, block.script, is_true=True)
    for chosen in rounds_of([c.claim for c in proved]):
        false = blocks([led_to(claim, chosen, given) for claim in proved])
        own = blocks([led_to(claim, chosen) for claim in proved])
        for key in (f"{name}#{part}" for name, part in chosen):
            assert false[key].theorem != true[key].theorem
            yield Attempt(f"{key}, from true steps", false[key].theorem, true[key].composed)
            yield Attempt(f"{key}, by the true step's proof", false[key].step, true[key].script)
            if key in own and own[key].script != true[key].script:
                yield Attempt(f"{key}, by its own proof", own[key].step, own[key].script)


# Asking Coq -------------------------------------------------------------------------------


def ask(folder, document, found):
    """What Coq's toplevel printed, statement by statement and proof by proof."""
    lines = [line for line in document.head if line.startswith(("Require ", "Open "))]
    lines += [f"Require Import {document.module}.", "Set Silent."]
    lines += [f"Set Default Timeout {SENTENCE_SECONDS}."]
    for k, attempt in enumerate(found):
        lines += attempt.sentences(k)
    program = subprocess.run(
        ["coqtop", "-q", "-R", ".", "Proofkit"], cwd=folder, input="\n".join([*lines, ""]), check=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LEMMA_SECONDS,
        env=running.environment(),
    )  # fmt: skip
    return program.stdout


def answer(output, k):
    """Was the proof accepted, and what was the first complaint?"""
    stated = re.search(rf"stated_{k}\s+: Prop\n", output)
    assert stated, "the statement is not one"
    end = re.compile(rf"> Check twin_{k}\.|(?P<accepted>twin_{k}\s+: )").search(
        output, stated.end()
    )
    assert end
    _, complaint, text = output[stated.end() : end.start()].partition("Error:")
    assert bool(end["accepted"]) != bool(complaint)
    return bool(end["accepted"]), " ".join(text.partition("\n\n")[0].split())


def test_every_deterministic_claim_has_a_twin():
    claims = [c for lemma in LEMMAS.values() for c in lemma.claims.values()]
    certain = {c.name for c in claims if fact_of(c.parts[0].statement)[0].op not in EVENTS}
    assert certain - set(TWINS) == set()


@pytest.mark.parametrize("name", ENERGIES)
def test_the_twins_made_here_are_false(name):
    lemma, _, id = name.partition("/")
    claim = LEMMAS[lemma].claims[id]
    context, values = context_of(claim), resolve(less.at(MANY).values, claim.parameters)
    for part, statement in twins_of(claim):
        assert points.decide(context, fact_of(claim.parts[part].statement), values).value == "holds"
        assert points.decide(context, fact_of(statement), values).value == "fails"


def test_twins_are_refused_because_their_proofs_fail(compiled_id, everything, compiled):
    lemma = LEMMAS[compiled_id]
    found = list(attempts(lemma, everything))
    output = ask(compiled.folder, everything.documents[module_of(lemma.id)], found)
    for k, attempt in enumerate(found):
        accepted, complaint = answer(output, k)
        assert accepted == attempt.is_true, attempt.about
        assert not ILL_FORMED.search(complaint), f"{attempt.about}: {complaint}"
        if "Timeout" in complaint:
            print(f"{attempt.about}: given up after {SENTENCE_SECONDS} seconds")
    twins = {key.partition(",")[0] for key in (a.about for a in found if not a.is_true)}
    claims = [c.claim for c in everything.claims.values() if c.claim.lemma == lemma.id]
    assert twins == {f"{c.name}#{k}" for c in claims for k, _ in twins_of(c)}

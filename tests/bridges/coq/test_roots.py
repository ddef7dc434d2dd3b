"""Roots of quotients, powers of what may be 0, roots put as variables, and sums of signs: Coq
accepts what is true and refuses a false twin with the same proof."""

import re
import subprocess

import pytest
from sympy import Symbol, sqrt

import proofkit
from proofkit.bridges.coq import certificates, export, running, signs
from proofkit.claims import Hypothesis, at_least, equal
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, ZERO_ONLY
from proofkit.language import registry
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.questions import pipeline
from tests.bridges.coq.conftest import refused

x, y = Symbol("x", real=True), Symbol("y", real=True)


@pytest.fixture(scope="module")
def quotient():
    """A claim that is true because the root of a quotient is the quotient of the roots."""
    lemma = Lemma(
        "quotient", title="Roots of a quotient", source="a test", provenance="R", section="Tests",
        parameters=[Parameter(name, "200", f"the number {name}") for name in ("x", "y")],
        hypotheses=[Hypothesis("x-range", at_least(x, 1)), Hypothesis("y-range", at_least(y, 0))],
    )  # fmt: skip
    whole, apart = sqrt(1 + 4 * y / x), sqrt(x + 4 * y) / sqrt(x)
    lemma.claim("roots", equal((whole - 1) * (whole + 1), (apart - 1) * (apart + 1)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "find", lambda *_, **__: [(lemma, list(lemma.claims.values()))])
        (document,) = export.documents(pipeline.prove(()))
    return document


@pytest.fixture(scope="module")
def from_zero():
    """A proof by a derivative, from where a power is 0 and has none."""
    answer = proofkit.ask("a^p <= (a + 1)^p - 1", given=["a >= 0", "p >= 1"])
    assert '"derive"' in answer.certificate_text()
    return certificates.document(answer.certificate_text())


@pytest.fixture(scope="module")
def folder(quotient, from_zero, coqc, tmp_path_factory):
    """The theory, compiled; Coq accepts both claims."""
    made = tmp_path_factory.mktemp("roots")
    assert refused(made, [quotient, from_zero]) == {}
    return made


def judged(folder, scripts):
    """Which of these statements Coq accepts with their proofs: its toplevel goes on after one that
    it refuses."""
    lines = ["Require Import Reals ZArith Lia Lra.", "From Interval Require Import Tactic."]
    lines += ["Require Import ProofkitPrelude.", "Open Scope R_scope.", "Set Silent."]
    lines += ["Set Default Timeout 20."]
    for name, (said, script) in scripts.items():
        lines += [f"Check ({said}).", f"Lemma {name} : {said}.", *script, "Abort All."]
        lines.append(f"Check {name}.")
    program = subprocess.run(
        ["coqtop", "-q", "-R", ".", "Proofkit"], cwd=folder, input="\n".join([*lines, ""]), check=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
        env=running.environment(),
    )  # fmt: skip
    assert len(re.findall(r"^\s+: Prop$", program.stdout, re.MULTILINE)) == len(scripts)
    assert not re.search(r"Syntax error|Timeout|tactic was not found", program.stdout)
    return {name for name in scripts if re.search(rf"< {name}\s+: ", program.stdout)}


@pytest.fixture(scope="module")
def accepted(folder, quotient, from_zero):
    """The names of all that Coq accepts in this file, asked in one go."""
    asked = [twins("quotient", quotient), twins("from_zero", from_zero)]
    asked += [powers_of_roots(), sums_of_signs()[0]]
    scripts = {name: script for some in asked for name, script in some.items()}
    assert len(scripts) == sum(map(len, asked))
    return judged(folder, scripts)


TWINS = {
    "quotient": ("sqrt (x + 4 * y)", "sqrt (x + 5 * y)"),
    "from_zero": ("1 <= p", "1 / 2 <= p"),
}


def twins(name, document):
    """A step of the claim as it is, and with another number in it."""
    (block,) = (lines for key, lines in document.blocks if key)
    start = next(k for k, line in enumerate(block) if "_step_" in line)
    proof = block.index("Proof.", start)
    said = re.sub(r"\(\*.*?\*\)", "", " ".join(block[start + 1 : proof])).strip().removesuffix(".")
    script = block[proof : block.index("Qed.", proof) + 1]
    false = said.replace(*TWINS[name])
    own = [line.replace(*TWINS[name]) for line in script]
    assert false != said
    return {
        f"{name}_as_it_is": (said, script),
        f"{name}_twin": (false, script),
        f"{name}_by_its_own": (false, own),
    }


@pytest.mark.parametrize("name", TWINS)
def test_with_another_number_in_it_the_same_proof_is_refused(name, accepted, request):
    scripts = twins(name, request.getfixturevalue(name))
    assert accepted & set(scripts) == {f"{name}_as_it_is"}


# Roots as variables ---------------------------------------------------------------------------

GIVEN = "forall a b x y, exp a ^ 2 = x -> exp b ^ 2 = 1 + y / x -> "
LOGARITHM = "forall a b y, exp a ^ 3 = ln y -> exp b ^ 2 = y -> "
QUOTIENT = "intros a b x y H R; in_roots; field [R]; nonzero."
WHOLE = "intros a b y H R; in_roots; field; nonzero."
ROOTS = {
    "product": (GIVEN, "(exp a * exp b) ^ 2 = x + {} * y", 1, QUOTIENT),
    "difference": (GIVEN, "(exp b - 1) * (exp b + 1) = {} * y / x", 1, QUOTIENT),
    "inverse": (GIVEN, "/ exp a ^ {} = 1 / x", 2, QUOTIENT),
    "logarithm": (LOGARITHM, "(exp a ^ 2) ^ {} * exp b ^ 4 = ln y ^ 2 * y ^ 2", 3, WHOLE),
}


def powers_of_roots():
    """Each statement, and with another number in it, which makes it false."""
    scripts = {}
    for name, (given, said, number, script) in ROOTS.items():
        scripts[name] = (given + said.format(number), [script, "Qed."])
        scripts[f"false_{name}"] = (given + said.format(number + 1), [script, "Qed."])
    return scripts


def test_a_root_is_put_as_a_variable_only_where_its_power_is_what_is_said(accepted):
    """Of a false statement Coq refuses the same proof."""
    assert accepted & set(powers_of_roots()) == set(ROOTS)


# Sums of signs --------------------------------------------------------------------------------

SUMS = {
    "strict": (
        "0 < p -> 0 <= q -> r = 0 -> ",
        "p + q + r",
        (POSITIVE, AT_LEAST_ZERO, ZERO_ONLY),
        "<",
    ),
    "two": ("0 <= q -> 0 < p -> 0 < s -> ", "q + p + s", (AT_LEAST_ZERO, POSITIVE, POSITIVE), "<"),
    "weak": (
        "0 < p -> r = 0 -> 0 <= q -> ",
        "p + r + q",
        (POSITIVE, ZERO_ONLY, AT_LEAST_ZERO),
        "<=",
    ),
}


def sums_of_signs():
    """Proofs by theorems alone, and as written, with the names of those that are true."""
    scripts, true = {}, set()
    for name, (given, total, bits, relation) in SUMS.items():
        names = [f"H{k}" for k, _ in enumerate(bits)]
        written = signs.summed(names, bits, relation)
        alone = written.removeprefix("first [ ").partition(" | ")[0]
        assert alone.startswith("exact ") and written.startswith("first [ ")
        bound, intros = "forall p q r s : R, ", f"intros p q r s {' '.join(names)}."
        said, less = f"0 {relation} {total}", given.replace("0 < ", "0 <= ")
        scripts[f"{name}_alone"] = (bound + given + said, [intros, f"{alone}.", "Qed."])
        scripts[name] = (bound + given + said, [intros, written, "Qed."])
        true |= {name, f"{name}_alone"}
        scripts[f"{name}_more"] = (f"{bound}{given}1 {relation} {total}", [intros, written, "Qed."])
        if relation == "<":
            scripts[f"{name}_less"] = (bound + less + said, [intros, written, "Qed."])
    return scripts, true


def test_signs_are_added_up_as_they_are(accepted):
    """Where no summand is known to be > 0, or the sum is said to be more, the same proof is
    refused."""
    scripts, true = sums_of_signs()
    assert accepted & set(scripts) == true

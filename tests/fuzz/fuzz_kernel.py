"""Feeds mutated certificate files, terms and numbers to the kernel, guided by coverage.

    python tests/fuzz/fuzz_kernel.py [-max_total_time=60] [CORPUS]

Whatever comes in, the kernel either answers or raises one of the package's own errors. Needs
atheris (`pip install atheris`); the options are those of libFuzzer.
"""

import contextlib
import json
import sys
from pathlib import Path

try:
    import atheris
except ImportError:  # said plainly: a fuzzer that does not run is not a passed test
    sys.exit("fuzz_kernel needs atheris: pip install atheris")

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

with atheris.instrument_imports(include=["proofkit"]):
    from proofkit.foundations.effort import limited
    from proofkit.foundations.errors import ProofkitError
    from proofkit.foundations.exact import rational
    from proofkit.foundations.seals import digest, read_claims
    from proofkit.kernel.certificates import Library, replay_text
    from proofkit.language.terms import parse, text

SEED = {
    "id": "m/c",
    "parameters": {"x": "real", "n": "integer"},
    "hypotheses": [
        {"id": "low", "left": "x", "relation": ">=", "right": "1"},
        {"id": "tie", "left": "n", "relation": "=", "right": "2*x"},
    ],
    "definitions": {"u": "exp(x*log(n))"},
    "statements": [{"left": "u", "relation": ">=", "right": "n"}],
    "verdict": "proved",
    "proofs": [
        {
            "facts": [],
            "steps": [
                {
                    "relation": "=",
                    "term": "n^x",
                    "reason": "by definition",
                    "because": {"rule": "ring"},
                },
                {
                    "relation": ">=",
                    "term": "n",
                    "reason": "x >= 1",
                    "because": {
                        "rule": "psatz",
                        "sum": [{"weight": "1", "facts": ["low"]}],
                    },
                },
            ],
        }
    ],
    "inhabited": {"x": "1", "n": "2"},
}


def resealed(claims):
    """The claims with right digests, as a forger would write them."""
    for claim in claims:
        for proof in claim.get("proofs", ()):
            for step in proof["steps"]:
                step["digest"] = digest(step)
        claim["digest"] = digest(claim)
    return claims


def try_file(source):
    replay_text(source, seconds=5)


def try_forgery(source):
    try:
        claims = resealed(read_claims(source))
    except (TypeError, KeyError, AttributeError):
        return  # no longer of the shape that can be sealed
    library = Library(5)
    for claim in claims:
        library.replay(claim)


def try_term(source):
    with limited(seconds=5):
        term = parse(source)
        if parse(text(term)) != term:
            raise AssertionError(f"{source!r} does not survive printing")


def try_number(source):
    value = rational(source)
    if rational(str(value)) != value:
        raise AssertionError(f"{source!r} does not survive printing")


TARGETS = (try_file, try_forgery, try_term, try_number)


def test_one_input(data):
    provider = atheris.FuzzedDataProvider(data)
    target = TARGETS[provider.ConsumeIntInRange(0, len(TARGETS) - 1)]
    with contextlib.suppress(ProofkitError):
        target(provider.ConsumeUnicode(sys.maxsize))


def write_corpus(folder):
    """A few files to start from: one of each kind."""
    source = json.dumps(
        {"format": "proofkit-certificates", "schema": 2, "claims": resealed([SEED])}
    )
    starts = [source, source, "1/(1 + (n - 1)*n^(-a*(1 + a)))", "-7/10"]
    folder.mkdir(parents=True, exist_ok=True)
    for k, start in enumerate(starts):
        # the provider takes integers from the end, text from the start (1: ASCII)
        (folder / f"start{k}").write_bytes(b"\1" + start.encode() + bytes([k]))


if __name__ == "__main__":
    folders = [Path(word) for word in sys.argv[1:] if not word.startswith("-")]
    if folders:
        write_corpus(folders[0])
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()

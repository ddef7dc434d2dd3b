"""How many statements about sums over an index `ask` proves, and refutes, and in what time.

python benchmarks/families.py [--seconds S] [CLASS or ID ...]
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

from proofkit.foundations.errors import ProofkitError
from proofkit.questions.ask import run

STATEMENTS = Path(__file__).with_name("families.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    counts: Counter[tuple[str, bool, str]] = Counter()
    whole = 0.0
    for entry in json.loads(STATEMENTS.read_text(encoding="utf-8")):
        if options.only and not {entry["id"], entry["class"]} & {*options.only}:
            continue
        started = time.monotonic()
        verdict, note = asked(entry, options.seconds)
        seconds = time.monotonic() - started
        whole += seconds
        right = verdict == ("proved" if entry["true"] else "refuted")
        wrong = verdict == ("refuted" if entry["true"] else "proved")
        counts[entry["class"], entry["true"], verdict] += 1
        mark = "" if right else "  WRONG" if wrong else "  <-"
        print(
            f"{verdict:8} {seconds:6.2f} s  {entry['class']}/{entry['id']}  {note}{mark}",
            flush=True,
        )
    for (name, true, verdict), count in sorted(counts.items()):
        print(f"{name:14} {'true' if true else 'false':6} {verdict:8} {count}")
    verdicts = Counter((true, verdict) for _, true, verdict in counts.elements())
    print(
        ", ".join(f"{'true' if t else 'false'} {v}: {n}" for (t, v), n in sorted(verdicts.items()))
    )
    print(f"{whole:.0f} s")


def asked(entry: dict, seconds: float) -> tuple[str, str]:
    """The verdict, and what is said beside it."""
    try:
        answer = run(entry["says"], entry["given"], seconds=seconds, let=entry["let"])
    except ProofkitError as problem:
        return "error", str(problem)[:120]
    if answer.verdict == "refuted":
        return answer.verdict, str(answer.witness)[:120]
    return answer.verdict, "; ".join(answer.closest)[:120]


if __name__ == "__main__":
    main()

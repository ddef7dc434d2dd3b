#!/usr/bin/env python3
"""How many inequalities from other people's test suites does `proofkit ask` settle?

    measure.py [--proofkit PATH] [--seconds S] [--verbose] [FILE]

FILE is a JSON list of entries: names, integers, given (hypotheses), statement, truth. Each is put
to `proofkit ask --format json` in a process of its own. Prints a line for every wrong verdict and
every crash (with --verbose, for every open one too), then a table by kind. Exit 1 if one is wrong.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

EXIT = {"proved": 0, "refuted": 1, "open": 3}


def command(proofkit: str, entry: dict, seconds: float) -> list[str]:
    """The question as one would type it."""
    words = [proofkit, "ask", entry["statement"], "--format", "json", "--seconds", str(seconds)]
    for hypothesis in entry["given"]:
        words += ["--given", hypothesis]
    for name in entry["integers"]:
        words += ["--integer", name]
    return words


def verdict_of(words: list[str], seconds: float) -> str:
    """The verdict, or why there is none."""
    try:
        ran = subprocess.run(
            words, capture_output=True, text=True, timeout=seconds + 20, check=False
        )
        verdict = json.loads(ran.stdout)["verdict"]
    except (subprocess.TimeoutExpired, ValueError, KeyError) as problem:
        return f"crash: {str(problem)[:120]}"
    agrees = ran.returncode == EXIT[verdict]
    return verdict if agrees else f"crash: exit {ran.returncode} for {verdict}"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", default=Path(__file__).with_name("statements.json"))
    parser.add_argument("--proofkit", default="proofkit")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    table: dict[str, Counter] = defaultdict(Counter)
    started = time.monotonic()
    for entry in json.loads(Path(args.file).read_text()):
        verdict = verdict_of(command(args.proofkit, entry, args.seconds), args.seconds)
        right = "proved" if entry["truth"] else "refuted"
        kind = "open" if verdict == "open" else "right" if verdict == right else "wrong"
        kind = "crash" if verdict.startswith("crash") else kind
        if kind in ("wrong", "crash") or (kind == "open" and args.verbose):
            print(f"{entry['id']}: {verdict}: {entry['statement']}  given {entry['given']}")
        table[entry["category"]] += Counter([kind, f"to be {right}", f"{right} {kind}"])
    total = sum(table.values(), Counter())
    for name, row in [*sorted(table.items()), ("all", total)]:
        proved = f"proved {row['proved right']:3} of {row['to be proved']:3}"
        print(f"{name:18} {proved}   refuted {row['refuted right']:2} of {row['to be refuted']:2}")
    seconds = time.monotonic() - started
    print(f"{total['wrong']} wrong, {total['crash']} crashed, {seconds:.0f} s")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())

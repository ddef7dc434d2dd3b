#!/usr/bin/env python3
"""How many inequalities from other people's test suites does proofkit settle?

    measure.py [--proofkit PATH] [--seconds S] [--verbose] [FILE]

FILE is a JSON list of entries: names, integers, given (hypotheses), statement, truth. Each is put to
`proofkit ask --format json` in a process of its own. Prints a line for every wrong verdict, every
crash and (with --verbose) every open one, then a table by category. Exit 1 if a verdict is wrong.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("file", nargs="?", default=pathlib.Path(__file__).with_name("statements.json"))
parser.add_argument("--proofkit", default="proofkit")
parser.add_argument("--seconds", type=float, default=10)
parser.add_argument("--verbose", action="store_true")
args = parser.parse_args()
table, wrong, crashed, started = (
    collections.defaultdict(collections.Counter),
    0,
    0,
    time.monotonic(),
)
for entry in json.loads(pathlib.Path(args.file).read_text()):
    command = [
        args.proofkit,
        "ask",
        entry["statement"],
        "--format",
        "json",
        "--seconds",
        str(args.seconds),
    ]
    for hypothesis in entry["given"]:
        command += ["--given", hypothesis]
    for name in entry["integers"]:
        command += ["--integer", name]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=args.seconds + 20)
        verdict = json.loads(ran.stdout)["verdict"]
        if ran.returncode != {"proved": 0, "refuted": 1, "open": 3}[verdict]:
            raise ValueError(f"exit {ran.returncode} for {verdict}")
    except Exception as problem:
        verdict, crashed = "crash", crashed + 1
        print(f"{entry['id']}: crash: {str(problem)[:120]}")
    right = "proved" if entry["truth"] else "refuted"
    if verdict in ("proved", "refuted") and verdict != right:
        wrong += 1
        print(f"{entry['id']}: {verdict}, WRONG: {entry['statement']}  given {entry['given']}")
    elif args.verbose and verdict == "open":
        print(
            f"{entry['id']}: open, {'true' if entry['truth'] else 'false'}: {entry['statement']}  given {entry['given']}"
        )
    row = table[entry["category"]]
    row["true" if entry["truth"] else "false"] += 1
    row["proved"] += entry["truth"] and verdict == "proved"
    row["refuted"] += (not entry["truth"]) and verdict == "refuted"
total = sum(table.values(), collections.Counter())
for name, row in [*sorted(table.items()), ("all", total)]:
    print(
        f"{name:18} proved {row['proved']:3} of {row['true']:3}   refuted {row['refuted']:2} of {row['false']:2}"
    )
print(f"{wrong} wrong, {crashed} crashed, {time.monotonic() - started:.0f} s")
sys.exit(wrong > 0)

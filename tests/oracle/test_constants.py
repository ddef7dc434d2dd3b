"""The table of best constants against the independent evaluation: what is said to fail fails, and
what is said to be proved holds at random and at extreme points up to the constant."""

import functools
import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from tests.oracle.test_oracle import oracle

TABLE = Path(__file__).parents[2] / "docs" / "constants.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
KNOWN = [row for row in ROWS if row["claim"] in oracle.CLAIMS]
LARGE = 10**4
"""Largest integers at which claims about probabilities are evaluated."""

BOUNDS = {
    "a0": (0, Fraction(1, 10)),
    "a1": (Fraction(7, 10), 3),
    "b": (Fraction(1, 10), Fraction(9, 10)),
}


def evaluated(claim, point):
    given = {name: str(value) for name, value in point.items()}
    return oracle.evaluate_claim(claim, given).verdict


PAPER = {"n", "d", "t", "a0", "a1", "b", "c", "m", "delta"}


def admissible(row):
    """The evaluation knows the paper's layout and parameters only; and at d = 3 it takes claims
    about the other class columns, of which there are none, for vacuously true."""
    witness = row["witness"]
    least = int(witness.get("n", 0)) >= 2 and int(witness.get("d", 0)) >= 3
    vacuous = row["claim"].endswith("/class") and witness.get("d") == "3"
    return set(witness) <= PAPER and least and not vacuous


FAILING = [row for row in KNOWN if "witness" in row and admissible(row)]


def test_the_table_is_whole():
    kinds = Counter(row["kind"] for row in ROWS)
    assert set(kinds) == {"exact", "bracketed", "needless", "open"}
    assert all(("best" in row) == (row["kind"] == "exact") for row in ROWS)
    assert all("witness" in row for row in ROWS if row["kind"] in ("exact", "bracketed"))
    assert len(FAILING) >= 20


@pytest.mark.parametrize("row", FAILING, ids=lambda row: f"{row['claim']} {row['stated']}")
def test_what_is_said_to_fail_fails(row):
    assert evaluated(row["claim"], row["witness"]) == "fails"


PROVED = [
    row
    for row in KNOWN
    if row["kind"] in ("exact", "bracketed", "needless")
    and row["over"] in BOUNDS
    and not row["claim"].endswith(("-network/fires", "separates", "blind", "budget", "silent"))
]


@functools.cache
def strong(claim):
    """The least a1 that the claim's own hypotheses allow."""
    stated = [row["stated"] for row in ROWS if row["claim"] == claim and row["over"] == "a1"]
    return max((Fraction(text.partition(">= ")[2]) for text in stated if ">=" in text), default=0)


def points(row, source):
    """Points within the other hypotheses, this parameter at the end that is proved, and beyond
    it inwards; extreme ones first."""
    at = Fraction(row["proved"]) if "proved" in row else None
    for trial in range(12):
        point = {name: source.choice([low, high]) for name, (low, high) in BOUNDS.items()}
        if trial > 5:
            point = {
                k: low + (high - low) * Fraction(source.random()).limit_denominator(999)
                for k, (low, high) in BOUNDS.items()
            }
        point["a1"] = max(point["a1"], strong(row["claim"]))
        point["d"] = source.choice([3, 4, 5, 12, 102])
        point["t"] = source.choice([1, 2, 3, 10, LARGE])
        if (point["d"] - 2) * point["t"] < 4:
            continue
        if at is not None:
            inward = 1 if ">" in row["stated"] else -1
            point[row["over"]] = at + inward * Fraction(trial, 100)
        elif row["over"] == "a1":
            point["a1"] = source.choice([Fraction(1, 10), Fraction(1, 2), Fraction(3)])
        yield point


@pytest.mark.parametrize("number", range(8))
def test_what_is_said_to_be_proved_holds(number):
    checked = 0
    source = random.Random(number)
    for row in PROVED[number::8]:
        for point in points(row, source):
            if not outside(row, point):
                assert evaluated(row["claim"], point) in ("holds", "undefined"), (row, point)
                checked += 1
    assert checked > 100


def outside(row, point):
    """Does the point leave the other hypotheses of the claim, as the table names them?"""
    for other in ROWS:
        if other["claim"] != row["claim"] or other is row or other["over"] not in point:
            continue
        value, bound = point[other["over"]], Fraction(other["stated"].split()[-1])
        if other["over"] == row["over"] and other["stated"] == row["stated"]:
            continue
        if value < bound if ">" in other["stated"] else value > bound:
            return True
    return point["b"] > Fraction(9, 10) and row["over"] != "c"

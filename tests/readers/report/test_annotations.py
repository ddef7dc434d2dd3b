"""Verdicts on the lines of the files that make the claims."""

import json
from pathlib import Path

import pytest

import proofkit
from proofkit.readers.report import annotations


@pytest.fixture(scope="module")
def report():
    return proofkit.check("softmax-d1-weights", a1="6/10")


def test_a_failed_claim_is_an_error_on_the_line_that_makes_it(report):
    lines = annotations.github(report).splitlines()
    (line,) = [line for line in lines if "f-NN fails" in line]
    assert line.startswith("::error file=")
    file, number = line.split("file=")[1].split(",")[:2]
    place = int(number.removeprefix("line="))
    source = Path(file).read_text(encoding="utf-8").splitlines()
    assert '"f-NN",' in "".join(source[place - 1 : place + 2])


def test_what_is_said_cannot_end_the_line_or_a_field(report):
    for line in annotations.github(report).splitlines():
        fields = line.split("::")[1]
        assert "\n" not in line and fields.count("title=") <= 1


def test_sarif_has_a_result_for_what_fails_and_none_for_what_holds(report):
    (run,) = json.loads(annotations.sarif(report))["runs"]
    found = {(r["ruleId"], r["message"]["text"].split(":")[0]) for r in run["results"]}
    assert ("fails", "softmax-d1-weights/f-NN") in found
    assert not any(name.endswith("/f-OO") for _, name in found)
    assert {r["ruleId"] for r in run["results"]} <= {
        rule["id"] for rule in run["tool"]["driver"]["rules"]
    }

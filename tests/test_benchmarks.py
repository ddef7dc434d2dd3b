"""The benchmark runner on a benchmark made up for it, and the committed table."""

import re
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as runner
from benchmarks.table import HEAD, Row, line

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "docs" / "performance.md"
FAKE = '''"""Counts slowly."""

from benchmarks.table import Row


def measure(quick=False):
    for size in (10, 100) if quick else (10, 100, 1000):
        yield Row("count", "ours", size / 4, "theirs", size / 1, "a | b", "n", size)
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(runner.benchmarks, "__path__", [str(tmp_path)])
    (tmp_path / "notes.py").write_text("measured = 1\n", encoding="utf-8")
    return tmp_path


def test_the_ratio_is_the_alternatives_time_over_ours():
    row = Row("work", "ours", 2.0, "other", 5.0)
    assert row.ratio == 2.5
    assert line(row) == "| work | ours | 2 | other | 5 | 2.5× |  |"
    slow = Row("work", "ours", 4.0, "other", 1.0)
    assert "| 0.25× (slower) |" in line(slow)


def test_a_new_benchmark_is_found_and_written_with_its_growth(folder):
    (folder / "counting.py").write_text(FAKE, encoding="utf-8")
    output = folder / "out" / "table.md"
    assert runner.main(["-o", str(output)]) == 0
    text = output.read_text(encoding="utf-8")
    assert "## counting\n\nCounts slowly." in text
    assert r"| count, n = 1000 | ours | 250 | theirs | 1e+03 | 4× | a \| b |" in text
    assert "(table/counting-count-n.svg)" in text
    assert "<svg" in (folder / "out/table/counting-count-n.svg").read_text(encoding="utf-8")


def test_one_benchmark_is_measured_again_in_a_table_of_all(folder, monkeypatch):
    for name in ("adding", "brief", "counting"):
        (folder / f"{name}.py").write_text(FAKE.replace("slowly", name), encoding="utf-8")
    output = folder / "table.md"
    assert runner.main(["-o", str(output)]) == 0
    before = output.read_text(encoding="utf-8")
    (folder / "brief.py").write_text(FAKE.replace("size / 4", "size / 5"), encoding="utf-8")
    monkeypatch.delitem(sys.modules, "benchmarks.brief")
    assert runner.main(["--only", "brief", "-o", str(output)]) == 0
    after = output.read_text(encoding="utf-8")
    titles = re.compile(r"^## (\w+)", re.M)
    assert titles.findall(after) == titles.findall(before) == ["adding", "brief", "counting"]
    assert [s.count("| ours | 200 |") for s in after.split("## ")] == [0, 0, 1, 0]
    assert after.count("Measured later than the rest") == 1


def test_what_was_not_measured_is_measured_later():
    page = "# P\n\n## b\n\nold\n\nNot measured: a: why.\n\nNot measured: c: why.\n"
    expected = "# P\n\n## a\n\nnew\n\n## b\n\nold\n\nNot measured: c: why.\n"
    assert runner.replaced(page, "a", "## a\n\nnew") == expected


def test_one_quick_benchmark_is_printed(folder, capsys):
    (folder / "brief.py").write_text(FAKE, encoding="utf-8")
    assert runner.main(["--only", "brief", "--quick"]) == 0
    printed = capsys.readouterr()
    assert "n = 100 |" in printed.out and "n = 1000" not in printed.out
    assert printed.err == "brief ...\n"
    assert sorted(p.name for p in folder.iterdir() if p.suffix) == ["brief.py", "notes.py"]


def test_a_missing_package_is_named_with_its_extra(folder, capsys):
    text = FAKE.replace("    for", "    import no_such_package\n    for")
    (folder / "needy.py").write_text(text, encoding="utf-8")
    assert runner.main(["--quick"]) == 2
    printed = capsys.readouterr()
    message = (
        "needy: the package no_such_package is not installed: pip install 'proofkit[benchmarks]'"
    )
    assert f"error: {message}" in printed.err
    assert f"Not measured: {message}." in printed.out


def test_an_unknown_benchmark_is_refused(folder, capsys):
    with pytest.raises(SystemExit) as stopped:
        runner.main(["--only", "none"])
    assert stopped.value.code == 2
    assert "invalid choice: 'none'" in capsys.readouterr().err


def test_the_committed_table_measures_every_benchmark_or_says_that_it_does_not():
    text = TABLE.read_text(encoding="utf-8")
    measured = re.findall(r"^(?:## |Not measured: )(\w+)", text, re.M)
    assert sorted(measured) == runner.names()
    assert re.search(r"^Produced on .+, \d+ cores, with Python 3\.\d+\.\d+, numpy ", text, re.M)
    for picture in re.findall(r"!\[.*\]\((.*)\)", text):
        assert (TABLE.parent / picture).exists()


def test_the_totals_of_provers_are_the_sums_of_their_kinds():
    section = TABLE.read_text(encoding="utf-8").split("## provers")[1].split("\n## ")[0]
    rows = [r.split(" | ")[1:4] for r in section.splitlines() if r.startswith("| ")][1:]
    *kinds, total = ([int(n) for n in re.findall(r"\d+", " ".join(row))] for row in rows)
    assert total == [sum(row[k] for row in kinds) for k in range(4)]


def test_the_committed_ratios_are_those_of_their_seconds():
    text = TABLE.read_text(encoding="utf-8")
    assert HEAD in text
    text = re.sub(r"## provers.*?(?=\n## )", "", text, flags=re.DOTALL)  # a table of its own kind
    rows = [r.split(" | ") for r in text.splitlines() if r.startswith("| ") and " work " not in r]
    assert len(rows) > 10
    for row in rows:
        ours, theirs, ratio = (float(row[i].partition("×")[0]) for i in (2, 4, 5))
        assert ratio == pytest.approx(theirs / ours, rel=0.02), row

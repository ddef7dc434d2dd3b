"""Run every benchmark of this folder and write the table of their ratios.

python -m benchmarks [--only NAME] [--quick] [-o docs/performance.md]

A benchmark is a module with `measure()`, which yields rows; one that takes `quick` can do less.
With `--only` or `--quick` the table is printed unless `-o` says where to write it; `--only` with a
table that is there replaces that benchmark's section, which then says so.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import benchmarks
from benchmarks.growth import plots
from benchmarks.table import HEAD, Row, line, speed_up

ROOT = Path(__file__).parent.parent
OUTPUT = ROOT / "docs" / "performance.md"
EXTRA = "pip install 'proofkit[benchmarks]'"
PACKAGES = ("numpy", "sympy", "python-flint", "mpmath", "numba", "torch")
INTRODUCTION = """# Performance

Each row times the same task in proofkit and in an alternative, in one run on one machine; seconds
are the least of several runs. Read the speed-ups, since seconds depend on the machine and its load.
`python -m benchmarks` writes this page (extra `benchmarks`)."""


def names() -> list[str]:
    """All modules of the folder that measure something, found by their text."""
    folder = Path(next(iter(benchmarks.__path__)))
    found = (p for p in sorted(folder.glob("*.py")) if not p.name.startswith("_"))
    return [p.stem for p in found if "\ndef measure(" in p.read_text(encoding="utf-8")]


def rows(name: str, quick: bool) -> Iterator[Row]:
    """Run one benchmark."""
    measure = importlib.import_module(f"benchmarks.{name}").measure
    takes_quick = "quick" in inspect.signature(measure).parameters
    yield from measure(quick=True) if quick and takes_quick else measure()


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def machine() -> str:
    """What the figures depend on: processor, cores, versions."""
    found = [f"Python {platform.python_version()}"]
    installed = {d.name.lower(): d.version for d in metadata.distributions()}
    found += [f"{name} {installed[name]}" for name in PACKAGES if name in installed]
    return (
        f"Produced on {_processor()}, {os.cpu_count()} cores, with {', '.join(found)}. "
        f"Load average at the start: {_load()}; figures taken at a load above 1 are unreliable."
    )


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for entry in information.read_text(encoding="utf-8").splitlines():
            if entry.startswith("model name"):
                return entry.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def section(name: str, found: list[Row], pictures: list[str]) -> str:
    """The Markdown of one benchmark."""
    module = importlib.import_module(f"benchmarks.{name}")
    text = inspect.cleandoc(module.__doc__ or "")
    images = [f"![Growth: {Path(picture).stem}]({picture})" for picture in pictures]
    head, show = getattr(module, "HEAD", HEAD), getattr(module, "line", line)
    table = "\n".join([head, *map(show, found)])
    folded = [
        "<details>",
        f"<summary>{_summary(found)}</summary>",
        table,
        *images[1:],
        "</details>",
    ]
    return "\n\n".join([f"## {name}", text, *images[:1], "\n".join(folded[:2]), *folded[2:]])


def _summary(found: list[Row]) -> str:
    """How many tasks there are, and how the ratios spread, for rows that are such."""
    ratios = [row.ratio for row in found if isinstance(row, Row)]
    said = f"{len(found)} measurement{'s' * (len(found) != 1)}"
    if not ratios:
        return said
    return f"{said}: speed-up from {speed_up(min(ratios))} to {speed_up(max(ratios))}"


def replaced(page: str, name: str, section: str) -> str:
    """The page with this section in place of the one it has, or of the line that it has none."""
    head, *blocks = re.split(r"\n\n(?=## |Not measured: )", page.rstrip("\n"))
    found = {match[1]: b for b in blocks if (match := re.match(r"(?:## |Not measured: )(\w+)", b))}
    kept = {**found, name: section}
    measured = [kept[other] for other in sorted(kept) if kept[other].startswith("## ")]
    missing = [block for block in kept.values() if not block.startswith("## ")]
    return "\n\n".join([head, *measured, *missing]) + "\n"


def _page(parts: list[str], missing: list[str]) -> str:
    return "\n\n".join([*parts, *(f"Not measured: {line}." for line in missing)]) + "\n"


def _replace(name: str, quick: bool, output: Path) -> int:
    """Measure one benchmark again in a table of all."""
    load = _load()
    found = list(rows(name, quick))
    title, rest = section(name, found, plots(name, found, output)).split("\n\n", 1)
    later = f"Measured later than the rest, with a load average of {load} at the start."
    page = replaced(output.read_text(encoding="utf-8"), name, f"{title}\n\n{later}\n\n{rest}")
    output.write_text(page, encoding="utf-8")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run, then write or print; 2 when a benchmark or a package that it needs is missing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--only", choices=names(), help="one benchmark instead of all")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it runs")
    parser.add_argument("-o", "--output", type=Path, help="default: docs/performance.md")
    given = parser.parse_args(arguments)
    partial = given.only or given.quick
    output = given.output or (None if partial else OUTPUT)
    if given.only and output and output.exists():
        return _replace(given.only, given.quick, output)
    parts, missing = [INTRODUCTION, machine()], []
    chosen = [given.only] if given.only else names()
    for place, name in enumerate(chosen, 1):
        print(f"{name} ...", file=sys.stderr, flush=True)
        try:
            found = list(rows(name, given.quick))
        except ModuleNotFoundError as error:
            missing.append(f"{name}: the package {error.name} is not installed: {EXTRA}")
            print(f"error: {missing[-1]}", file=sys.stderr)
        else:
            parts.append(section(name, found, plots(name, found, output) if output else []))
        if output:
            output.parent.mkdir(parents=True, exist_ok=True)
            left = [f"{other}: the run was interrupted" for other in chosen[place:]]
            output.write_text(_page(parts, missing + left), encoding="utf-8")
    if not output:
        sys.stdout.write(_page(parts, missing))
    return 2 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

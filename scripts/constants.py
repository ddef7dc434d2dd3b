"""Make the page `docs/constants.md`: how far every bound on a parameter can be relaxed.

    python scripts/constants.py            ask what is not yet known, and write the page
    python scripts/constants.py --page     write the page from what is kept

Answers are kept in `docs/constants.jsonl`, one line a hypothesis. A claim that has changed since
is asked again. An answer that takes longer than the limit is kept as open; a step that is not
found soon is not sought as long as `threshold` would.
"""

from __future__ import annotations

import hashlib
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from proofkit.language import registry
from proofkit.language.claims import Claim, Part
from proofkit.language.events import P
from proofkit.questions import pipeline
from proofkit.questions.ends import end_of
from proofkit.questions.threshold import BestConstant, bounds_of
from proofkit.readers.report import contents, phrases, wording
from proofkit.readers.report.mathematics import PLAIN
from proofkit.readers.report.threshold import at, exact
from proofkit.search import gaps, steps
from proofkit.search.memory import head_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
KEPT, PAGE = DOCS / "constants.jsonl", DOCS / "constants.md"
STEP_SECONDS = 2
SECONDS = 60
"""Longest time for one claim and one parameter, of the processor."""

COLLECTION = "paper"
WORKERS = 2
KINDS = {
    "exact": "the constant is best possible: beyond it the claim fails, at the point shown",
    "bracketed": "proved up to one value, false at another; the best constant lies between",
    "needless": "the claim is proved without the hypothesis, or the hypothesis from the others",
    "open": "this proof needs the hypothesis, and no point is known where the claim fails without "
    "it; or the time limit was reached",
}
Row = dict[str, Any]


def main() -> None:
    wanted = {(claim.name, over, stated): digest for claim, over, stated, digest in _wanted()}
    kept = {key: row for row in _read() if wanted.get(key := _key(row)) == row["digest"]}
    if "--page" not in sys.argv:
        missing = {(key[0], key[1], wanted[key]) for key in wanted.keys() - kept.keys()}
        used = {claim.claim.name: claim.uses for claim in pipeline.prove(()).claims}
        stated = {(claim.name, over): ids for claim, over, ids in _bounded()}
        chances = {claim.name for claim in _own() if any(map(_has_chance, claim.parts))}

        def cost(pair: tuple[str, str, str]) -> tuple[bool, bool, tuple[str, str, str]]:
            """What no proof uses is needless, and soon said so; probabilities take longest."""
            needed = not stated[pair[:2]].isdisjoint(used.get(pair[0], ()))
            return needed, pair[0] in chances, pair

        _ask(sorted(missing, key=cost), kept)
    PAGE.write_text(page([kept[key] for key in wanted if key in kept], len(wanted)), "utf-8")


def _key(row: Row) -> tuple[str, str, str]:
    return row["claim"], row["over"], row["stated"]


def _wanted() -> Iterator[tuple[Claim, str, str, str]]:
    """Every claim with every bound on a parameter, and a digest of what it says."""
    for claim in _own():
        digest = _digest(claim)
        for hypothesis in claim.hypotheses:
            if (end := end_of(claim, hypothesis)) is not None:
                yield claim, end.over, PLAIN.statement(hypothesis.statement), digest


def _bounded() -> Iterator[tuple[Claim, str, set[str]]]:
    """Every claim with every parameter that is bounded, and the hypotheses that bound it."""
    for claim in _own():
        found: dict[str, set[str]] = {}
        for hypothesis in claim.hypotheses:
            if (end := end_of(claim, hypothesis)) is not None:
                found.setdefault(end.over, set()).add(hypothesis.id)
        yield from ((claim, over, ids) for over, ids in found.items())


def _own() -> Iterator[Claim]:
    """The claims of the paper's collection, whatever else is installed."""
    own = {source.id for source in registry.sources() if source.collection == COLLECTION}
    return (claim for lemma, claims in registry.find(()) if lemma.id in own for claim in claims)


def _has_chance(part: Part) -> bool:
    return bool(part.statement.left.atoms(P) | part.statement.right.atoms(P))


def _digest(claim: Claim) -> str:
    """Of the statement, the hypotheses and the definitions; not of the proof's wording."""
    return hashlib.sha256(json.dumps(head_of(claim), sort_keys=True).encode()).hexdigest()[:16]


def _ask(pairs: list[tuple[str, str, str]], kept: dict[tuple[str, str, str], Row]) -> None:
    """Ask about each pair, and keep every answer as soon as it is there."""
    with ProcessPoolExecutor(WORKERS) as pool:
        asked = [pool.submit(rows, *pair) for pair in pairs]
        for done, future in enumerate(as_completed(asked), 1):
            for row in future.result():
                kept[_key(row)] = row
            text = "".join(json.dumps(row) + "\n" for _, row in sorted(kept.items()))
            KEPT.write_text(text, encoding="utf-8")
            print(f"\r{done}/{len(asked)}", end="", file=sys.stderr, flush=True)


def rows(claim: str, over: str, digest: str) -> list[Row]:
    """The answers about one claim and one parameter."""
    steps.GAP_SECONDS = gaps.SECONDS = STEP_SECONDS
    begun = time.process_time()
    signal.signal(signal.SIGPROF, _time_is_up)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of this process, whatever else runs
    try:
        found = [_row(bound) for bound in bounds_of(claim, over)]
    except TimeoutError:
        found = [_unknown(claim, over, stated) for stated in _stated(claim, over)]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = round(time.process_time() - begun, 1)
    return [{**row, "digest": digest, "seconds": seconds} for row in found]


def _time_is_up(*_: object) -> None:
    raise TimeoutError


def _stated(name: str, over: str) -> Iterator[str]:
    ((_, (claim,)),) = registry.find((name,))
    for hypothesis in claim.hypotheses:
        end = end_of(claim, hypothesis)
        if end is not None and end.over == over:
            yield PLAIN.statement(hypothesis.statement)


def _unknown(claim: str, over: str, stated: str) -> Row:
    said = f"not settled in {SECONDS} s"
    return {"claim": claim, "over": over, "stated": stated, "kind": "open", "said": said}


def _row(bound: BestConstant) -> Row:
    stated = f"{bound.over} {bound.relation} {bound.stated}"
    row: Row = {"claim": bound.claim.name, "over": bound.over, "stated": stated}
    row |= {"kind": _kind(bound), "said": _said(bound)}
    if bound.best is not None:
        row["best"] = PLAIN.term(bound.best)
    for name in ("proved", "refuted"):
        if (value := getattr(bound, name)) is not None:
            row[name] = str(value)
    if bound.witness is not None:
        row["witness"] = {name: str(value) for name, value in bound.witness.items()}
    return row


def _kind(bound: BestConstant) -> str:
    if bound.needless:
        return "needless"
    if bound.tight:
        return "exact"
    return "open" if bound.proved is None or bound.refuted is None else "bracketed"


def _said(bound: BestConstant) -> str:
    """What is certified, in a few words."""
    if bound.needless:
        return "proved without it, or follows from the others"
    sign, said = bound.relation, []
    if bound.root is not None:
        said.append(f"proved for {bound.over} {sign} {PLAIN.term(bound.root.value)}")
    elif bound.proved is not None:
        said.append(f"proved for {bound.over} {sign} {exact(bound.proved)}")
    else:
        said.append("not proved as stated")
    if bound.witness is not None:
        said.append(f"fails at {at(bound.witness)}")
    else:
        said.append("no failing point found")
    return "; ".join(said)


def _read() -> list[Row]:
    if not KEPT.exists():
        return []
    return [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()]


# The page ---------------------------------------------------------------------------------


def page(found: list[Row], wanted: int) -> str:
    """The whole page: what the kinds mean, how many there are, the constants that are best, and
    every lemma's bounds, folded."""
    share = "all" if len(found) == wanted else f"{len(found)} of"
    count = Counter(row["kind"] for row in found)
    pairs = len({(row["claim"], row["over"]) for row in found})
    lines = [
        "# Which constants are best",
        "",
        "Most hypotheses compare a parameter with a number. How far can that number be moved while",
        "the claim stays true for all other parameters? [`proofkit threshold CLAIM --over NAME",
        "--for-all`](threshold.md) answers this question. These are its answers for",
        f"{share} {wanted:,} bounds of {pairs:,} (claim, parameter) pairs.",
        "`python scripts/constants.py` makes this page"
        + ("." if len(found) == wanted else " and continues with the bounds that are missing."),
        "",
        "| answer | bounds | it means |",
        "|---|--:|---|",
        *(f"| {kind} | {count[kind]} | {meaning} |" for kind, meaning in KINDS.items()),
        "",
        "An exact constant is known to 10 digits: the claim is proved up to it, and fails one step",
        "beyond it (1 for an integer, $10^{-10}$ otherwise). The kernel replayed every proof and",
        f"accepted every counterexample. For some rows the search had at most {STEP_SECONDS} s per",
        "step, where `threshold` takes 10; asked again, `threshold` may give a narrower bracket.",
        "",
        "## Best possible constants",
        "",
        "<details>",
        f"<summary>{count['exact']} constants in a table</summary>",
        "",
        *_table([row for row in found if row["kind"] == "exact"], home=""),
        "",
        "</details>",
        "",
        "## Lemma by lemma",
        "",
    ]
    titles = {lemma.id: wording.lowered(lemma.title) for lemma, _ in registry.find(())}
    for lemma in dict.fromkeys(row["claim"].partition("/")[0] for row in found):
        rows = [row for row in found if row["claim"].partition("/")[0] == lemma]
        lines += _folded(lemma, titles[lemma], rows)
    return "\n".join(lines)


def _folded(lemma: str, title: str, found: list[Row]) -> list[str]:
    """The bounds of a lemma that are not needless, then where they are."""
    count = Counter(row["kind"] for row in found)
    counted = ", ".join(f"{count[kind]} {kind}" for kind in KINDS if count[kind])
    lines = ["<details>", f"<summary>{title}: {counted}</summary>", "", f"`{lemma}`", ""]
    if telling := [row for row in found if row["kind"] != "needless"]:
        lines += [*_table(telling, home=lemma), ""]
    idle: dict[tuple[str, ...], list[str]] = {}
    for claim in dict.fromkeys(row["claim"] for row in found):
        names = tuple(r["stated"] for r in found if r["claim"] == claim and r["kind"] == "needless")
        if names:
            idle.setdefault(names, []).append(f"`{claim.partition('/')[2]}`")
    known = _known(lemma)
    for names, claims in idle.items():
        said = ", ".join(_formula(name, known) for name in names)
        lines += [f"- needless for {', '.join(claims)}: {said}"]
    return [*lines, "", "</details>", ""]


def _table(found: list[Row], home: str) -> list[str]:
    """A line a bound; at home a claim goes by its short name."""
    heads = ["claim", "hypothesis", "best", *(["fails"] if home else [])]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in found:
        lemma, _, id = row["claim"].partition("/")
        known = _known(lemma)
        fails = "; ".join(s for s in row["said"].split("; ") if not s.startswith("proved for"))
        cells = (
            f"`{id if lemma == home else row['claim']}`",
            _formula(row["stated"], known),
            _best(row, known),
            phrases.markdown(phrases.typeset(fails.removeprefix("fails "), known)),
        )
        lines.append(f"| {' | '.join(cells[: len(heads)])} |")
    return lines


def _best(row: Row, known: frozenset[str]) -> str:
    """The best constant, or the numbers between which it lies, as far as they are known."""
    if "best" in row:
        return _formula(row["best"], known)
    proved, refuted = (
        _formula(exact(Fraction(row[name])), known) if name in row else ""
        for name in ("proved", "refuted")
    )
    if proved and refuted:
        return f"between {refuted} and {proved}"
    return f"open, proved for {proved}" if proved else "open"


def _formula(text: str, known: frozenset[str]) -> str:
    return phrases.markdown(phrases.prose(f"`{text}`", known).replace("`", ""))


@lru_cache
def _known(lemma: str) -> frozenset[str]:
    ((found, _),) = registry.find((lemma,))
    return contents.symbols(found)


if __name__ == "__main__":
    main()

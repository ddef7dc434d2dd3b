"""A proof about families told line by line, one plain sentence for each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from proofkit.evidence.lines import Line
from proofkit.evidence.tidy import balanced, said, shown
from proofkit.kernel.assumptions import Fact, Known, upwards
from proofkit.kernel.inference import RULES
from proofkit.language.terms import ONE, TWO, Term, multiply, number, parse
from proofkit.search.families.forms import summed

LONGEST = 240
Words = Callable[[Known, Fact, Mapping[str, Any]], str]


def premises(known: Known, goal: Fact, node: Mapping[str, Any]) -> list[tuple[Known, Fact, Any]]:
    """What a node rests on, each with the place where it is proved, in the kernel's order."""
    found: list[tuple[Known, Fact, Any]] = []

    def heard(place: Known, premise: Fact, because: Any) -> None:
        found.append((place, premise, because))

    RULES[node["rule"]].concludes(known, upwards(goal), node, heard)
    return found


def lines(known: Known, goal: Fact, node: Mapping[str, Any], depth: int = 0) -> list[Line]:
    """What the goal rests on, then the goal."""
    return [*_told(known, goal, node, depth)]


def _told(known: Known, goal: Fact, node: Mapping[str, Any], depth: int) -> Iterator[Line]:
    rule = node["rule"]
    if rule == "general":
        yield Line(
            depth, _said(known, goal), "an inequality between numbers, proved for all of them"
        )
        return
    found = premises(known, goal, node)
    if rule == "have":
        *before, (place, fact, then) = found
        for entry, (there, shown_fact, because) in zip(node["facts"], before, strict=True):
            told = [*_told(there, shown_fact, because, depth)]
            yield from told[:-1]
            tail = _ranges(entry.get("for", ()))
            yield Line(depth, f"{told[-1].statement}{tail}", told[-1].reason)
        yield from _told(place, fact, then, depth)
        return
    if rule == "cases":
        for place, fact, because in found:
            yield Line(depth, f"where {said(place.facts[node['id']])}:", "")
            yield from _told(place, fact, because, depth + 1)
    elif rule != "chain":
        for place, fact, because in found:
            if because["rule"] not in ("assume", "ring", "sign") or rule == "attain":
                yield from _told(place, fact, because, depth + 1)
    else:
        for place, fact, because in found:
            if fact[0] != fact[2]:
                yield from _told(place, fact, because, depth)
        return
    words = _WORDS.get(rule)
    yield Line(depth, _said(known, goal), words(known, goal, node) if words else f"by {rule}")


def _said(known: Known, goal: Fact) -> str:
    return said(goal if goal in known.facts.values() else balanced(goal))


def _ranges(ranges: Any) -> str:
    tail = ", ".join(
        f"{name}={shown(_term(low))}..{shown(_term(high))}" for name, low, high in ranges
    )
    return f" for {tail}" if tail else ""


def _term(value: Any) -> Term:
    return value if isinstance(value, Term) else parse(value)


def _fact(known: Known, used: Any) -> str:
    """A fact, or one for each index at the indices used."""
    try:
        if isinstance(used, list):
            many: Any = known
            stated, _ = many.many[used[0]]
            _, fact = stated.at([_term(value) for value in used[1:]])
            return said(fact)
        return said(known.facts[used])
    except (KeyError, AttributeError):
        return str(used[0] if isinstance(used, list) else used)


def _because(known: Known, _: Fact, node: Mapping[str, Any]) -> str:
    used = [node["fact"], *node["at"]] if "at" in node else node["fact"]
    return "given" if str(node["fact"]).startswith("given") else f"because {_fact(known, used)}"


def _sum(known: Known, goal: Fact, node: Mapping[str, Any]) -> str:
    """What the difference is, and why it is not negative."""
    parts, why = [], dict[str, None]()
    for entry in node["sum"]:
        here, ranges = known, [(n, _term(a), _term(b)) for n, a, b in entry.get("over", ())]
        for name, low, high in ranges:
            many: Any = here
            here = many.with_index(name, low, high)
        factors = [number(Fraction(entry["weight"]))]
        for used in entry.get("facts", ()):
            why[_fact(here, used)] = None
            factors.append(_gap(here, used))
        factors += [_term(value) for value in entry.get("signs", ()) if _term(value) != ONE]
        factors += [_term(root) ** TWO for root in entry.get("squares", ())]
        if entry.get("squares"):
            why["squares are >= 0"] = None
        parts.append(shown(summed(ranges, multiply(*factors))))
    for entry in node.get("equations", ()):
        here = known
        for name, low, high in entry.get("over", ()):
            many = here
            here = many.with_index(name, _term(low), _term(high))
        why[_fact(here, entry["fact"])] = None
    times = "" if "times" not in node else f" times {shown(_term(node['times']))}"
    whole = " + ".join(parts).replace("+ -", "- ") or "0"
    if len(whole) > LONGEST:
        whole = f"a sum of {len(parts)} products that are >= 0"
    reason = f"the difference{times} is {whole}"
    return f"{reason}, where {'; '.join(list(why)[:6])}" if why else reason


def _gap(known: Known, used: Any) -> Term:
    fact: Fact
    if isinstance(used, list):
        many: Any = known
        _, fact = many.many[used[0]][0].at([_term(value) for value in used[1:]])
    else:
        fact = known.facts[used]
    left, _, right = fact
    return right - left if left.op != "number" or left.args[0] else right


def _plain(words: str) -> Words:
    return lambda _, __, ___: words


_WORDS: dict[str, Words] = {
    "assume": _because,
    "ring": _plain("both sides are the same when sums are taken apart and multiplied out"),
    "sign": _plain("by the signs of its parts"),
    "psatz": _sum,
    "termwise": _plain("entry by entry"),
    "member": lambda _, __, node: f"the entry at {shown(_term(node['at']))} and the whole",
    "bounded": _plain("for it is so for each index"),
    "attain": lambda _, __, node: f"the whole is its entry at some index {node['index']}",
    "split": lambda _, __, node: f"the range in two parts, after {shown(_term(node['at']))}",
    "reverse": _plain("the same entries in the opposite order"),
    "climb": lambda _, __, node: (
        f"by induction from {shown(_term(node['from']))} to {shown(_term(node['to']))}"
    ),
    "cases": _plain("in each case"),
    "exchange": _plain("put in what the line above says"),
    "cancel": _plain("compare a rising function of both sides"),
    "absurd": _plain("otherwise a contradiction"),
    "antisymmetric": _plain("from both sides"),
    "extreme": _plain("by what the greatest and the least are"),
}

"""Hypotheses: what holds of the names of a step, and who says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from proofkit.latex import prose
from proofkit.latex.grammar import read_term
from proofkit.latex.nodes import Node, Nodes, source, split, tight
from proofkit.latex.parts import FormulaPart, names_in, number
from proofkit.latex.tokens import NotRead
from proofkit.latex.vocabulary import Words

ORDER = frozenset(("<=", ">=", "<", ">", "="))
ANNOTATED, DEFINITION, BESIDE, BEFORE, NATURE = (
    "annotated",
    "definition",
    "beside",
    "line before",
    "by what it is",
)
MAX_SIDE = 14


@dataclass(frozen=True)
class PaperHypothesis:
    """A relation that a step may use; `how` says where it is from."""

    left: FormulaPart
    relation: str
    right: FormulaPart
    how: str

    @property
    def names(self) -> set[str]:
        return names_in(self.left) | names_in(self.right)


@dataclass
class Facts:
    """What is known where a step stands: hypotheses, integers, and how names are read."""

    words: Words = field(default_factory=Words)
    hypotheses: list[PaperHypothesis] = field(default_factory=list)
    integers: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    varying: set[str] = field(default_factory=set)
    unread: list[str] = field(default_factory=list)

    def add(self, left: FormulaPart, relation: str, right: FormulaPart, how: str) -> None:
        """Add a hypothesis, unless it is there."""
        made = PaperHypothesis(left, relation, right, how)
        if not any(
            (h.left, h.relation, h.right) == (left, relation, right) for h in self.hypotheses
        ):
            self.hypotheses.append(made)

    def declare(
        self, part: FormulaPart, nodes: Nodes, integer: bool = False, sure: bool = False
    ) -> None:
        """A name is a number; `sure` if the author says so to proofkit."""
        self.declared.add(part.text)
        self.words.numbers |= {part.text, bare(nodes)}
        if sure:
            self.words.declared |= {part.text, bare(nodes)}
        if integer:
            self.integers.add(part.text)

    @property
    def bound(self) -> set[str]:
        """The names of which something is said."""
        return self.declared.union(*(h.names for h in self.hypotheses))


def bare(nodes: Sequence[Node]) -> str:
    """The letter with its accent that a name begins with."""
    first = tight(nodes)[0]
    return first.text if first.kind == "letter" else first.source.strip()


def is_name(nodes: Sequence[Node]) -> bool:
    """Is it one name, with its scripts?"""
    inside = tight(nodes)
    return (
        bool(inside)
        and inside[0].kind in ("letter", "accent", "font")
        and all(n.kind in ("sub", "sup", "prime") for n in inside[1:])
    )


def read_name(facts: Facts, nodes: Nodes) -> FormulaPart | None:
    """The name that these nodes are; it counts as a number from here on."""
    if not is_name(nodes):
        return None
    known = facts.words.numbers
    before = set(known)
    known.add(bare(nodes))
    try:
        part = read_term(nodes, facts.words)
    except NotRead:
        part = FormulaPart("unread")
    if part.op != "name":
        known.clear()
        known.update(before)
        return None
    return part


# Sets.

_POSITIVE = frozenset(("_{>0}", "_{++}", "^{+}_{*}", "_{> 0}", "^{*}_{+}", "_{+}^{*}"))
_FROM_ZERO = frozenset(("_{+}", "^{+}", "_{\\geq 0}", "_{\\ge 0}", "_{\\geqslant 0}", "_{0}^{+}"))
_FROM_ONE = frozenset(
    ("_{+}", "^{+}", "_{>0}", "^{*}", "_{\\geq 1}", "_{\\ge 1}", "^{\\ast }", "_{\\geqslant 1}")
)
_FIELD = re.compile(r"\\(?:mathbb|mathbf|mathds|mathbbm)\{([RNZ])\}(.*)")

Bounds = tuple[FormulaPart | None, str, FormulaPart | None, str, bool]


def set_bounds(nodes: Nodes, words: Words) -> Bounds | None:
    """Lower end, its relation, upper end, its relation, and whether these are integers."""
    inside = tight(nodes)
    if len(inside) == 1 and inside[0].kind == "bracket" and inside[0].source[:1] in "([":
        sides, _ = split(inside[0].body, ("comma",))
        if len(sides) != 2:
            return None
        written = inside[0].source
        lower = "<=" if written[0] == "[" else "<"
        upper = "<=" if written[-1] == "]" else "<"
        ends = [_end(side, words) for side in sides]
        return ends[0], lower, ends[1], upper, False
    match = _FIELD.fullmatch(source(inside).strip())
    if match is None:
        return None
    letter, rest = match[1], match[2]
    zero, one = number("0"), number("1")
    if letter == "R":
        if rest in _POSITIVE or rest in _FROM_ZERO:
            return zero, "<" if rest in _POSITIVE else "<=", None, "", False
        return (None, "", None, "", False) if not rest else None
    if rest in _FROM_ONE:
        return one, "<=", None, "", True
    if not rest or rest == "_{0}":
        return (zero if letter == "N" else None), "<=", None, "", True
    return None


def _end(nodes: Nodes, words: Words) -> FormulaPart | None:
    if source(tight(nodes)).replace("-", "").replace("+", "").strip() == "\\infty":
        return None
    return read_term(nodes, words)


def _membership(nodes: Nodes, facts: Facts, how: str) -> bool:
    """`x, y \\in [0, 1]`. What is in a space of vectors is a vector."""
    sides, relations = split(nodes, ("relation",))
    if len(relations) != 1 or relations[0].text != "\\in":
        return False
    names = [name for name in split(sides[0], ("comma",))[0] if is_name(name)]
    bounds = set_bounds(sides[1], facts.words)
    if bounds is None:
        space = re.match(r"\\mathbb\{[RC]\}\s*\^", source(tight(sides[1])))
        if space:
            facts.words.vectors |= {source(tight(name)).strip() for name in names}
        return bool(names) and space is not None
    lower, above, upper, below, whole = bounds
    for nodes_of_name in names:
        part = read_name(facts, nodes_of_name)
        if part is None:
            continue
        facts.declare(part, nodes_of_name, whole)
        if lower is not None:
            facts.add(lower, above, part, how)
        if upper is not None:
            facts.add(part, below, upper, how)
    return True


# Formulas.


def take(nodes: Nodes, facts: Facts, how: str, words: tuple[str, str] = ("", "")) -> bool:
    """Take a formula as a hypothesis. False if it is none, or is not read."""
    inside = tuple(n for n in tight(nodes) if n.kind != "stop")
    while inside and inside[-1].kind == "comma":
        inside = inside[:-1]
    if not inside or any(n.kind == "bad" for n in inside):
        return False
    try:
        relations = {n.text for n in inside if n.kind == "relation"}
        if "\\in" in relations:
            return _membership(inside, facts, how)
        if not relations:
            return _kinds(inside, facts, how, *words)
        return _relations(inside, facts, how)
    except NotRead:
        return False


def _kinds(nodes: Nodes, facts: Facts, how: str, before: str, after: str) -> bool:
    """Names alone: "Let $a, b$ be positive"."""
    said_after = prose.KIND_AFTER.match(after)
    found = [prose.KIND_BEFORE.search(before), prose.INTEGER_BEFORE.search(before)]
    if said_after and (said_after[1] or re.match(r"^\W*(be|are|is|being)?\W", after)):
        found.append(said_after)
    said = " ".join(match[0] for match in found if match).lower()
    if not said.strip() or re.search(
        r"(?i)(function|definite|matri|vector|operator|measure|sequence|valued)", after[:60]
    ):
        return False
    names, _ = split(nodes, ("comma",))
    if not all(map(is_name, names)):
        return False
    whole = "integer" in said or "natural" in said
    for nodes_of_name in names:
        part = read_name(facts, nodes_of_name)
        if part is None:
            continue
        facts.declare(part, nodes_of_name, whole)
        if re.search("non-?negative", said):
            facts.add(part, ">=", number("0"), how)
        elif "positive" in said:
            facts.add(part, ">=" if whole else ">", number("1" if whole else "0"), how)
    return True


def _relations(nodes: Nodes, facts: Facts, how: str) -> bool:
    """`a, b > 0`, `0 < x < y`, `n \\geq 2`; all of it or nothing."""
    waiting: list[Nodes] = []
    made: list[tuple[FormulaPart, str, FormulaPart]] = []
    for piece in split(nodes, ("comma",))[0]:
        sides, relations = split(piece, ("relation",))
        if not relations:
            waiting.append(sides[0])
            continue
        if any(r.text not in ORDER | {":="} for r in relations):
            return False
        heads, waiting = [*waiting, sides[0]], []
        if any(n.kind == "infinity" for n in sides[-1]):
            sides, relations = sides[:-1], relations[:-1]
        for side in (*heads, *sides[1:]):
            if len(side) > MAX_SIDE or not tight(side):
                return False
            read_name(facts, side)
            facts.words.survey(side)
        if relations:
            parts = [read_term(side, facts.words) for side in sides]
            firsts = [read_term(head, facts.words) for head in heads]
            signs = ["=" if r.text == ":=" else r.text for r in relations]
            made += [(first, signs[0], parts[1]) for first in firsts]
            made += list(zip(parts[1:], signs[1:], parts[2:], strict=False))
    if waiting:
        return False
    for left, relation, right in made:
        facts.add(left, relation, right, how)
    return bool(made)

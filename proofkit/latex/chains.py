"""Displays as chains: what stands left and right of each relation, and what is said beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from proofkit.latex.nodes import Node, Nodes, deep, split, tight
from proofkit.latex.segments import (
    HARMLESS,
    IF,
    Segment,
    has_content,
    segments_of,
    unread,
    without_words,
)
from proofkit.latex.tokens import Token, word_set

CONDITION, REMARK = "condition", "remark"

_COLUMNS = word_set(
    "align alignat flalign xalignat equation multline gather displaymath dmath inline math $$ \\["
)


@dataclass
class Beside:
    """A condition that is written beside a chain, or words that are not read."""

    kind: str
    words: str
    nodes: Nodes = ()


@dataclass
class DisplayChain:
    """`sides` has one more than `relations`. After an `arrow` the chain before is its premise;
    a `premise` is claimed by nobody."""

    sides: list[Nodes]
    relations: list[Node]
    beside: list[Beside] = field(default_factory=list)
    arrow: str = ""
    premise: bool = False
    ended: bool = False

    @property
    def unfinished(self) -> bool:
        """Does the last side go on in the next row?"""
        last = tight(self.sides[-1])
        return (not last and bool(self.relations)) or (bool(last) and last[-1].kind == "operator")


def read_chains(nodes: Nodes, environment: str) -> list[DisplayChain]:
    """The chains of a display."""
    rows = split(nodes, ("row",))[0]
    cells = [split(row, ("amp",))[0] for row in rows]
    reader = _Rows(environment, any(len(row) > 1 and has_content(row[0]) for row in cells))
    for row in rows:
        reader.row(row)
    return reader.chains


class _Rows:
    """Row by row; a row that begins with a relation or an operator goes on with the last chain."""

    def __init__(self, environment: str, aligned: bool) -> None:
        self.environment, self.aligned = environment, aligned
        self.chains: list[DisplayChain] = []
        self.current: DisplayChain | None = None
        self.in_condition = False
        self.cases: list[str] = []

    def row(self, row: Nodes) -> None:
        cells = split(row, ("amp",))[0]
        continues = self.aligned and len(cells) > 1 and not has_content(cells[0])
        for k, piece in enumerate(self._pieces(cells)):
            self._piece(piece, continues and k == 0)

    def _pieces(self, cells: list[Nodes]) -> list[Nodes]:
        """The statements of a row: two columns make one, unless the others only go on or say
        under which condition."""
        if self.environment not in _COLUMNS:
            return [sum(cells, ())]
        pairs = [sum(cells[k : k + 2], ()) for k in range(0, len(cells), 2)]
        apart = [(*pair, Node("space", pair[-1].token)) for pair in pairs if pair]
        joined: Nodes = sum(apart, ())
        real = [pair for pair in pairs if has_content(pair)]
        if len(real) < 2 or all(tight(p)[0].kind in ("relation", "operator") for p in real[1:]):
            return [joined]
        beside = [p for p in real[1:] if _is_said_beside(p)]
        if len(beside) == len(real) - 1:
            return [joined]
        return real

    def _piece(self, piece: Nodes, continues: bool) -> None:
        body = tuple(n for n in piece if n.kind != "stop")
        ended = [n for n in piece if n.kind != "space"][-1:]
        segments = list(segments_of(body))
        self.in_condition = False
        for k, segment in enumerate(segments):
            self._segment(segment, k, continues and k == 0, segments)
        if self.current is not None:
            self.current.ended = bool(ended) and ended[0].kind in ("stop", "comma")

    def _segment(
        self, segment: Segment, index: int, continues: bool, segments: Sequence[Segment]
    ) -> None:
        nodes, before, after = without_words(segment.nodes)
        if not nodes:
            self._say(" ".join((before, after)))
            if index == 0 and IF.match(before):
                self.cases.append(before.strip())
            return
        quantified = nodes[0].kind == "forall"
        if IF.match(before) or quantified:
            nodes = tuple(n for n in nodes if n.kind != "forall")
            self._condition(before, nodes)
            self._say(after)
            return
        if before and not HARMLESS.match(before):
            nodes = (unread("words before a formula", nodes[0].token), *nodes)
        if any(n.kind == "arrow" for n in nodes):
            self._arrows(nodes, index)
        else:
            self._part(nodes, index, continues, segment, segments)
        self._say(after)

    def _say(self, words: str) -> None:
        """Words beside a chain may be a condition that is not read."""
        if self.current is not None and words.strip(" .,;") and not HARMLESS.match(words):
            self.current.beside.append(Beside(REMARK, words.strip()))

    def _condition(self, words: str, nodes: Nodes) -> None:
        self.in_condition = True
        if self.current is None:
            self._begin([()], [])
        if self.current is not None:
            self.current.beside.append(Beside(CONDITION, words.strip(), nodes))

    def _part(
        self,
        nodes: Nodes,
        index: int,
        continues: bool,
        segment: Segment,
        segments: Sequence[Segment],
    ) -> None:
        """One segment of a row: beside the chain of the row, or at its beginning."""
        current = self.current
        if index > 0 and current is not None:
            if current.relations:
                self._beside(nodes, segment, segments, current)
                return
            sides, relations = split(nodes, ("relation",))
            if segment.head == "," and relations:
                current.sides[-1] = ()
                self._begin_unread("a list before a relation", sides, relations)
                return
        self._row_start(nodes, index == 0, continues)

    def _beside(
        self,
        nodes: Nodes,
        segment: Segment,
        segments: Sequence[Segment],
        current: DisplayChain,
    ) -> None:
        """What follows a relation, after a comma or a wide space."""
        sides, relations = split(nodes, ("relation",))
        listed = segment.head == ","
        if _is_range(segment, segments):
            current.beside.append(Beside(REMARK, "a range of an index"))
        elif len(nodes) == 1 and nodes[0].kind == "bracket":
            self._condition("", nodes[0].body)
        elif relations and (
            (listed and self.in_condition)
            or _is_bound(sides)
            or _defines_a_letter(sides, relations, current)
        ):
            self._condition("beside", nodes)
        elif not relations and listed:
            self._spoil("a list after a relation", nodes[0].token)
        elif not relations:
            current.beside.append(Beside(REMARK, "a formula beside"))
        else:
            self._begin(sides, relations)

    def _row_start(self, nodes: Nodes, is_row: bool, continues: bool) -> None:
        """The beginning of a row: it goes on with the row above, or begins a chain."""
        sides, relations = split(nodes, ("relation",))
        current, first = self.current, tight(sides[0])
        if not first and relations:
            self._go_on_with_relation(sides, relations)
        elif current is None or not is_row:
            self._begin(sides, relations)
        elif self._may_be_new(first, relations, continues):
            reason = "a row that begins with a minus sign: does it go on?"
            self._spoil(reason, first[0].token)
            self._begin_unread(reason, sides, relations)
        elif self._goes_on(first, continues):
            current.sides[-1] += sides[0]
            current.sides += sides[1:]
            current.relations += relations
        elif current.relations and not current.ended and (continues or not relations):
            self._spoil("the next row goes on without a sign", first[0].token)
            if relations:
                self._begin_unread("a row that goes on without a sign", sides, relations)
        else:
            self._begin(sides, relations)

    def _begin_unread(self, reason: str, sides: list[Nodes], relations: list[Node]) -> None:
        """A chain whose left side is not known."""
        self._begin([(unread(reason, relations[0].token), *sides[0]), *sides[1:]], relations)

    def _goes_on(self, first: Nodes, continues: bool) -> bool:
        """Does the row go on with the last side? In rows that are aligned, a minus sign in the
        first column begins a statement."""
        current = self.current
        if current is None or first[0].kind != "operator":
            return current is not None and current.unfinished
        if first[0].text != "-" or current.unfinished:
            return True
        return not current.ended and (continues or not self.aligned)

    def _may_be_new(self, first: Nodes, relations: Sequence[Node], continues: bool) -> bool:
        """`- c \\le d` below `a \\le b`, where nothing is aligned: one chain or two?"""
        current = self.current
        minus = first[0].kind == "operator" and first[0].text == "-"
        return (
            minus
            and bool(relations)
            and current is not None
            and bool(current.relations)
            and not (current.unfinished or current.ended or self.aligned)
        )

    def _go_on_with_relation(self, sides: list[Nodes], relations: list[Node]) -> None:
        """A row that begins with a relation: its left side is the end of the chain before."""
        current = self.current
        if current is None or current.unfinished:
            bad = unread("begins with a relation: what is on its left?", relations[0].token)
            if current is None:
                self._begin([(bad,), *sides[1:]], relations)
                return
            current.sides[-1] = (bad,)
        current.sides += sides[1:]
        current.relations += relations

    def _begin(self, sides: list[Nodes], relations: list[Node], arrow: str = "") -> None:
        first = tight(sides[0])
        if len(first) == 1 and _is_number_of_line(first[0]):
            sides = [(unread("the number of a line, or a value?", first[0].token),), *sides[1:]]
        said = [Beside(REMARK, words) for words in self.cases]
        self.current = DisplayChain(list(sides), list(relations), said, arrow)
        self.chains.append(self.current)

    def _spoil(self, reason: str, token: Token) -> None:
        """The last side of the chain is not all of it."""
        if self.current is not None:
            self.current.sides[-1] += (unread(reason, token),)

    def _arrows(self, nodes: Nodes, index: int) -> None:
        """`A \\implies B`: the chain after an arrow has the one before as its premise."""
        groups, arrows = split(nodes, ("arrow",))
        known = all(arrow.text in ("implies", "iff") for arrow in arrows)
        for k, group in enumerate(groups):
            if not tight(group):
                continue
            sides, relations = split(group, ("relation",))
            if not known:
                bad = unread(f"\\{arrows[0].text}: under which hypothesis?", group[0].token)
                self._begin([(bad,)] * len(sides), relations)
                continue
            if k > 0 and self.current is not None:
                self.current.premise = True
            if k == 0 and self.current is not None and not tight(sides[0]) and relations:
                self._go_on_with_relation(sides, relations)
            else:
                self._begin(sides, relations, arrows[k - 1].text if k else "")


def _is_number_of_line(node: Node) -> bool:
    """`(1)` or `(a)` at the left of a relation may be what a line is called."""
    inside = tight(node.body) if node.kind == "bracket" and node.text == "(" else ()
    return len(inside) == 1 and inside[0].kind in ("number", "letter", "asterisk")


def _is_said_beside(piece: Nodes) -> bool:
    inside = tight(piece)
    says = any(n.kind in ("text", "forall") for n in inside)
    return says or (len(inside) == 1 and inside[0].kind == "bracket")


def _is_bound(sides: Sequence[Nodes]) -> bool:
    """A name against constants, as `x \\geq 1`."""
    name, *others = map(tight, sides)
    named = bool(name) and name[0].kind in ("letter", "accent")
    named = named and len(name) <= 3 and all(n.kind in ("sub", "sup", "prime") for n in name[1:])
    kinds = ("letter", "number", "sub", "prime", "accent", "infinity", "operator")
    return named and all(
        0 < len(side) <= 3
        and all(n.kind in kinds for n in side)
        and (len(side) == 1 or any(n.kind == "number" for n in side))
        for side in others
    )


def _defines_a_letter(
    sides: Sequence[Nodes], relations: Sequence[Node], chain: DisplayChain
) -> bool:
    """`, \\quad q = ...` beside a chain in which q stands."""
    name = tight(sides[0])
    if len(relations) != 1 or relations[0].text not in ("=", ":=") or not name:
        return False
    named = name[0].kind in ("letter", "accent") and all(
        n.kind in ("sub", "prime") for n in name[1:]
    )
    used = {n.source for side in chain.sides for n in deep(side)}
    return named and name[0].source in used


def _is_range(segment: Segment, segments: Sequence[Segment]) -> bool:
    """Is it of `i = 1, \\dots, n`?"""
    dots = any(n.kind == "dots" for s in segments for n in s.nodes if len(tight(s.nodes)) == 1)
    return dots and segment.head == ","

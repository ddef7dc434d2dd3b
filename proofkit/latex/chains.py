"""Displays as chains: what stands left and right of each relation, and what is said beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from proofkit.latex.nodes import Node, Nodes, deep, split, tight
from proofkit.latex.tokens import NotRead, Token, word_set

CONDITION, REMARK = "condition", "remark"

_IF = re.compile(
    r"(?i)^\W*(for|if|when|whenever|where|with|provided|assuming|as long as|given|since|as|"
    r"because|for (all|any|every|each|some))\b"
)
_HARMLESS = re.compile(
    r"(?i)^\W*((and|but|so|so that|thus|hence|therefore|then|which|i\.e\.|that is|while|also|we|"
    r"have|we have|we get|which gives|it follows that|implies)\W*)*$|"
    r"^[\s(\[]*(by|using|from|see|due to|eq|cf)\b[^$]*$"
)
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
    reader = _Rows(environment, any(len(row) > 1 and _content(row[0]) for row in cells))
    for row in rows:
        reader.row(row)
    return reader.chains


@dataclass
class _Segment:
    """What stands between commas, wide spaces and words."""

    head: str
    nodes: list[Node]


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
        continues = self.aligned and len(cells) > 1 and not _content(cells[0])
        for k, piece in enumerate(self._pieces(cells)):
            self._piece(piece, continues and k == 0)

    def _pieces(self, cells: list[Nodes]) -> list[Nodes]:
        """The statements of a row: two columns make one, unless the others only go on or say
        under which condition."""
        joined: Nodes = sum(cells, ())
        if self.environment not in _COLUMNS:
            return [joined]
        pairs = [sum(cells[k : k + 2], ()) for k in range(0, len(cells), 2)]
        real = [pair for pair in pairs if _content(pair)]
        if len(real) < 2 or all(tight(p)[0].kind in ("relation", "operator") for p in real[1:]):
            return [joined]
        beside = [p for p in real[1:] if _is_said_beside(p)]
        if len(beside) == len(real) - 1:
            space = Node("space", joined[0].token)
            return [sum(((*pair, space) for pair in real), ())]
        return real

    def _piece(self, piece: Nodes, continues: bool) -> None:
        body = tuple(n for n in piece if n.kind != "stop")
        ended = [n for n in piece if n.kind != "space"][-1:]
        segments = list(_segments(body))
        self.in_condition = False
        for k, segment in enumerate(segments):
            self._segment(segment, k, continues and k == 0, segments)
        if self.current is not None:
            self.current.ended = bool(ended) and ended[0].kind in ("stop", "comma")

    def _segment(
        self, segment: _Segment, index: int, continues: bool, segments: Sequence[_Segment]
    ) -> None:
        nodes, before, after = _without_words(segment.nodes)
        if not nodes:
            self._say(" ".join((before, after)))
            if index == 0 and _IF.match(before):
                self.cases.append(before.strip())
            return
        quantified = nodes[0].kind == "forall"
        if _IF.match(before) or quantified:
            nodes = tuple(n for n in nodes if n.kind != "forall")
            self._condition(before, nodes)
            self._say(after)
            return
        if before and not _HARMLESS.match(before):
            nodes = (_bad("words before a formula", nodes[0].token), *nodes)
        if any(n.kind == "arrow" for n in nodes):
            self._arrows(nodes, index)
        else:
            self._part(nodes, index, continues, segment, segments)
        self._say(after)

    def _say(self, words: str) -> None:
        """Words beside a chain may be a condition that is not read."""
        if self.current is not None and words.strip(" .,;") and not _HARMLESS.match(words):
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
        segment: _Segment,
        segments: Sequence[_Segment],
    ) -> None:
        sides, relations = split(nodes, ("relation",))
        current = self.current
        first = tight(sides[0])
        if index > 0 and current is not None and current.relations:
            if _is_range(segment, segments):
                current.beside.append(Beside(REMARK, "a range of an index"))
            elif relations and segment.head == "," and self.in_condition:
                self._condition("beside", nodes)
            elif len(nodes) == 1 and nodes[0].kind == "bracket":
                self._condition("", nodes[0].body)
            elif relations and (_is_bound(sides) or _defines_a_letter(sides, relations, current)):
                self._condition("beside", nodes)
            elif not relations and segment.head == ",":
                self._spoil("a list after a relation", nodes[0].token)
            elif not relations:
                current.beside.append(Beside(REMARK, "a formula beside"))
            else:
                self._begin(sides, relations)
        elif index > 0 and segment.head == "," and current is not None and relations:
            current.sides[-1] = ()
            bad = _bad("a list before a relation", nodes[0].token)
            self._begin([(bad, *sides[0]), *sides[1:]], relations)
        elif not first and relations:
            self._go_on_with_relation(sides, relations)
        elif current is not None and index == 0 and self._may_be_new(first, relations, continues):
            self._spoil("a row that begins with a minus sign: does it go on?", first[0].token)
            bad = _bad("a row that begins with a minus sign: does it go on?", first[0].token)
            self._begin([(bad,), *sides[1:]], relations)
        elif current is not None and index == 0 and self._goes_on(first, continues):
            current.sides[-1] += sides[0]
            current.sides += sides[1:]
            current.relations += relations
        elif (
            current is not None
            and index == 0
            and current.relations
            and not current.ended
            and (continues or not relations)
        ):
            self._spoil("the next row goes on without a sign", first[0].token)
            if relations:
                bad = _bad("a row that goes on without a sign", first[0].token)
                self._begin([(bad,), *sides[1:]], relations)
        else:
            self._begin(sides, relations)

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
            bad = _bad("begins with a relation: what is on its left?", relations[0].token)
            if current is None:
                self._begin([(bad,), *sides[1:]], relations)
                return
            current.sides[-1] = (bad,)
        current.sides += sides[1:]
        current.relations += relations

    def _begin(self, sides: list[Nodes], relations: list[Node], arrow: str = "") -> None:
        first = tight(sides[0])
        if len(first) == 1 and _is_number_of_line(first[0]):
            sides = [(_bad("the number of a line, or a value?", first[0].token),), *sides[1:]]
        said = [Beside(REMARK, words) for words in self.cases]
        self.current = DisplayChain(list(sides), list(relations), said, arrow)
        self.chains.append(self.current)

    def _spoil(self, reason: str, token: Token) -> None:
        """The last side of the chain is not all of it."""
        if self.current is not None:
            self.current.sides[-1] += (_bad(reason, token),)

    def _arrows(self, nodes: Nodes, index: int) -> None:
        """`A \\implies B`: the chain after an arrow has the one before as its premise."""
        groups, arrows = split(nodes, ("arrow",))
        known = all(arrow.text in ("implies", "iff") for arrow in arrows)
        for k, group in enumerate(groups):
            if not tight(group):
                continue
            sides, relations = split(group, ("relation",))
            if not known:
                bad = _bad(f"\\{arrows[0].text}: under which hypothesis?", group[0].token)
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


def _content(nodes: Nodes) -> bool:
    return any(n.kind not in ("text", "space", "comma", "stop") for n in nodes)


def _is_said_beside(piece: Nodes) -> bool:
    inside = tight(piece)
    says = any(n.kind in ("text", "forall") for n in inside)
    return says or (len(inside) == 1 and inside[0].kind == "bracket")


def _bad(reason: str, token: Token) -> Node:
    return Node("bad", token, problem=NotRead(reason, token), source="\\bad")


def _without_words(nodes: Sequence[Node]) -> tuple[Nodes, str, str]:
    """A formula without the words before and after it, and these. Words that touch the formula,
    as in `2\\text{OPT}`, are part of it."""
    inside = [node for node in nodes if node.kind != "space" or _beside_words(node, nodes)]
    before = after = ""
    while inside and inside[0].kind in ("text", "space"):
        before += " " + inside.pop(0).text
    while inside and (
        inside[-1].kind in ("comma", "space")
        or (inside[-1].kind == "text" and (len(inside) == 1 or is_aside(inside[-1], inside[-2])))
    ):
        last = inside.pop()
        after = (last.text if last.kind == "text" else "") + " " + after
    return tight(inside), before, after


def _beside_words(space: Node, nodes: Sequence[Node]) -> bool:
    place = next(k for k, node in enumerate(nodes) if node is space)
    return any(n.kind == "text" for n in (*nodes[place - 1 : place], *nodes[place + 1 : place + 2]))


def is_aside(words: Node, before: Node | None) -> bool:
    """Are words beside a formula, and no name or function in it?"""
    if before is None or before.kind in ("space", "comma", "text", "amp"):
        return True
    apart = words.text[:1] in " ~([,;.-"
    return apart or bool(_IF.match(words.text)) or bool(_HARMLESS.match(words.text))


def _segments(nodes: Nodes) -> Iterator[_Segment]:
    """At commas, and after a relation at wide spaces, words and quantifiers."""
    found = _Segment("", [])
    for k, node in enumerate(nodes):
        related = any(n.kind in ("relation", "arrow") for n in found.nodes)
        after = nodes[k + 1] if k + 1 < len(nodes) else None
        if node.kind in ("comma", "colon"):
            if after is not None and after.glued and _between_digits(nodes[k - 1 : k], after):
                found.nodes.append(_bad("a comma between digits", node.token))
            yield found
            found = _Segment(",", [])
        elif (
            node.kind == "space"
            and related
            and after is not None
            and after.kind not in ("relation", "operator", "space", "arrow")
        ):
            yield found
            found = _Segment("space", [])
        elif (node.kind == "forall" and found.nodes) or (
            node.kind == "text"
            and related
            and _content(nodes[k + 1 :])
            and is_aside(node, nodes[k - 1] if k else None)
        ):
            yield found
            found = _Segment(node.kind, [node])
        else:
            found.nodes.append(node)
    yield found


def _between_digits(before: Sequence[Node], after: Node) -> bool:
    """`1,000` and `0,5` are one number or two."""
    return after.kind == "number" and bool(before) and before[0].kind == "number"


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


def _is_range(segment: _Segment, segments: Sequence[_Segment]) -> bool:
    """Is it of `i = 1, \\dots, n`?"""
    dots = any(n.kind == "dots" for s in segments for n in s.nodes if len(tight(s.nodes)) == 1)
    return dots and segment.head == ","

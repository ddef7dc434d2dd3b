"""The layout of boxes: what is used is to the left of what uses it, each connected component by
itself.

Nothing is drawn by hand and nothing is left to chance: the same graph gives the same places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

LETTER, BOLD, PILL, ROW, PAD = 6.2, 7.4, 12.0, 20.0, 8.0
"""Widths of a letter in a claim's field and in a title, what a field has beside its name, its
height, and margins."""
WIDTH, HEAD, LINE = 216.0, 12.0, 15.0
ACROSS, DOWN, APART = 70.0, 14.0, 40.0
"""Between columns, between boxes of a column, between pieces."""
SWEEPS = 6
WIDE = 1.7
"""How much wider than tall the whole is to be."""

Links = Sequence[tuple[str, str]]
"""Pairs of names: a user and what it uses."""


@dataclass
class Placed:
    """A lemma or an axiom, with the fields of its claims: name, place, width."""

    name: str
    title: list[str]
    fields: list[tuple[str, float, float, float]]
    height: float
    x: float = 0.0
    y: float = 0.0
    width: float = field(default=WIDTH)


def box(name: str, title: str, claims: Iterable[str]) -> Placed:
    """A box that is high enough for its title and its claims, in rows."""
    letters = int((WIDTH - 2 * PAD) / BOLD) + 1
    lines = wrap(title, letters, break_long_words=False, break_on_hyphens=False)
    x, y = PAD, HEAD + LINE * len(lines)
    fields = []
    for claim in claims:
        width = min(LETTER * len(claim) + PILL, WIDTH - 2 * PAD)
        if x > PAD and x + width > WIDTH - PAD:
            x, y = PAD, y + ROW
        fields.append((claim, x, y, width))
        x += width + 4
    return Placed(name, lines, fields, y + (ROW if fields else 0) + PAD / 2)


def place(boxes: Sequence[Placed], links: Links) -> tuple[float, float]:
    """Give every box its place; how wide and high the whole is."""
    by_name = {each.name: each for each in boxes}
    sizes = []
    for piece in _pieces(list(by_name), links):
        inside = [(u, v) for u, v in links if u in piece and v in piece]
        sizes.append((piece, *_columns([by_name[name] for name in piece], inside)))
    sizes.sort(key=lambda found: (-len(found[0]), -found[2]))
    return _shelves(by_name, sizes)


def _pieces(names: Sequence[str], links: Links) -> list[list[str]]:
    """The connected pieces, each in the order of the names."""
    piece = {name: name for name in names}

    def root(name: str) -> str:
        while piece[name] != name:
            name = piece[name]
        return name

    for user, used in links:
        piece[root(user)] = root(used)
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(root(name), []).append(name)
    return list(found.values())


def _columns(boxes: Sequence[Placed], links: Links) -> tuple[float, float]:
    """One piece: a column for each length of what a box rests on; width and height."""
    rank = _ranks([each.name for each in boxes], links)
    columns: list[list[Placed]] = [[] for _ in range(max(rank.values()) + 1)]
    for each in boxes:
        columns[rank[each.name]].append(each)
    near: dict[str, list[str]] = {each.name: [] for each in boxes}
    for user, used in links:
        near[user].append(used)
        near[used].append(user)
    height = max(_height(column) for column in columns)
    for sweep in range(SWEEPS):
        for column in columns if sweep % 2 == 0 else reversed(columns):
            _ordered(column, near, {e.name: e.y + e.height / 2 for e in boxes}, height)
    for position, column in enumerate(columns):
        for each in column:
            each.x = position * (WIDTH + ACROSS)
    return len(columns) * (WIDTH + ACROSS) - ACROSS, height


def _ordered(
    column: list[Placed], near: Mapping[str, list[str]], middle: Mapping[str, float], height: float
) -> None:
    """Each box beside what it is tied to, as far as the others leave room."""

    def wanted(each: Placed) -> float:
        tied = [middle[name] for name in near[each.name]]
        return sum(tied) / len(tied) if tied else middle[each.name]

    column.sort(key=wanted)
    y = (height - _height(column)) / 2
    for each in column:
        each.y = y
        y += each.height + DOWN


def _height(column: Sequence[Placed]) -> float:
    return sum(each.height + DOWN for each in column) - DOWN


def _ranks(names: Sequence[str], links: Links) -> dict[str, int]:
    """How long the longest path of things used is; where lemmas use each other, one link of the
    circle is not counted."""
    uses: dict[str, list[str]] = {name: [] for name in names}
    for user, used in links:
        uses[user].append(used)
    rank: dict[str, int] = {}
    open_: set[str] = set()

    def visit(name: str) -> int:
        if name not in rank:
            open_.add(name)
            below = [visit(used) + 1 for used in uses[name] if used not in open_]
            open_.discard(name)
            rank[name] = max(below, default=0)
        return rank[name]

    for name in names:
        visit(name)
    return rank


def _shelves(
    boxes: Mapping[str, Placed], sizes: Sequence[tuple[list[str], float, float]]
) -> tuple[float, float]:
    """Pieces side by side until a shelf is full; the lone ones fill columns of their own."""
    area = sum((width + APART) * (height + APART) for _, width, height in sizes)
    full = max([(area * WIDE) ** 0.5, *(width for _, width, _ in sizes)])
    x = y = tall = widest = 0.0
    for piece, width, height in sizes:
        if x and x + width > full:
            x, y, tall = 0.0, y + tall + APART, 0.0
        for name in piece:
            boxes[name].x += x
            boxes[name].y += y
        x, tall = x + width + APART, max(tall, height)
        widest = max(widest, x - APART)
    return widest, y + tall

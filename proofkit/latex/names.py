"""Names: a letter with its accents, subscripts, primes and labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proofkit.latex import words
from proofkit.latex.nodes import Node, Nodes, deep, tight
from proofkit.latex.tokens import NotRead

if TYPE_CHECKING:
    from proofkit.latex.grammar import Reader

_LABELS = frozenset(("star", "circ", "bullet", "ast"))


@dataclass(frozen=True)
class Spelling:
    """`bare` is the letter with its accent, `key` the whole name; `above` is a superscript that
    is no part of the name."""

    key: str
    bare: str
    above: Node | None
    scripted: bool


def named(reader: Reader) -> Spelling:
    """The name that stands at the reader's place."""
    node = reader.nodes[reader.place]
    before = reader.nodes[reader.place - 1] if reader.place else None
    reader.place += 1
    bare = _bare(reader, node)
    if node.kind == "letter" and len(node.text) == 1:
        _require_no_word(reader, before, node)
    below, above, primes = reader.scripts()
    key = bare
    if below is not None:
        _require_index(below)
        key += below.source
    key += "'" * primes
    if above is not None and _is_label(tight(above.body)):
        key, above = key + above.source, None
    following = reader.here
    before_name = following is not None and following.kind in ("letter", "font", "accent")
    if _is_word(node) and before_name and bare not in reader.known.numbers:
        raise NotRead(f"{bare} before a name: a function or a product?", node.token)
    label = key != bare
    return Spelling(key.strip(), bare, above, label)


def _is_word(node: Node) -> bool:
    """Is it several roman letters, such as `\\mathrm{vol}`?"""
    return node.kind == "font" and len(node.text.partition(" ")[2].strip()) > 1


def _bare(reader: Reader, node: Node) -> str:
    if node.kind == "letter":
        return node.text
    source = node.source.strip()
    if source in reader.known.numbers or source in reader.known.functions:
        return source
    if node.kind == "accent":
        inside = tight(node.body)
        if not inside or inside[0].kind not in ("letter", "font") or len(inside) > 2:
            raise NotRead("an accent over a formula", node.token)
        if len(inside) == 2 and inside[1].kind not in ("sub", "prime"):
            raise NotRead("an accent over a formula", node.token)
        if node.text == "vec" or inside[0].kind == "font":
            raise NotRead("a vector?", node.token)
        return source
    family, _, letters = node.text.partition(" ")
    if family in words.BOLD:
        raise NotRead("bold: a vector?", node.token)
    if family in words.SET_FONTS:
        raise NotRead(f"{source}: a set, a field or an operator?", node.token)
    if letters.strip() == "e":
        return "e"
    if letters.strip() == "d":
        raise NotRead("a differential", node.token)
    if not letters.strip().replace("-", "").replace(" ", "").isalnum():
        raise NotRead(f"{source} as a name", node.token)
    return source


def _require_no_word(reader: Reader, before: Node | None, node: Node) -> None:
    """Letters beside each other may be a word; each has to be known, or to stand alone
    elsewhere."""
    after = reader.here
    left = before is not None and before.kind == "letter" and len(before.text) == 1 and node.glued
    right = after is not None and after.kind == "letter" and len(after.text) == 1 and after.glued
    if (left or right) and not reader.known.is_number(node.text):
        raise NotRead("letters beside each other: a product or a word?", node.token)


def _require_index(below: Node) -> None:
    for node in deep(below.body):
        if node.kind == "bad" and node.problem is not None:
            raise node.problem
        if node.kind in ("relation", "arrow", "row", "big"):
            raise NotRead("a subscript that is no part of a name", below.token)
    if not tight(below.body):
        raise NotRead("an empty subscript", below.token)


def _is_label(exponent: Nodes) -> bool:
    """Is a superscript part of the name: a star, a sign, something in brackets, a word?"""
    if len(exponent) != 1:
        return False
    only = exponent[0]
    if only.kind in ("asterisk", "prime", "text"):
        return True
    if only.kind == "operator":
        return only.text in "+-"
    if only.kind == "vector":
        return only.text in _LABELS
    if only.kind == "font":
        return only.text.split(" ")[0] in words.ROMAN
    return only.kind == "bracket" and only.text == "("

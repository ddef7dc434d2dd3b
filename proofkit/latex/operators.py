"""Sums, maxima, integrals, expectations and values of functions: parts read as one unknown, each
with an extent that nobody can take for another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from proofkit.latex import words
from proofkit.latex.names import Spelling
from proofkit.latex.nodes import Node, Nodes, deep, split, tight
from proofkit.latex.parts import FormulaPart, call
from proofkit.latex.powers import raised
from proofkit.latex.tokens import NotRead, word_set

if TYPE_CHECKING:
    from proofkit.latex.grammar import Reader

_ENDS = frozenset(("comma", "relation", "text", "arrow", "forall", "colon", "stop", "row"))
_NAMES = frozenset(("letter", "font", "accent"))
_AFTER = word_set(
    "letter bracket font accent fraction big function root named applied number bar bars"
)


def big(reader: Reader) -> FormulaPart:
    """A sum, a product, an integral, a maximum: up to the next + or -."""
    node = reader.nodes[reader.place]
    start = reader.place
    reader.place += 1
    below, _, _ = reader.scripts()
    after = reader.here
    if node.text in ("max", "min") and below is None and after is not None:
        return _extreme(reader, node, after)
    kind = words.BIG[node.text]
    if kind in ("limit", "set"):
        raise NotRead({"limit": "a limit", "set": "sets"}[kind], node.token)
    if node.text in ("argmax", "argmin"):
        raise NotRead(f"\\{node.text}", node.token)
    first = reader.place
    while (here := reader.here) is not None and here.kind not in _ENDS:
        if here.kind == "operator" and here.text in "+-" and reader.place > first:
            break
        reader.place += 1
    body = reader.nodes[first : reader.place]
    _require_extent(reader, node, below, body, kind)
    return reader.opaque(kind, reader.nodes[start : reader.place])


def _extreme(reader: Reader, node: Node, after: Node) -> FormulaPart:
    """`max(a, b)` and `min\\{a, b\\}`."""
    if after.kind != "bracket" or after.text not in ("(", "[", "{"):
        raise NotRead(f"{node.text} of what?", node.token)
    reader.place += 1
    sides, _ = split(after.body, ("comma",))
    if len(sides) < 2:
        raise NotRead(f"{node.text} of a set", node.token)
    args = tuple(reader.inner(side, after) for side in sides)
    return call(node.text, *args)


def _require_extent(reader: Reader, node: Node, below: Node | None, body: Nodes, kind: str) -> None:
    inside = tight(body)
    if not inside:
        raise NotRead(f"\\{node.text} of nothing", node.token)
    if any(n.kind in ("dots", "middle") for n in inside):
        raise NotRead("dots or bars in a sum", node.token)
    if inside[0].kind == "operator":
        raise NotRead("a sign after a sum", inside[0].token)
    if kind == "integral" and not _ends_in_differential(inside):
        raise NotRead("where does the integral end?", node.token)
    bound = _indices(below.body) if below is not None else set()
    for term in _terms(reader.rest()):
        again = any(n.kind == "big" for n in deep(term))
        letters = {n.text for n in deep(term) if n.kind == "letter"}
        if bound & letters and not again:
            raise NotRead(f"where does the \\{node.text} end?", node.token)
        if kind == "integral" and _ends_in_differential(tight(term)) and not again:
            raise NotRead("where does the integral end?", node.token)


def _indices(below: Nodes) -> set[str]:
    """The letters that a subscript binds: those before its relation, or all."""
    head: list[Node] = []
    for node in below:
        if node.kind in ("relation", "colon", "middle"):
            break
        head.append(node)
    return {n.text for n in deep(head) if n.kind == "letter"}


def _terms(nodes: Nodes) -> Iterator[Nodes]:
    """The terms that follow, up to the end of the formula."""
    term: list[Node] = []
    for node in nodes:
        if node.kind in _ENDS:
            break
        if node.kind == "operator" and node.text in "+-":
            yield tuple(term)
            term = []
        else:
            term.append(node)
    yield tuple(term)


def _ends_in_differential(nodes: Nodes) -> bool:
    """Does it end in `dx`, or in a fraction over it?"""
    for k, node in enumerate(nodes):
        is_d = (node.kind == "letter" and node.text == "d") or (
            node.kind == "font" and node.text.split(" ")[-1] == "d"
        )
        after = [n.kind for n in nodes[k + 1 :]]
        if is_d and after and after[0] in _NAMES and len(after) <= 4:
            return True
        if node.kind == "fraction" and k == len(nodes) - 1:
            return _ends_in_differential(tight(node.inner[0]))
    return False


def is_operator(reader: Reader, node: Node) -> bool:
    """Is a letter in a font an expectation, a probability or a function with a name?"""
    family, _, letters = node.text.partition(" ")
    letters = letters.strip()
    if node.source.strip() in reader.known.numbers:
        return False
    after = _after_scripts(reader)
    opens = after is not None and after.kind == "bracket"
    if family == "operatorname":
        return after is not None and after.kind in _AFTER
    if letters in words.EXPECTATIONS:
        blackboard = family in ("mathbb", "mathds")
        return opens or (blackboard and after is not None)
    if family in ("mathbb", "mathbbm", "mathds", "mathbf") and letters == "1":
        return opens
    return family in words.ROMAN and len(letters) > 1 and opens


def _after_scripts(reader: Reader) -> Node | None:
    offset = 1
    while (node := reader.ahead(offset)) is not None and node.kind in ("sub", "sup", "prime"):
        offset += 1
    return node


def operator(reader: Reader) -> FormulaPart:
    """An expectation, a probability, `\\sin x`, `\\operatorname{tr}(A)`: with what it is of."""
    node = reader.nodes[reader.place]
    start = reader.place
    reader.place += 1
    name = node.text.split(" ", 1)[-1].strip()
    _, above, _ = reader.scripts()
    if above is not None and not _is_name_of_measure(above):
        raise NotRead(f"a power of {name}", node.token)
    after = reader.here
    if after is None or after.kind not in _AFTER:
        raise NotRead(f"{name} of nothing", node.token)
    _take_argument(reader, name, after)
    kind = "expectation" if name in words.EXPECTATIONS or name == "1" else "operator"
    return reader.opaque(kind, reader.nodes[start : reader.place], _facts(node, name))


def _take_argument(reader: Reader, name: str, after: Node) -> None:
    """Brackets, or one letter with its scripts and nothing beside it."""
    reader.place += 1
    if after.kind == "bracket":
        following = reader.here
        if following is not None and following.kind in ("sup", "sub", "bracket", "prime"):
            raise NotRead(f"where does the argument of {name} end?", following.token)
        return
    if after.kind not in (*_NAMES, "number"):
        raise NotRead(f"where does the argument of {name} end?", after.token)
    reader.scripts()
    following = reader.here
    if following is not None and following.kind in (*_AFTER, "factorial"):
        raise NotRead(f"where does the argument of {name} end?", following.token)
    if following is not None and following.kind == "operator" and following.text in "*/":
        raise NotRead(f"where does the argument of {name} end?", following.token)


def _is_name_of_measure(above: Node) -> bool:
    body = tight(above.body)
    if len(body) != 1:
        return False
    star = body[0].kind in ("asterisk", "bracket") or body[0].source.strip() == "\\star"
    return star or (body[0].kind == "letter" and body[0].text in ("\\pi", "\\mu", "\\nu"))


def _facts(node: Node, name: str) -> tuple[str, ...]:
    blackboard = node.kind == "named" or node.text.split(" ")[0] in ("mathbb", "mathds", "mathbbm")
    if (name in words.PROBABILITIES and (blackboard or len(name) > 1)) or name == "1":
        return "{} >= 0", "{} <= 1"
    return ("{} >= 0",) if name in words.NOT_NEGATIVE else ()


def value_of_function(reader: Reader, start: int, spelling: Spelling) -> FormulaPart:
    """The value of a function that the author declares. `f^2(x)` may be a square or f of f."""
    if spelling.above is not None:
        raise NotRead(
            "a power of a function: of its value, or applied twice?", spelling.above.token
        )
    if "'" in spelling.key:
        raise NotRead("a prime on a function: its derivative?", reader.nodes[start].token)
    reader.place += 1
    following = reader.here
    if following is not None and following.kind == "bracket":
        raise NotRead("a second pair of brackets after a function", following.token)
    exponent = reader.here
    part = reader.opaque("value", reader.nodes[start : reader.place])
    if exponent is not None and exponent.kind == "sup":
        reader.place += 1
        return raised(reader, part, exponent, None)
    return part

"""Superscripts: powers, where they can be nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from proofkit.latex.nodes import Node, Nodes, source, tight
from proofkit.latex.parts import FormulaPart, call

if TYPE_CHECKING:
    from proofkit.latex.grammar import Reader


def raised(reader: Reader, base: FormulaPart, above: Node, name: Node | None) -> FormulaPart:
    """The power, where it can be nothing else: after a name, a letter that is bound nowhere
    may be a label."""
    exponent = tight(above.body)
    if not exponent:
        return base
    only = exponent[0] if len(exponent) == 1 else None
    if only is not None and only.kind in ("vector", "operator", "prime", "asterisk"):
        raise reader.refuse(f"^{only.source.strip()} on a formula", above)
    if exponent[0].kind in ("set", "text"):
        raise reader.refuse("words or sets in an exponent", above)
    if name is not None:
        _require_power(reader, exponent, name, above)
    return call("^", base, reader.term(exponent))


def _require_power(reader: Reader, exponent: Nodes, name: Node, above: Node) -> None:
    letters = {n.text for n in _above_the_line(exponent) if n.kind == "letter"}
    if "T" in letters and "T" not in reader.known.numbers:
        raise reader.refuse("^T: a transpose or a power?", above)
    unbound = sorted(x for x in letters if not reader.known.is_number(x))
    if unbound:
        shown = unbound[0].strip("\\")
        raise reader.refuse(f"^{shown}: a power, or a label of the name?", above)
    others = reader.known.powers.get(name.source, set())
    moving = len(others) > 1 and any(set("+-") & set(o) for o in others)
    if letters and moving and name.text not in reader.known.numbers:
        raise reader.refuse("powers or steps of an iteration?", above)
    minus = source(exponent).startswith("-")
    if minus and name.text.isupper() and name.text not in reader.known.numbers:
        raise reader.refuse("the inverse of a matrix or of a number?", above)


def _above_the_line(nodes: Nodes) -> Iterator[Node]:
    """All nodes but those of subscripts, which are part of names."""
    for node in nodes:
        yield node
        for inner in node.inner if node.kind != "sub" else ():
            yield from _above_the_line(inner)

"""Names as factors: a number, a constant, the value of a function, or a reason to refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofkit.latex import parts
from proofkit.latex.names import Spelling, named
from proofkit.latex.nodes import Node, deep
from proofkit.latex.operators import value_of_function
from proofkit.latex.parts import FormulaPart, call

if TYPE_CHECKING:
    from proofkit.latex.grammar import Reader


def name(reader: Reader) -> tuple[FormulaPart, Node | None, bool]:
    """What a name stands for, a superscript that is no part of it, and whether it is a name."""
    node = reader.nodes[reader.place]
    start = reader.place
    spelling = named(reader)
    known = reader.known
    after = reader.here
    names = {spelling.key, spelling.bare}
    opens = after is not None and after.kind == "bracket" and after.text in ("(", "[")
    if names & known.vectors:
        raise reader.refuse(f"{spelling.bare} is declared as a vector", node)
    if names & known.functions:
        if after is None or after.kind != "bracket":
            raise reader.refuse(f"the function {spelling.bare} without an argument", node)
        return value_of_function(reader, start, spelling), None, False
    if opens and after is not None and not _is_factor(reader, spelling, after):
        raise reader.refuse(f"{spelling.bare}(...): a value of a function, or a product?", node)
    return _constant_or_name(reader, node, spelling)


def _is_factor(reader: Reader, spelling: Spelling, after: Node) -> bool:
    """Is a name before brackets a number? What the text binds may still be a function, as in
    `p_t(a)`; before a sum in brackets it is none."""
    names = {spelling.key, spelling.bare}
    if "'" in spelling.key or not names & reader.known.numbers:
        return False
    return bool(names & reader.known.declared) or any(n.kind == "operator" for n in after.body)


def _constant_or_name(
    reader: Reader, node: Node, spelling: Spelling
) -> tuple[FormulaPart, Node | None, bool]:
    known = reader.known
    plain = not spelling.scripted
    if spelling.bare == "e" and plain and "e" not in known.numbers:
        if spelling.above is None:
            return parts.E, None, False
        exponent = spelling.above.body
        if any(n.text == "i" for n in deep(exponent) if n.kind == "letter") and (
            "i" not in known.numbers
        ):
            raise reader.refuse("e^{i...}: the imaginary unit?", spelling.above)
        return call("exp", reader.inner(exponent, node)), None, False
    if spelling.bare == "\\pi" and plain and "\\pi" not in known.numbers:
        return parts.PI, spelling.above, False
    if spelling.bare.isupper() and not {spelling.key, spelling.bare} & known.numbers:
        note = f"{spelling.key} is read as a number"
        if note not in known.notes:
            known.notes.append(note)
    return FormulaPart("name", text=spelling.key), spelling.above, True

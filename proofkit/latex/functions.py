"""`exp` and `log`, with the extent of their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofkit.latex.nodes import Node, source, tight
from proofkit.latex.parts import FormulaPart, call, number
from proofkit.latex.tokens import word_set

if TYPE_CHECKING:
    from proofkit.latex.grammar import Reader

_ARGUMENTS = word_set("letter number font accent fraction root bracket")


def function(reader: Reader) -> tuple[FormulaPart, bool]:
    """`exp`, `log` and `ln`, of brackets or of one factor with its power."""
    node = reader.nodes[reader.place]
    reader.place += 1
    function = "log" if node.text == "ln" else node.text
    below, above, primes = reader.scripts()
    if primes or (below is not None and function != "log"):
        raise reader.refuse(f"a script on {node.text}", node)
    argument, bare = _argument(reader, node)
    result = call(function, argument)
    base = below.body if below is not None else ()
    if base:
        result = call("/", result, call("log", reader.inner(base, node)))
    elif node.text == "log" and reader.known.log_base:
        result = call("/", result, call("log", number(reader.known.log_base)))
    if above is not None:
        exponent = tight(above.body)
        if source(exponent) == "-1" or (exponent and exponent[0].kind in ("bracket", "vector")):
            raise reader.refuse(f"{node.text} with such a script: an inverse?", above)
        result = call("^", result, reader.inner(exponent, above))
    return result, bare


def _argument(reader: Reader, of: Node) -> tuple[FormulaPart, bool]:
    """The argument of a function, and whether it is without brackets."""
    node = reader.here
    if node is None:
        raise reader.refuse(f"{of.text} of nothing", of)
    if node.kind == "bracket" and node.text in ("(", "[", "{"):
        reader.place += 1
        part = reader.inner(node.body, node)
        after = reader.here
        if after is not None and after.kind in ("sup", "sub", "factorial", "bracket"):
            raise reader.refuse("a power after a function: of the value or of the argument?")
        return part, False
    if node.kind == "function":
        return function(reader)[0], True
    after = reader.ahead(1)
    extreme = node.text in ("max", "min") and after is not None and after.kind == "bracket"
    if extreme or node.kind in _ARGUMENTS:
        part, _ = reader.power()
        return part, True
    raise reader.refuse("where does the argument of the function end?", node)

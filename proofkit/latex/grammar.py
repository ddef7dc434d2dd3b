"""Terms: nodes into parts, or the reason why not. Each reading is the only one that a reader of
the page could have; where there are two, the formula is refused."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from proofkit.latex.bars import is_typed_double, pairings, with_single_bars
from proofkit.latex.factors import name
from proofkit.latex.functions import function
from proofkit.latex.nodes import Node, Nodes, deep, source, tight
from proofkit.latex.operators import big, is_operator, operator
from proofkit.latex.parts import FormulaPart, call, number
from proofkit.latex.powers import raised
from proofkit.latex.tokens import NotRead, word_set
from proofkit.latex.vocabulary import Words

MAX_READINGS = 3_000
"""Parts that are read of one formula, in all ways to pair its bars."""

MAX_DEPTH = 40
"""Brackets, fractions and powers within each other: as many as the language of statements has."""

_FACTORS = word_set(
    "letter number bracket fraction root function font accent applied named big binomial bars bar"
)
_REASONS = {
    "set": "sets",
    "vector": "\\{} is about vectors or matrices",
    "dots": "dots",
    "forall": "\\forall inside a formula",
    "middle": "a conditional bar",
    "factorial": "a factorial of what?",
    "asterisk": "an asterisk: a product, a convolution or a dual?",
    "plusminus": "±",
    "infinity": "infinity as a number",
    "derivative": "a derivative",
    "relation": "a relation inside a formula",
    "arrow": "an arrow inside a formula",
    "comma": "a comma: a tuple or an interval?",
    "colon": "a colon",
    "stop": "a full stop inside a formula",
    "amp": "an alignment inside a formula",
    "row": "a line break inside a formula",
    "sub": "a subscript of what?",
    "sup": "a superscript of what?",
    "prime": "a prime on what is no name",
}


def read_term(nodes: Sequence[Node], known: Words) -> FormulaPart:
    """The part that a formula without relations is."""
    return Reader(known).term(nodes)


class Reader:
    """Recursive descent over nodes; `place` is where it is in the list it reads."""

    def __init__(self, known: Words) -> None:
        self.known = known
        self.nodes: Nodes = ()
        self.place = self.depth = self.read = 0
        self.sizes = True

    # Moving.

    @property
    def here(self) -> Node | None:
        return self.nodes[self.place] if self.place < len(self.nodes) else None

    def ahead(self, offset: int) -> Node | None:
        place = self.place + offset
        return self.nodes[place] if place < len(self.nodes) else None

    def rest(self) -> Nodes:
        return self.nodes[self.place :]

    def refuse(self, reason: str, node: Node | None = None) -> NotRead:
        at = node or self.here or (self.nodes[-1] if self.nodes else None)
        return NotRead(reason, at.token if at is not None else None)

    # Terms.

    def term(self, nodes: Iterable[Node]) -> FormulaPart:
        """A whole formula, with every way to pair its bars; more than one is refused."""
        given = tuple(n for n in nodes if n.kind not in ("space", "amp", "row"))
        for node in given:
            if node.kind == "bad" and node.problem is not None:
                raise node.problem
        if not any(node.kind in ("bar", "bars") for node in given):
            return self._whole(given)
        return self._with_bars(given)

    def _with_bars(self, given: Nodes) -> FormulaPart:
        """The one reading that the bars have; `||` may also be two of them. What is in bars is
        an unknown size only where no reading makes a term of it."""
        ways = [given]
        if any(n.kind == "bar" for n in given) and any(map(is_typed_double, given)):
            ways.append(with_single_bars(given))
        outer = self.sizes
        for self.sizes in (False, True) if outer else (False,):
            found: dict[FormulaPart, None] = {}
            first: NotRead | None = None
            for paired in itertools.chain.from_iterable(map(pairings, ways)):
                try:
                    found[self._whole(paired)] = None
                except NotRead as problem:
                    first = first or problem
            if found:
                break
        self.sizes = outer
        at = next(n for n in given if n.kind in ("bar", "bars"))
        if len(found) > 1:
            raise NotRead("bars that can be paired in two ways", at.token)
        if not found:
            raise first or NotRead("bars that cannot be paired", at.token)
        return next(iter(found))

    def _whole(self, nodes: Nodes) -> FormulaPart:
        if not nodes:
            raise NotRead("nothing where a formula should be")
        outer = self.nodes, self.place
        self.nodes, self.place = nodes, 0
        self.depth += 1
        try:
            self.read += 1
            if self.read > MAX_READINGS:
                raise self.refuse("too many ways to pair bars")
            if self.depth > MAX_DEPTH:
                raise self.refuse("brackets nested too deep")
            result = self._sum()
            if self.here is not None:
                raise self._out_of_place(self.here)
            return result
        finally:
            self.nodes, self.place = outer
            self.depth -= 1

    def _out_of_place(self, node: Node) -> NotRead:
        if node.kind == "text":
            return self.refuse(f"words inside a formula: {node.text[:40]}", node)
        reason = _REASONS.get(node.kind, f"{node.source.strip() or node.kind} out of place")
        return self.refuse(reason.replace("{}", node.text), node)

    def _is_operator(self, signs: str) -> bool:
        node = self.here
        return node is not None and node.kind == "operator" and node.text in signs

    def _sum(self) -> FormulaPart:
        terms = []
        minus = self._is_operator("-")
        if minus:
            self.place += 1
        elif self._is_operator("+"):
            raise self.refuse("a plus sign in front")
        terms.append(_signed(self._product(), minus))
        while self._is_operator("+-"):
            minus = self._is_operator("-")
            self.place += 1
            terms.append(_signed(self._product(), minus))
        return terms[0] if len(terms) == 1 else FormulaPart("+", tuple(terms))

    def _product(self) -> FormulaPart:
        """Factors with explicit signs between them. Who reads `a/bc`, `a/b \\cdot c` or
        `\\log n \\cdot m` may group them in two ways."""
        result, _, open_end = self._factors()
        divided = False
        while self._is_operator("*/"):
            divides = self._is_operator("/")
            if divided and not _is_plain_number(result):
                raise self.refuse("a/b and then a factor: which is divided?")
            self.place += 1
            function = self.here is not None and self.here.kind == "function"
            if open_end and not (function and not divides):
                raise self.refuse("where does the argument of the function end?")
            factor, count, open_end = self._factors()
            if divides and count > 1:
                raise self.refuse("a/bc: is c divided or does it divide?")
            result = call("/" if divides else "*", result, factor)
            divided = divided or divides
        return result

    def _factors(self) -> tuple[FormulaPart, int, bool]:
        """Factors beside each other, how many, and whether the last one is a function whose
        argument has no brackets."""
        result, open_end = self.power()
        count = 1
        while (node := self.here) is not None and (node.kind in _FACTORS or node.kind in _REASONS):
            if node.kind not in _FACTORS:
                break
            if node.kind == "number":
                raise self.refuse("a number after a factor")
            if open_end and node.kind != "function":
                raise self.refuse("where does the argument of the function end?")
            factor, open_end = self.power()
            result, count = call("*", result, factor), count + 1
        return result, count, open_end

    def scripts(self) -> tuple[Node | None, Node | None, int]:
        """The subscript, the superscript and the primes that follow."""
        below = above = None
        primes = 0
        while (node := self.here) is not None and node.kind in ("sub", "sup", "prime"):
            self.place += 1
            if node.kind == "prime":
                primes += 1
            elif (below if node.kind == "sub" else above) is not None:
                raise self.refuse("two scripts of one kind", node)
            elif node.kind == "sub":
                below = node
            else:
                above = node
        return below, above, primes

    def power(self) -> tuple[FormulaPart, bool]:
        """A factor with its power."""
        node = self.here
        if node is None:
            raise self.refuse("nothing where a factor should be")
        if node.kind == "function":
            return function(self)
        base, exponent, is_name = self._base(node)
        if exponent is None and not is_name:
            below, exponent, primes = self.scripts()
            if below is not None or primes:
                raise self.refuse("a subscript or a prime on what is no name", below or node)
        after = self.here
        if after is not None and after.kind == "factorial":
            if exponent is not None:
                raise self.refuse("a factorial of a power", after)
            self.place += 1
            base = self._factorial(base, node, after)
            _, exponent, _ = self.scripts()
        if exponent is not None:
            return raised(self, base, exponent, node if is_name else None), False
        return base, False

    def _factorial(self, base: FormulaPart, node: Node, after: Node) -> FormulaPart:
        if self.here is not None and self.here.kind == "factorial":
            raise self.refuse("a double factorial", after)
        start = self.nodes.index(node)
        if base.op not in ("name", "number", "+", "negative", "*", "/"):
            raise self.refuse("a factorial of what?", after)
        return self.opaque("factorial", self.nodes[start : self.place], ("{} >= 1",))

    def inner(self, nodes: Sequence[Node], at: Node) -> FormulaPart:
        """What is in brackets, in a fraction, in a root."""
        if not tight(nodes):
            raise self.refuse("nothing where a formula should be", at)
        return self.term(nodes)

    def opaque(self, kind: str, nodes: Nodes, facts: tuple[str, ...] = ()) -> FormulaPart:
        """A part read as one unknown, all of which is known to the grammar of nodes."""
        for inner in deep(nodes):
            if inner.kind == "bad" and inner.problem is not None:
                raise inner.problem
        written = "".join(source(nodes).split())
        return FormulaPart("opaque", text=written, kind=kind, nodes=nodes, facts=facts)

    # Factors.

    def _base(self, node: Node) -> tuple[FormulaPart, Node | None, bool]:
        """A factor without its power, the power if it is read already, and whether it is a
        name."""
        kind = node.kind
        if kind == "number":
            self.place += 1
            return number(node.text), None, False
        if kind == "fraction":
            self.place += 1
            return self._fraction(node), None, False
        if kind == "root":
            self.place += 1
            return self._root(node), None, False
        if kind == "binomial":
            self.place += 1
            return self.opaque("binomial", (node,)), None, False
        if kind == "bracket":
            self.place += 1
            return self._bracket(node), None, False
        if kind == "big":
            return big(self), None, False
        if kind in ("named", "applied") or (kind == "font" and is_operator(self, node)):
            return operator(self), None, False
        if kind in ("letter", "font", "accent"):
            return name(self)
        raise self._out_of_place(node)

    def _fraction(self, node: Node) -> FormulaPart:
        above, below = node.inner
        if _is_differential(above) and _is_differential(below):
            raise self.refuse("a derivative", node)
        return call("/", self.inner(above, node), self.inner(below, node))

    def _root(self, node: Node) -> FormulaPart:
        inside, degree = node.inner
        part = self.inner(inside, node)
        if not tight(degree):
            return call("sqrt", part)
        return call("^", part, call("/", number("1"), self.inner(degree, node)))

    def _bracket(self, node: Node) -> FormulaPart:
        kind, inside = node.text, node.body
        if kind in ("(", "[", "{"):
            if kind == "{" and any(n.kind in ("comma", "relation", "colon") for n in inside):
                raise self.refuse("braces: a set?", node)
            return self.inner(inside, node)
        if kind == "|":
            try:
                return call("abs", self.inner(inside, node))
            except NotRead:
                if not self.sizes:
                    raise
                return self.opaque("size", (node,), ("{} >= 0",))
        if kind == "‖":
            self._require_content(inside, node)
            start, below = self.place - 1, self.here
            if below is not None and below.kind == "sub":
                self.place += 1
            return self.opaque("norm", self.nodes[start : self.place], ("{} >= 0",))
        if kind == "<":
            return self.opaque("inner product", (node,))
        if kind in ("floor", "ceil"):
            return self.opaque(kind, (node,))
        raise self.refuse("an interval", node)

    def _require_content(self, inside: Nodes, node: Node) -> None:
        """What is in a norm begins and ends with a factor; with a sign only where nothing else
        can be meant."""
        for inner in inside:
            if inner.kind == "bracket" and inner.text == "‖":
                self._require_content(inner.body, inner)
        first, last = tight(inside)[:1], tight(inside)[-1:]
        signed = bool(first) and first[0].kind == "operator"
        broken = not first or last[0].kind == "operator" or first[0].kind in ("sup", "sub", "prime")
        if broken or (signed and not (self.sizes and first[0].text == "-")):
            raise self.refuse("a norm of what?", node)


def _signed(part: FormulaPart, minus: bool) -> FormulaPart:
    return call("negative", part) if minus else part


def _is_plain_number(part: FormulaPart) -> bool:
    return part.op == "number" or (part.op == "/" and all(map(_is_plain_number, part.args)))


def _is_differential(nodes: Nodes) -> bool:
    """Does it begin with a d, as `d` or `dx` in `d/dx`?"""
    first = tight(nodes)[:1]
    return bool(first) and (
        (first[0].kind == "letter" and first[0].text == "d")
        or first[0].kind == "derivative"
        or (first[0].kind == "font" and first[0].text.split(" ")[-1] == "d")
    )

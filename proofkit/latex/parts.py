"""What a formula says, as a small tree, and the tree in the language of statements.

A sum, a norm, an expectation or the value of a function is a part of its own kind, which keeps
its LaTeX and its nodes. In a statement it is one unknown: equal source, equal unknown. What is
proved for all values of an unknown is proved for the part; a refutation need not hold for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from proofkit.language.terms import is_name
from proofkit.language.words import CALLED, EVENTS
from proofkit.latex.nodes import Nodes

SUM, PRODUCT, POWER, ATOM = range(4)
"""How tightly the outermost operation of a written part binds."""


@dataclass(frozen=True)
class FormulaPart:
    """`op` is number, name, opaque, e, pi, +, -, *, /, ^, negative, or a function of the
    language. A number and a name have their text in `text`, a name its LaTeX."""

    op: str
    args: tuple[FormulaPart, ...] = ()
    text: str = ""
    kind: str = ""
    nodes: Nodes = field(default=(), compare=False, repr=False)
    facts: tuple[str, ...] = field(default=(), compare=False)

    def walk(self) -> Iterator[FormulaPart]:
        yield self
        for arg in self.args:
            yield from arg.walk()


def number(text: str) -> FormulaPart:
    return FormulaPart("number", text=text)


def call(op: str, *args: FormulaPart) -> FormulaPart:
    return FormulaPart(op, args)


PI = FormulaPart("pi")
E = FormulaPart("exp", (number("1"),))


@dataclass
class Names:
    """The names that unknowns have in statements, each for one piece of LaTeX."""

    called: dict[str, str] = field(default_factory=dict)
    parts: dict[str, FormulaPart] = field(default_factory=dict)

    def name(self, part: FormulaPart) -> str:
        """The name of an unknown."""
        key = f"{part.op}:{part.text}"
        if key not in self.called:
            head = "part_" if part.op == "opaque" else ""
            base = (head + spelled(part.text, opaque=bool(head)))[:40].strip("_") or "u"
            if not base[0].isalpha():
                base = f"u_{base}"
            if base in RESERVED or not is_name(base):
                base += "_"
            name, count = base, 1
            while name in self.parts:
                count += 1
                name = f"{base}_{count}"
            self.called[key], self.parts[name] = name, part
        return self.called[key]

    def facts(self, part: FormulaPart) -> list[str]:
        """What is known of the unknowns of a part by what they are."""
        found = []
        for each in part.walk():
            if each.op == "opaque":
                found += [fact.format(self.name(each)) for fact in each.facts]
        return list(dict.fromkeys(found))


RESERVED = frozenset((*CALLED, *EVENTS, "pi", "e", "sum", "prod", "inner", "norm", "for", "E"))
_WORD = re.compile(r"\\([A-Za-z]+)|([A-Za-z]+)|([0-9]+)|([-+*'])")
_SIGNS = {"+": "plus", "-": "minus", "*": "star", "'": "prime"}
_FONT = re.compile(r"\\(?:mathrm|mathsf|mathtt|mathit|operatorname|mathbf|mathcal|mathbb|text)\b")


def spelled(latex: str, opaque: bool = False) -> str:
    r"""A name for a piece of LaTeX.

    >>> spelled(r"\overline{x}^{-}_{i}")
    'overline_x_minus_i'
    """
    found = []
    for match in _WORD.finditer(_FONT.sub("", latex)):
        command, word, digits, sign = match.groups()
        found.append(command or word or digits or ("" if opaque else _SIGNS[sign]))
    return "_".join(word for word in found if word)


def written(part: FormulaPart, names: Names) -> str:
    """The part in the language of statements, with the names given.

    >>> x, two = FormulaPart("name", text="x"), number("2")
    >>> written(call("*", two, call("+", x, call("negative", call("^", x, two)))), Names())
    '2*(x - x^2)'
    """
    return _written(part, names)[0]


def _written(part: FormulaPart, names: Names) -> tuple[str, int]:
    op, args = part.op, part.args
    if op == "number":
        return part.text, ATOM
    if op == "pi":
        return "pi", ATOM
    if op in ("name", "opaque"):
        return names.name(part), ATOM
    if op == "+":
        return _sum(part, names), SUM
    if op == "negative":
        return f"-{_at(args[0], names, PRODUCT)}", SUM
    if op in "*/":
        return f"{_at(args[0], names, PRODUCT)}{op}{_at(args[1], names, POWER)}", PRODUCT
    if op == "^":
        return f"{_at(args[0], names, ATOM)}^{_at(args[1], names, ATOM)}", POWER
    return f"{op}({', '.join(written(arg, names) for arg in args)})", ATOM


def _sum(part: FormulaPart, names: Names) -> str:
    text = ""
    for arg in part.args:
        minus = arg.op == "negative"
        term = _at(arg.args[0] if minus else arg, names, PRODUCT)
        text += (" - " if text else "-") if minus else (" + " if text else "")
        text += term
    return text


def _at(part: FormulaPart, names: Names, level: int) -> str:
    text, binds = _written(part, names)
    return text if binds >= level else f"({text})"


def names_in(part: FormulaPart) -> set[str]:
    """The LaTeX of the names in a part."""
    return {each.text for each in part.walk() if each.op == "name"}


def opaque_in(part: FormulaPart) -> bool:
    return any(each.op == "opaque" for each in part.walk())

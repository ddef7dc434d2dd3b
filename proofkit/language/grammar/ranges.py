"""What is typed of families: `sum(i=1..n, x[i])`, `x[t+1]`, `for i=1..n, j=1..i if j != k`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofkit.foundations.errors import InputError
from proofkit.language.terms import Term, is_name, variable
from proofkit.language.words import BOUND, SPELLED

if TYPE_CHECKING:
    from proofkit.language.grammar.statements import StatementReader

FOR, IF, DIFFERS, SPAN = "for", "if", "!=", ".."


def begins(reader: StatementReader) -> bool:
    """Does `sum(i=` or the like stand here?"""
    here = [token.text for token in reader.tokens[reader.at : reader.at + 4]]
    return len(here) == 4 and here[0] in BOUND and here[1] == "(" and here[3] == "="


def _index(reader: StatementReader) -> str:
    token = reader.here
    if token.kind != "name" or not is_name(token.text) or token.text in (FOR, IF):
        raise reader.error("expected the name of an index")
    reader.take()
    return token.text


def _range(reader: StatementReader) -> tuple[Term, Term]:
    reader.take("=")
    low = reader.sum()
    reader.take(SPAN)
    return low, reader.sum()


def binder(reader: StatementReader) -> Term:
    """A sum, product, max or min over an index."""
    op = BOUND[reader.take().text]
    reader.take("(")
    name = _index(reader)
    low, high = _range(reader)
    reader.take(",")
    reader.bound.append(name)
    body = reader.sum()
    reader.bound.pop()
    reader.take(")")
    return Term(op, (low, high, body))


def entry(reader: StatementReader, name: str) -> Term:
    """An entry of a family."""
    reader.take("[")
    indices = [reader.sum()]
    while reader.here.text == ",":
        reader.take()
        indices.append(reader.sum())
    reader.take("]")
    return Term("entry", (Term("family", (name,)), *indices))


def read(reader: StatementReader) -> None:
    """The ranges after `for`, and the conditions after `if`."""
    if reader.here.text == "all":
        raise InputError("`for all` over a kind is not handled yet; write for i=1..n")
    while True:
        name = _index(reader)
        if name in {known for known, _, _ in reader.found.ranges}:
            raise reader.error(f"the index {name} occurs twice")
        reader.found.ranges.append((name, *_range(reader)))
        if reader.here.text != ",":
            break
        reader.take()
    if reader.here.text == IF:
        reader.take()
        _condition(reader)
        while reader.here.text == ",":
            reader.take()
            _condition(reader)


def _condition(reader: StatementReader) -> None:
    """`j != k`, or a relation between indices."""
    left = reader.sum()
    if reader.here.text == DIFFERS:
        reader.take()
        right, names = reader.sum(), [name for name, _, _ in reader.found.ranges]
        ends = [side for side in (right, left) if side in map(variable, names)]
        if not ends:
            raise reader.error("a condition != is about an index")
        last = max(ends, key=lambda side: names.index(side.args[0]))
        reader.found.other.append((last, left if last is right else right))
        return
    if reader.here.text not in SPELLED:
        raise reader.error("expected a condition such as j != k or i < j")
    while reader.here.text in SPELLED:
        relation = SPELLED[reader.take().text]
        right = reader.sum()
        reader.found.conditions.append((left, relation, right))
        left = right

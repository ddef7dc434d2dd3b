"""Several statements in one text: `x > 0, y > 0`, `x >= 0 and y >= 0`, and lists of terms of
which one says the same: `x, y > 0`, `0 < x, y < 1`, `x, y in [0, 1]`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from proofkit.foundations.errors import LimitExceeded
from proofkit.language.grammar.bars import without_bars
from proofkit.language.grammar.hints import ALSO, WITHIN
from proofkit.language.grammar.tokens import DIFFERS, Lexeme, problem
from proofkit.language.grammar.tokens import tokens as split_tokens
from proofkit.language.words import CONSTANTS, RELATIONS, SPELLED

MOST = 40_000
_COMPARED = {*SPELLED, DIFFERS, WITHIN}
Piece = tuple[int, int]
"""From which token to which, without the one that ends it."""


def separated(source: str) -> list[str]:
    """Statements with commas or `and` between them. Commas in brackets separate arguments, and
    those of a list such as `x, y > 0` belong to one statement.

    >>> separated("x > 0, max(x, y) <= 1")
    ['x > 0', ' max(x, y) <= 1']
    """
    if len(source) > MOST:
        raise LimitExceeded(f"hypotheses of more than {MOST} characters are not accepted")
    found = without_bars(source, split_tokens(source))
    parts, start = [], 0
    for cut in split(source, found)[0]:
        parts.append(source[start : found[cut].place])
        start = found[cut].end
    return [*parts, source[start:]]


def split(source: str, tokens: Sequence[Lexeme]) -> tuple[list[int], list[int]]:
    """Where the tokens stand that separate statements, and those between terms of a list.

    A term without a relation belongs to the statement after it: `x, y > 0`. The commas of
    `0 < x, y, z < 1` are of a list too: the ends are numbers, and both relations point one way.
    """
    cuts = list(_cuts(tokens))
    ends = [-1, *cuts, len(tokens) - 1]
    pieces = [(start + 1, end) for start, end in pairwise(ends)]
    compared = [k for k, piece in enumerate(pieces) if _relations(tokens, piece)]
    listed: list[int] = []
    for k, cut in enumerate(cuts):
        if _relations(tokens, pieces[k]):
            joins = _shared(tokens, pieces, k)
        elif compared and k < compared[-1]:
            joins = True
            _require_no_doubt(source, tokens, pieces, k, listed)
        else:  # the end of `0 <= x, y, z`
            joins = listed[-1:] == cuts[k - 1 : k] != [] and _name(tokens, pieces[k + 1]) != ""
        if joins:
            listed.append(cut)
    return [cut for cut in cuts if cut not in listed], listed


def _require_no_doubt(
    source: str, tokens: Sequence[Lexeme], pieces: Sequence[Piece], k: int, listed: list[int]
) -> None:
    """In `0 <= x, y, z > 1` nothing says where `y` belongs."""
    cut = pieces[k][0] - 1
    if k == 0 or cut in listed or tokens[cut].text == ALSO:
        return
    begun = _relations(tokens, pieces[k - 1])
    if len(begun) == 1 and _bounds(tokens, pieces[k - 1], begun[0]):
        start, end = pieces[k]
        term = source[tokens[start].place : tokens[end].place].strip()
        what = f"{term} can belong to the relation before it, or to the one after it"
        raise problem(source, tokens[start].place, f"{what}; write a relation for each")


def _bounds(tokens: Sequence[Lexeme], piece: Piece, relation: int) -> bool:
    """Is this a number, a relation and a name?"""
    named = _name(tokens, (relation + 1, piece[1])) != ""
    return named and _is_number(tokens, (piece[0], relation))


def _cuts(tokens: Sequence[Lexeme]) -> list[int]:
    """Commas and `and` outside brackets, and not among the ranges and conditions after `for`."""
    found, depth, last = [], 0, ""
    for k, token in enumerate(tokens):
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if depth <= 0 and token.text in ("for", "if"):
            last = token.text
        if depth <= 0 and token.text in (",", ALSO):
            if token.text == "," and (last == "if" or (last == "for" and _is_range(tokens, k + 1))):
                continue
            found.append(k)
            last = ""
    return found


def _is_range(tokens: Sequence[Lexeme], start: int) -> bool:
    """Does `i=1..n` begin here?"""
    if [token.text for token in tokens[start + 1 : start + 2]] != ["="]:
        return False
    depth = 0
    for token in tokens[start + 2 :]:
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if token.text == "..":
            return True
        if depth <= 0 and token.text in (",", ALSO, *_COMPARED):
            return False
    return False


def _relations(tokens: Sequence[Lexeme], piece: Piece) -> list[int]:
    depth, found = 0, []
    for k in range(*piece):
        text = tokens[k].text
        depth += (text in ("(", "[")) - (text in (")", "]"))
        if depth <= 0 and text in _COMPARED:
            found.append(k)
    return found


def _shared(tokens: Sequence[Lexeme], pieces: Sequence[Piece], k: int) -> bool:
    """Do the names around this comma stand between the same two numbers, or beyond one? Not if
    another statement bounds one of them: `0 < x, 0 < y, x < 5` is three statements."""
    begun = _relations(tokens, pieces[k])
    if len(begun) != 1 or not _is_number(tokens, (pieces[k][0], begun[0])):
        return False
    names = [_name(tokens, (begun[0] + 1, pieces[k][1]))]
    last = k
    for last in range(k + 1, len(pieces)):
        piece = pieces[last]
        more = _relations(tokens, piece)
        names.append(_name(tokens, (piece[0], more[0] if more else piece[1])))
        if tokens[piece[0] - 1].text == ALSO:
            return False
        if more:
            one_way = _way(tokens[begun[0]]) == _way(tokens[more[0]]) != 0
            if not one_way or len(more) > 1 or not _is_number(tokens, (more[0] + 1, piece[1])):
                return False
            break
    if "" in names or not len({*names}) == len(names) > 1:
        return False
    others = (_names(tokens, piece) for piece in [*pieces[:k], *pieces[last + 1 :]])
    return not any(len(found) == 1 and found & {*names} for found in others)


def _names(tokens: Sequence[Lexeme], piece: Piece) -> set[str]:
    return {token.text for token in tokens[slice(*piece)] if token.kind == "name"}


def _is_number(tokens: Sequence[Lexeme], piece: Piece) -> bool:
    """Is there a number, and no name?"""
    within = [token for token in tokens[slice(*piece)] if token.kind != "sign"]
    return within != [] and all(t.kind == "number" or t.text in CONSTANTS for t in within)


def _name(tokens: Sequence[Lexeme], piece: Piece) -> str:
    """The name that this is, and nothing else."""
    within = tokens[slice(*piece)]
    return within[0].text if len(within) == 1 and within[0].kind == "name" else ""


def _way(relation: Lexeme) -> int:
    """1 for `<` and `<=`, -1 for `>` and `>=`, 0 for others."""
    signs = RELATIONS[SPELLED[relation.text]].signs if relation.text in SPELLED else frozenset()
    return (-1 in signs and 1 not in signs) - (1 in signs and -1 not in signs)

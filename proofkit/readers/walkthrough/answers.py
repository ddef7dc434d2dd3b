"""What a reader types, as a term of the kernel: many spellings, one safe grammar.

Nothing typed is ever evaluated as code. The text is rewritten token by token into the
kernel's grammar, whose parser limits length, depth and size of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import rational, shorten
from proofkit.language.subterms import parts
from proofkit.language.terms import Term, parse, variables
from proofkit.language.words import CALLED, CONSTANTS, EVENTS

MAX_LENGTH = 500
"""Longest answer, in characters."""

_SAME: dict[str, Any] = {
    **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
    **{"·": "*", "×": "*", "∙": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-", "√": " sqrt "},
    **{"α": "alpha", "δ": "delta", "θ": "theta", "τ": "tau", "{": "(", "}": ")"},
}
_HIGH = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ", "0123456789+-()n", strict=True))
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<sign>[-+*/^()]))",
    re.ASCII,
)


def expression(typed: str, names: Iterable[str]) -> Term:
    """The term that was typed, which may use these names only.

    >>> str(expression("2n²/(n−1)", ["n"]))
    '2*n^2/(n - 1)'
    >>> str(expression("n**(1+a1) - √n", ["n", "a1"]))
    'n^(1 + a1) - sqrt(n)'
    >>> str(expression("2xy/(x+y)", ["x", "y"]))
    '2*x*y/(x + y)'
    """
    if len(typed) > MAX_LENGTH:
        raise LimitExceeded(f"an answer of more than {MAX_LENGTH} characters is not read")
    known = set(names)
    tokens = [one for token in _tokens(_plain(typed)) for one in _apart(token, known)]
    if "e" not in known:
        tokens = [("name", "(exp(1))") if token == ("name", "e") else token for token in tokens]
    for name in CONSTANTS.keys() - known:
        tokens = [("name", f"{name}()") if token == ("name", name) else token for token in tokens]
    written = " ".join(_bracketed(_multiplied(tokens)))
    try:
        term = parse(written)
    except LimitExceeded:
        raise
    except InputError as problem:
        raise InputError(_explained(typed, str(problem))) from None
    for name in sorted(variables(term) - known):
        allowed = f"an answer in {', '.join(sorted(known))}" if known else "a number"
        raise InputError(f"{shorten(name)} is not known here: expected {allowed}")
    if any(part.op in EVENTS for part in parts(term)):
        raise InputError(f"{shorten(repr(typed))}: expected a number or formula, not an event")
    return term


def _plain(typed: str) -> str:
    """The same in ASCII as far as it goes."""
    text = re.sub(
        f"[{re.escape(''.join(_HIGH))}]+",
        lambda match: "^(" + "".join(_HIGH[c] for c in match[0]) + ")",
        typed,
    )
    return "".join(_SAME.get(c, c) for c in text).replace("**", "^")


def _tokens(text: str) -> list[tuple[str, str]]:
    found, place, end = [], 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            what = text[place:].strip()[:1]
            raise InputError(f"{shorten(repr(what))} is not understood in an answer")
        found.append((match.lastgroup, _exact(match)))
        place = match.end()
    if not found:
        raise InputError("the answer is empty")
    return found


def _apart(token: tuple[str, str], known: set[str]) -> list[tuple[str, str]]:
    """Names that are written side by side, as in `2xy`; a name that is known stays whole."""
    kind, name = token
    if kind != "name" or name in known or name in CALLED or name in EVENTS:
        return [token]
    for end in range(len(name) - 1, 0, -1):
        if name[:end] in known:
            rest = _apart((kind, name[end:]), known)
            if all(part in known for _, part in rest):
                return [(kind, name[:end]), *rest]
    return [token]


def _exact(match: re.Match[str]) -> str:
    """A number without an exponent, as the kernel's grammar has it; `ln` is `log`."""
    if match.lastgroup == "number":
        value = rational(match["number"], "answer")
        return str(value) if value.denominator == 1 else f"({value})"
    token = match[match.lastgroup or 0]
    return "log" if token == "ln" else token


def _multiplied(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """With the products that are written side by side: `2n`, `n (n - 1)`."""
    result: list[tuple[str, str]] = []
    for kind, token in tokens:
        before = result[-1] if result else ("", "")
        ends = before[0] in ("number", "name") or before[1] == ")"
        if ends and before[1] not in CALLED and (kind != "sign" or token == "("):
            result.append(("sign", "*"))
        result.append((kind, token))
    return result


def _bracketed(tokens: list[tuple[str, str]]) -> list[str]:
    """With the brackets that people leave out: `log n`, `n^-1`."""
    result: list[str] = []
    place = 0
    while place < len(tokens):
        token = tokens[place][1]
        result.append(token)
        minus = token == "^" and [t for _, t in tokens[place + 1 : place + 2]] == ["-"]
        operand = tokens[place + 1 + minus : place + 2 + minus]
        if (minus or token in CALLED) and operand and operand[0][0] != "sign":
            result += ["(", *(["-"] if minus else []), operand[0][1], ")"]
            place += 1 + minus
        place += 1
    return result


def _explained(typed: str, problem: str) -> str:
    """The parser's complaint, with what most often is the reason."""
    text = _plain(typed)
    if text.count("(") != text.count(")"):
        return f"{shorten(repr(typed))}: a bracket has no partner"
    if text.count("^") > 1 and problem.endswith("unexpected '^'"):
        return f"{shorten(repr(typed))}: write a^(b^c) or (a^b)^c, so that only one is meant"
    return f"{shorten(repr(typed))} is not understood{problem[problem.rfind(':') :]}"

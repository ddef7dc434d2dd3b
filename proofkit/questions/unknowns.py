"""Unknowns that are declared: `e: real`, `m, n: integer`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten
from proofkit.language.grammar.tokens import plain_name
from proofkit.language.terms import is_name
from proofkit.language.words import EULER

KINDS = {"real": False, "integer": True}
"""The kinds that there are, and whether the values are integers."""

_FAMILY = re.compile(r"(?P<name>\w+)\s*\[[^\[\]]*\]")
_LATER = re.compile(r"vector|random|(vector|real)\s*->\s*(vector|real)")


def declared(let: Sequence[str], integers: Iterable[str] = ()) -> dict[str, bool]:
    """The names that are declared, and whether each is an integer.

    >>> declared(["e: real", "m, n: integer"])
    {'e': False, 'm': True, 'n': True}
    """
    found: dict[str, bool] = {}
    for name in map(plain_name, integers):
        if not is_name(name):
            raise InputError(f"--integer: {name!r} cannot be the name of an unknown")
        found[name] = True
    for source in [let] if isinstance(let, str) else let:
        names, colon, kind = (part.strip() for part in source.partition(":"))
        said = shorten(repr(source))
        if _LATER.fullmatch(kind):
            raise InputError(f"--let {said}: unknowns are real or integer so far, not {kind}")
        if not colon or kind not in KINDS:
            raise InputError(f"--let {said}: expected NAMES: KIND, such as 'x, y: real'")
        for name in map(str.strip, re.split(r",(?![^\[]*\])", names)):
            family = _FAMILY.fullmatch(name)
            name = family["name"] if family else plain_name(name)
            if not is_name(name):
                raise InputError(f"--let {said}: {shorten(repr(name))} cannot be a name")
            if found.setdefault(name, KINDS[kind]) != KINDS[kind]:
                raise InputError(f"--let {said}: {name} is declared as {_named(found[name])} too")
    return found


def _named(integer: bool) -> str:
    return next(kind for kind, whole in KINDS.items() if whole == integer)


def require_clear(names: Iterable[str], declared: Iterable[str]) -> None:
    """An error where a name looks like a product of other unknowns, as in `a^2 + b^2 >= 2*ab`."""
    single = {name for name in names if re.fullmatch(r"[A-Za-z]\d*", name)}
    for name in sorted({*names} - {*declared} - single):
        factors = re.findall(r"[A-Za-z]\d*", name)
        if "".join(factors) == name and {*factors} <= single | {EULER} and {*factors} & single:
            raise InputError(
                f"{name} can mean {'*'.join(factors)}, or one unknown of that name; write "
                f'{"*".join(factors)}, or declare it: --let "{name}: real"'
            )

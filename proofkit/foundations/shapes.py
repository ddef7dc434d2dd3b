"""Checks of data from outside: a strict schema, exact numbers, small sizes.

What has not the shape of a certificate is `MalformedCertificate`; what has it and is not right
is refused by a plain `CertificateError`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import Any

from proofkit.foundations.errors import (
    CertificateError,
    InputError,
    LimitExceeded,
    MalformedCertificate,
    Undefined,
)
from proofkit.foundations.exact import rational, shorten

MAX_LIST = 2_000
MAX_TEXT = 20_000


def refused(where: str, problem: Exception) -> CertificateError:
    """The refusal that a problem amounts to, with the place where it was met."""
    if isinstance(problem, RecursionError):
        return CertificateError(where, "nested too deep")
    malformed = isinstance(problem, InputError) and not isinstance(problem, LimitExceeded)
    kind = MalformedCertificate if malformed else CertificateError
    if isinstance(problem, CertificateError):
        return kind(", ".join(filter(None, (where, problem.where))), problem.reason)
    return kind(where, str(problem))


@contextmanager
def at(where: str) -> Iterator[None]:
    """Whatever is not right inside is refused with this place."""
    try:
        yield
    except (CertificateError, InputError, Undefined, RecursionError) as problem:
        raise refused(where, problem) from None


def fields(node: object, keys: str) -> None:
    """`node` is an object with all these keys; those after a `?` may be missing."""
    required, allowed = _keys(keys)
    if not isinstance(node, Mapping):
        raise MalformedCertificate("", f"expected an object, got {shorten(repr(node))}")
    for name in required:
        if name not in node:
            raise MalformedCertificate("", f"{name!r} is missing")
    for name in node:
        if name not in allowed:
            raise MalformedCertificate("", f"unexpected {shorten(repr(name))}")


@lru_cache(maxsize=256)
def _keys(keys: str) -> tuple[list[str], frozenset[str]]:
    names = keys.split()
    return [n for n in names if n[0] != "?"], frozenset(n.lstrip("?") for n in names)


def items(value: object, name: str, most: int = MAX_LIST) -> list[Any]:
    """A list of at most so many entries."""
    if not isinstance(value, list) or len(value) > most:
        raise MalformedCertificate("", f"{name}: expected a list of at most {most} entries")
    return value


def texts(value: object, name: str) -> list[str]:
    return [a_text(item, name) for item in items(value, name)]


def a_text(value: object, name: str) -> str:
    """A text, and nothing else."""
    if not isinstance(value, str) or len(value) > MAX_TEXT or not value.isprintable():
        raise MalformedCertificate("", f"{name}: expected text, got {shorten(repr(value))}")
    return value


def fraction(value: object, name: str) -> Fraction:
    try:
        return rational(a_text(value, name), name)
    except InputError as problem:
        raise refused("", problem) from None


def whole(value: object, name: str, most: int) -> int:
    """A whole number from 0 to `most`; a truth value is not a number."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise MalformedCertificate("", f"{name}: expected 0 to {most}, got {shorten(repr(value))}")
    return value


def a_truth(value: object, name: str) -> bool:
    """True or false, and no number that stands for them."""
    if not isinstance(value, bool):
        raise MalformedCertificate("", f"{name}: expected true or false")
    return value


def mapping(value: object, name: str) -> dict[str, Any]:
    """An object of bounded size."""
    if not isinstance(value, dict) or len(value) > MAX_LIST:
        raise MalformedCertificate("", f"{name}: expected an object of at most {MAX_LIST} entries")
    return value

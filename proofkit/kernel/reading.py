"""Reading the parts of a certificate: a strict schema, exact numbers, small sizes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import CertificateError, InputError
from proofkit.foundations.exact import rational, shorten

MAX_LIST = 2_000
MAX_TEXT = 20_000


def fields(node: object, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    """`node` is an object with all the required keys, and none beyond the optional ones."""
    if not isinstance(node, Mapping):
        raise CertificateError("", f"expected an object, got {shorten(repr(node))}")
    for name in required:
        if name not in node:
            raise CertificateError("", f"{name!r} is missing")
    for name in node:
        if name not in required and name not in optional:
            raise CertificateError("", f"unexpected {shorten(repr(name))}")


def items(value: object, name: str, most: int = MAX_LIST) -> list[Any]:
    """A list of at most so many entries."""
    if not isinstance(value, list) or len(value) > most:
        raise CertificateError("", f"{name}: expected a list of at most {most} entries")
    return value


def texts(value: object, name: str) -> list[str]:
    return [a_text(item, name) for item in items(value, name)]


def a_text(value: object, name: str) -> str:
    """A text, and nothing else."""
    if not isinstance(value, str) or len(value) > MAX_TEXT or not value.isprintable():
        raise CertificateError("", f"{name}: expected text, got {shorten(repr(value))}")
    return value


def fraction(value: object, name: str) -> Fraction:
    try:
        return rational(a_text(value, name), name)
    except InputError as problem:
        raise CertificateError("", str(problem)) from None


def whole(value: object, name: str, most: int) -> int:
    """A whole number from 0 to `most`; a truth value is not a number."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise CertificateError("", f"{name}: expected 0 to {most}, got {shorten(repr(value))}")
    return value


def a_truth(value: object, name: str) -> bool:
    """True or false, and no number that stands for them."""
    if not isinstance(value, bool):
        raise CertificateError("", f"{name}: expected true or false")
    return value


def mapping(value: object, name: str) -> dict[str, Any]:
    """An object of bounded size."""
    if not isinstance(value, dict) or len(value) > MAX_LIST:
        raise CertificateError("", f"{name}: expected an object of at most {MAX_LIST} entries")
    return value

"""What is handed to a function by a person who writes Python: the right type, or one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten

LONGEST = 10**9
"""Seconds that nobody waits."""


def a_text(value: object, name: str) -> str:
    """Text, and nothing else."""
    if not isinstance(value, str):
        raise InputError(f"{name}: expected text, got a value of type {type(value).__name__}")
    return value


def several_texts(value: object, name: str) -> tuple[str, ...]:
    """Several texts, or one."""
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, Iterable) or isinstance(value, bytes | bytearray | Mapping):
        kind = type(value).__name__
        raise InputError(f"{name}: expected a list of texts, got a value of type {kind}")
    return tuple(a_text(part, name) for part in value)


def a_time(value: object, name: str) -> int | float:
    """A positive number of seconds."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        what = f"a value of type {type(value).__name__}"
    elif 0 < value <= LONGEST:  # which no `nan` is
        return value
    else:
        what = "too many" if value > LONGEST else shorten(repr(value))
    raise InputError(f"{name}: expected a number of seconds above 0, got {what}")


def a_whole_number(value: object, name: str, least: int, most: int) -> int:
    """A whole number within these ends."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(
            f"{name}: expected a whole number from {least} to {most}, got {shorten(repr(value))}"
        )
    return value

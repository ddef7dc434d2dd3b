"""Parameters as people type them: `NAME=VALUE`, or a TOML file. Nothing is rounded."""

from __future__ import annotations

from collections.abc import Sequence

from proofkit.foundations import files
from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import shorten

MAX_PARAMETERS = 1_000_000
"""Largest parameter file, in bytes."""

MAX_LINE = 4_000
"""Longest line of a parameter file; the longest exact number fits."""

MAX_DOTS = 100
"""Most dots in a line of a parameter file: reading a dotted key takes quadratic time."""


def given_parameters(pairs: Sequence[str], file: str | None = None) -> dict[str, object]:
    """The parameters a person gave, still unread; a pair wins over the file."""
    chosen: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = (text.strip() for text in pair.partition("="))
        if not equals or not name:
            raise InputError(f"-p: expected NAME=VALUE, got {shorten(repr(pair))}")
        if name in chosen:
            raise InputError(f"-p: {shorten(name)} is given twice")
        chosen[name] = value
    return {**(in_file(file) if file is not None else {}), **chosen}


def in_file(path: str) -> dict[str, object]:
    """The parameters in a TOML file: `name = number` or `name = "text"`, nothing nested.
    Decimal numbers stay the text they are, so that `0.1` is one tenth."""
    import tomllib

    text = files.read(path, MAX_PARAMETERS)
    where = shorten(path)
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE:
            raise LimitExceeded(f"{where}: line {number} is longer than {MAX_LINE} characters")
        if line.count(".") > MAX_DOTS and not line.lstrip().startswith("#"):
            raise LimitExceeded(f"{where}: line {number} has more than {MAX_DOTS} dots")
    try:
        document = tomllib.loads(text, parse_float=lambda digits: digits.replace("_", ""))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: not valid TOML: {shorten(str(error), 120)}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{where}: not valid TOML: a value is too long or too deep") from None
    for name, value in document.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise InputError(
                f"{where}: {shorten(name)}: expected a number or text, got {_kind(value)}"
            )
    return document


def _kind(value: object) -> str:
    names = {dict: "a table", list: "an array", bool: "a boolean"}
    return names.get(type(value), f"a {type(value).__name__}")

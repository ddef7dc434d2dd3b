"""Standard output and standard error: colour, width, encoding, and closed pipes."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

import click

from proofkit.cli import beside

if TYPE_CHECKING:
    from proofkit.readers.report.style import Style

CLOSED_PIPE = 141
"""Exit code when the reader of our output went away, as a shell reports it."""

NARROWEST = 40
"""Columns of the narrowest page that text is written for."""


def style(color: str = "") -> Style:
    """How to write for standard output, as `--color` says if nothing else is given."""
    from proofkit.readers.report.style import Style

    width = shutil.get_terminal_size(fallback=(80, 24)).columns
    return Style(
        color=_colored(color or beside.chosen("color") or "auto"),
        unicode=_speaks_unicode(),
        width=max(width, NARROWEST),
    )


def write(text: str) -> None:
    """One report to standard output, in characters it can show."""
    try:
        sys.stdout.write(_showable(text, sys.stdout) + "\n")
        sys.stdout.flush()
    except OSError as error:
        raise click.exceptions.Exit(gone(error)) from None


def show(text: str) -> None:
    """A report for people: on a terminal, or where COLUMNS says how wide the page is, in lines
    that fit. Elsewhere lines stay whole, for those who search in them."""
    columns = shutil.get_terminal_size(fallback=(0, 0)).columns
    write(fold(text, max(columns, NARROWEST)) if columns else text)


def answer(report: Any, found: object, format: str, about: str = "") -> None:
    """What a module of reports says of what was found: for people, or in the form asked for. Where
    it says several things, it is what it says `about` one."""
    said = getattr(report, f"{about}_{format}" if about else format)
    if format == "text":
        show(said(found, style()))
    else:
        write(said(found).rstrip("\n"))


def fold(text: str, width: int) -> str:
    """The text with lines no wider than the page, broken between words and indented further.

    >>> print(fold("  fires  0.99 to 1.00", 14))
      fires  0.99
       to 1.00
    """
    return "\n".join(line for long in text.split("\n") for line in _folded(long, width))


def _folded(line: str, width: int) -> Iterator[str]:
    if _columns(line) <= width:
        yield line
        return
    indent = " " * min(len(line) - len(line.lstrip(" ")) + 4, width // 4)
    here = ""
    for gap, word in _WORD.findall(line):
        if here.strip() and _columns(here + gap + word) > width:
            yield here
            here = indent[: max(width - _columns(word), 0)] + word
        else:
            here += gap + word
    yield here


def _columns(text: str) -> int:
    """How wide a text is that may be coloured."""
    return len(_PAINT.sub("", text))


_WORD = re.compile(r"( *)([^ ]+)")
_PAINT = re.compile("\033\\[[0-9;]*m")


def gone(error: OSError) -> int:
    """Somebody does not read what is written, or it does not fit: what is still held back goes
    nowhere; one line, and the code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return CLOSED_PIPE
    return complain(f"cannot write to standard output: {error.strerror}", 2)


def finish(code: int) -> int:
    """Write what is still held back; Python would complain in its own words, with its own code."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return gone(error)
    return code


def prompt(text: str) -> None:
    """A question at the end of what is shown, where the answer will stand on the same line."""
    sys.stdout.write(_showable(text, sys.stdout))
    sys.stdout.flush()


def remark(message: str) -> None:
    """One line on standard error about something that does no harm."""
    _tell(f"proofkit: {_showable(' '.join(message.split()), sys.stderr)}\n")


def complain_of(problems: Sequence[Exception]) -> int:
    """A line for each thing that could not be loaded; the exit code of bad input, or 0."""
    for problem in problems:
        complain(str(problem), 2)
    return 2 if problems else 0


def complain(message: str, code: int) -> int:
    """One line on standard error; the exit code is handed back."""
    line = " ".join(message.split())
    line = "".join(c if c.isprintable() else "?" for c in line)
    _tell(f"proofkit: error: {_showable(line, sys.stderr)}\n")
    return code


def complain_below_the_key(message: str, code: int) -> int:
    """The same after Ctrl-C, which a terminal shows as ^C where the cursor stands."""
    if sys.stderr.isatty():
        _tell("\n")
    return complain(message, code)


def _tell(line: str) -> None:
    """To standard error, if it takes it: the exit code says the rest."""
    with suppress(OSError):
        sys.stderr.write(line)
        sys.stderr.flush()


def _showable(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _colored(choice: str) -> bool:
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def _speaks_unicode() -> bool:
    try:
        "√≤≥·αδτ∞…—".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

"""What is told of a fault of our own: one line, what to send to whoever can mend it, and an exit
code that no verdict has."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path

INTERNAL = 70
VARIABLE = "PROOFKIT_TRACEBACK"
MOST = 160
_HERE = Path(__file__).parent.parent


def tell(fault: BaseException) -> int:
    """One line on standard error, after the traceback if somebody wants it; the exit code is
    handed back. Nothing here may fail."""
    with suppress(Exception):
        if os.environ.get(VARIABLE):
            sys.stderr.write("".join(traceback.format_exception(fault)))
        line = f"proofkit: error: {described(fault)}; please report it: {_what_to_send()}"
        line = "".join(c if c.isprintable() else "?" for c in line)
        sys.stderr.write(line.encode("ascii", "backslashreplace").decode() + "\n")
        sys.stderr.flush()
    return INTERNAL


def described(fault: BaseException) -> str:
    """The fault, and the last line of proofkit that it passed.

    >>> described(ZeroDivisionError("division by zero"))
    'internal error, no verdict: ZeroDivisionError: division by zero'
    """
    said = " ".join(f"{type(fault).__name__}: {fault}".split())
    said = said if len(said) <= MOST else f"{said[:MOST]}..."
    places = [
        f"{frame.filename[len(str(_HERE)) + 1 :]}:{frame.lineno}"
        for frame in traceback.extract_tb(fault.__traceback__)
        if frame.filename.startswith(str(_HERE))
    ]
    return f"internal error, no verdict: {said}{f' ({places[-1]})' if places else ''}"


def _what_to_send() -> str:
    return f"the command, its files, and what it prints with {VARIABLE}=1"

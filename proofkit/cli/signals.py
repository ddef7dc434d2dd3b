"""Ctrl-C and SIGTERM: how commands answer them, from the first import to the last line."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

from proofkit.foundations.errors import Terminated

TYPE_CHECKING = False

if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED, TERMINATED = 130, 143

_AGAIN = 1
"""Seconds after which a signal is sent again that was answered where nobody could hear."""

_LAST = 30
"""Seconds that giving back may take after a polite request to end. It takes none, unless what is
raised was lost, or something is waited for that never comes."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. Of `KeyboardInterrupt` itself Python remembers that it was raised, and may end with
    another code although it was caught."""


def answer_at_once() -> None:
    """While we import there is nothing to give back: one line, and the end."""
    _answer(_leave, _leave)


def answer() -> None:
    """From now on what is held is given back first."""
    _answer(_interrupt, _terminate)
    sys.unraisablehook = _unheard


def over() -> None:
    """All is said, and the code is known; Python takes some time to put things away."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    signal.alarm(0)


def _answer(interrupt: signal._HANDLER, terminate: signal._HANDLER) -> None:
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in the background
        signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, terminate)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    said, code = {
        signal.SIGINT: ("interrupted", INTERRUPTED),
        signal.SIGTERM: ("terminated", TERMINATED),
        signal.SIGALRM: ("terminated", TERMINATED),
    }[signal.Signals(number)]
    try:
        os.write(2, f"proofkit: error: {said}\n".encode())
    finally:
        os._exit(code)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise Interrupted


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _leave)
    signal.alarm(_LAST)
    raise Terminated


def _unheard(what: sys.UnraisableHookArgs) -> None:
    """What is raised while rubbish is cleared away goes nowhere; a signal is sent once more."""
    numbers = {Interrupted: signal.SIGINT, Terminated: signal.SIGTERM}
    if (number := numbers.get(what.exc_type)) is None:
        sys.__unraisablehook__(what)
        return
    answer()
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(number))
    signal.alarm(_AGAIN)

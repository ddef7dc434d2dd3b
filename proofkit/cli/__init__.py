"""The command line: arguments, files and exit codes. Nothing here decides anything.

Every module in `proofkit.cli.commands` is one subcommand. What is imported here is little: until
it is, nobody could answer Ctrl-C in a line.

Rooms it imports: foundations, jobs, language, probability, questions, readers, bridges.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

__all__ = ["main", "run"]

INTERRUPTED = 130
COLLECT = 200_000, 20, 20
"""How often rubbish is looked for: terms hold no cycles, and looking among so many takes a tenth
of the time of a command."""
LOOK_OUT = "OPENBLAS_THREAD_TIMEOUT", "20"
"""Each of NumPy's threads looks out for work for 2^20 ticks of a clock, which is less than a
millisecond, before it sleeps. Without this it is 2^26, first of all when NumPy is imported."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the answer is its exit code. Errors are one line on stderr."""
    from proofkit.cli import application

    return application.run(arguments)


def main() -> NoReturn:
    """The console script."""
    gc.set_threshold(*COLLECT)
    os.environ.setdefault(*LOOK_OUT)
    try:
        from proofkit.cli import signals

        signals.answer_at_once()
        from proofkit.cli import application

        code = application.main()
    except KeyboardInterrupt:  # before there was anybody to answer it
        sys.stderr.write("proofkit: error: interrupted\n")
        code = INTERRUPTED
    except Exception as fault:  # outside of every command
        from proofkit.cli import faults

        code = faults.tell(fault)
    _leave(code)


def _leave(code: int) -> NoReturn:
    """Python would take a tenth of the time of a command to put away one by one what goes anyway;
    it does where a thread is to be waited for, or where somebody looks on."""
    import atexit
    import threading
    from contextlib import suppress

    waiting = [t for t in threading.enumerate() if t is not threading.main_thread()]
    if any(not t.daemon for t in waiting) or sys.getprofile() or sys.gettrace():
        sys.exit(code)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)

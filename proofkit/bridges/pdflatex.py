"""The PDF of a LaTeX source, where a LaTeX is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from proofkit.foundations.errors import MissingProgram, ProofkitError

SECONDS = 120
RUNS = 3
"""References, and marks in the margin, need another run."""


def typeset(source: str, folder: str) -> str:
    """Run pdflatex on a file; what it inputs is looked for in the folder too.

    Returns:
        The name of the PDF.

    Raises:
        MissingProgram: There is no pdflatex.
        ProofkitError: It fails; the message has the first error.
    """
    program = shutil.which("pdflatex")
    if program is None:
        raise MissingProgram("pdflatex is not installed: there is no PDF")
    path = Path(source).absolute()
    places = f".:{Path(folder).absolute()}:{os.environ.get('TEXINPUTS', '')}:"
    command = [program, "-interaction=nonstopmode", "-no-shell-escape", path.name]
    for _ in range(RUNS):
        try:
            done = subprocess.run(
                command,
                cwd=path.parent,
                env={**os.environ, "TEXINPUTS": places},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ProofkitError(f"pdflatex takes more than {SECONDS} seconds") from None
    result = path.with_suffix(".pdf")
    if done.returncode and not result.exists():
        text = done.stdout.decode("utf-8", "replace")
        first = re.search(r"^! (.*)$", text, re.M)
        raise ProofkitError(f"pdflatex fails: {first[1] if first else 'it says no reason'}")
    return str(result)

"""Check, prove and explain the lemmas of mathematical papers, with exact input and rigorous
verdicts.

>>> import proofkit
>>> proofkit.__version__
'0.1.0'
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
"""As in `typing`, which would take longer to load than all else here: until this is done,
Ctrl-C is answered by Python and not by us."""

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from proofkit.foundations.errors import InputError
    from proofkit.language.results import CheckReport, ProveReport, VerifyReport
    from proofkit.questions.ask import Answer

__all__ = ["InputError", "__version__", "ask", "check", "explain", "prove", "verify"]
__version__ = "0.1.0"


def ask(
    statement: str,
    *,
    given: str | Sequence[str] = (),
    integers: str | Sequence[str] = (),
    let: str | Sequence[str] = (),
    seconds: float = 10,
    explain_failure: bool = False,
) -> Answer:
    """Prove or refute a statement about real unknowns, for example
    `ask("x*y <= 1/4", given="x + y = 1")`. With `let=["m, n: integer", "e: real"]` unknowns are
    declared; otherwise `e` and `pi` are the constants. `print` shows the answer. What cannot be
    read is an `InputError`. With `explain_failure=True` a refuted answer comes with a further
    hypothesis under which the statement is proved, if one is found in as many seconds again."""
    from proofkit.questions.ask import run

    answer = run(statement, given, integers, seconds, let)
    if explain_failure and answer.verdict == "refuted":
        from proofkit.questions.weakest import sufficient

        answer.sufficient = sufficient(answer, integers, seconds, let)
    answer.shown = _as_text
    return answer


def _as_text(answer: Answer) -> str:
    from proofkit.readers.report.asked import as_text

    return as_text(answer)


def check(*selection: str, **parameters: object) -> CheckReport:
    """Decide the selected claims (`LEMMA` or `LEMMA/CLAIM`; all by default) at the given
    parameters, for example `check("softmax-d1-weights", n=1000, d=102, a1="6/5")`."""
    from proofkit.questions.pipeline import check as run

    return run(_names(selection), parameters)


def prove(*selection: str) -> ProveReport:
    """Prove the selected claims for all parameters their hypotheses allow."""
    from proofkit.questions.pipeline import prove as run

    return run(_names(selection))


def verify(certificates: str) -> VerifyReport:
    """Replay the text of a certificate file with the kernel alone."""
    from proofkit.foundations.arguments import a_text
    from proofkit.questions.verification import verify as run

    return run(a_text(certificates, "certificates"))


def explain(*selection: str, width: int = 80) -> str:
    """Statement, derivation, chain and dependencies of the selected claims, as text."""
    from proofkit.foundations.arguments import a_whole_number
    from proofkit.language.registry import find
    from proofkit.questions.graph import relations
    from proofkit.readers.report.explain import text
    from proofkit.readers.report.style import Style

    names = _names(selection)
    style = Style(width=a_whole_number(width, "width", 20, 10_000))
    return text(find(names), style, relations(names))


def _names(selection: Sequence[object]) -> tuple[str, ...]:
    from proofkit.foundations.arguments import several_texts

    return several_texts(selection, "selection")


def __getattr__(name: str) -> Any:
    """`InputError`, imported when it is asked for."""
    if name != "InputError":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from proofkit.foundations.errors import InputError

    return InputError


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext proofkit`: what it answers shows itself. In a notebook `import proofkit` does."""
    from proofkit.bridges.notebook import install

    install(shell)


if "IPython" in sys.modules:
    from proofkit.bridges.notebook import here

    here()

"""Everything that can go wrong, as one small tree of exceptions.

`InputError` is the user's to mend and ends in exit code 2; the other branches say
which guarantee could not be given.
"""

from __future__ import annotations


class ProofkitError(Exception):
    """The root: every error the package raises on purpose."""


class InputError(ProofkitError):
    """A value a person gave is not what was expected; the message names both."""


class UnknownName(InputError):
    """A lemma, claim, parameter or format that nobody defined."""


class LimitExceeded(InputError):
    """An input asks for more work or memory than the stated limits allow."""


class ImpossibleHypotheses(InputError):
    """No values satisfy the hypotheses together: that is proved, and nothing else follows."""


class MissingProgram(ProofkitError):
    """A program that is not part of proofkit is needed and not installed."""


class WorkersLost(ProofkitError):
    """Work that was sent elsewhere does not come back: workers died, or the way to them."""


class LemmaError(ProofkitError):
    """A lemma module contradicts the contract of `proofkit.language.lemma`. `name` is the lemma or
    claim, and `place` the line, where somebody has found out which."""

    name, reason, claim = "", "", ""
    place: object = None


class BadClaim(LemmaError):
    """One claim of a lemma cannot be made or read; the others can. `claim` is its id, if known,
    and `place` the line that makes it."""

    def __init__(self, name: str, reason: str, claim: str = "", place: object = None) -> None:
        where = f"{place}: " if place else ""
        super().__init__(f"{where}{name}: {reason}")
        self.name, self.reason, self.claim, self.place = name, reason, claim, place

    def __reduce__(self) -> tuple[type[BadClaim], tuple[object, ...]]:
        return type(self), (self.name, self.reason, self.claim, self.place)


class UnsupportedTerm(ProofkitError):
    """A term has a node the kernel does not know; it never guesses."""


class Undefined(ProofkitError):
    """A term has no value here: a zero divisor, or the logarithm of a number <= 0."""


class CertificateError(ProofkitError):
    """A certificate is refused; `where` names the claim and the step."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}" if where else reason)
        self.where = where
        self.reason = reason

    def __reduce__(self) -> tuple[type[CertificateError], tuple[str, str]]:
        return type(self), (self.where, self.reason)


class MalformedCertificate(CertificateError, InputError):
    """What a file says at `where` has not the shape of a certificate at all."""


class RefusedCertificate(CertificateError):
    """A certificate that somebody gave us is refused: a verdict on it, and no fault of ours."""


class InternalError(ProofkitError):
    """A fault of our own, told by a process whose errors cannot travel."""


class Contradiction(ProofkitError):
    """Two engines disagree: an alarm, never averaged away."""


class WalkthroughError(ProofkitError):
    """A walkthrough is malformed, or says what is not so; `where` is its file and line."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where = where
        self.reason = reason

    def __reduce__(self) -> tuple[type[WalkthroughError], tuple[str, str]]:
        return type(self), (self.where, self.reason)


class Terminated(BaseException):
    """Somebody asked this process to end; what it holds is given back first."""

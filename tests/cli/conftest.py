"""Run the command line in this process, on a pipeline that returns prepared reports."""

import sys
from types import ModuleType

import pytest

from proofkit import questions
from proofkit.foundations.errors import ProofkitError


class Pipeline(ModuleType):
    """Stands in for `proofkit.questions.pipeline` and `proofkit.questions.verification`; remembers its calls."""

    def __init__(self):
        super().__init__("proofkit.questions.pipeline")
        self.calls = []
        self.answer = None

    def _answer(self, *call):
        self.calls.append(call)
        if isinstance(self.answer, ProofkitError | BaseException):
            raise self.answer
        return self.answer

    def check(self, selection, given, progress=None, broken=None, kept=False):
        if progress is not None:
            progress(1, 2, "half")
        return self._answer("check", tuple(selection), dict(given))

    def prove(self, selection, progress=None, broken=None, kept=False):
        return self._answer("prove", tuple(selection))

    def needed(self, claims):
        return {claim.name for claim in claims}

    def certificates(self, report):
        return {"schema": 1, "claims": len(report.claims)}

    def verify(self, text):
        return self._answer("verify", text)


class Ahead(ModuleType):
    """Stands in for `proofkit.questions.ahead`, and asks the other."""

    def __init__(self, fake):
        super().__init__("proofkit.questions.ahead")
        self.fake = fake

    def prove(self, selection, executor, progress=None, broken=None, kept=False):
        return self.fake.prove(selection, progress, broken=broken)


@pytest.fixture
def pipeline(monkeypatch):
    fake = Pipeline()
    for name in ("pipeline", "verification", "ahead"):
        stand_in = Ahead(fake) if name == "ahead" else fake
        monkeypatch.setitem(sys.modules, f"proofkit.questions.{name}", stand_in)
        monkeypatch.setattr(questions, name, stand_in, raising=False)
    return fake


@pytest.fixture
def refused(run):
    """`refused("check", ...)` gives the one line of a user's error, exit code 2."""

    def runner(*arguments, code=2):
        got, out, err = run(*arguments)
        assert (got, out) == (code, "")
        assert err.startswith("proofkit: error: ")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        assert err.strip().isprintable()
        assert len(err) < 400
        return err

    return runner

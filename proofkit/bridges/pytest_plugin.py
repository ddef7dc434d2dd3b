"""Claims as tests: `pytest --proofkit` runs every claim of the installed collections.

Each claim is one test, `proofkit::LEMMA::CLAIM`; such a name on the command line selects it,
and `proofkit::LEMMA` its lemma. Other tests run beside the claims when the command line names
their files or folders, or when `--proofkit` is in the `addopts` of a project. A claim passes
when it holds at the parameters, its hypotheses are met there, and it is proved. Every other
outcome has its own word:

| word | means |
|---|---|
| `fails`, `refuted` | it is false: at these parameters, or at the point shown |
| `undecided`, `open` | nobody knows: at these parameters, or for all |
| `contradiction` | two engines disagree |
| `broken` | it cannot be read at all; the line is told |
| `unmet` | it holds and is proved, but a hypothesis is not met at these parameters |

All but `unmet` fail the run; with `--proofkit-strict` that does too.

Without `--proofkit` nothing happens, and the engine is imported only when a claim is run.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from proofkit.language.claims import Claim
    from proofkit.language.results import CheckReport

ROOT = "proofkit"
_PREFIX = f"{ROOT}::"
_LETTERS = {
    "fails": "F",
    "refuted": "R",
    "undecided": "U",
    "open": "O",
    "contradiction": "C",
    "broken": "B",
    "unmet": "u",
}


class NotSo(Exception):
    """A claim that does not pass: `word` says how, the text why."""

    def __init__(self, word: str, why: str) -> None:
        super().__init__(f"{word}: {why}" if why else word)
        self.word = word


# Options ------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Everything is off without `--proofkit`."""
    group = parser.getgroup("proofkit", "claims of the installed lemmas as tests")
    group.addoption("--proofkit", action="store_true", help="run every claim as a test")
    group.addoption(
        "--proofkit-param",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="parameter at which claims are checked, exactly: a1=6/5; may be repeated",
    )
    group.addoption(
        "--proofkit-only",
        choices=["check", "prove"],
        help="only check claims at the parameters, or only prove them (default: both)",
    )
    group.addoption(
        "--proofkit-strict",
        action="store_true",
        help="a claim whose hypotheses are not met at the parameters fails",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Take names of claims out of the arguments: they are no files. What was found is kept
    as an option, which is how the workers of xdist learn of it."""
    named = [argument for argument in config.args if argument.startswith(_PREFIX)]
    if config.getoption("proofkit") and named:
        config.args[:] = [argument for argument in config.args if argument not in named]
        config.option.proofkit_named = [_selection(name) for name in named]
        config.option.proofkit_alone = not config.args
    elif "--proofkit" in config.invocation_params.args:
        config.option.proofkit_alone = config.args_source is not config.ArgsSource.ARGS
    if getattr(config.option, "proofkit_alone", False):
        config.args.clear()


def _selection(name: str) -> str:
    """`proofkit::LEMMA::CLAIM` as the command line has it."""
    return name.removeprefix(_PREFIX).replace("::", "/")


def pytest_report_header(config: pytest.Config) -> str | None:
    """What is asked, and where."""
    if not config.getoption("proofkit"):
        return None
    only = config.getoption("proofkit_only")
    at = ", ".join(config.getoption("proofkit_param")) or "the default parameters"
    return f"proofkit: claims are {'proved' if only == 'prove' else f'checked at {at}'}" + (
        "" if only else " and proved"
    )


# Collection ---------------------------------------------------------------------------


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the claims before anybody selects among the tests."""
    if config.getoption("proofkit"):
        collector = Collection.from_parent(session, name=ROOT, nodeid=ROOT)
        items.extend(session.genitems(collector))


class Collection(pytest.Collector):
    """All installed lemmas."""

    def collect(self) -> Iterator[pytest.Collector | pytest.Item]:
        from proofkit.foundations.errors import LemmaError, ProofkitError
        from proofkit.language import registry
        from proofkit.language.given import given_parameters
        from proofkit.questions import pipeline

        broken: list[LemmaError] = []
        try:
            given = given_parameters(self.config.getoption("proofkit_param"))
            named = [name for name in getattr(self.config.option, "proofkit_named", []) if name]
            selected = registry.find(named, broken)
            pipeline.parameter_values(given, [lemma for lemma, _ in selected])
        except ProofkitError as error:
            raise self.CollectError(f"proofkit: {error}") from None
        for lemma, claims in selected:
            yield LemmaNode.from_parent(self, name=lemma.id, claims=claims, given=given)
        for number, fault in enumerate(broken, 1):
            name = getattr(fault, "name", f"broken {number}").replace("/", "::")
            yield BrokenItem.from_parent(self, name=name, fault=fault)


class LemmaNode(pytest.Collector):
    """One lemma."""

    def __init__(self, claims: list[Claim], given: Mapping[str, object], **rest: Any) -> None:
        super().__init__(**rest)
        self.claims, self.given = claims, given

    def collect(self) -> Iterator[pytest.Item]:
        for claim in self.claims:
            yield ClaimItem.from_parent(self, name=claim.id, claim=claim, given=self.given)


class Item(pytest.Item):
    """What is told in one line: of a claim, or of what cannot be read."""

    def reportinfo(self) -> tuple[Any, None, str]:
        return self.path, None, self.nodeid.removeprefix(_PREFIX)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        from proofkit.foundations.errors import ProofkitError

        if isinstance(excinfo.value, NotSo | ProofkitError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class BrokenItem(Item):
    """A claim, or a collection, that cannot be read."""

    def __init__(self, fault: Exception, **rest: Any) -> None:
        super().__init__(**rest)
        self.fault = fault

    def runtest(self) -> None:
        raise NotSo("broken", str(self.fault))


class ClaimItem(Item):
    """One claim: checked at the parameters and proved."""

    def __init__(self, claim: Claim, given: Mapping[str, object], **rest: Any) -> None:
        super().__init__(**rest)
        self.claim, self.given = claim, given

    def runtest(self) -> None:
        from proofkit.foundations.errors import LemmaError

        try:
            self._asked()
        except LemmaError as error:
            raise NotSo("broken", str(error)) from None

    def _asked(self) -> None:
        only = self.config.getoption("proofkit_only")
        if only != "prove":
            self._check()
        if only != "check":
            self._prove()
        if only != "prove":
            self._met()

    def _check(self) -> None:
        from proofkit.questions import pipeline
        from proofkit.readers.report import wording

        self.report = pipeline.check([self.claim.name], self.given)
        (checked,) = self.report.lemmas[0].claims
        self.user_properties.append(("check", checked.verdict))
        if self.report.contradictions:
            raise NotSo("contradiction", wording.disagreements(self.report)[0])
        if checked.verdict != "holds":
            unmet = [f"hypothesis not met: {text}" for text in _unmet(self.report)]
            raise NotSo(checked.verdict, "; ".join([self._says(), wording.note(checked), *unmet]))

    def _prove(self) -> None:
        from proofkit.questions import pipeline

        (proved,) = pipeline.prove([self.claim.name]).claims
        self.user_properties.append(("prove", proved.verdict))
        if proved.verdict != "proved":
            point = ", ".join(f"{name} = {value}" for name, value in (proved.witness or {}).items())
            why = [self._says(), f"false at {point}" if point else "", proved.reason]
            raise NotSo(proved.verdict, "; ".join(text for text in why if text))

    def _met(self) -> None:
        if unmet := _unmet(self.report):
            raise NotSo("unmet", "; ".join(unmet))

    def _says(self) -> str:
        from proofkit.readers.report.mathematics import UNICODE

        return UNICODE.claim(self.claim)


def _unmet(report: CheckReport) -> list[str]:
    """The hypotheses that are not met, or not known to be."""
    from proofkit.readers.report import wording
    from proofkit.readers.report.mathematics import UNICODE

    (lemma,) = report.lemmas
    return [
        wording.hypothesis(h, UNICODE, lemma) + ("" if h.verdict == "unmet" else f" ({h.verdict})")
        for h in lemma.hypotheses
        if h.verdict != "met"
    ]


# Reports ------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the word on the report, where xdist and JUnit files keep it."""
    report = yield
    if isinstance(item, Item) and call.excinfo and isinstance(call.excinfo.value, NotSo):
        word = call.excinfo.value.word
        report.proofkit = word  # type: ignore[attr-defined]
        item.user_properties.append(("outcome", word))
        report.user_properties = list(item.user_properties)
        if word == "unmet" and not item.config.getoption("proofkit_strict"):
            report.outcome = "skipped"
            report.longrepr = (str(item.path), 0, str(call.excinfo.value))
    return report


def pytest_report_teststatus(report: Any) -> tuple[str, str, str] | None:
    """Category, letter and word of a claim that does not pass."""
    word = getattr(report, "proofkit", None)
    return (word, _LETTERS[word], word.upper()) if word else None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say why, for every claim that does not pass."""
    for word in _LETTERS:
        reports = terminalreporter.getreports(word)
        if reports:
            terminalreporter.write_sep("=", f"claims: {word}")
        for report in reports:
            why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
            terminalreporter.write_line(f"{report.nodeid}: {str(why).removeprefix(word + ': ')}")

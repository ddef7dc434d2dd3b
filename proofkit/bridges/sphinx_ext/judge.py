"""The check in every build that each statement of each page is true today.

Sphinx calls a domain's own consistency check only when some page was read again. A page can
become false without being touched, and a build that failed once must fail again, so this
listens to the event that Sphinx sends in every build, before it writes anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError
from sphinx.util import logging

from proofkit.bridges.sphinx_ext import domain, said
from proofkit.bridges.sphinx_ext.knowledge import ENGINE, SiteKnowledge, engine, lemma_fingerprint
from proofkit.foundations.errors import ProofkitError
from proofkit.readers.report import wording

logger = logging.getLogger(__name__)


class FalseStatement(SphinxError):
    """A page says of a claim what is not so; the build stops."""

    category = "proofkit"


def everything(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Decide everything that any page says; no page has to be written again."""
    statements = list(domain.of(env).statements())
    wanted = {s.target for s in statements if s.status in said.EVERYWHERE}
    knowledge = domain.of(env).knowledge
    _prove_together(sorted(wanted), knowledge)
    wrong = {
        (statement.place, problem): None
        for statement in sorted(statements, key=lambda s: (s.source, s.line))
        for problem in said.problems(statement, knowledge)
    }
    for place, problem in wrong:
        logger.error(problem, location=place)
    if wrong:
        count = wording.count(len(wrong), "thing", "things")
        raise FalseStatement(f"the pages say {count} that cannot stand; see above")
    return []


def _prove_together(targets: list[str], knowledge: SiteKnowledge) -> None:
    """In one go, so that what they share is proved once; troubles are told one by one later."""
    if targets:
        try:
            knowledge.proved(targets)
        except ProofkitError:
            return


def outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """The pages that show a lemma as it was before, to be read again."""
    shown = {id for ids in domain.of(env).shown.values() for id in ids}
    today = dict(_fingerprints(shown, domain.of(env).knowledge))
    return [
        docname
        for docname, shown in domain.of(env).shown.items()
        if any(today.get(id) != before for id, before in shown.items())
    ]


def _fingerprints(ids: set[str], knowledge: SiteKnowledge) -> Iterator[tuple[str, str]]:
    yield ENGINE, engine()
    for id in ids - {ENGINE}:
        try:
            ((lemma, _),) = knowledge.find((id,))
        except ProofkitError:
            continue
        yield id, lemma_fingerprint(lemma)

"""Roles that cite a claim, with an optional status that the build then requires.

{proofkit:claim}`softmax-d1-weights/f-NN`
{proofkit:proved}`softmax-d1-weights/f-NN`
{proofkit:fails}`softmax-d1-weights/f-NN at a1=6/10, n=1e6, d=102`
{proofkit:holds}`the bound <softmax-d1-weights/f-NN at n=1000>`
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.roles import XRefRole
from sphinx.util.docutils import SphinxRole
from sphinx.util.nodes import split_explicit_title

from proofkit.bridges.sphinx_ext import build, said
from proofkit.foundations.errors import InputError

if TYPE_CHECKING:
    from proofkit.bridges.sphinx_ext.domain import ProofkitDomain


class Cite(XRefRole):
    """Cites a lemma or a claim; that it exists is required."""

    def process_link(
        self, env: Any, refnode: Any, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        """Sphinx's hook: the title and the target of the link."""
        source, line = place(self)
        env.get_domain("proofkit").say(env.docname, said.Said(source, line, target))
        return title, target


class Status(SphinxRole):
    """Cites a lemma or a claim and says which status it has."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Docutils' hook: the link, the parameters and the status."""
        status = self.name.rpartition(":")[2].lower()
        explicit, title, rest = split_explicit_title(self.text)
        target, _, where = (part.strip() for part in rest.partition(" at "))
        source, line = place(self)
        at: said.Settings = ()
        try:
            at = said.settings(where)
        except InputError as error:
            message = self.inliner.reporter.error(str(error), line=line)
            return [nodes.literal(self.rawtext, self.rawtext)], [message]
        domain: ProofkitDomain = self.env.get_domain("proofkit")  # type: ignore[assignment]
        domain.say(self.env.docname, said.Said(source, line, target, status, at))
        shown_as = nodes.inline("", title) if explicit else nodes.literal("", target)
        link = build.cited(target, shown_as, self.env.docname)
        link.source, link.line = source, line
        shown = build.values(at) if at and not explicit else ""
        between = nodes.Text(f" at {shown} " if shown else " ")
        kept = ["proofkit-spoken" if explicit else "proofkit-cited"]
        return [nodes.inline("", "", link, between, build.badge(status), classes=kept)], []


def place(role: SphinxRole) -> tuple[str, int]:
    """The file and the line of a role: docutils knows where the paragraph starts, and the text
    is in one of its lines."""
    source, line = role.get_source_info()
    try:
        lines = Path(source).read_text(encoding="utf-8").splitlines()
    except OSError:
        return source, line
    first = role.text.split("\n")[0]
    return source, next((n for n in range(line, len(lines) + 1) if first in lines[n - 1]), line)


ROLES: dict[str, Any] = {
    "lemma": Cite(warn_dangling=True),
    "claim": Cite(warn_dangling=True),
    **{status: Status() for status in (*said.HERE, *said.EVERYWHERE)},
}

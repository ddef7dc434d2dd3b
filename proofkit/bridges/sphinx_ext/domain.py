"""The Sphinx domain `proofkit`: places of lemmas on pages, and statements that pages make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import cached_property
from typing import Any, ClassVar, cast

from docutils.nodes import Element, reference
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from proofkit.bridges.sphinx_ext import directives, roles, slider
from proofkit.bridges.sphinx_ext.knowledge import SiteKnowledge
from proofkit.bridges.sphinx_ext.picture import Drawings
from proofkit.bridges.sphinx_ext.said import Said
from proofkit.readers.report.pages import anchor


class ProofkitDomain(Domain):
    """Lemmas and claims, by their names `LEMMA` and `LEMMA/CLAIM`."""

    name = "proofkit"
    label = "proofkit"
    object_types: ClassVar[dict[str, ObjType]] = {
        "lemma": ObjType("lemma", "lemma"),
        "claim": ObjType("claim", "claim"),
    }
    roles = roles.ROLES
    directives: ClassVar[dict[str, Any]] = {
        "ask": directives.AskDirective,
        "graph": directives.GraphDirective,
        "lemma": directives.LemmaDirective,
        "slider": slider.SliderDirective,
        "table": directives.TableDirective,
        "verdict": directives.VerdictDirective,
    }
    dangling_warnings: ClassVar[dict[str, str]] = {
        "lemma": "no page has the lemma %(target)s",
        "claim": "no page has the claim %(target)s",
    }
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}, "said": {}, "shown": {}}
    data_version = 1

    @property
    def knowledge(self) -> SiteKnowledge:
        """The verdicts of this build, made when they are asked for."""
        if not hasattr(self, "_knowledge"):
            self._knowledge = SiteKnowledge()
        return self._knowledge

    @cached_property
    def drawings(self) -> Drawings:
        """The pictures of graphs in this build."""
        return Drawings()

    @property
    def shown(self) -> dict[str, dict[str, str]]:
        """By page, the lemmas it shows with their fingerprints when it was read."""
        return cast(dict[str, dict[str, str]], self.data["shown"])

    def statements(self) -> Iterator[Said]:
        """Everything that any page says."""
        for said in self.data["said"].values():
            yield from said

    def say(self, docname: str, said: Said) -> None:
        """A page says this."""
        self.data["said"].setdefault(docname, []).append(said)

    def show(self, docname: str, lemma: str, fingerprint: str) -> None:
        """A page shows this lemma, as it is now."""
        self.shown.setdefault(docname, {})[lemma] = fingerprint

    def place(self, name: str, docname: str, node_id: str) -> None:
        """A lemma or claim is on this page; the first place is the one that citations lead to."""
        self.data["objects"].setdefault(name, (docname, node_id))

    def clear_doc(self, docname: str) -> None:
        """Forget a page that is read again or gone."""
        self.data["said"].pop(docname, None)
        self.shown.pop(docname, None)
        for name, (where, _) in list(self.data["objects"].items()):
            if where == docname:
                del self.data["objects"][name]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process read."""
        for docname in docnames:
            for kind in ("said", "shown"):
                if docname in otherdata[kind]:
                    self.data[kind][docname] = otherdata[kind][docname]
        for name, (docname, node_id) in otherdata["objects"].items():
            if docname in docnames:
                self.place(name, docname, node_id)

    def find(self, name: str) -> tuple[str, str] | None:
        """The page and anchor of a lemma or claim: on a page of its own, else where a
        directive shows it."""
        labels = self.env.domains.standard_domain.anonlabels
        found = labels.get(anchor(name)) or self.data["objects"].get(name)
        return cast("tuple[str, str] | None", found)

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> reference | None:
        """The link of a citation."""
        found = self.find(target)
        if found is None:
            return None
        return make_refnode(builder, fromdocname, *found, contnode, target)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, reference]]:
        """The same for a citation that does not say what it cites; a label speaks for itself."""
        if target not in self.data["objects"] or target in env.domains.standard_domain.anonlabels:
            return []
        typ = "claim" if "/" in target else "lemma"
        found = self.resolve_xref(env, fromdocname, builder, typ, target, node, contnode)
        return [] if found is None else [(f"proofkit:{typ}", found)]

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """For the index of objects that other documents link to."""
        for name, (docname, node_id) in self.data["objects"].items():
            yield name, name, "claim" if "/" in name else "lemma", docname, node_id, 1


def of(env: BuildEnvironment) -> ProofkitDomain:
    """The domain in this build."""
    return cast(ProofkitDomain, env.get_domain(ProofkitDomain.name))

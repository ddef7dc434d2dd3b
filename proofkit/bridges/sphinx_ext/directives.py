"""The directives `lemma`, `verdict`, `table`, `graph`, `ask`, and what they share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id

from proofkit.bridges.sphinx_ext import build, picture
from proofkit.bridges.sphinx_ext.build import Cell
from proofkit.bridges.sphinx_ext.knowledge import ENGINE, engine, lemma_fingerprint
from proofkit.bridges.sphinx_ext.said import EVERYWHERE, HERE, Said, Settings, settings
from proofkit.foundations.errors import InputError, ProofkitError
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.results import MET, PROVED, CheckedLemma, ProvedClaim
from proofkit.questions import ask
from proofkit.questions.graph import Graph, collapsed
from proofkit.questions.narration import narrated
from proofkit.readers.report import asked, proof_lines, quantifiers, wording
from proofkit.readers.report.graph import joined
from proofkit.readers.report.mathematics import LATEX, UNICODE

if TYPE_CHECKING:
    from proofkit.bridges.sphinx_ext.domain import ProofkitDomain


def one_of(*choices: str) -> Callable[[str | None], str]:
    """An option with a few values."""
    return lambda argument: directives.choice(argument, choices)


class Directive(SphinxDirective):
    """What the four have in common: places, statements, and errors that stop the build."""

    has_content = False

    @property
    def domain(self) -> ProofkitDomain:
        """The domain of this build."""
        return self.env.get_domain("proofkit")  # type: ignore[return-value]

    def run(self) -> list[nodes.Node]:
        """Docutils' hook. A wrong name or value is the author's to mend: it is reported with
        the directive's place."""
        try:
            return self.made()
        except ProofkitError as error:
            raise self.error(str(error)) from None

    def made(self) -> list[nodes.Node]:
        """The nodes of this directive."""
        raise NotImplementedError

    def say(self, target: str, status: str = "", at: Settings = (), line: int = 0) -> None:
        """The page says this here."""
        source, own = self.get_source_info()
        self.domain.say(self.env.docname, Said(source, line or own, target, status, at))

    def show(self, *lemmas: str) -> None:
        """The page shows these lemmas, and is read again when they change."""
        self.domain.show(self.env.docname, ENGINE, engine())
        for lemma, _ in registry.find(lemmas):
            self.domain.show(self.env.docname, lemma.id, lemma_fingerprint(lemma))

    def one(self) -> tuple[str, Settings]:
        """The claim that the directive names and the parameters it gives; the page says and
        shows it."""
        name = self.arguments[0]
        if "/" not in name:
            raise InputError(f"expected LEMMA/CLAIM, got {name}")
        at = settings(self.options.get("at", ""))
        self.say(name, self.options.get("expect", ""), at)
        self.show(name.partition("/")[0])
        return name, at

    def target(self, name: str) -> nodes.target:
        """The place of a lemma or claim on the page."""
        made = nodes.target("", "")
        made["ids"].append(make_id(self.env, self.state.document, "proofkit", name))
        self.domain.place(name, self.env.docname, made["ids"][0])
        return made


class LemmaDirective(Directive):
    """A lemma: statement, hypotheses, provenance, claims with their status, and chains."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "claims": directives.unchanged_required,
        "at": directives.unchanged_required,
        "expect": one_of(*EVERYWHERE),
        "expect-here": one_of(*HERE),
        "chain": directives.flag,
    }

    def made(self) -> list[nodes.Node]:
        """The nodes of this directive."""
        id = self.arguments[0]
        chosen = self.options.get("claims", "").replace(",", " ").split()
        names = [f"{id}/{claim}" for claim in chosen] or [id]
        at = settings(self.options.get("at", ""))
        self.show(id)
        for name in names:
            self.say(name, self.options.get("expect", ""))
            self.say(name, self.options.get("expect-here", ""), at)
        (checked,) = self.domain.knowledge.checked(names, dict(at)).lemmas
        proved = self.domain.knowledge.proved(names)
        lemma = checked.lemma
        title = nodes.paragraph("", "", nodes.strong(lemma.title, lemma.title))
        places = ", ".join(dict.fromkeys([lemma.source, lemma.section]))
        box = nodes.container("", classes=["proofkit-lemma"], is_div=True)
        box += [
            self.target(id),
            title,
            build.paragraph(f"{places}. {wording.provenance(lemma)}.", classes=["proofkit-source"]),
            *_hypotheses(lemma),
            self._claims(checked, proved, at),
        ]
        if "chain" in self.options:
            for claim in checked.claims:
                box += _proof(claim.claim, proved[claim.claim.name])
        return [box]

    def _claims(
        self, checked: CheckedLemma, proved: dict[str, ProvedClaim], at: Settings
    ) -> nodes.Node:
        rows: list[Sequence[Cell]] = []
        for claim in checked.claims:
            says = build.statement(claim.claim)
            needs = quantifiers.further(checked.lemma, claim.claim)
            if added := needs.quantifier(quantifiers.running(LATEX)):
                says += [nodes.Text(", "), *build.running(added)]
            everywhere = proved[claim.claim.name].verdict
            name = [self.target(claim.claim.name), nodes.literal("", claim.claim.id)]
            rows.append((name, says, build.badge(claim.verdict), build.badge(everywhere)))
        here = f"at {build.values(at)}" if at else "at the defaults"
        return build.table(("claim", "says", here, "for all"), rows, "claims")


class VerdictDirective(Directive):
    """One claim at given parameters: what it says, its verdict, both sides and the margin."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "at": directives.unchanged_required,
        "expect": one_of(*HERE),
    }

    def made(self) -> list[nodes.Node]:
        """The nodes of this directive."""
        name, at = self.one()
        report = self.domain.knowledge.checked((name,), dict(at))
        (lemma,) = report.lemmas
        (claim,) = lemma.claims
        sides = f" Left side {claim.lhs}, right side {claim.rhs}" if claim.lhs and claim.rhs else ""
        margin = f", margin {claim.margin}." if sides and claim.margin else "." if sides else ""
        values = ", ".join(f"{key} = {value}" for key, value in report.parameters.items())
        lines = [
            build.paragraph(
                [nodes.literal("", name), nodes.Text(": "), *build.statement(claim.claim)]
            ),
            build.paragraph(f"At {values}: ", build.badge(claim.verdict), f".{sides}{margin}"),
        ]
        for hypothesis in lemma.hypotheses:
            if hypothesis.verdict != MET:
                said = wording.hypothesis(hypothesis, UNICODE, lemma)
                lines.append(build.paragraph(build.badge(hypothesis.verdict), f" {said}"))
        return [nodes.container("", *lines, classes=["proofkit-verdict"], is_div=True)]


class TableDirective(Directive):
    """Claims (columns) at several settings (rows). A setting may end in `=>` and the verdicts
    that the page says the claims have there."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def made(self) -> list[nodes.Node]:
        """The nodes of this directive."""
        names = self.arguments[0].replace(",", " ").split()
        claims = [claim for _, found in registry.find(names) for claim in found]
        self.show(*(name.partition("/")[0] for name in names))
        rows: list[Sequence[Cell]] = []
        for number, line in enumerate(self.content):
            if line.strip():
                place = self.content.items[number][1]
                rows.append(self._row(line, [c.name for c in claims], (place or 0) + 1))
        if not rows:
            raise InputError("expected a setting a line, such as a1=6/5, n=1000")
        return [build.table(("at", *(c.name for c in claims)), rows, "settings")]

    def _row(self, line: str, names: list[str], number: int) -> Sequence[Cell]:
        where, arrow, verdicts = line.partition("=>")
        at, expected = settings(where), verdicts.replace(",", " ").split()
        if arrow and (len(expected) != len(names) or not set(expected) <= set(HERE)):
            raise InputError(f"expected {len(names)} of {', '.join(HERE)} after =>, got {verdicts}")
        cells: list[Cell] = [build.values(at) or "the defaults"]
        for position, name in enumerate(names):
            self.say(name, expected[position] if arrow else "", at, number)
            (lemma,) = self.domain.knowledge.checked((name,), dict(at)).lemmas
            (claim,) = lemma.claims
            margin = f" {claim.margin}" if claim.margin else ""
            cells.append([build.badge(claim.verdict), nodes.Text(margin)])
        return cells


class GraphDirective(Directive):
    """What rests on what: all lemmas, or the claims around those named. A picture with links,
    and the same as text for formats that have no pictures."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "at": directives.unchanged_required,
        "by": one_of("lemma", "claim"),
    }

    def made(self) -> list[nodes.Node]:
        """The nodes of this directive."""
        names = self.arguments[0].replace(",", " ").split() if self.arguments else []
        at = settings(self.options.get("at", ""))
        for name in names:
            self.say(name, at=at)
        graph = self.domain.knowledge.graph(names, dict(at))
        self.show(*{node.lemma for node in graph.nodes if node.lemma})
        by = self.options.get("by", "claim" if names else "lemma")
        shown = collapsed(graph) if by == "lemma" else graph
        return [picture.node(shown, self.domain.drawings)] if names else self._whole(shown)

    def _whole(self, graph: Graph) -> list[nodes.Node]:
        """What is joined as a picture, and the rest as a list."""
        drawn = joined(graph)
        links: list[nodes.Node] = []
        for node in graph.nodes:
            if node not in drawn.nodes:
                said = node.content.title if isinstance(node.content, Lemma) else node.name
                shown = nodes.inline("", wording.lowered(said))
                links += [nodes.Text(", "), build.cited(node.name, shown, self.env.docname)]
        rest = [build.paragraph("By themselves stand ", links[1:], ".")] if links else []
        return [picture.node(drawn, self.domain.drawings), *rest]


def _hypotheses(lemma: Lemma) -> list[nodes.Node]:
    said = quantifiers.of_lemma(lemma).quantifier(quantifiers.running(LATEX))
    return [build.paragraph(build.running(f"{wording.capital(said)}:"))] if said else []


def _proof(claim: Claim, proved: ProvedClaim) -> list[nodes.Node]:
    """The chains of a claim, under its name."""
    rules = [str(step["rule"]) for step in proved.steps] if proved.verdict == PROVED else []
    made: list[nodes.Node] = [build.paragraph("Proof of ", nodes.literal("", claim.id), ":")]
    for part in narrated(proved).parts:
        if part.label:
            made.append(
                build.paragraph(
                    nodes.emphasis("", f"{part.label}: "),
                    build.math(LATEX.statement(part.statement)),
                )
            )
        used, rules = rules[: len(part.chain.steps)], rules[len(part.chain.steps) :]
        made.append(build.chain(part.chain, used))
    return made


class AskDirective(Directive):
    """An inequality that is asked when the page is built, and the proof that is found."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {"given": directives.unchanged_required}

    def made(self) -> list[nodes.Node]:
        """The nodes of this directive. What is not proved is no example of a proof: the build
        stops."""
        said = self.arguments[0]
        given = [part.strip() for part in self.options.get("given", "").split(";") if part.strip()]
        answer = ask.run(said, given)
        if answer.verdict != PROVED:
            raise self.error(f"{said} is {answer.verdict}, not proved")
        options = "".join(f' --given "{hypothesis}"' for hypothesis in given)
        command = f'$ proofkit ask "{said}"{options}'
        certificate = answer.certificate
        lines = [
            line
            for part in range(len(certificate["proofs"]))
            for line in proof_lines.told(certificate, part)
        ]
        box = "\n".join(['<div class="proofkit-asked">', *lines, "</div>"])
        begun = asked.quantifier(answer)
        begun = f" {begun}:" if begun else ":"
        status = build.paragraph(build.badge(PROVED), *build.running(begun))
        return [nodes.literal_block(command, command), status, nodes.raw("", box, format="html")]

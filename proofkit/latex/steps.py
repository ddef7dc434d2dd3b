"""The steps of a paper: each relation of each chain, with what stands on its sides, and the
hypotheses that hold there; or why it is not read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from proofkit.latex import prose
from proofkit.latex.chains import CONDITION, DisplayChain, read_chains
from proofkit.latex.directives import read_directive
from proofkit.latex.document import Document
from proofkit.latex.grammar import read_term
from proofkit.latex.hypotheses import (
    ANNOTATED,
    BEFORE,
    BESIDE,
    DEFINITION,
    ORDER,
    Facts,
    PaperHypothesis,
    read_name,
    take,
)
from proofkit.latex.node_reader import read
from proofkit.latex.nodes import Node, Nodes, source, tight
from proofkit.latex.parts import FormulaPart, names_in
from proofkit.latex.prose import Prose, of_statement, of_text
from proofkit.latex.scopes import PROOF, STATEMENT, TOP, Formula, Item, Passage, Said
from proofkit.latex.tokens import DIRECTIVE, NotRead, Token
from proofkit.latex.words import VAGUE

CLAIM, DEFINED, PREMISE, UNREAD = "claim", "definition", "premise", "not read"


@dataclass(eq=False)
class PaperStep:
    """One relation. `role` is one of the words above."""

    token: Token
    formula: Formula
    source: str
    role: str
    left: FormulaPart | None = None
    relation: str = ""
    right: FormulaPart | None = None
    hypotheses: tuple[PaperHypothesis, ...] = ()
    integers: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    varying: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    why: str = ""

    @property
    def file(self) -> str:
        return self.token.source.path

    @property
    def line(self) -> int:
        return self.token.line


@dataclass
class _Defined:
    """A definition in the text or in a display, which holds below it in its scope; outside of
    environments, in its section."""

    formula: Formula
    hypothesis: PaperHypothesis


@dataclass
class PaperReader:
    """Reads the displays of a document one after the other."""

    document: Document
    _nodes: dict[Formula, Nodes] = field(default_factory=dict)
    _prose: dict[int, Prose] = field(default_factory=dict)
    _defined: list[_Defined] = field(default_factory=list)
    _before: list[PaperHypothesis] = field(default_factory=list)

    def steps(self) -> Iterator[PaperStep]:
        """All steps, in the order of the sources."""
        self.check_directives()
        for formula in self.document.formulas:
            if formula.is_display and not formula.skip:
                yield from self.display(formula)
            elif not formula.is_display:
                self._define_inline(formula)
                if self._is_chain(formula):
                    yield from self.display(formula)

    def check_directives(self) -> None:
        """Refuse a comment that is not understood, also where no formula needs it."""
        scopes = {scope for f in self.document.formulas for scope in f.scope.chain()}
        for scope in scopes:
            for said in scope.said:
                if said.text:
                    read_directive(said.text, said.token, Facts(), self._read)

    def _is_chain(self, formula: Formula) -> bool:
        """Is it a chain of two or more relations in the text of a proof?"""
        signs = sum(t.is_character("=<>") or t.text in _ORDER_COMMANDS for t in formula.tokens)
        if signs < 2 or not any(scope.kind == PROOF for scope in formula.scope.chain()):
            return False
        return formula not in self._prose_of(self._around(formula)).assumed

    def _read(self, tokens: Sequence[Token]) -> Nodes:
        kept = [t for t in self.document.macros.expand(tokens) if t.kind != DIRECTIVE]
        return read(kept)

    def nodes(self, formula: Formula) -> Nodes:
        """The nodes of a formula, read once."""
        if formula not in self._nodes:
            self._nodes[formula] = self._read(formula.tokens)
        return self._nodes[formula]

    # Hypotheses.

    def _around(self, formula: Formula) -> list[Item]:
        proof = next((s for s in formula.scope.chain() if s.kind in (PROOF, STATEMENT)), None)
        return proof.items if proof is not None else self.document.paragraphs[formula]

    def _prose_of(self, items: list[Item]) -> Prose:
        found = self._prose.get(id(items))
        if found is None:
            found = self._prose[id(items)] = prose.read_prose(items)
        return found

    def facts(self, formula: Formula) -> Facts:
        """What is known where a formula stands: from comments first, so that names are read as
        the author says, then from the text and from definitions."""
        facts = Facts()
        self._annotations(formula, facts)
        scopes = list(formula.scope.chain())
        for scope in scopes:
            if scope.kind == STATEMENT:
                for brought, how in of_statement(self._prose_of(scope.items), formula):
                    self._take(brought, how, facts)
        for brought in self._throughout(formula):
            self._take(brought, "throughout", facts)
        around = self._around(formula)
        where = "proof" if any(s.kind == PROOF for s in scopes) else "paragraph"
        if not any(s.kind == STATEMENT and s.items is around for s in scopes):
            for brought, how in of_text(self._prose_of(around), formula, where):
                self._take(brought, how, facts)
        self._definitions(formula, facts)
        return facts

    def _throughout(self, formula: Formula) -> Iterator[prose.Brought]:
        """What holds throughout the section, or the paper."""
        for passage, whole in self._passages:
            if whole or passage.section == self.document.sections.get(formula):
                for brought in self._prose_of(passage.items).brought:
                    if brought.lasting and brought.formula.order < formula.order:
                        yield brought

    @cached_property
    def _passages(self) -> list[tuple[Passage, bool]]:
        """Paragraphs that say what holds throughout; is it the whole paper?"""
        found = []
        for passage in self.document.passages:
            words = " ".join(item for item in passage.items if isinstance(item, str))
            match = prose.THROUGHOUT.search(words)
            if match is not None:
                found.append((passage, match["paper"] is not None))
        return found

    def _take(self, brought: prose.Brought, how: str, facts: Facts) -> None:
        try:
            nodes = self.nodes(brought.formula)
        except NotRead:
            return
        if brought.formula.is_display:
            for chain in read_chains(nodes, brought.formula.environment):
                for left, relation, right in _links(chain):
                    take((*left, relation, *right), facts, how)
        else:
            take(nodes, facts, how, (brought.before, brought.after))

    def _annotations(self, formula: Formula, facts: Facts) -> None:
        """Comments and `\\given` above the formula, the outer scopes first. A later block of
        comments that speaks of a name again replaces what an earlier one said."""
        said = [
            (depth, each)
            for depth, scope in enumerate(formula.scope.chain())
            for each in scope.said
            if each.order < formula.order
        ]
        blocks: dict[int, list[Said]] = {}
        for _, each in sorted(said, key=lambda pair: (-pair[0], pair[1].order)):
            blocks.setdefault(each.block or -each.order, []).append(each)
        for block in blocks.values():
            self._block(block, facts)

    def _block(self, block: list[Said], facts: Facts) -> None:
        own = Facts(words=facts.words, varying=facts.varying)
        heads: set[str] = set()
        for said in block:
            if said.text:
                heads |= read_directive(said.text, said.token, own, self._read)
                continue
            try:
                taken = take(self._read(said.tokens), own, "\\given")
            except NotRead:
                taken = False
            if not taken:
                facts.unread.append(f"\\given in line {said.token.line}")
        if heads:
            facts.hypotheses = [
                h for h in facts.hypotheses if not (names_in(h.left) & heads and h.how == ANNOTATED)
            ]
            facts.integers -= heads
        facts.hypotheses += [h for h in own.hypotheses if h not in facts.hypotheses]
        facts.integers |= own.integers
        facts.declared |= own.declared

    def _definitions(self, formula: Formula, facts: Facts) -> None:
        scopes = set(map(id, formula.scope.chain()))
        sections = self.document.sections
        latest = {
            each.hypothesis.left: each.hypothesis
            for each in self._defined
            if id(each.formula.scope) in scopes
            and each.formula.order <= formula.order
            and (each.formula.scope.kind != TOP or sections[each.formula] == sections.get(formula))
        }
        for hypothesis in latest.values():
            facts.words.numbers.add(hypothesis.left.text)
            if hypothesis not in facts.hypotheses:
                facts.hypotheses.append(hypothesis)

    def _define(self, formula: Formula, hypothesis: PaperHypothesis) -> None:
        self._defined.append(_Defined(formula, hypothesis))

    def _define_inline(self, formula: Formula) -> None:
        """`$x := ...$` in the text."""
        if not any(t.is_character(":") or t.text in _DEFINES for t in formula.tokens):
            return
        facts = Facts()
        try:
            nodes = tight(self.nodes(formula))
        except NotRead:
            return
        if sum(n.kind == "relation" for n in nodes) == 1 and any(n.text == ":=" for n in nodes):
            self._annotations(formula, facts)
            before = len(facts.hypotheses)
            if take(nodes, facts, DEFINITION):
                for hypothesis in facts.hypotheses[before:]:
                    self._define(formula, hypothesis)

    # Displays.

    def display(self, formula: Formula) -> Iterator[PaperStep]:
        """The steps of one display."""
        try:
            chains = read_chains(self.nodes(formula), formula.environment)
        except NotRead as problem:
            yield from _lost(formula, problem)
            return
        assumed = formula.is_display and any(
            each.formula is formula for each in self._prose_of(self._around(formula)).brought
        )
        premise: list[PaperHypothesis] = []
        for chain in chains:
            if not formula.is_display and not _is_worth_asking(chain):
                continue
            facts = self.facts(formula)
            self._surroundings(chain, chains, facts)
            for hypothesis in premise if chain.arrow else ():
                facts.add(hypothesis.left, hypothesis.relation, hypothesis.right, BEFORE)
            if chain.arrow and not premise:
                facts.unread.append("the premise of the line")
            found = list(self._chain(formula, chain, facts, assumed))
            premise = _as_hypotheses(found)
            yield from found

    def _surroundings(self, chain: DisplayChain, chains: list[DisplayChain], facts: Facts) -> None:
        """What stands beside a chain, and which names stand alone in the display."""
        for side in (side for each in chains for side in each.sides):
            facts.words.survey(side)
        for beside in chain.beside:
            if beside.kind == CONDITION and take(beside.nodes, facts, BESIDE):
                continue
            shown = source(beside.nodes) or beside.words
            facts.unread.append(shown[:60])

    def _chain(
        self, formula: Formula, chain: DisplayChain, facts: Facts, assumed: bool
    ) -> Iterator[PaperStep]:
        vague = any(relation.text.lstrip("\\") in VAGUE for relation in chain.relations)
        ordered = any(relation.text in ORDER | {":="} for relation in chain.relations)
        for k, (left, relation, right) in enumerate(_links(chain)):
            if not (ordered or vague) and relation.text not in ORDER:
                continue
            step = self._step(formula, (left, relation, right), facts)
            if step.role == CLAIM:
                named = _defines(step, k, facts) and not chain.arrow
                if (assumed and step.why != ":=") or (chain.premise and not chain.arrow):
                    step.role, step.why = PREMISE, ""
                elif named:
                    step.role, step.relation = DEFINED, "="
                    self._learn(formula, step, facts)
            yield step

    def _learn(self, formula: Formula, step: PaperStep, facts: Facts) -> None:
        """What a step defines is a hypothesis from here on; what is no `:=` outside proofs, in
        this display only."""
        if step.left is None or step.right is None:
            return
        facts.add(step.left, "=", step.right, DEFINITION)
        if step.why == ":=" or formula.scope.kind != TOP:
            self._define(formula, PaperHypothesis(step.left, "=", step.right, DEFINITION))
        step.why = ""

    def _step(self, formula: Formula, link: tuple[Nodes, Node, Nodes], facts: Facts) -> PaperStep:
        left, relation, right = link
        shown = source((*left, relation, *right)).strip()
        step = PaperStep(relation.token, formula, shown, CLAIM, relation=relation.text)
        facts.words.notes.clear()
        try:
            if relation.text not in ORDER | {":="}:
                raise NotRead(f"{relation.source.strip()} is no relation with an exact meaning")
            if relation.text == ":=":
                read_name(facts, left)
            step.left = read_term(left, facts.words)
            step.right = read_term(right, facts.words)
        except NotRead as problem:
            step.role, step.why = UNREAD, problem.reason
        step.hypotheses = tuple(facts.hypotheses)
        step.integers = frozenset(facts.integers)
        step.bound = frozenset(facts.bound)
        step.varying = frozenset(facts.varying)
        step.notes = tuple(facts.words.notes)
        step.unread = tuple(facts.unread)
        return step


def _is_worth_asking(chain: DisplayChain) -> bool:
    """In the text, `0 < x < 1` says which x are meant; a chain with a term in it is a claim."""
    simple = ("letter", "number", "sub", "prime", "accent", "infinity", "sup")
    sides = [[n for n in tight(side) if n.kind not in simple] for side in chain.sides]
    return len(chain.relations) > 1 and any(sides)


_ORDER_COMMANDS = frozenset(("leq", "le", "geq", "ge", "leqslant", "geqslant", "lt", "gt"))
_DEFINES = frozenset(("coloneqq", "triangleq", "eqdef", "coloneq", "defeq"))


def _links(chain: DisplayChain) -> Iterator[tuple[Nodes, Node, Nodes]]:
    yield from zip(chain.sides, chain.relations, chain.sides[1:], strict=False)


def _defines(step: PaperStep, place: int, facts: Facts) -> bool:
    """Does the step only give a name to its right side?"""
    if step.left is None or step.right is None or step.left.op not in ("name", "opaque"):
        return False
    if step.relation == ":=":
        step.why = ":="
        return True
    key = step.left.text
    return (
        step.relation == "="
        and place == 0
        and step.left.op == "name"
        and key not in names_in(step.right)
        and key not in facts.bound
    )


def _as_hypotheses(steps: Sequence[PaperStep]) -> list[PaperHypothesis]:
    """Steps as premises of the line below; none if one of them is not read."""
    if any(step.role == UNREAD for step in steps):
        return []
    return [
        PaperHypothesis(step.left, step.relation, step.right, BEFORE)
        for step in steps
        if step.left is not None and step.right is not None
    ]


def _lost(formula: Formula, problem: NotRead) -> Iterator[PaperStep]:
    """The relations of a display that is not read at all."""
    for token in formula.tokens:
        if token.is_character("=<>") or token.text in _ORDER_COMMANDS:
            yield PaperStep(token, formula, repr(token), UNREAD, why=problem.reason)

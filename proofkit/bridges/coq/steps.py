"""Scripts for the steps of a proof, one rule at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from proofkit.bridges.coq.leaves import Leaf, Lines
from proofkit.bridges.coq.printing import Printer, identifier
from proofkit.foundations.errors import CertificateError, UnsupportedTerm
from proofkit.kernel.normal import Normaliser
from proofkit.kernel.rules import _direction as direction
from proofkit.kernel.scope import FLIP, Context, Fact, Scope
from proofkit.kernel.terms import Term, parse

Node = Mapping[str, Any]
Cite = Callable[[Context, str, int], str]
"""From a context, the name of a claim and a part of it, the Coq term that is its theorem."""

_COMPOSE = {
    ("<=", "<="): "Rle_trans", ("<", "<"): "Rlt_trans", ("<", "<="): "Rlt_le_trans",
    ("<=", "<"): "Rle_lt_trans", (">=", ">="): "Rge_trans", (">", ">"): "Rgt_trans",
    (">", ">="): "Rgt_ge_trans", (">=", ">"): "Rge_gt_trans",
}  # fmt: skip
_RELATION = {"=": "eq", "<=": "Rle", "<": "Rlt", ">=": "Rge", ">": "Rgt"}


class Scripts:
    """Writes the scripts of one claim's steps."""

    def __init__(self, context: Context, cite: Cite, signs: list[str]) -> None:
        self.context, self.cite, self.signs = context, cite, signs
        self.printer = Printer(tuple(context.parameters), context.definitions)
        self.depth = 0

    def step(self, goal: Fact, node: Node) -> Lines:
        """The script of one step."""
        rule = str(node["rule"])
        if rule not in _RULES:
            raise UnsupportedTerm(f"rule {rule} is not exported")
        return _RULES[rule](self, goal, node)

    def statement(self, goal: Fact) -> str:
        return self.printer.statement(*goal)

    def _identity(self, goal: Fact, node: Node) -> Lines:
        inverse = _of_logarithm(goal[0])
        if inverse is not None:
            base, larger, argument = (self.printer.term(t) for t in inverse)
            return [
                f"rewrite (Rpow_of_logarithm ({base}) ({larger}) ({argument})) by (lra || strict).",
                "algebra.",
            ]
        return Leaf(self.context, goal, node["using"]).identity()

    def _inequality(self, goal: Fact, node: Node) -> Lines:
        left, right = goal[0], goal[2]
        if (
            left.op == right.op == "power"
            and left.args[0] == right.args[0]
            and (left.args[0].op == "number")
        ):
            return [*(["apply Rle_ge."] if goal[1] == ">=" else []), "mono."]
        return Leaf(self.context, goal, node["using"]).inequality()

    def _enclosure(self, goal: Fact, node: Node) -> Lines:
        return Leaf(self.context, goal, node["using"]).enclosure()

    def _hypothesis(self, goal: Fact, node: Node) -> Lines:
        return [f"known {identifier(node['id'])}."]

    def _cite(self, goal: Fact, node: Node) -> Lines:
        theorem = self.cite(self.context, node["claim"], node["part"])
        return [f"pose proof {theorem} as cited.", "known cited."]

    def _flip(self, goal: Fact, node: Node) -> Lines:
        left, relation, right = goal
        inner = self.step((right, FLIP[relation], left), node["because"])
        turn = {"=": "symmetry.", "<=": "apply Rge_le.", ">=": "apply Rle_ge.",
                "<": "apply Rgt_lt.", ">": "apply Rlt_gt."}[relation]  # fmt: skip
        return [turn, *inner]

    def _replace(self, goal: Fact, node: Node) -> Lines:
        left, relation, _ = goal
        old, new = parse(node["old"]), parse(node["new"])
        inner, needed = self._moved(goal, old, new, node["because"])
        lines = [
            f"assert (moved : {self.statement((old, needed, new))}).",
            *_block(inner),
        ]
        if relation == "=":
            return [*lines, "rewrite moved; unfold Rdiv; ring."]
        mark = "exchanged"
        raw = self.printer.term(_exchanged(left, old, Term("variable", (mark,))))
        raw = raw.replace(mark, f"({self.printer.term(new)})")
        join = "Rle_trans" if relation == "<=" else "Rge_trans"
        turn = ["apply Rle_ge."] if relation == ">=" else []
        return [
            *lines, *self.signs, f"apply {join} with ({raw}).",
            "- " + " ".join([*turn, "mono."]),
            f"- apply Req_{'le' if relation == '<=' else 'ge'}; unfold Rdiv; ring.",
        ]  # fmt: skip

    def _moved(self, goal: Fact, old: Term, new: Term, because: Node) -> tuple[Lines, str]:
        relation = goal[1]
        if relation != "=":
            everything = Normaliser(Scope(self.context, together(self.context)))
            if direction(everything, goal[0], old, new) < 0:
                relation = FLIP[relation]
        return self.step((old, relation, new), because), relation

    def _chain(self, goal: Fact, node: Node) -> Lines:
        lines: Lines = []
        here, names = goal[0], []
        within = f"_{self.depth}" if self.depth else ""  # a chain inside a link has other names
        self.depth += 1
        for k, step in enumerate(node["steps"], 1):
            there = parse(step["term"])
            fact = here, step["relation"], there
            name = f"link{k}{within}"
            lines.append(f"assert ({name} : {self.statement(fact)}).")
            lines += _block(self.step(fact, step["because"]))
            names.append((name, step["relation"]))
            here = there
        self.depth -= 1
        return [*lines, *composed(names, goal[1])]

    def _combine(self, goal: Fact, node: Node) -> Lines:
        lines: Lines = []
        for k, entry in enumerate(node["facts"], 1):
            fact = parse(entry["left"]), entry["relation"], parse(entry["right"])
            lines.append(f"assert (part{k} : {self.statement(fact)}).")
            lines += _block(self.step(fact, entry["because"]))
        return [*lines, "lra."]


def _of_logarithm(term: Term) -> tuple[Term, Term, Term] | None:
    """`q`, `p` and `x` of a term `q^(1/log(p) * log(x))` with a number q."""
    if term.op != "power" or term.args[0].op != "number" or term.args[1].op != "product":
        return None
    first, second = term.args[1].args[:2]
    if first.op == "power" and first.args[0].op == "log" and second.op == "log":
        return term.args[0], first.args[0].args[0], second.args[0]
    return None


def _exchanged(term: Term, old: Term, new: Term) -> Term:
    """The term with `new` for `old`, no brackets dropped."""
    if term == old:
        return new
    if term.op in ("number", "variable"):
        return term
    return Term(term.op, tuple(_exchanged(arg, old, new) for arg in term.args))


def together(context: Context) -> list[str]:
    """Inequalities among the hypotheses that a scope can take at once."""
    taken: list[str] = []
    for id, (_, relation, _) in context.hypotheses.items():
        try:
            Scope(context, [*taken, id])
        except CertificateError:
            continue
        if relation != "=":
            taken.append(id)
    return taken


def composed(names: list[tuple[str, str]], relation: str) -> Lines:
    """The steps put together, and read as the relation asked for."""
    proof, found = names[0]
    for name, step in names[1:]:
        if found == "=":
            proof = f"(from_equal {_RELATION[step]} _ _ _ {proof} {name})"
            found = step
        elif step == "=":
            proof = f"(to_equal {_RELATION[found]} _ _ _ {proof} {name})"
        else:
            proof = f"({_COMPOSE[found, step]} _ _ _ {proof} {name})"
            found = max(found, step, key=lambda r: len(r) == 1)
    if found == relation:
        return [f"exact {proof}."]
    return [f"known {proof}."]


def _block(lines: Lines) -> Lines:
    """A proof inside a proof."""
    inner = [f"  {line}" for line in lines]
    return ["{", *inner, "}"]


_RULES: dict[str, Callable[[Scripts, Fact, Node], Lines]] = {
    "identity": Scripts._identity,
    "polynomial": Scripts._inequality,
    "dominance": Scripts._inequality,
    "enclosure": Scripts._enclosure,
    "hypothesis": Scripts._hypothesis,
    "cite": Scripts._cite,
    "flip": Scripts._flip,
    "replace": Scripts._replace,
    "chain": Scripts._chain,
    "combine": Scripts._combine,
}

"""Scripts for the steps about probabilities: each rule is a theorem of `theory`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from proofkit.bridges.coq.chance import ChancePrinter, Node, Premises, groups_of, is_chance
from proofkit.bridges.coq.leaves import Leaf, Lines
from proofkit.bridges.coq.steps import Cite, Scripts
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.terms import ONE, Term, add, multiply, negate, number, parse, power

HALF, TWO = number(Fraction(-1, 2)), number(2)


class ChanceScripts(Scripts):
    """Writes the scripts of one claim about probabilities."""

    def __init__(self, context: Context, cite: Cite, signs: list[str], premises: Premises) -> None:
        super().__init__(context, cite, signs)
        self.printer: ChancePrinter = ChancePrinter(
            tuple(context.parameters), context.definitions, premises
        )
        self.wholes = [name for name in premises.names if name.startswith("whole")]

    def step(self, goal: Fact, node: Node) -> Lines:
        """The script of one step."""
        if is_chance(goal[0]) and node["rule"] in _RULES:
            return _RULES[str(node["rule"])](self, goal, node)
        return super().step(goal, node)

    def _asserted(self, name: str, fact: Fact, node: Node) -> Lines:
        inner = [f"  {line}" for line in self.step(fact, node)]
        return [f"assert ({name} : {self.statement(fact)}).", "{", *inner, "}"]

    def _numbers(self) -> str:
        """Rewrites numbers of signs as the parameters they are."""
        return "".join(f", ?{name}" for name in self.wholes)

    def _same(self, goal: Fact, node: Node) -> Lines:
        return ["reflexivity."]

    def _exchange(self, goal: Fact, node: Node) -> Lines:
        if goal[1] != "=":
            raise UnsupportedTerm("parts of an event are exchanged for equal ones only")
        old, new = parse(node["old"]), parse(node["new"])
        moved = self._asserted("moved", (old, "=", new), node["because"])
        return [*moved, "rewrite moved; reflexivity."]

    def _fix(self, goal: Fact, node: Node) -> Lines:
        event, symmetric = goal[0].args[0], node["symmetric"]
        if event.op == "despite":
            margin = (event.args[1], ">", event.args[0])
            lines = self._asserted("margin", margin, node["because"])
            return [*lines, "apply Rle_ge, one_and_others; exact margin."]
        if event.op != "above":
            raise UnsupportedTerm(f"signs are fixed for sums above a threshold, not {event.op}")
        fixed = frozenset(node["fixed"])
        total = []
        for k, (weight, count) in enumerate(groups_of(event)):
            if k in fixed:
                total.append(weight)
            elif not symmetric:
                total.append(negate(multiply(count, weight)))
        margin = (add(*total), ">", event.args[0])
        groups, tau = self.printer.groups(event, fixed), self.printer.term(event.args[0])
        rule = "fixed_symmetric_groups" if symmetric else "fixed_groups"
        return [
            *self._asserted("margin", margin, node["because"]), *self.signs,
            f"apply Rle_ge, Rle_trans with ((1 / 2) ^ {len(fixed) + symmetric}); [simpl; lra|].",
            f"apply ({rule} {groups} ({self.printer.size(event)}) ({tau}));",
            "  cbn [kept_total lost_total others_nonneg].",
            "- cbn [size map snd]; lia.",
            *([] if symmetric else ["- repeat split; nonneg."]),
            f"- change (INR 1) with 1; rewrite ?Rmult_1_l{self._numbers()}; lra.",
        ]  # fmt: skip

    def _hoeffding(self, goal: Fact, node: Node) -> Lines:
        event = goal[0].args[0]
        dropped = frozenset(node["dropped"])
        excess, energy = parse(node["excess"]), parse(node["energy"])
        lost, squares = [event.args[0]], []
        if event.op == "exceeds":
            squares = [event.args[1]]
        else:
            for k, (weight, count) in enumerate(groups_of(event)):
                if k in dropped:
                    lost.append(negate(multiply(count, weight)))
                else:
                    squares.append(multiply(count, power(weight, TWO)))
        exponent = multiply(HALF, power(excess, TWO), power(energy, number(-1)))
        same = (exponent, "=", goal[2].args[0])
        leaf = [f"  {line}" for line in Leaf(self.context, same, node["using"]).identity()]
        shown = [self.printer.term(t) for t in (event.args[0], excess, energy, goal[2].args[0])]
        return [
            *self._asserted("excess_here", (add(*lost), ">=", excess), node["because_excess"]),
            *self._asserted("energy_here", (add(*squares), "<=", energy), node["because_energy"]),
            f"assert (exponent_here : {self.statement(same)}).", "{", *leaf, "}",
            *self.signs,
            *self._applied(event, dropped, shown),
        ]  # fmt: skip

    def _applied(self, event: Term, dropped: frozenset[int], shown: list[str]) -> Lines:
        """Hoeffding's inequality, with its conditions in the order of the theorem."""
        rest = " ".join(f"({text})" for text in shown)
        last = ["- rewrite <- exponent_here; unfold Rdiv; ring."]
        if event.op == "exceeds":
            start = f"apply (hoeffding_weights hoeffding weights {rest})."
            kept = ["- apply Rle_trans with (2 := energy_here); exact energy_known."]
            return [start, "- nonneg.", "- strict.", "- lra.", *kept, *last]
        count = f"change (INR 1) with 1; rewrite ?Rmult_1_l{self._numbers()}; lra."
        kept = [f"- cbn [kept_squares map]; {count}"]
        if event.op == "reaches":
            if dropped:
                raise UnsupportedTerm("no sign is dropped from a sum that reaches a threshold")
            groups = f"{self.printer.groups(event)} ({self.printer.size(event)})"
            start = f"apply (hoeffding_reaches hoeffding {groups} {rest})."
            size = "- cbn [size]; lia."
            return [start, size, "- nonneg.", "- strict.", "- lra.", *kept, *last]
        every = frozenset(range(len(groups_of(event))))
        groups = self.printer.groups(event, every - dropped)
        return [
            f"apply (hoeffding_groups hoeffding {groups} ({self.printer.size(event)}) {rest}).",
            "- cbn [size map snd]; lia.",
            "- cbn [others_nonneg]; repeat split; nonneg.", "- nonneg.", "- strict.",
            f"- cbn [lost_total]; {count}", *kept, *last,
        ]  # fmt: skip

    def _union(self, goal: Fact, node: Node) -> Lines:
        neurons, *listed = goal[0].args[0].args
        events = list(dict.fromkeys(listed))
        bounds = [parse(bound) for bound in node["bounds"]]
        cases = f"(signs ({self.printer.size(listed[0])}))"
        lines: Lines = []
        for k, (event, bound, because) in enumerate(
            zip(events, bounds, node["because"], strict=True), 1
        ):
            fact = (Term("P", (event,)), "<=", bound)
            lines += self._asserted(f"bound{k}", fact, because)
        for k in range(len(listed)):
            if listed[k] in listed[k + 1 :]:
                lines.append("rewrite P_some_again by (simpl; auto).")
        last = [event for k, event in enumerate(listed) if event not in listed[k + 1 :]]
        shown, m = self.printer.events(tuple(last)), self.printer.count(neurons)
        lines += [
            f"apply Rle_trans with (INR {m} * P {cases} (any {shown})).",
            "{ apply P_some, signs_filled. }",
        ]
        for k, event in enumerate(last, 1):
            rest = self.printer.events(tuple(last[k:])) if last[k:] else "nil"
            one = self.printer.event(event)
            lines.append(f"assert (union{k} := P_any _ {cases} {one} {rest} (signs_filled _)).")
        total = add(*bounds)
        return [
            *lines, f"rewrite P_any_nil in union{len(last)}.",
            *([f"rewrite {m.replace('count', 'whole')}."] if neurons != ONE else []),
            f"apply Rle_trans with ({self.printer.term(neurons)} * ({self.printer.term(total)})).",
            "- apply Rmult_le_compat_l; lra.",
            "- right; ring.",
        ]  # fmt: skip

    def _copies(self, goal: Fact, node: Node) -> Lines:
        neurons, *events = goal[0].args[0].args
        event, bound = events[node["event"]], parse(node["bound"])
        m, q = self.printer.count(neurons), self.printer.term(bound)
        quiet = self.printer.term(number(1 - bound.args[0]))
        cases = f"(signs ({self.printer.size(event)}))"
        shown = f"{self.printer.event(event)} {self.printer.events(tuple(events))}"
        return [
            *self._asserted("single", (Term("P", (event,)), ">=", bound), node["because"]),
            f"apply Rle_ge, Rle_trans with (1 - (1 - {q}) ^ {m}).",
            f"- rewrite <- {m.replace('count', 'whole')}, Rpow_INR by lra.",
            f"  right; replace (1 - {q}) with ({quiet}) by lra; ring.",
            f"- apply (P_copies _ {cases} {shown} {m} ({q}));",
            "    [apply signs_filled | simpl; auto | lra | lra].",
        ]

    def _complement(self, goal: Fact, node: Node) -> Lines:
        event = goal[0].args[0]
        opposite = Term({"some": "none", "none": "some"}[event.op], event.args)
        relation = {">=": "<=", "<=": ">="}[goal[1]]
        fact = (Term("P", (opposite,)), relation, parse(node["bound"]))
        place = "" if event.op == "none" else " in opposite"
        return [
            *self._asserted("opposite", fact, node["because"]),
            f"rewrite P_none{place} by apply network_filled; lra.",
        ]

    def _both(self, goal: Fact, node: Node) -> Lines:
        event = goal[0].args[0]
        lines: Lines = []
        for k, (part, bound, because) in enumerate(
            zip(event.args, node["bounds"], node["because"], strict=True), 1
        ):
            fact = (Term("P", (part,)), ">=", parse(bound))
            lines += self._asserted(f"bound{k}", fact, because)
        first, second = map(self.printer.event, event.args)
        cases = self.printer.cases(event)
        return [
            *lines,
            f"assert (joint := P_both _ {cases} {first} {second} (network_filled _ _)).",
            "lra.",
        ]


_RULES: dict[str, Callable[[ChanceScripts, Fact, Node], Lines]] = {
    "identity": ChanceScripts._same,
    "replace": ChanceScripts._exchange,
    "fix": ChanceScripts._fix,
    "hoeffding": ChanceScripts._hoeffding,
    "union": ChanceScripts._union,
    "copies": ChanceScripts._copies,
    "complement": ChanceScripts._complement,
    "both": ChanceScripts._both,
}

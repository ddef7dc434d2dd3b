"""Scripts for the steps that need algebra: identities, and inequalities by a difference whose
sign shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from proofkit.bridges.coq.positivity import Form, Range, gap_text, nonnegative, written
from proofkit.bridges.coq.powers import Power, Powers
from proofkit.bridges.coq.printing import Printer, identifier, rational
from proofkit.bridges.coq.ratio import Ratios
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.normal import Normaliser
from proofkit.kernel.polynomial import UNIT, Monomial, Polynomial, Sparse, collect
from proofkit.kernel.scope import FLIP, Context, Fact, Scope
from proofkit.kernel.terms import Term, negate, subtract, variable, variables

Lines = list[str]


class Leaf:
    """One goal with the hypotheses it may use."""

    def __init__(self, context: Context, goal: Fact, using: Iterable[str]) -> None:
        self.context, self.goal = context, goal
        wanted = {*using, *(id for id in context.hypotheses if is_range(context, id))}
        self.using = [id for id in context.hypotheses if id in wanted]
        self.printer = Printer(tuple(context.parameters), context.definitions)
        self.scope = Scope(context, self.using)
        self.flat = Scope(context, [id for id in self.using if not self._splits(id)])
        self.normaliser = Normaliser(self.flat)
        self.assumed = [id for id in self.using if self._has_power(id)]
        self.nodes: dict[Term, str] = {}
        for side in goal[::2]:
            self._collect(side, True)
        for id in self.assumed:
            for side in context.hypotheses[id][::2]:
                self._collect(side, True)
        self.powers = Powers(self.normaliser, list(self.nodes))

    # What the goal is made of.

    def _splits(self, id: str) -> bool:
        """Does the hypothesis replace a variable by a product, such as n by (d - 2)*t?"""
        left, relation, right = self.context.hypotheses[id]
        return relation == "=" and left.op == "variable" and right.op == "product"

    def _has_power(self, id: str) -> bool:
        return any(_is_power(t) for side in self.context.hypotheses[id][::2] for t in parts(side))

    def _collect(self, term: Term, opened: bool) -> None:
        """Every power, exponential and logarithm that Coq will see, outermost first."""
        if term.op == "variable" and term.args[0] in self.context.definitions:
            self._collect(self.context.definitions[term.args[0]], opened)
            return
        if _is_power(term):
            self.nodes.setdefault(term, self.printer.term(term, opened))
        if term.op not in ("number", "variable"):
            for arg in term.args if not _is_power(term) else ():
                self._collect(arg, opened)

    def unfolds(self) -> list[str]:
        """The definitions to open, in the order that opens them all."""
        found: list[str] = []
        pending = [n for side in self.goal[::2] for n in sorted(variables(side))]
        while pending:
            name = pending.pop(0)
            if name in self.context.definitions:
                if name in found:
                    found.remove(name)
                found.append(name)
                pending += sorted(variables(self.context.definitions[name]))
        return found

    # Scripts.

    def identity(self) -> Lines:
        left, relation, right = self.goal
        first = [] if relation == "=" else [f"apply Req_{'le' if '<' in relation else 'ge'}."]
        lines = [*first, *self._opened()]
        if all(_is_power(self._head(side)) for side in (left, right)) and not self.assumed:
            return [*lines, *self._substituted(), "power_equal."]
        return [
            *lines,
            *self._named_powers(),
            *self._powers_away(),
            *self._substituted(),
            "algebra.",
        ]

    def _head(self, term: Term) -> Term:
        while term.op == "variable" and term.args[0] in self.context.definitions:
            term = self.context.definitions[term.args[0]]
        return term

    def inequality(self) -> Lines:
        """`difference = N / D` by `field`, and its sign from the form of N and D."""
        left, relation, right = self.goal
        first = []
        if relation in (">", ">="):
            first = ["apply Rle_ge." if relation == ">=" else "apply Rlt_gt."]
            left, relation, right = right, FLIP[relation], left
        strict = relation == "<"
        ratios = Ratios(self._monomial, self.scope.replaced)
        difference = ratios.of(self._flat(subtract(right, left)))
        form = self._form(difference.above, strict)
        below = [
            f"({self.printer.term(f, True)}){f' ^ {k}' if k > 1 else ''}"
            for f, k in difference.below.items()
        ]
        return [
            *first,
            *self._opened(),
            *self._named_powers(),
            *self._comparisons(form),
            f"apply ({'by_strict_difference' if strict else 'by_difference'} _ _",
            f"  (({form.text()})" + "".join(f" / {b}" for b in below) + ")).",
            "- " + " ".join([*self._powers_away(), *self._substituted(), "algebra."]),
            "- nonneg." if not strict else "- strict.",
        ]

    def enclosure(self) -> Lines:
        """Each power is bounded by a number first, which Coq checks in whole numbers."""
        left, relation, right = self.goal
        small, large = (right, left) if relation in (">", ">=") else (left, right)
        ranges, lines, names = self.ranges(), [], {}
        for k, node in enumerate(self.nodes, 1):
            name, script, high = f"Y{k}", *self._bounded(node, f"Y{k}")
            names[node], ranges[name] = name, Range(Fraction(0), high, name)
            lines += script
        ratios = Ratios(
            lambda t: {frozenset({(names[t], 1)}): Fraction(1)} if t in names else None,
            self.scope.replaced,
        )
        difference = ratios.of(self._flat(subtract(large, small)))
        strict = len(relation) == 1
        spare = Fraction(1, 1000) if strict else Fraction(0)
        rest = collect([*difference.above.items(), (UNIT, -spare)])
        form = nonnegative(rest, ranges, lambda _: False)
        if form is None or difference.below:
            raise UnsupportedTerm("no form of the difference shows its sign")
        shown = f"{rational(spare)} + {form.text()}" if strict else form.text()
        turn = {"<=": [], "<": [], ">=": ["apply Rle_ge."], ">": ["apply Rlt_gt."]}[relation]
        return [
            *self._opened(), *turn, *lines,
            f"apply ({'by_strict_difference' if strict else 'by_difference'} _ _ ({shown})).",
            "- " + " ".join([*self._substituted(), "algebra."]),
            "- strict." if strict else "- nonneg.",
        ]  # fmt: skip

    def _bounded(self, node: Term, name: str) -> tuple[Lines, Fraction]:
        """`base^exponent <= least^most <= high`, for a falling power of a base >= 1."""
        if node.op != "power" or node.args[0].op != "variable":
            raise UnsupportedTerm("only powers of a parameter are enclosed")
        base, exponent = node.args
        low, _ = self.scope.bounds(base.args[0])
        enclosed = self.scope.enclose(exponent).high
        most = Fraction(int((enclosed * 1000).ceil().unique_fmpz() or 0), 1000)
        bound = self.scope.enclose(node).high
        high = Fraction(int((bound * 1000).ceil().unique_fmpz() or 0) + 2, 1000)
        written_out = self.normaliser.polynomial(exponent)
        gap = collect([(UNIT, most), *((m, -c) for m, c in written_out or ())])
        inner = nonnegative(gap, self._plain_ranges(), lambda _: False)
        if low is None or low < 1 or low.denominator != 1 or most >= 0 or inner is None:
            raise UnsupportedTerm("a power is not shown to fall")
        numbers = f"{low} {-most.numerator} {most.denominator} {high.numerator} {high.denominator}"
        shown, start, end = self.nodes[node], rational(low), rational(most)
        return [
            f"assert ({name}_bound : {shown} <= {rational(high)}).",
            f"{{ apply Rle_trans with (Rpow ({start}) ({end})).",
            "  - apply Rpow_below; [ lra | lra | | lra ].",
            f"    apply (by_difference _ _ ({inner.text()})); [ algebra | nonneg ].",
            f"  - apply (Rpow_numeric {numbers}); [ lia | lia | lia | lia | lia | ].",
            "    apply Z.leb_le; vm_compute; reflexivity. }",
            f"assert ({name}_positive : 0 < {shown}) by strict.",
            f"set ({name} := {shown}) in *; clearbody {name}.",
        ], high

    def _form(self, polynomial: Sparse, strict: bool) -> Form:
        ranges = self.ranges()
        form = nonnegative(polynomial, ranges, self._is_more, strict)
        if form is None:
            raise UnsupportedTerm("no form of the difference shows its sign")
        return form

    def ranges(self) -> dict[str, Range]:
        names = sorted({*self.context.parameters, *self.scope.low, *self.scope.high})
        found = {}
        for name in names:
            if name in self.scope.replaced:
                continue
            low, high = self.scope.bounds(name)
            found[name] = Range(low, high, self.shown(name))
        for powers in self.powers.basis.values():
            for power in powers:
                found[power.name] = Range(Fraction(0), None, power.name)
        return found

    def shown(self, name: str) -> str:
        """A variable as Coq writes it; `x'` is the gap of the hypothesis about x."""
        if not name.endswith("'"):
            return identifier(name)
        plain = name[:-1]
        value = self.scope.replaced[plain]
        rest = subtract(value, variable(name))
        sign = 1
        if value.op == "sum" and negate(variable(name)) in value.args:
            rest, sign = (
                Term("sum", tuple(a for a in value.args if a != negate(variable(name)))),
                -1,
            )
        if value.op == "sum":
            args = tuple(a for a in value.args if a not in (variable(name), negate(variable(name))))
            rest = args[0] if len(args) == 1 else Term("sum", args)
        shown = self.printer.term(rest, True)
        return (
            f"({identifier(plain)} - ({shown}))" if sign > 0 else f"({shown} - {identifier(plain)})"
        )

    def _monomial(self, term: Term) -> Sparse | None:
        return self.powers.monomial(term) if term in self.powers else None

    def _flat(self, term: Term) -> Term:
        """Every definition written out, brackets kept."""
        if term.op == "number":
            return term
        if term.op == "variable":
            definition = self.context.definitions.get(term.args[0])
            return term if definition is None else self._flat(definition)
        if term in self.nodes:
            return term
        return Term(term.op, tuple(self._flat(arg) for arg in term.args))

    def _exponent(self, quotient: Mapping[str, int]) -> tuple[Term, Polynomial] | None:
        """A quotient of powers of one base, as the base and the exponent."""
        bases = {p.name: (b, p) for b, ps in self.powers.basis.items() for p in ps}
        found: set[Term] = set()
        total: Sparse = {}
        for name, k in quotient.items():
            if name in bases:
                base, power = bases[name]
                found.add(base)
                total = collect([*total.items(), *((m, c * k) for m, c in power.exponents)])
            else:
                found.add(variable(name))
                total = collect([*total.items(), (UNIT, Fraction(k))])
        return (found.pop(), frozenset(total.items())) if len(found) == 1 else None

    def _is_more(self, quotient: Mapping[str, int]) -> bool:
        """Is the quotient of powers certainly at least 1?"""
        found = self._exponent(quotient)
        if found is None or found[0].op not in ("variable", "number"):
            return False
        base, exponent = found
        if not self.scope.enclose(base).low >= 1:
            return False
        return nonnegative(dict(exponent), self._plain_ranges(), lambda _: False) is not None

    def _plain_ranges(self) -> dict[str, Range]:
        return {n: r for n, r in self.ranges().items() if not n.startswith("Y")}

    def _opened(self) -> Lines:
        names = self.unfolds()
        return [f"unfold {', '.join(map(identifier, names))}."] if names else []

    def _substituted(self) -> Lines:
        """Use the equations among the hypotheses."""
        lines = []
        for id in self.using:
            left, relation, _ = self.context.hypotheses[id]
            if relation == "=" and left.op == "variable":
                lines.append(f"subst {identifier(left.args[0])}.")
        return lines

    def _comparisons(self, form: Form) -> Lines:
        facts = []
        for k, quotient in enumerate(form.compared, 1):
            found = self._exponent(quotient)
            if found is None:
                raise UnsupportedTerm("powers of several bases are not compared")
            base, exponent = found
            inner = nonnegative(dict(exponent), self._plain_ranges(), lambda _: False)
            plain = {n: r.shown for n, r in self.ranges().items()}
            shown = " + ".join(written(c, m, plain) for m, c in in_order(exponent)) or "0"
            unfold = "".join(f"unfold {n}; " for n in sorted(quotient) if n.startswith("Y"))
            visible = inner.text() if inner else "0"
            facts += [
                f"assert (G{k} : 0 <= {gap_text(quotient, plain)}).",
                f"{{ apply (power_at_most {self.printer.term(base)} ({shown}));",
                f"    [ lra | strict | strict | {unfold}logarithms; algebra | ].",
                f"  replace ({shown}) with ({visible}) by algebra; nonneg. }}",
            ]
        return facts

    def _named_powers(self) -> Lines:
        """Name the independent powers."""
        lines: Lines = []
        for base, power in self._basis():
            lines.append(f"pose ({power.name} := {self._power_text(base, power.exponents)}).")
            name = power.name
            lines.append(f"assert ({name}_positive : 0 < {name}) by (unfold {name}; strict).")
        return lines

    def _basis(self) -> list[tuple[Term, Power]]:
        return [(b, p) for b, ps in self.powers.basis.items() for p in ps]

    def _powers_away(self) -> Lines:
        """Write all powers with the independent ones, and forget what those are."""
        plain = {n: r.shown for n, r in self.ranges().items()}
        lines = []
        for node in sorted(self.nodes, key=lambda t: -t.size):
            ((monomial, c),) = self.powers.monomial(node).items()
            value = written(c, monomial, plain)
            unfold = "".join(f"unfold {n}; " for n, _ in sorted(monomial) if n.startswith("Y"))
            lines.append(f"replace ({self.nodes[node]}) with ({value})")
            lines.append(f"  by (symmetry; {unfold}{self._eliminated()}power_equal).")
        names = [p.name for _, p in self._basis()]
        return [*lines, f"clearbody {' '.join(names)}."] if names else lines

    def _eliminated(self) -> str:
        """Equations such as c = 1 - b, used in exponents."""
        lines = []
        for id in self.using:
            left, relation, _ = self.context.hypotheses[id]
            if relation == "=" and left.op == "variable" and not self._splits(id):
                lines.append(f"subst {identifier(left.args[0])}; ")
        return "".join(lines)

    def _power_text(self, base: Term, exponents: Polynomial) -> str:
        plain = {n: r.shown for n, r in self._plain_of()}
        if base in self.powers.written:
            return self.printer.term(self.powers.written[base], True)
        shown = self.printer.term(base, True)
        if dict(exponents) == {UNIT: Fraction(1, 2)}:
            return f"sqrt ({shown})"
        exponent = " + ".join(written(c, m, plain) for m, c in in_order(exponents))
        return f"Rpow ({shown}) ({exponent})"

    def _plain_of(self) -> list[tuple[str, Range]]:
        """Every variable as Coq writes it."""
        names = sorted({*self.context.parameters, *self.scope.low, *self.scope.high})
        return [
            (n, Range(None, None, self.shown(n)))
            for n in names
            if n not in self.scope.replaced or not n.endswith("'")
        ]


def in_order(exponents: Polynomial) -> list[tuple[Monomial, Fraction]]:
    """The monomials of an exponent in an order of their own."""
    return sorted(exponents, key=lambda item: sorted(item[0]))


def is_range(context: Context, id: str) -> bool:
    """Does the hypothesis bound a parameter by a number?"""
    left, _, right = context.hypotheses[id]
    return left.op == "variable" and right.op == "number"


def parts(term: Term) -> Iterable[Term]:
    """The term and all its parts."""
    yield term
    if term.op not in ("number", "variable"):
        for arg in term.args:
            yield from parts(arg)


def _is_power(term: Term) -> bool:
    if term.op in ("exp", "log"):
        return True
    if term.op != "power":
        return False
    exponent = term.args[1]
    return not (exponent.op == "number" and exponent.args[0].denominator == 1)

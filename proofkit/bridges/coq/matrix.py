"""The data behind the quantities: role by role, and for a small size the matrix itself.

`alpha` is a sum over tokens and a context a weighted sum of rows. For the definitions that
the theorems speak of, both are proved in Coq: role by role for all parameters, and from the
explicit matrix, as finite sums over tokens and columns, for one small size.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sympy import Expr, Symbol, exp

from proofkit.attention import Attention, Unit
from proofkit.attention.layout import arrangement
from proofkit.attention.weights import Weights
from proofkit.bridges.coq.printing import (
    Definitions,
    Printer,
    identifier,
    parameters_of,
    plain_name,
)
from proofkit.bridges.coq.tokens import Tokens
from proofkit.foundations.errors import ProofkitError, UnsupportedTerm
from proofkit.kernel.terms import Term, number, rebuild, variable, variables
from proofkit.search.from_sympy import from_sympy

Shared = dict[str, tuple[str, list[str]]]
"""Of the text of each matrix, its name and its definition."""

SIZE = {"n": Fraction(6), "d": Fraction(5), "t": Fraction(2)}
"""The size of the explicit matrix: six tokens, two copies of three identity columns."""


class Matrices:
    """Blocks of lemmas about the quantities of one attention mechanism."""

    def __init__(
        self,
        attention: Attention,
        definitions: Definitions,
        parameters: tuple[str, ...],
        shared: Shared,
    ) -> None:
        self.attention, self.data = attention, attention.data
        self.definitions, self.parameters = definitions, parameters
        self.printer = Printer(parameters, definitions)
        self.mark, self.shared = attention.mark, shared
        self.name = ""
        """Of the matrix and its scores: that of the data, which other lemmas have too."""

    def blocks(self) -> Iterator[list[str]]:
        """The roles, then for each alpha and context what it is a sum of."""
        yield self._roles()
        if not isinstance(self.attention.unit, Unit) or not self.attention.unit.normalised:
            return  # what is written out below are functions of scores over their sum
        wanted = [
            (name, d.measured)
            for name, d in self.attention.definitions.items()
            if name in self.definitions and d.measured and d.measured[0] in ("alpha", "context")
        ]
        for name, measured in wanted:
            if measured[0] == "alpha":
                yield self._by_roles(name, measured[1])
                if self._unit_is_plain():
                    yield self._by_all_tokens(name, measured[1])
        try:
            self.places = arrangement(self.data, SIZE, 0)
        except ProofkitError:
            return
        if not self._unit_is_plain():
            yield [
                f"(* Not written out by tokens: the unit {self.attention.unit.name} is neither",
                "   the score nor its exponential. *)",
            ]
            return
        self._share()
        for name, measured in wanted:
            yield self._by_tokens(name, measured)

    def _unit_is_plain(self) -> bool:
        """The proofs by tokens know two units: the score itself and its exponential."""
        unit, score = self.attention.unit, Symbol("score")
        return isinstance(unit, Unit) and unit.link(score) in (score, exp(score))

    def _roles(self) -> list[str]:
        data = self.data
        lines = [f"(** ** The data {data.name}, role by role", ""]
        lines.append(f"    Entries in units of {self._text(data.scale)}, by kind of column:")
        for token in data.tokens:
            entries = [f"{column}: {self._text(e)}" for column, e in token.entries.items()]
            if token.spread:
                entries.append(
                    f"{self._text(token.spread.coefficient)} in one {token.spread.column} column"
                )
            lines.append(f"    - {token.name} ({self._text(token.count)}): {', '.join(entries)}")
        counts = [f"{c.name} ({self._text(c.count)})" for c in data.columns]
        return [*lines, f"    Columns: {', '.join(counts)}. *)"]

    def _text(self, expression: Expr) -> str:
        return Printer(self.parameters, {}).term(from_sympy(expression))

    def _by_roles(self, name: str, query: str) -> list[str]:
        """`alpha` is the sum over roles of how many there are times the unit of one."""
        seen, _ = self.data.seen_from(query)
        pieces = []
        for role in seen.tokens:
            unit = self.printer.term(variable(self._unit(query, role.name)))
            pieces.append(f"({self._text(role.count)}) * {unit}")
        names = " ".join(map(identifier, self.parameters))
        said = f"{self.printer.term(variable(name))} =\n    {' + '.join(pieces)}"
        layout = self._layout([role.count for role in seen.tokens])
        return [
            f"(* {name} adds up {', '.join(role.name for role in seen.tokens)} *)",
            f"Lemma {identifier(name)}_by_roles : forall {names} : R,",
            f"  {layout}{said}.",
            f"Proof. intros; subst; unfold {identifier(name)}; ring. Qed.",
        ]

    def _by_all_tokens(self, name: str, query: str) -> list[str]:
        """`alpha` is the sum of the unit over any number of rows."""
        tokens = Tokens(self.attention, query, self._text)
        link = self._linked(tokens.score())
        units = []
        for role in tokens.seen.tokens:
            unit = self._unit(query, role.name)
            opened = ", ".join(map(identifier, everything_in(unit, self.definitions)))
            units.append((self.printer.term(variable(unit)), opened))
        names, rows = " ".join(map(identifier, self.parameters)), tokens.rows()
        layout = self._layout([role.count for role in tokens.seen.tokens])
        proof = tokens.proof(units, identifier(name), link.startswith("exp"))
        together = " ++\n     ".join(rows)
        given = f"{names} layout" if layout else names
        proof[0] = proof[0].replace("intros ", f"intros {given} ", 1)
        return [
            f"(** {name} is the sum over all tokens, however many there are. *)",
            f"Lemma {identifier(name)}_by_all_tokens : forall {names} : R,",
            *([f"  {layout.strip()}"] if layout else []),
            *tokens.premises(),
            f"  add_up (map (fun row => {link})",
            f"    ({together}))",
            f"  = {self.printer.term(variable(name))}.",
            "Proof.",
            *(f"  {line}" for line in proof),
            "Qed.",
        ]

    def _layout(self, counts: list[Expr]) -> str:
        """The counts add up to n only where n = (d - 2)*t, if they speak of d."""
        names = {s.name for count in counts for s in count.free_symbols}
        return "n = t * (d - 2) ->\n  " if {"n", "d"} <= {*names, *self.parameters} else ""

    def _unit(self, query: str, key: str) -> str:
        return str(self.attention.u(query, key))

    def _share(self) -> None:
        """Define the matrix where all lemmas find it, once for all that have the same."""
        text = "\n".join(self._matrix("?"))
        if text not in self.shared:
            plain = f"{plain_name(self.data.name)}_{self.attention.weights.name.lower()}"
            taken = sum(name.startswith(plain) for name, _ in self.shared.values())
            name = f"{plain}_{taken + 1}" if taken else plain
            self.shared[text] = name, self._matrix(name)
        self.name = self.shared[text][0]

    def _matrix(self, name: str) -> list[str]:
        rows = []
        for token, own in zip(self.places.tokens, self.places.own, strict=True):
            rows.append(self._row(token, own))
        used = set().union(*(variables(e) for row in rows for e in row))
        self.own = [p for p in self.parameters if p in used]
        shown = [" :: ".join(f"({self.printer.term(e)})" for e in row) for row in rows]
        body = " ::\n    ".join(f"({row} :: nil)" for row in shown)
        bound = f" ({' '.join(map(identifier, self.own))} : R)"
        last = len(self.places.columns) - 1
        scale = Printer(self.parameters, {}).term(_at(from_sympy(self.data.scale)))
        matrix = f"matrix_{name} {' '.join(map(identifier, self.own))}"
        sums = (
            f"(sum_f_R0 ({matrix} i) {last} * ({scale})) *\n"
            f"    (sum_f_R0 ({matrix} j) {last} * ({scale}))"
        )
        if self.attention.weights is not Weights.ONES:
            squared = Printer(self.parameters, {}).term(_at(from_sympy(self.data.scale**2)))
            sums = f"sum_f_R0 (fun k => {matrix} i k * {matrix} j k) {last} * ({squared})"
        return [
            f"(** {self.data.name} as a matrix for d = 5, t = 2, n = 6: a row for each token,",
            f"    token 0 is the one that stands out; entries in units of {scale}. *)",
            f"Definition matrix_{name}{bound} (j k : nat) : R :=",
            f"  nth k (nth j ({body} :: nil) nil) 0.",
            "",
            "(** The score of token j for token i, from the rows of the matrix. *)",
            f"Definition score_{name}{bound} (i j : nat) : R :=",
            f"  {sums}.",
        ]

    def _row(self, token: str, own: int | None) -> list[Term]:
        """The entries of one row, column by column."""
        role = self.data.token(token)
        row, met = [], 0
        for column in self.places.columns:
            entry = role.entry(column)
            if role.spread and column == role.spread.column:
                entry = role.spread.coefficient if met == own else entry
                met += 1
            row.append(from_sympy(entry))
        return row

    def _by_tokens(self, name: str, measured: tuple[str, ...]) -> list[str]:
        query = measured[1]
        first = self.places.tokens.index(query)
        last = len(self.places.tokens) - 1
        own = [p for p in self.parameters if p in self.own]
        names = " ".join(map(identifier, own))
        link = self._linked(f"score_{self.name} {names} {first} j")
        alpha = f"alpha{self.mark}_{self._letter(query)}"
        summand = link
        if measured[0] == "context":
            column = self._column(measured[2], first)
            weight = self._applied(alpha)
            summand = f"{link} / {weight} * matrix_{self.name} {names} j {column}"
        keys = [self._key(first, j) for j in range(last + 1)]
        lines = [
            f"Lemma {identifier(name)}_by_tokens : forall {names} : R,",
            f"  sum_f_R0 (fun j => {summand}) {last} = {self._applied(name)}.",
            "Proof.",
            f"  intros {names}.",
        ]
        tactic = "f_equal; ring" if link.startswith("exp") else "ring"
        for j, key in enumerate(keys):
            unit = self._unit(query, key)
            opened = ", ".join(identifier(x) for x in everything_in(unit, self.definitions))
            lines.append(
                f"  assert (unit{j} : {self._linked(f'score_{self.name} {names} {first} {j}')}"
                f" = {self._applied(unit)})."
            )
            lines.append(
                f"  {{ unfold {opened}, score_{self.name}, matrix_{self.name}; "
                f"cbn [nth sum_f_R0]; {tactic}. }}"
            )
        lines.append("  cbn [sum_f_R0].")
        lines.append(f"  rewrite {', '.join(f'unit{j}' for j in range(last + 1))}.")
        inner = [x for x in everything_in(name, self.definitions) if x[0] in "cfa" and x != alpha]
        if measured[0] == "alpha":
            inner = [name]
        lines.append(
            f"  unfold {', '.join(map(identifier, inner))}"
            f"{f', matrix_{self.name}' if measured[0] == 'context' else ''}."
        )
        return [*lines, "  cbn [nth]; unfold Rdiv; ring.", "Qed."]

    def _linked(self, score: str) -> str:
        """The unit applied to a score."""
        unit = self.attention.unit
        if not isinstance(unit, Unit):
            raise UnsupportedTerm(f"{unit.name} is not a function of a score")
        term = from_sympy(unit.link(Symbol("score")))
        return Printer((), {}).term(term).replace("score", f"({score})")

    def _letter(self, query: str) -> str:
        return self.attention.query_token(query).letter

    def _key(self, query: int, key: int) -> str:
        """The role of token `key` as token `query` sees it."""
        role = self.data.token(self.places.tokens[query])
        shares = role.spread and self.places.own[key] == self.places.own[query]
        return role.spread.peer if shares and role.spread else self.places.tokens[key]

    def _column(self, name: str, query: int) -> int:
        """A column of the role, as the query sees it."""
        role = self.data.token(self.places.tokens[query])
        met = 0
        for k, column in enumerate(self.places.columns):
            seen = column
            if role.spread and column == role.spread.column:
                seen = role.spread.peer if met == self.places.own[query] else column
                met += 1
            if seen == name:
                return k
        raise ProofkitError(f"{self.data.name}: no {name} column at this size")

    def _applied(self, name: str) -> str:
        """A quantity at the small size."""
        own = parameters_of(name, self.definitions, self.parameters)
        values = [str(SIZE[p]) if p in SIZE else identifier(p) for p in own]
        return " ".join([identifier(name), *values])


def _at(term: Term) -> Term:
    """The term at the small size."""
    if term.op == "variable":
        return number(SIZE[term.args[0]]) if term.args[0] in SIZE else term
    if term.op == "number":
        return term
    args = tuple(map(_at, term.args))
    return rebuild(term, args)


def everything_in(name: str, definitions: Definitions) -> list[str]:
    """A quantity and all that it is made of, the outermost first."""
    found: list[str] = []
    pending = [name]
    while pending:
        here = pending.pop(0)
        if here in definitions:
            if here in found:
                found.remove(here)
            found.append(here)
            pending += sorted(variables(definitions[here]))
    return found

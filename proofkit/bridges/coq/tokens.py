"""The quantities tied to the rows of the data: `alpha` and contexts as sums over all tokens.

A lemma speaks of roles: its quantities count how many tokens and columns look alike. For the data
with a needle, of any size, it is proved in Coq that this is what the sums over all tokens are: the
matrix is written entry by entry, as a function of a token and a column, a score is made of two of
its rows, and the needle may be any token.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sympy import Expr, Symbol

from proofkit.attention import Attention, Unit
from proofkit.attention.needle import stacked_identities
from proofkit.attention.weights import Weights
from proofkit.bridges.coq.printing import (
    Definitions,
    Printer,
    everything_in,
    identifier,
    parameters_of,
)
from proofkit.language.from_sympy import from_sympy
from proofkit.language.terms import variable

COUNT = "(copies * width)"


@dataclass(frozen=True)
class Asking:
    """A token that asks: what is said of it, which class it singles out, and its number."""

    role: str
    said: tuple[str, ...]
    classes: tuple[str, ...]
    token: str


ASKING = {
    "needle": Asking("needle", (), (), "needle"),
    "sibling": Asking(
        "sibling",
        ("query <> needle ->", "(query mod width = needle mod width)%nat ->"),
        (),
        "query",
    ),
    "other": Asking(
        "other",
        ("(query mod width <> needle mod width)%nat ->",),
        ("(query mod width)",),
        "query",
    ),
}


class Tokens:
    """The blocks that say what the quantities of one attention mechanism are sums of."""

    def __init__(
        self, attention: Attention, definitions: Definitions, parameters: tuple[str, ...]
    ) -> None:
        self.attention, self.data = attention, attention.data
        self.definitions, self.parameters = definitions, parameters
        self.plain = Printer(parameters, definitions)

    def blocks(self) -> Iterator[list[str]]:
        """The roles, then for each alpha and context what it is a sum of."""
        yield self._roles()
        wanted = [
            (name, d.measured)
            for name, d in self.attention.definitions.items()
            if name in self.definitions and d.measured and d.measured[0] in ("alpha", "context")
        ]
        if not wanted:
            return
        unit = self.attention.unit
        if self.data.arrange is not stacked_identities:
            yield ["(* Not written out by tokens: these are not the rows of one needle's data. *)"]
            return
        if not isinstance(unit, Unit):
            yield [
                f"(* Not written out by tokens: {unit.name} is no function of one score after",
                "   the other. *)",
            ]
            return
        self._measure(unit)
        for name, measured in wanted:
            for role in self.attention.query_roles(measured[1]):
                if measured[0] == "alpha":
                    yield self._alpha(name, ASKING[role])
                    continue
                seen, _ = self.data.seen_from(role)
                for column in [c.name for c in seen.columns]:
                    if self.attention.column_roles(role, column)[-1] == measured[2]:
                        yield self._context(name, ASKING[role], column)

    # Roles ----------------------------------------------------------------------------------

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
        return self.plain.term(from_sympy(expression))

    # The matrix at any size -------------------------------------------------------------------

    def _measure(self, unit: Unit) -> None:
        """How the parameters come from the size of the matrix, and what a unit is there."""
        copies = self.data.token("sibling").count + 1
        sizes: dict[Expr, str] = {
            self.data.token("other").count + copies: f"(INR {COUNT})",
            self.data.column("class").count + 3: "(INR width + 2)",
            copies: "(INR copies)",
        }
        sized = {str(e): shown for e, shown in sizes.items() if isinstance(e, Symbol)}
        self.sized = Printer(self.parameters, self.definitions, sized)
        needle = self.data.token("needle").entries
        self.entries = {k: self._sized(needle[k]) for k in ("needle", "own", "bias")}
        strengths = " ".join(f"({self.entries[k]})" for k in ("needle", "own", "bias"))
        self.matrix = f"needle_data width needle {strengths}"
        ones = self.attention.weights is Weights.ONES
        self.score = "ones" if ones else "identity"
        self.scale = f"({self._sized(self.data.scale if ones else self.data.scale**2)})"
        self.link = from_sympy(unit.link(Symbol("score", real=True)))
        own = [p for p in self.parameters if p not in sized]
        reached = {p for name in self.attention.definitions if name in self.definitions
                   for p in parameters_of(name, self.definitions, self.parameters)}  # fmt: skip
        self.free = [p for p in own if p in reached]
        self.normalised = unit.normalised

    def _sized(self, expression: Expr) -> str:
        return self.sized.term(from_sympy(expression))

    def _value(self, name: str) -> str:
        """A quantity at the size of the matrix."""
        return self.sized.term(variable(name))

    def _unit(self, asking: Asking) -> str:
        """The unit of a key, from the rows of the matrix."""
        score = f"(score_{self.score} width ({self.matrix}) {self.scale} {asking.token} key)"
        printer = Printer(self.parameters, {}, {**self.sized.values, "score": score})
        return f"(fun key => {printer.term(self.link)})"

    def _begun(self, name: str, asking: Asking, extra: str = "") -> list[str]:
        """The parameters of a lemma and what is said of its tokens."""
        numbers = ["width", "copies", "needle", *(["query"] if asking.said else [])]
        numbers += [extra] if extra else []
        reals = f" ({' '.join(map(identifier, self.free))} : R)" if self.free else ""
        return [
            f"Lemma {name} :",
            f"  forall ({' '.join(numbers)} : nat){reals},",
            f"  (needle < copies * width)%nat -> {' '.join(asking.said)}".rstrip(),
        ]

    def _arguments(self, asking: Asking) -> str:
        names = ["width", "copies", "needle", *(["query"] if asking.said else [])]
        return " ".join([*names, *map(identifier, self.free)])

    # Alpha and contexts ---------------------------------------------------------------------

    def _alpha(self, name: str, asking: Asking) -> list[str]:
        said = self._begun(self._named(name, asking), asking)
        keys = self._keys(asking)
        values = {key: self._value(self._key(asking, key)) for key in keys}
        proofs = [self._shown(asking, key) for key in keys]
        return [
            f"(** {name} is the sum of all tokens' units, whichever {asking.role} asks. *)",
            *said,
            f"  below {COUNT} {self._unit(asking)}",
            f"  = {self._value(name)}.",
            "Proof.",
            "  intros; assert (0 < width)%nat by (destruct width; lia).",
            *self._split(asking.classes, values, proofs, [name]),
            "Qed.",
        ]

    def _context(self, name: str, asking: Asking, column: str) -> list[str]:
        title = f"{self._named(name, asking)}_{column}"
        extra = "class" if column == "class" else ""
        said = self._begun(title, asking, extra)
        known = ["(class < width)%nat ->", "class <> (needle mod width)%nat ->"] if extra else []
        if extra and asking.classes:
            known.append("class <> (query mod width)%nat ->")
        classes = (*asking.classes, *(["class"] if extra else []))
        place = {"needle": "0", "own": "(S (needle mod width))", "bias": "(S width)",
                 "peer": "(S (query mod width))", "class": "(S class)"}[column]  # fmt: skip
        held = {"needle": ("needle",), "own": ("needle", "sibling"), "peer": ("peer",),
                "class": ("class",)}.get(column)  # fmt: skip
        entry = self.entries.get(column, self.entries["own"])
        alpha = self._alpha_of(asking)
        keys = self._keys(asking, bool(extra))
        values = {}
        for key in keys:
            weight = self._value(self._key(asking, key))
            weight += f" / {self._value(alpha)}" if alpha else ""
            values[key] = f"{weight} * ({entry if held is None or key in held else 0})"
        proofs = [self._shown(asking, key, column) for key in keys]
        unit, column_of = self._unit(asking), f"(fun key => {self.matrix} key {place})"
        summed = f"context {COUNT}\n    {unit}\n    {column_of}"
        if not alpha:
            summed = f"below {COUNT} (fun key => {unit} key *\n    {column_of} key)"
        opened = [x for x in everything_in(name, self.definitions) if x[0] in "cf"]
        start = "unfold context"
        if alpha:
            cited = f"{self._named(alpha, asking)} {self._arguments(asking)}"
            start += f"; rewrite ({cited}) by assumption"
        return [
            f"(** {name} is what a {asking.role} that asks reads of the column: {column}. *)",
            *said,
            *(f"  {line}" for line in known),
            f"  {summed}",
            f"  = {self._value(name)}.",
            "Proof.",
            "  intros; assert (0 < width)%nat by (destruct width; lia).",
            *([f"  {start}."] if alpha else []),
            *self._split(classes, values, proofs, opened),
            "Qed.",
        ]

    def _split(
        self, classes: tuple[str, ...], values: Mapping[str, str], proofs: list[str],
        opened: list[str],
    ) -> list[str]:  # fmt: skip
        """The sum by roles, each of which has one value."""
        lemma = ("by_roles", "by_roles_and_class", "by_roles_and_classes")[len(classes)]
        given = " ".join(f"({value})" for value in values.values())
        bounds = "apply Nat.mod_upper_bound; lia"
        lines = [f"  rewrite ({lemma} width copies needle {' '.join(classes)} _".rstrip(),
                 f"    {given}); try assumption; try ({bounds})."]  # fmt: skip
        unfolded = ", ".join(map(identifier, opened))
        lines.append(f"  - unfold {unfolded}; rewrite ?mult_INR; unfold Rdiv; ring.")
        return [*lines, *(f"  - {proof}" for proof in proofs)]

    def _keys(self, asking: Asking, column: bool = False) -> list[str]:
        """The kinds of keys, in the order of the lemma that splits the sum."""
        peers = ["peer"] if asking.classes else []
        return ["needle", "sibling", *peers, *(["class"] if column else []), "other"]

    def _key(self, asking: Asking, key: str) -> str:
        """The unit of a kind of key."""
        return str(self.attention.u(asking.role, "other" if key == "class" else key))

    def _shown(self, asking: Asking, key: str, column: str = "") -> str:
        """The proof that all keys of a kind have the value of their role."""
        unit = self._key(asking, key)
        opened = ", ".join(map(identifier, everything_in(unit, self.definitions)))
        rewriting = [f"rewrite of_{self.score} by assumption"]
        if column in ("own", "peer", "class"):
            found = "first [assumption | apply Nat.mod_upper_bound; lia]"
            rewriting.append(f"rewrite entry_class by {found}")
        elif column:
            rewriting.append(f"rewrite entry_{column}")
        last = f"unfold {opened}; alike"
        if column:
            part = f"[{last} | reflexivity]"
            whole = f"apply (f_equal2 Rdiv); {part}" if self.normalised else last
            last = f"apply (f_equal2 Rmult); [{whole} | reflexivity]"
        return f"intros; {'; '.join(rewriting)}; settle; {last}."

    def _alpha_of(self, asking: Asking) -> str:
        if not self.normalised:
            return ""
        return next(
            name
            for name, d in self.attention.definitions.items()
            if d.measured
            and d.measured[0] == "alpha"
            and asking.role in self.attention.query_roles(d.measured[1])
        )

    def _named(self, name: str, asking: Asking) -> str:
        return f"{identifier(name)}_by_tokens_{asking.role}"

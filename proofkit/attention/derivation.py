"""Attention on a data set described by roles: every quantity, derived from the definitions.

Quantities come in layers, each defined by the ones below it, and are derived when first
asked for:

    s_N := (a + b + c)*sqrt(log(n))      the needle's row sum (all-ones weights)
    u_NN := exp(s_N**2)                  the unit applied to a score
    alpha_N := u_NN + (n - 1)*u_NO       the sum over all keys
    f_NN := u_NN/alpha_N                 the attention weight
    c_N_own := b*(f_NN + (t - 1)*f_NO)   a coordinate of the context

The first subscript is the query's role, the second the key's. Roles whose scores are the
same term share a letter, that of the last one in the order of the description.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property, wraps
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sympy import Add, Expr, Symbol

from proofkit.attention.data import ColumnRole, DataSet, TokenRole
from proofkit.attention.sight import ColumnGroup, KeyGroup, Look, Sight
from proofkit.attention.units import AnyUnit, Kernel, Pair, Projection
from proofkit.attention.weights import Weights
from proofkit.foundations.errors import UnknownName
from proofkit.language.claims import Definition

if TYPE_CHECKING:
    from proofkit.attention.logs import Measured

Derive = TypeVar("Derive", bound=Callable[..., Symbol])


def derived_once(derive: Derive) -> Derive:
    """Asked for the same quantity again, answer with its symbol, which is kept in `asked`."""

    @wraps(derive)
    def ask(self: Any, *roles: str) -> Symbol:
        key = derive.__name__, *roles
        if key not in self.asked:
            self.asked[key] = derive(self, *roles)
        symbol: Symbol = self.asked[key]
        return symbol

    return cast(Derive, ask)


class Derived:
    """Quantities that are derived when first asked for; `definitions` lists those asked for so far,
    lower layers first."""

    def __init__(self) -> None:
        self.definitions: dict[str, Definition] = {}
        self.asked: dict[tuple[str, ...], Symbol] = {}

    def _define(
        self, name: str, expression: Expr, reason: str, measured: tuple[str, ...] | None = None
    ) -> Symbol:
        symbol = Symbol(name, real=True)
        self.definitions.setdefault(name, Definition(symbol, expression, reason, measured))
        return symbol


def collected(received: Iterable[tuple[Symbol, Expr, Expr]]) -> Expr:
    """Coefficients weighted and added up, each with its weight and for how many tokens: those that
    hold the same coefficient are taken together."""
    by_coefficient: dict[Expr, dict[Symbol, Expr]] = {}
    for weight, tokens, coefficient in received:
        if coefficient != 0:
            weights = by_coefficient.setdefault(coefficient, {})
            weights[weight] = weights.get(weight, 0) + tokens
    return Add(
        *(
            coefficient * Add(*(tokens * weight for weight, tokens in weights.items()))
            for coefficient, weights in by_coefficient.items()
        )
    )


class Attention(Derived):
    """One attention mechanism on one data set.

    A `mark` goes into the names of quantities (`s0_N`), where a lemma speaks of two data sets.
    """

    def __init__(self, data: DataSet, unit: AnyUnit, weights: Weights, mark: str = "") -> None:
        if isinstance(unit, Kernel) and unit.sums and weights is not Weights.ONES:
            raise UnknownName(f"{unit.name}: row sums make scores for all-ones weights only")
        super().__init__()
        self.mark = mark
        self.data = data
        self.unit = unit
        self.weights = weights
        self._columns: dict[str, tuple[ColumnGroup, ...]] = {}

    # The quantities, lowest layer first.

    @derived_once
    def s(self, role: str) -> Symbol:
        """The sum of a token's row, the factor it brings to a score (all-ones weights only)."""
        if self.weights is not Weights.ONES:
            raise UnknownName(f"{self.data.name}: row sums make scores for all-ones weights only")
        token = self.query_token(role)
        return self._define(
            f"s{self.mark}_{token.letter}",
            self.data.row_sum(token) * self.data.scale,
            f"row sum: the entries of a row of A added up ({self.data.name}, "
            f"token {_either(self.query_roles(role))})",
            ("s", token.name),
        )

    def score(self, query: str, key: str) -> Expr:
        """The score of a key for a query, the entry of `(A (x) A) x` that belongs to them."""
        asking, group = self.query_token(query), self._key(query, key)
        if self.weights is Weights.ONES:
            return self.s(asking.name) * self.s(group.roles[-1].name)
        return self._define(
            self._pair("z", asking, group),
            group.score * self.data.scale**2,
            "score: with x = vec(I), the inner product of a query's and a key's row of A "
            f"({self._rows(query, group)})",
            ("score", asking.name, group.roles[-1].name),
        )

    @derived_once
    def u(self, query: str, key: str) -> Symbol:
        """The unit applied to a score."""
        asking, group = self.query_token(query), self._key(query, key)
        if isinstance(self.unit, Projection):
            raise UnknownName(f"{self.unit.name}: weights are made from all scores at once, not u")
        if isinstance(self.unit, Kernel):
            link = self.unit.link(self._pair_of(asking, group))
        else:
            link = self.unit.link(self.score(query, key))
        return self._define(
            self._pair("u", asking, group),
            link,
            f"{self.unit.formula} ({self._rows(query, group)})",
            ("u", asking.name, group.roles[-1].name),
        )

    def _pair_of(self, asking: TokenRole, group: KeyGroup) -> Pair:
        sight, key = self._sights[asking.name], group.roles[-1]
        split_off = key.name not in {role.name for role in self.data.tokens}
        if self.weights is not Weights.ONES or split_off:
            return sight.pair(key)
        return sight.pair(key, (self.s(asking.name), self.s(key.name)))

    @derived_once
    def gap(self, query: str) -> Symbol:
        """How far the score of the one key that stands out is above all others'."""
        asking = self.query_token(query)
        top, *rest = sorted(self._groups(query), key=lambda group: group.count != 1)
        if top.count != 1 or len(rest) != 1:
            raise UnknownName(
                f"{self.unit.name} on {self.data.name}: expected one score that differs from all "
                f"others, which are equal ({self.weights.value} weights, {self._rows(query)})"
            )
        return self._define(
            f"gap{self.mark}_{asking.letter}",
            self.score(query, top.roles[-1].name) - self.score(query, rest[0].roles[-1].name),
            f"gap: the needle's score less any other ({self._rows(query)})",
            ("gap", asking.name),
        )

    @derived_once
    def alpha(self, query: str) -> Symbol:
        """The sum of `u` over all keys."""
        asking = self.query_token(query)
        total = Add(*(g.count * self.u(query, g.roles[-1].name) for g in self._groups(query)))
        return self._define(
            f"alpha{self.mark}_{asking.letter}",
            total,
            f"alpha = <u, 1>: u added up over all keys, role by role ({self._rows(query)})",
            ("alpha", asking.name),
        )

    @derived_once
    def f(self, query: str, key: str) -> Symbol:
        """The attention weight a query gives to one key."""
        asking, group = self.query_token(query), self._key(query, key)
        weight, reason = self._weighed(query, key, group)
        return self._define(
            self._pair("f", asking, group),
            weight,
            f"{reason} ({self._rows(query, group)})",
            ("f", asking.name, group.roles[-1].name),
        )

    def _weighed(self, query: str, key: str, group: KeyGroup) -> tuple[Expr, str]:
        """The weight of a key, and what makes it so."""
        if isinstance(self.unit, Projection):
            count = Add(*self.keys(query).values())
            top = self.unit.top(self.gap(query), count)
            weight = top if group.count == 1 else (1 - top) / (count - 1)
            return weight, self.unit.formula
        if not self.unit.normalised:
            return self.u(query, key), "f = u, not normalised"
        return self.u(query, key) / self.alpha(query), "f = u/alpha"

    @derived_once
    def context(self, query: str, column: str) -> Symbol:
        """A coordinate of the context `f^T A` of a query, in units of the data's scale."""
        asking, group = self.query_token(query), self._column(query, column)
        for key in self._groups(query):
            if self._weight(asking, key) in group.value.free_symbols:
                self.f(query, key.roles[-1].name)
        names = _either(role.name for role in group.roles)
        return self._define(
            f"c{self.mark}_{asking.letter}_{group.roles[-1].name}",
            group.value,
            f"context c = f^T A in units of {self.data.scale}: column {names} of A, "
            f"weighted by f and added up ({self._rows(query)})",
            ("context", asking.name, group.roles[-1].name),
        )

    # Which roles a name stands for, and how many of each there are.

    def queries(self) -> dict[str, Expr]:
        """The query roles that differ, with their multiplicities."""
        counts: dict[str, list[Expr]] = {}
        for role in self.data.tokens:
            counts.setdefault(self.query_token(role.name).name, []).append(role.count)
        return {name: Add(*parts) for name, parts in counts.items()}

    def keys(self, query: str) -> dict[str, Expr]:
        """The key roles a query tells apart, with their multiplicities."""
        return {group.roles[-1].name: group.count for group in self._groups(query)}

    def looks(self, query: str) -> dict[str, Expr]:
        """What a kernel makes of each key role, and otherwise the score."""
        groups = self._sights[self.data.token(query).name].groups
        return {role.name: group.look[-1] for group in groups for role in group.roles}

    def columns(self, query: str) -> dict[str, Expr]:
        """The column roles in which a query's context differs, with their multiplicities."""
        return {g.roles[-1].name: g.count for g in self._column_groups(query)}

    def query_roles(self, query: str) -> tuple[str, ...]:
        """All query roles that share the quantities of `query`."""
        shared = self.query_token(query)
        roles = (role.name for role in self.data.tokens)
        return tuple(name for name in roles if self.query_token(name) is shared)

    def key_roles(self, query: str, key: str) -> tuple[str, ...]:
        """All key roles that share the quantities of `key`."""
        return tuple(role.name for role in self._key(query, key).roles)

    def column_roles(self, query: str, column: str) -> tuple[str, ...]:
        """All column roles that share the context coordinate of `column`."""
        return tuple(role.name for role in self._column(query, column).roles)

    # How it works.

    def _pair(self, letter: str, query: TokenRole, key: KeyGroup) -> str:
        return f"{letter}{self.mark}_{query.letter}{key.roles[-1].letter}"

    def _weight(self, query: TokenRole, key: KeyGroup) -> Symbol:
        return Symbol(self._pair("f", query, key), real=True)

    @cached_property
    def _sights(self) -> dict[str, Sight]:
        return {r.name: Sight(self.data, self.unit, self.weights, r.name) for r in self.data.tokens}

    @cached_property
    def _representatives(self) -> dict[str, TokenRole]:
        """For every query role, the last one with the same scores."""
        seen: dict[tuple[Look, ...], TokenRole] = {}
        profiles = {role.name: self._profile(role.name) for role in self.data.tokens}
        for role in self.data.tokens:
            profile = profiles[role.name]
            if profile is not None:
                seen[profile] = role
        return {
            role.name: role if (profile := profiles[role.name]) is None else seen[profile]
            for role in self.data.tokens
        }

    def _profile(self, query: str) -> tuple[Look, ...] | None:
        """The looks of all key roles to a query role; `None` when it scores the tokens that
        share its own column differently from others of their role."""
        sight = self._sights[query]
        names = [role.name for role in self.data.tokens]
        for split, rest in pairwise(sight.data.tokens):
            if split.name not in names and sight.group(split.name) is not sight.group(rest.name):
                return None
        return tuple(sight.group(name).look for name in names)

    def query_token(self, query: str) -> TokenRole:
        return self._representatives[self.data.token(query).name]

    def _groups(self, query: str) -> tuple[KeyGroup, ...]:
        return self._sights[self.query_token(query).name].groups

    def _key(self, query: str, key: str) -> KeyGroup:
        return self._sights[self.query_token(query).name].group(key)

    def _column(self, query: str, column: str) -> ColumnGroup:
        role = self._sights[self.query_token(query).name].data.column(column)
        return next(group for group in self._column_groups(query) if role in group.roles)

    def _column_groups(self, query: str) -> tuple[ColumnGroup, ...]:
        asking = self.query_token(query)
        if asking.name not in self._columns:
            by_value: dict[Expr, list[ColumnRole]] = {}
            for column in self._sights[asking.name].data.columns:
                by_value.setdefault(self._received(asking, column), []).append(column)
            groups = (ColumnGroup(tuple(roles), value) for value, roles in by_value.items())
            self._columns[asking.name] = tuple(groups)
        return self._columns[asking.name]

    def _received(self, asking: TokenRole, column: ColumnRole) -> Expr:
        """One single column of `f^T A`: tokens that hold the same coefficient are collected."""
        sight = self._sights[asking.name]
        return collected(
            (self._weight(asking, group), *sight.data.received(column, role))
            for group in sight.groups
            for role in group.roles
        )

    def measure(self, measured: tuple[str, ...], values: Mapping[str, Fraction]) -> Measured | None:
        """A quantity as the NumPy core finds it on the concrete matrices (a second opinion)."""
        from proofkit.attention import dense

        return dense.measure(self, values, measured)

    def written_out(self, values: Mapping[str, Fraction]) -> bool:
        """Are the concrete matrices small enough for that? Else it goes by the roles."""
        from proofkit.attention import dense

        return dense.fits(self.data, values)

    def _rows(self, query: str, key: KeyGroup | None = None) -> str:
        """Which rows a definition speaks of, for a reader."""
        text = f"{self.data.name}, query {_either(self.query_roles(query))}"
        return f"{text}, key {_either(role.name for role in key.roles)}" if key else text


def _either(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def latex_name(name: str) -> str:
    r"""A derived quantity's name in LaTeX, for `sympy.latex(..., symbol_names=...)`.

    >>> print(latex_name("alpha_N"), latex_name("c_N_needle"))
    \alpha_{N} c_{N,\mathrm{needle}}
    """
    base, *subscripts = name.split("_")
    letters = [s if s.isupper() else rf"\mathrm{{{s}}}" for s in subscripts]
    head = rf"\{base}" if len(base) > 1 else base
    return f"{head}_{{{','.join(letters)}}}" if letters else head

"""What is kept of attention so that it can be measured on real matrices without SymPy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

from proofkit.attention.asked import Asked, Family, Token
from proofkit.attention.data import ColumnRole, DataSet, Spread, TokenRole
from proofkit.attention.kinds import AnyUnit, Kernel, Projection, Unit
from proofkit.attention.links import formula
from proofkit.attention.weights import Weights
from proofkit.foundations.errors import LemmaError
from proofkit.language.statement_cache import reference, referred
from proofkit.language.terms import Term

if TYPE_CHECKING:
    from proofkit.attention.logs import Measured

Terms = Sequence[Term]
Place = Callable[[Any], int]
"""The place of a term among those in the file."""


def _unused(*_: object) -> NoReturn:
    raise LemmaError("what is kept of a unit makes no terms")


@dataclass(frozen=True, eq=False)
class CachedAttention:
    """Attention on a data set, with the roles that share the quantities which are measured."""

    data: DataSet
    unit: AnyUnit
    weights: Weights
    queries: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, Mapping[str, tuple[str, ...]]]
    columns: Mapping[str, Mapping[str, tuple[str, ...]]]
    seen: Mapping[str, Mapping[str, Term]]

    def query_roles(self, query: str) -> tuple[str, ...]:
        return self.queries[query]

    def key_roles(self, query: str, key: str) -> tuple[str, ...]:
        return self.keys[query][key]

    def column_roles(self, query: str, column: str) -> tuple[str, ...]:
        return self.columns[query][column]

    def looks(self, query: str) -> Mapping[str, Term]:
        return self.seen[query]

    def measure(self, measured: tuple[str, ...], values: Mapping[str, Fraction]) -> Measured | None:
        from proofkit.attention import dense

        return dense.measure(self, values, measured)

    def written_out(self, values: Mapping[str, Fraction]) -> bool:
        from proofkit.attention import dense

        return dense.fits(self.data, values)


# Reading ------------------------------------------------------------------------------


def attention(content: Mapping[str, Any], terms: Terms) -> CachedAttention:
    """What was kept of an `Attention`."""
    seen = {q: {k: terms[n] for k, n in looks.items()} for q, looks in content["looks"].items()}
    return CachedAttention(
        _data_of(content["data"], terms),
        _unit_of(content["unit"], terms),
        Weights(content["weights"]),
        content["queries"],
        content["keys"],
        content["columns"],
        seen,
    )


def query(content: Mapping[str, Any], terms: Terms) -> Asked:
    """What was kept of a `Query`."""
    scores = {role: terms[score] for role, score in content["scores"].items()}
    unit = _unit_of(content["unit"], terms)
    return Asked(_data_of(content["data"], terms), unit, scores)  # type: ignore[arg-type]


def scores(content: Mapping[str, Any], terms: Terms) -> Family:
    """What was kept of `Scores`."""
    tokens = {name: Token(name, terms[n], terms[s]) for name, n, s in content["tokens"]}
    low, high = (terms[end] for end in content["range"])
    unit = _unit_of(content["unit"], terms)
    return Family(content["mark"], unit, tokens, low, high)  # type: ignore[arg-type]


def _unit_of(content: Sequence[Any], terms: Terms) -> AnyUnit:
    kind, name, how, normalised = content
    if kind == "unit":
        return Unit(name, _unused, normalised, terms[how])
    if kind == "kernel":
        return Kernel(name, _unused, referred(how), normalised=normalised)
    return Projection(name, _unused, referred(how))


def _data_of(content: Mapping[str, Any], terms: Terms) -> DataSet:
    """A data set; one that several lemmas are about is one object, whose matrix is made once."""
    key = id(terms), repr(content)
    if key not in _DATA:
        _DATA[key] = DataSet(
            content["name"],
            terms[content["scale"]],
            tuple(_token_of(row, terms) for row in content["tokens"]),
            tuple(ColumnRole(name, terms[count]) for name, count in content["columns"]),
            content["arrange"] and referred(content["arrange"]),
        )
    return _DATA[key]


_DATA: dict[tuple[int, str], DataSet] = {}


def _token_of(row: Sequence[Any], terms: Terms) -> TokenRole:
    name, letter, count, entries, spread = row
    if spread is not None:
        column, coefficient, copies, *peer = spread
        spread = Spread(column, terms[coefficient], terms[copies], *peer)
    entries = {column: terms[entry] for column, entry in entries.items()}
    return TokenRole(name, letter, terms[count], entries, spread)


# Writing ------------------------------------------------------------------------------


def keep(source: Any, measured: Iterable[tuple[str, ...]], place: Place) -> tuple[str, Any]:
    """What reads it again, and the content: of an `Attention`, `Query` or `Scores`, and of the
    quantities that are measured."""
    from proofkit.attention.derivation import Attention
    from proofkit.attention.query import Query
    from proofkit.attention.scores import Scores

    kinds = {Attention: (attention, _kept), Query: (query, _kept_query), Scores: (scores, _scores)}
    if type(source) not in kinds:
        raise LemmaError(f"a {type(source).__name__} that measures cannot be kept")
    read, write = kinds[type(source)]
    return reference(read), write(source, list(measured), place)


def _kept(source: Any, measured: Sequence[tuple[str, ...]], place: Place) -> dict[str, Any]:
    asked = sorted({query for _, query, *_ in measured})
    queries = {query: source.query_roles(query) for query in asked}
    keys: dict[str, Any] = {query: {} for query in asked}
    columns: dict[str, Any] = {query: {} for query in asked}
    for kind, query, *other in measured:
        if kind == "context":
            columns[query][other[0]] = source.column_roles(query, *other)
        elif other:
            keys[query][other[0]] = source.key_roles(query, *other)
    looking = queries if isinstance(source.unit, Kernel) else ()
    return {
        "data": _data(source.data, place),
        "unit": _unit(source.unit, place),
        "weights": source.weights.value,
        "queries": queries,
        "keys": keys,
        "columns": columns,
        "looks": {
            role: {key: place(look) for key, look in source.looks(role).items()}
            for query in looking
            for role in queries[query]
        },
    }


def _kept_query(source: Any, _: object, place: Place) -> dict[str, Any]:
    return {
        "data": _data(source.values, place),
        "unit": _unit(source.unit, place),
        "scores": {role: place(score) for role, score in source.scores.items()},
    }


def _scores(source: Any, _: object, place: Place) -> dict[str, Any]:
    return {
        "mark": source.mark,
        "unit": _unit(source.unit, place),
        "tokens": [(t.name, place(t.size), place(t.score)) for t in source.tokens.values()],
        "range": (place(source.low), place(source.high)),
    }


def _unit(unit: AnyUnit, place: Place) -> tuple[Any, ...]:
    how = place(formula(unit)) if isinstance(unit, Unit) else reference(unit.numeric)
    return type(unit).__name__.lower(), unit.name, how, unit.normalised


def _data(data: DataSet, place: Place) -> dict[str, Any]:
    return {
        "name": data.name,
        "scale": place(data.scale),
        "tokens": [
            (
                role.name,
                role.letter,
                place(role.count),
                {column: place(entry) for column, entry in role.entries.items()},
                role.spread and _spread(role.spread, place),
            )
            for role in data.tokens
        ],
        "columns": [(role.name, place(role.count)) for role in data.columns],
        "arrange": data.arrange and reference(data.arrange),
    }


def _spread(spread: Spread, place: Place) -> tuple[Any, ...]:
    coefficient, copies = place(spread.coefficient), place(spread.copies)
    return spread.column, coefficient, copies, spread.peer, spread.letter

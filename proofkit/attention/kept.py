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
from proofkit.language.expressions import Expression
from proofkit.language.kept import reference, referred

if TYPE_CHECKING:
    from proofkit.attention.logs import Measured

Nodes = Sequence[Expression]
Node = Callable[[Any], int]
"""The place of an expression among those that are kept."""


def _unused(*_: object) -> NoReturn:
    raise LemmaError("what is kept of a unit makes no terms")


@dataclass(frozen=True, eq=False)
class KeptAttention:
    """Attention on a data set, with the roles that share the quantities which are measured."""

    data: DataSet
    unit: AnyUnit
    weights: Weights
    queries: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, Mapping[str, tuple[str, ...]]]
    columns: Mapping[str, Mapping[str, tuple[str, ...]]]
    seen: Mapping[str, Mapping[str, Expression]]

    def query_roles(self, query: str) -> tuple[str, ...]:
        return self.queries[query]

    def key_roles(self, query: str, key: str) -> tuple[str, ...]:
        return self.keys[query][key]

    def column_roles(self, query: str, column: str) -> tuple[str, ...]:
        return self.columns[query][column]

    def looks(self, query: str) -> Mapping[str, Expression]:
        return self.seen[query]

    def measure(self, measured: tuple[str, ...], values: Mapping[str, Fraction]) -> Measured | None:
        from proofkit.attention import dense

        return dense.measure(self, values, measured)

    def written_out(self, values: Mapping[str, Fraction]) -> bool:
        from proofkit.attention import dense

        return dense.fits(self.data, values)


# Reading ------------------------------------------------------------------------------


def attention(content: Mapping[str, Any], nodes: Nodes) -> KeptAttention:
    """What was kept of an `Attention`."""
    seen = {q: {k: nodes[n] for k, n in looks.items()} for q, looks in content["looks"].items()}
    return KeptAttention(
        _data_of(content["data"], nodes),
        _unit_of(content["unit"], nodes),
        Weights(content["weights"]),
        content["queries"],
        content["keys"],
        content["columns"],
        seen,
    )


def query(content: Mapping[str, Any], nodes: Nodes) -> Asked:
    """What was kept of a `Query`."""
    scores = {role: nodes[score] for role, score in content["scores"].items()}
    unit = _unit_of(content["unit"], nodes)
    return Asked(_data_of(content["data"], nodes), unit, scores)  # type: ignore[arg-type]


def scores(content: Mapping[str, Any], nodes: Nodes) -> Family:
    """What was kept of `Scores`."""
    tokens = {name: Token(name, nodes[n], nodes[s]) for name, n, s in content["tokens"]}
    low, high = (nodes[end] for end in content["range"])
    unit = _unit_of(content["unit"], nodes)
    return Family(content["mark"], unit, tokens, low, high)  # type: ignore[arg-type]


def _unit_of(content: Sequence[Any], nodes: Nodes) -> AnyUnit:
    kind, name, how, normalised = content
    if kind == "unit":
        return Unit(name, _unused, normalised, nodes[how])
    if kind == "kernel":
        return Kernel(name, _unused, referred(how), normalised=normalised)
    return Projection(name, _unused, referred(how))


def _data_of(content: Mapping[str, Any], nodes: Nodes) -> DataSet:
    """A data set; one that several lemmas are about is one object, whose matrix is made once."""
    key = id(nodes), repr(content)
    if key not in _DATA:
        _DATA[key] = DataSet(
            content["name"],
            nodes[content["scale"]],
            tuple(_token_of(row, nodes) for row in content["tokens"]),
            tuple(ColumnRole(name, nodes[count]) for name, count in content["columns"]),
            content["arrange"] and referred(content["arrange"]),
        )
    return _DATA[key]


_DATA: dict[tuple[int, str], DataSet] = {}


def _token_of(row: Sequence[Any], nodes: Nodes) -> TokenRole:
    name, letter, count, entries, spread = row
    if spread is not None:
        column, coefficient, copies, *peer = spread
        spread = Spread(column, nodes[coefficient], nodes[copies], *peer)
    entries = {column: nodes[entry] for column, entry in entries.items()}
    return TokenRole(name, letter, nodes[count], entries, spread)


# Writing ------------------------------------------------------------------------------


def keep(source: Any, measured: Iterable[tuple[str, ...]], node: Node) -> tuple[str, Any]:
    """What reads it again, and the content: of an `Attention`, `Query` or `Scores`, and of the
    quantities that are measured."""
    from proofkit.attention.derivation import Attention
    from proofkit.attention.query import Query
    from proofkit.attention.scores import Scores

    kinds = {Attention: (attention, _kept), Query: (query, _kept_query), Scores: (scores, _scores)}
    if type(source) not in kinds:
        raise LemmaError(f"a {type(source).__name__} that measures cannot be kept")
    read, write = kinds[type(source)]
    return reference(read), write(source, list(measured), node)


def _kept(source: Any, measured: Sequence[tuple[str, ...]], node: Node) -> dict[str, Any]:
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
        "data": _data(source.data, node),
        "unit": _unit(source.unit, node),
        "weights": source.weights.value,
        "queries": queries,
        "keys": keys,
        "columns": columns,
        "looks": {
            role: {key: node(look) for key, look in source.looks(role).items()}
            for query in looking
            for role in queries[query]
        },
    }


def _kept_query(source: Any, _: object, node: Node) -> dict[str, Any]:
    return {
        "data": _data(source.values, node),
        "unit": _unit(source.unit, node),
        "scores": {role: node(score) for role, score in source.scores.items()},
    }


def _scores(source: Any, _: object, node: Node) -> dict[str, Any]:
    return {
        "mark": source.mark,
        "unit": _unit(source.unit, node),
        "tokens": [(t.name, node(t.size), node(t.score)) for t in source.tokens.values()],
        "range": (node(source.low), node(source.high)),
    }


def _unit(unit: AnyUnit, node: Node) -> tuple[Any, ...]:
    how = node(formula(unit)) if isinstance(unit, Unit) else reference(unit.numeric)
    return type(unit).__name__.lower(), unit.name, how, unit.normalised


def _data(data: DataSet, node: Node) -> dict[str, Any]:
    return {
        "name": data.name,
        "scale": node(data.scale),
        "tokens": [
            (
                role.name,
                role.letter,
                node(role.count),
                {column: node(entry) for column, entry in role.entries.items()},
                role.spread and _spread(role.spread, node),
            )
            for role in data.tokens
        ],
        "columns": [(role.name, node(role.count)) for role in data.columns],
        "arrange": data.arrange and reference(data.arrange),
    }


def _spread(spread: Spread, node: Node) -> tuple[Any, ...]:
    coefficient, copies = node(spread.coefficient), node(spread.copies)
    return spread.column, coefficient, copies, spread.peer, spread.letter

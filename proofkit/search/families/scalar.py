"""Goals in which entries, sums and names may be any numbers: the prover for numbers is asked, and
its proof is used for these, one number after the other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.assumptions import Context, Fact, Known, Trail
from proofkit.kernel.places import Indexed
from proofkit.kernel.polynomial import Sum
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, within
from proofkit.language.binding import put
from proofkit.language.terms import LEAVES, ONE, ZERO, Term, rebuild, variable, variables
from proofkit.language.words import BINDERS
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.families.forms import FAULTS, form, sides, sign
from proofkit.search.families.linear import facts_here
from proofkit.search.families.prover import Families
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.nodes import SIGN, Node, accepted, assume, have, psatz, rule, stated, summand

MAX_NUMBERS, MAX_TERMS, MAX_FACTS = 6, 14, 10
SECONDS = 3 / 2
Asked = tuple[tuple[tuple[str, bool], ...], tuple[Fact, ...], Fact]


class Numbers:
    """Names for what may be any number."""

    def __init__(self, search: Families) -> None:
        self.search = search
        self.names: dict[Term, str] = {}

    def plain(self, term: Term) -> Term:
        """The term with names for its entries, sums and variables."""
        if term.op in ("entry", "variable") or term.op in BINDERS:
            if term not in self.names:
                self.names[term] = f"v{len(self.names) + 1}"
            return variable(self.names[term])
        if term.op in LEAVES:
            return term
        return rebuild(term, tuple(map(self.plain, term.args)))

    def fact(self, p: Sum, relation: str) -> Fact:
        low, high = sides(p)
        return self.plain(low), relation, self.plain(high)

    def keep(self, count: int) -> None:
        self.names = dict(list(self.names.items())[:count])


def scalar(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """First with facts about the numbers in the goal, then with facts that bring in others."""
    return _asked(search, known, goal, False) or (
        _asked(search, known, goal, True) if fuel else None
    )


def _asked(search: Families, known: Indexed, goal: Fact, wide: bool) -> Node | None:
    p = form(known, goal[2] - goal[0])
    if len(p) > MAX_TERMS:
        return None
    numbers = Numbers(search)
    plain = numbers.fact(p, goal[1])
    if not 0 < len(numbers.names) <= MAX_NUMBERS:
        return None
    facts, proofs = _facts(known, p, numbers, wide)
    if len(facts) > MAX_FACTS:
        return None
    kinds = {name: known.is_integer(term) for term, name in numbers.names.items()}
    node = _found(search, (tuple(kinds.items()), tuple(facts), plain))
    if node is None:
        return None
    values = {name: term for term, name in numbers.names.items()}
    whole = general(search, known, plain, values, list(zip(facts, proofs, strict=True)), node)
    concrete = put(plain[0], values), plain[1], put(plain[2], values)
    if whole is None or not accepted(known, concrete, whole):
        return None
    id = search.name("c")
    equation = goal[1] == "="
    then = psatz([], equations=[(id, ONE)]) if equation else psatz([summand(facts=[id])])
    return have([stated(id, concrete, whole)], then)


def _facts(known: Indexed, p: Sum, numbers: Numbers, wide: bool) -> tuple[list[Fact], list[Node]]:
    """What is known of the numbers, each with its proof."""
    found: dict[Fact, Node] = {}
    own = set(numbers.names.values())
    pool: list[tuple[Fact, Node]] = []
    for used, (left, relation, right) in facts_here(known, p):
        try:
            q = form(known, right - left)
        except FAULTS:
            continue
        before = len(numbers.names)
        if not q or q.is_number:
            continue
        fact = numbers.fact(q, relation)
        names = variables(fact[0]) | variables(fact[2])
        new = len(numbers.names) - before
        fits = wide and names & own and new <= 2 and len(numbers.names) <= MAX_NUMBERS + 1
        if new and not fits:
            numbers.keep(before)
            continue
        pool.append((fact, _because(used, relation)))
    for term, name in numbers.names.items():
        here = sign(known, term)
        if here == POSITIVE or within(here, AT_LEAST_ZERO):
            found[ZERO, "<" if here == POSITIVE else "<=", variable(name)] = SIGN
    for fact, node in pool:
        found.setdefault(fact, node)
    return list(found), list(found.values())


def _because(used: object, relation: str) -> Node:
    if relation == "=":
        return {"rule": "psatz", "sum": [], "equations": [{"fact": used, "times": "1"}]}
    return {"rule": "psatz", "sum": [{"weight": "1", "facts": [used]}]}


def _found(search: Families, asked: Asked) -> Node | None:
    """A proof for numbers; what was asked before is remembered."""
    if asked not in search.scalars:
        budget = search.budget.part(SECONDS)
        search.scalars[asked] = _proof(asked, budget)
        search.budget.spend()
    return search.scalars[asked]


def _proof(asked: Asked, budget: Budget) -> Node | None:
    kinds, facts, goal = asked
    context = Context(dict(kinds), {f"n{k}": fact for k, fact in enumerate(facts)})
    try:
        with budget.limiting():
            return Prover(budget).settle(Known(context, Trail()), goal)
    except (OutOfBudget, LimitExceeded, *FAILURES):
        return None


def general(
    search: Families,
    known: Indexed,
    goal: Fact,
    values: Mapping[str, Term],
    facts: list[tuple[Fact, Node]],
    node: Node,
) -> Node | None:
    """The goal with these values for its names, from the proof for all numbers. `facts` are what
    this proof calls n0, n1, ..., with proofs for the values."""
    names = list(values)
    new = {name: search.name(name) for name in names}
    renamed: Node = _renamed(node, {n: variable(v) for n, v in new.items()})
    ids = {f"n{k}": search.name("n") for k in range(len(facts))}
    then = _with_ids(renamed, ids)
    for k in range(len(names) - 1, -1, -1):
        rest = {n: values[n] for n in names[k + 1 :]}
        own = {n: variable(new[n]) for n in names[: k + 1]}
        entries = []
        for place, (fact, proof) in enumerate(facts):
            spoken = [names.index(n) for n in variables(fact[0]) | variables(fact[2])]
            if not spoken or not min(spoken) <= k <= max(spoken):
                continue
            side = [put(s, {**rest, **own}) for s in fact[::2]]
            first, id = k == min(spoken), ids[f"n{place}"]
            here = id if k == max(spoken) else f"{id}{k}"
            because = proof if first else assume(f"{id}{k - 1}")
            entries.append(stated(here, (side[0], fact[1], side[1]), because))
        left, right = (put(s, {**rest, **own}) for s in goal[::2])
        then = rule(
            "general",
            fresh=new[names[k]],
            term=values[names[k]],
            left=left,
            right=right,
            facts=entries,
            then=then,
        )
    return then


def _renamed(value: object, names: Mapping[str, Term]) -> Node:
    """A proof with other names for its numbers, in its terms and where it names them."""
    spoken = {name: str(term) for name, term in names.items()}

    def walk(part: object, key: str = "") -> object:
        if isinstance(part, Term):
            return put(part, names)
        if isinstance(part, dict):
            return {k: walk(v, k) for k, v in part.items()}
        if isinstance(part, list | tuple):
            return [walk(v, key) for v in part]
        named = key in ("variable", "cuts") and isinstance(part, str)
        return spoken.get(str(part), part) if named else part

    found = walk(value)
    assert isinstance(found, dict)
    return found


def _with_ids(value: object, ids: Mapping[str, str]) -> Node:
    def walk(part: object, key: str = "") -> object:
        if isinstance(part, dict):
            return {k: walk(v, k) for k, v in part.items()}
        if isinstance(part, list | tuple):
            return [walk(v, key) for v in part]
        named = key in ("fact", "facts") and isinstance(part, str)
        return ids.get(str(part), part) if named else part

    found = walk(value)
    assert isinstance(found, dict)
    return found


@lru_cache(maxsize=64)
def lemma(goal: Fact, facts: tuple[Fact, ...]) -> Node | None:
    """A proof of a small lemma about numbers u and m."""
    names = sorted({n for f in (goal, *facts) for s in f[::2] for n in variables(s)})
    return _proof((tuple((n, False) for n in names), facts, goal), Budget(6))

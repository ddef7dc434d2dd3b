"""A node of a proof as lines of a Coq script: each rule is a lemma or a tactic, nothing is sought.

`RULES` has a function for each rule of `kernel.inference`; it writes assertions at a place and
gives the lines that prove the goal from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofkit.bridges.coq import algebra, signs
from proofkit.bridges.coq.analysis import Curve
from proofkit.bridges.coq.monotone import Motion, Move, put
from proofkit.bridges.coq.place import Lines, Place, block
from proofkit.bridges.coq.printing import identifier, rational
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel import calculus
from proofkit.kernel.assumptions import Context, Fact, Known, replace, upwards
from proofkit.kernel.inference import term as read_term
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE
from proofkit.kernel.terms import ONE, ZERO, Term, add, number, subtract, variable, variables

Node = Mapping[str, Any]
_COMPOSE = {
    ("<=", "<="): "Rle_trans", ("<", "<"): "Rlt_trans", ("<", "<="): "Rlt_le_trans",
    ("<=", "<"): "Rle_lt_trans", (">=", ">="): "Rge_trans", (">", ">"): "Rgt_trans",
    (">", ">="): "Rgt_ge_trans", (">=", ">"): "Rge_gt_trans",
}  # fmt: skip
_RELATION = {"=": "eq", "<=": "Rle", "<": "Rlt", ">=": "Rge", ">": "Rgt"}


@dataclass(frozen=True)
class Cited:
    """A theorem as later proofs apply it: its name, the parameters it is about in order, which
    are integers that its proof needs to be such, the hypotheses it rests on, what it says; of one
    about probabilities the numbers of signs, and the premises about them, by our names."""

    name: str
    context: Context
    hypotheses: Mapping[str, Fact]
    fact: Fact
    wholes: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()


class Theory:
    """What the proofs of one file may use, and what the one being written turns out to need."""

    def __init__(self, cite: Callable[[str, int], Cited]) -> None:
        self.cite = cite
        self.wholes: set[str] = set()
        """Integer parameters that the proof needs to be integers."""


def prove(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    """The lines that prove a goal, read with its larger side on the right."""
    rule = str(node["rule"])
    if rule not in RULES:
        raise UnsupportedTerm(f"rule {rule} has no counterpart in Coq")
    inner = place.child()
    lines = RULES[rule](inner, upwards(goal), node, theory)
    return [*inner.lines, *lines]


def have(place: Place, goal: Fact, node: Node, theory: Theory) -> str:
    """Assert a goal with the proof that the node is; its name."""
    return place.have(place.said(goal), prove(place, goal, node, theory))


def follows(place: Place, name: str, fact: Fact, goal: Fact) -> str:
    """The last line: the goal from a fact that says the same, perhaps in another order."""
    (a, relation, b), (left, wanted, right) = upwards(fact), upwards(goal)
    texts, found = (place.text(left), place.text(right)), (place.text(a), place.text(b))
    if relation == "=" and texts == found[::-1] != found:
        a, b, found, name = b, a, texts, f"(eq_sym {name})"
    if texts == found:
        if relation == wanted:
            return f"exact {name}."
        return f"exact ({'Req_le' if relation == '=' else 'Rlt_le'} _ _ {name})."
    if relation == "=" and place.known.ring.equal(a, right):
        a, b = b, a
    used = [name]
    for mine, yours in ((left, a), (right, b)):
        if place.text(mine) != place.text(yours):
            used.append(place.have(*algebra.equation(place, mine, yours)))
    return f"clear - {' '.join(n.removeprefix('(eq_sym ').rstrip(')') for n in used)}; lra."


def _stated(place: Place, entry: Node) -> Fact:
    left, right = (read_term(place.known, entry[side]) for side in ("left", "right"))
    return left, entry["relation"], right


def _facts(place: Place, entries: Sequence[Node], theory: Theory) -> None:
    for entry in entries:
        fact = upwards(_stated(place, entry))
        place.grow(entry["id"], fact, have(place, fact, entry["because"], theory))


# Facts ----------------------------------------------------------------------------------


def _assume(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    id = node["fact"]
    return [follows(place, place.names[id], place.known.facts[id], goal)]


def _cite(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    known = place.known
    theorem = theory.cite(node["claim"], node["part"])
    unfold = theorem.context.unfold
    spoken: set[str] = set()
    for fact in (theorem.fact, *theorem.hypotheses.values()):
        spoken |= variables(unfold(fact[0])) | variables(unfold(fact[2]))
    given = {name: read_term(known, value) for name, value in node.get("with", {}).items()}
    values = {
        p: given.get(p, variable(p)) if p in spoken else ZERO for p in theorem.context.parameters
    }
    arguments = [*(place.atom(value) for value in values.values()), *theorem.counted]
    for p in theorem.wholes:
        arguments.append(place.have(f"whole {place.atom(values[p])}", _is_whole(values[p], theory)))

    def told(fact: Fact) -> tuple[Fact, Fact]:
        """As Coq reads the theorem, and as the kernel does."""
        left, relation, right = upwards(fact)
        ours = [put(_opened(side, theorem.context), values) for side in (left, right)]
        its = [replace(unfold(side), values) for side in (left, right)]
        return (ours[0], relation, ours[1]), (its[0], relation, its[1])

    premises = node.get("premises", {})
    for id, hypothesis in theorem.hypotheses.items():
        ours, its = told(hypothesis)
        if id in premises:
            name, fact = have(place, its, premises[id], theory), its
        else:
            name, fact = _known_fact(known, place, id, its)
        arguments.append(place.have(place.said(ours), _alone(place, name, fact, ours)))
    ours, _ = told(theorem.fact)
    proof = f"exact ({' '.join([theorem.name, *arguments, *theorem.premises])})."
    cited = place.have(place.said(ours), [proof])
    return [follows(place, cited, ours, goal)]


def _alone(place: Place, name: str, fact: Fact, goal: Fact) -> Lines:
    inner = place.child()
    last = follows(inner, name, fact, goal)
    return [*inner.lines, last]


def _opened(term: Term, context: Context) -> Term:
    if term.op == "number":
        return term
    if term.op == "variable":
        meaning = context.definitions.get(term.args[0])
        return term if meaning is None else _opened(meaning, context)
    return Term(term.op, tuple(_opened(arg, context) for arg in term.args))


def _known_fact(known: Known, place: Place, id: str, wanted: Fact) -> tuple[str, Fact]:
    from proofkit.kernel.inference import same

    found = [k for k, fact in known.facts.items() if same(known, fact, wanted)]
    if not found:
        raise UnsupportedTerm(f"the hypothesis {id} of a cited claim is not at hand")
    key = id if id in found else found[0]
    return place.names[key], known.facts[key]


def _have(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    _facts(place, node["facts"], theory)
    return prove(place, goal, node["then"], theory)


def _cases(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    left, right = (read_term(place.known, node[side]) for side in ("left", "right"))
    name = place.new()
    split = f"destruct (Rle_or_lt {place.atom(left)} {place.atom(right)}) as [{name} | {name}]."
    lines = [split]
    for fact, side in (((left, "<=", right), "below"), ((right, "<", left), "above")):
        inner = place.with_fact(node["id"], fact, name)
        lines += block([*prove(inner, goal, node[side], theory)])
    return lines


def _general(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    known, fresh = place.known, node["fresh"]
    value = read_term(known, node["term"])
    whole = known.is_integer(value)
    wider = place.child(known.with_variable(fresh, whole))
    put_value, given = {fresh: value}, []
    intros, stated = [identifier(fresh)], []
    if whole:
        intros.append(f"W_{fresh}")
        stated.append(f"whole {identifier(fresh)} -> ")
        shown = place.have(f"whole {place.atom(value)}", _is_whole(value, theory))
        given.append(shown)
    for entry in node["facts"]:
        fact = upwards(_stated(wider, entry))
        left, relation, right = fact
        instance = replace(left, put_value), relation, replace(right, put_value)
        name = have(place, instance, entry["because"], theory)
        raw = put(place.open(left), put_value), relation, put(place.open(right), put_value)
        given.append(place.have(place.said(raw), _alone(place, name, instance, raw)))
        label = place.new()
        intros.append(label)
        stated.append(f"{wider.said(fact)} -> ")
        wider.grow(entry["id"], fact, label)
    left, right = (read_term(wider.known, node[side]) for side in ("left", "right"))
    general = left, goal[1], right
    proof = [f"intros {' '.join(intros)}.", *prove(wider, general, node["then"], theory)]
    shown = f"forall {identifier(fresh)} : R, {''.join(stated)}{wider.said(general)}"
    name = place.have(shown, proof)
    raw = put(place.open(left), put_value), goal[1], put(place.open(right), put_value)
    used = " ".join([name, place.atom(value), *given])
    instance_name = place.have(place.said(raw), [f"exact ({used})."])
    return [follows(place, instance_name, raw, goal)]


def _absurd(place: Place, _: Fact, node: Node, theory: Theory) -> Lines:
    name = have(place, (ZERO, "<", ZERO), node["because"], theory)
    return [f"exfalso; clear - {name}; lra."]


# Relations ------------------------------------------------------------------------------


def composed(names: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The steps put together: a proof, and the relation it is of."""
    proof, found = names[0]
    for name, step in names[1:]:
        if found == "=":
            proof = f"(eq_ind_r (fun x => {_RELATION[step]} x _) {name} {proof})"
            found = step
        elif step == "=":
            proof = f"(eq_ind _ (fun x => {_RELATION[found]} _ x) {proof} _ {name})"
        else:
            proof = f"({_COMPOSE[found, step]} _ _ _ {proof} {name})"
            found = max(found, step, key=lambda r: len(r) == 1)
    return proof, found


def _chain(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    here = read_term(place.known, node["start"])
    names = []
    for step in node["steps"]:
        there = read_term(place.known, step["term"])
        names.append(have(place, (here, step["relation"], there), step["because"], theory))
        here = there
    return [f"clear - {' '.join(names)}; lra."]


def _antisymmetric(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    left, _, right = goal
    below = have(place, (left, "<=", right), node["below"], theory)
    above = have(place, (right, "<=", left), node["above"], theory)
    return [f"exact (Rle_antisym _ _ {below} {above})."]


# Algebra --------------------------------------------------------------------------------


def _ring(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    left, relation, right = goal
    if place.text(left) == place.text(right):
        return ["reflexivity." if relation == "=" else "apply Rle_refl."]
    name = place.have(*algebra.equation(place, left, right))
    return [f"exact {name}." if relation == "=" else f"exact (Req_le _ _ {name})."]


def _sign(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    left, _, right = goal
    name = signs.proved(place, right if left == ZERO else subtract(right, left))[1]
    return [f"clear - {name}; lra."]


def _psatz(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    small, relation, large = goal
    total: list[tuple[str, signs.Sign]] = []
    terms: list[Term] = [small, large]
    for entry in node["sum"]:
        shown, found, spoken = _summand(place, entry)
        total.append((shown, found))
        terms += spoken
    for entry in node.get("equations", []):
        left, _, right = place.known.facts[entry["fact"]]
        factor = read_term(place.known, entry["times"])
        gap = f"({place.atom(right)} - {place.atom(left)})"
        zero = place.have(f"{gap} = 0", [f"clear - {place.names[entry['fact']]}; lra."])
        total.append(
            (f"{place.atom(factor)} * {gap}", (2, f"(times_0r {place.atom(factor)} _ {zero})"))
        )
        terms += [left, right, factor]
    times = read_term(place.known, node.get("times", ONE))
    terms.append(times)
    names = []
    for shown, (bits, proof) in total:
        stated = {2: f"{shown} = 0", POSITIVE: f"0 < {shown}"}.get(bits, f"0 <= {shown}")
        names.append(place.have(stated, [f"exact {proof}."]))
    positive = signs.fact(place, times, POSITIVE)
    gap = f"{place.atom(times)} * ({place.atom(large)} - {place.atom(small)})"
    written = " + ".join(shown for shown, _ in total) or "0"
    same = place.have(f"{gap} = {written}", algebra.identity(place.child(), terms))
    lemma = {"<=": "by_multiple", "<": "by_strict_multiple", "=": "by_equal_multiple"}[relation]
    if relation == "=":
        name = place.have(f"{gap} = 0", [f"rewrite {same}; clear - {' '.join(names)}; lra."])
        return [f"exact ({lemma} _ _ _ {positive} {name})."]
    used = f"clear - {' '.join(names)}; lra" if names else "lra"
    name = place.have(f"0 {relation} {written}", [f"{used}."])
    return [f"exact ({lemma} _ _ _ _ {positive} {same} {name})."]


def _summand(place: Place, entry: Node) -> tuple[str, signs.Sign, list[Term]]:
    """The product as Coq reads it, its sign with the proof, and the terms in it."""
    weight = Fraction(entry["weight"])
    factors: list[tuple[str, signs.Sign]] = []
    terms: list[Term] = []

    def multiplied(text: str, factor: signs.Sign) -> None:
        factors.append((text, factor))

    for id in entry.get("facts", []):
        left, relation, right = place.known.facts[id]
        gap = f"({place.atom(right)} - {place.atom(left)})"
        bits = {"<": POSITIVE, "<=": AT_LEAST_ZERO, "=": 2}[relation]
        stated = signs.STATED[bits].format(gap)
        multiplied(gap, (bits, place.have(stated, [f"clear - {place.names[id]}; lra."])))
        terms += [left, right]
    for value in entry.get("signs", []):
        term = read_term(place.known, value)
        multiplied(place.atom(term), signs.proved(place, term))
        terms.append(term)
    for value in entry.get("squares", []):
        term = read_term(place.known, value)
        square = place.open(Term("power", (term, number(2))))
        text = f"{place.atom(term)} ^ 2"
        strict = place.known.sign(square) == POSITIVE
        name = (
            signs.fact(place, square, POSITIVE) if strict else f"(square_nonneg {place.atom(term)})"
        )
        multiplied(text, (POSITIVE if strict else AT_LEAST_ZERO, name))
        terms.append(term)
    if weight != 1 or not factors:
        shown = f"({rational(weight)})"
        factors.insert(0, (shown, (POSITIVE, place.have(f"0 < {shown}", ["lra."]))))
    found = factors[0][1]
    for _, other in factors[1:]:
        found = signs.times(found, other)
    return " * ".join(text for text, _ in factors), found, terms


# Monotone functions -----------------------------------------------------------------------


def _function(place: Place, node: Node) -> tuple[Term, str]:
    wider = place.known.with_variable(node["hole"], False)
    return place.open(read_term(wider, node["function"])), node["hole"]


def _exchange(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    function, hole = _function(place, node)
    old, new = (place.open(read_term(place.known, node[k])) for k in ("old", "new"))
    left, relation, right = goal
    if relation == "=":
        name = have(place, (old, "=", new), node["because"], theory)
        raw = put(function, {hole: old}), "=", put(function, {hole: new})
        of = f"(fun {identifier(hole)} => {place.text(function)})"
        moved = place.have(place.said(raw), [f"exact (f_equal {of} {name})."])
        return [follows(place, moved, raw, goal)]
    from proofkit.kernel.inference import growth

    way, _ = growth(place.known, function, hole, old, new)
    low, high = (old, new) if way > 0 else (new, old)
    name = have(place, (low, relation, high), node["because"], theory)
    return _conclude(place, function, hole, (low, relation, high), name, goal)


def _conclude(
    place: Place, function: Term, hole: str, premise: Fact, name: str, goal: Fact
) -> Lines:
    """The goal from the two values of a function whose hole goes up."""
    low, relation, high = premise
    motion = Motion(place, hole, low, high, Move(1, relation == "<", name))
    move = motion.move(function)
    if move is None:
        raise UnsupportedTerm("the function does not depend on its hole")
    small, large = motion.ends(function, move.way)
    return [follows(place, move.name, (small, move.sign, large), goal)]


def _cancel(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    from proofkit.kernel.inference import growth

    function, hole = _function(place, node)
    left, relation, right = goal
    way, _ = growth(place.known, function, hole, left, right)
    ends = [replace(function, {hole: side}) for side in (left, right)]
    premise = (ends[0], relation, ends[1]) if way > 0 else (ends[1], relation, ends[0])
    name = have(place, premise, node["because"], theory)
    lines: Lines = []
    against = {"<=": [(right, "<", left)], "<": [(right, "<=", left)],
               "=": [(left, "<", right), (right, "<", left)]}[relation]  # fmt: skip
    for low, other, high in against:
        inner = place.child()
        here = inner.new()
        motion = Motion(inner, hole, low, high, Move(1, other == "<", here))
        move = motion.move(function)
        assert move is not None
        small, large = motion.ends(function, move.way)
        reached = (ends[0], ends[1]) if way * (1 if low == left else -1) > 0 else (ends[1], ends[0])
        apart = inner.have(
            inner.said((reached[0], move.sign, reached[1])),
            _alone(inner, move.name, (small, move.sign, large),
                   (reached[0], move.sign, reached[1])),
        )  # fmt: skip
        stated = f"~ {inner.said((low, other, high))}"
        not_so = [f"intro {here}.", *inner.lines, f"clear - {apart} {name}; lra."]
        lines.append(place.have(stated, not_so))
    return [f"clear - {' '.join(lines)}; lra."]


def _extreme(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    left, relation, right = goal
    if "because" not in node:
        return ["extremes; lra."]
    whole = left if left.op == "max" else right
    if left.op == "max":
        goals = [(arg, relation, right) for arg in left.args]
    else:
        goals = [(left, relation, arg) for arg in right.args]
    names = [have(place, g, b, theory) for g, b in zip(goals, node["because"], strict=True)]
    kind = ("max" if whole is left else "min", relation)
    lemma = {("max", "<="): "Rmax_lub", ("max", "<"): "Rmax_lub_lt",
             ("min", "<="): "Rmin_glb", ("min", "<"): "Rmin_glb_lt"}[kind]  # fmt: skip
    proof = names[-1]
    for name in reversed(names[:-1]):
        proof = f"({lemma} _ _ _ {name} {proof})"
    return [f"exact {proof}."]


def _is_whole(term: Term, theory: Theory) -> Lines:
    theory.wholes |= variables(term)
    return ["is_whole."]


def _integer(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    left, _, right = goal
    name = have(place, (left, "<", add(right, ONE)), node["because"], theory)
    wholes = [
        place.have(f"whole {place.atom(side)}", _is_whole(place.open(side), theory))
        for side in (left, right)
    ]
    above = place.have(f"{place.text(left)} < {place.atom(right)} + 1", [f"clear - {name}; lra."])
    return [f"exact (whole_below _ _ {wholes[0]} {wholes[1]} {above})."]


# Analysis -------------------------------------------------------------------------------


def _box(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    small, relation, large = goal
    difference = subtract(large, small)
    bits = max(int(node["bits"]), 32)
    cut = sorted({step[0] for step in node["cuts"] if step})
    bounds = []
    for name in sorted(variables(place.open(difference))):
        bounds += _ranges(place, name)
    gap = f"{place.text(large)} - {place.atom(small)}"
    bisect = "".join(f", i_bisect {identifier(name)}" for name in cut)
    depth = f", i_depth {20 + len(node['cuts'])}" if cut else ""
    powers = [
        signs.fact(place, sub.args[0], POSITIVE)
        for side in (small, large)
        for sub in _real_powers(place.open(side))
    ]
    opened = f"rewrite {', '.join(f'?(Rpow_exp _ _ {p})' for p in powers)}; " if powers else ""
    tactic = f"interval with (i_prec {bits}{bisect}{depth})"
    tries = f"first [ lra | {tactic} | interval with (i_prec {2 * bits}{bisect}{depth}) ]"
    name = place.have(f"0 {relation} {gap}", [f"{opened}{tries}."])
    return [f"clear - {name}; lra."]


def _real_powers(term: Term) -> list[Term]:
    if term.op in ("number", "variable"):
        return []
    found = [sub for arg in term.args for sub in _real_powers(arg)]
    if term.op == "power" and (
        term.args[1].op != "number" or term.args[1].args[0].denominator > 2
        or (term.args[1].args[0].denominator == 2 and abs(term.args[1].args[0]) != Fraction(1, 2))
    ):  # fmt: skip
        found.append(term)
    return found


def _ranges(place: Place, name: str) -> list[str]:
    """The bounds of a variable, as facts that `interval` finds."""
    low, high = place.known.range_of(name)
    shown, found = identifier(name), []
    for value, fact, turned in ((low, "{} <= {}", 1), (high, "{1} <= {0}", -1)):
        if value is not None:
            key = place.known.ring.ratio(Term("product", (number(turned), variable(name))))[0]
            bound = signs._bounding(place, variable(name), key, turned, turned * value)
            stated = fact.format(rational(value), shown)
            found.append(place.have(stated, [f"clear - {bound}; lra."]))
    return found


def _path(
    place: Place, node: Node, low: Term, high: Term, relation: str
) -> tuple[Place, list[str]]:
    """The place where a new variable runs between two terms, and what to introduce there."""
    fresh = node["fresh"]
    inner = place.child(place.known.with_variable(fresh, False))
    here, names = variable(fresh), [place.new(), place.new()]
    inner.grow(f"{fresh}-low", (low, relation, here), names[0])
    inner.grow(f"{fresh}-high", (here, relation, high), names[1])
    return inner, [f"intros {identifier(fresh)} [{names[0]} {names[1]}]."]


def _curve(
    place: Place, node: Node, sides: Sequence[Term], name: str, ends: tuple[Term, Term],
    theory: Theory,
) -> tuple[str, list[str], Term]:  # fmt: skip
    """A difference of two sides as a function, and that it is continuous and differentiable
    on the path: its text, the two facts, and the function's term."""
    fresh = variable(node["fresh"])
    here = [put(place.open(side), {name: fresh}) for side in sides]
    shape = Term("sum", (here[1], Term("product", (number(-1), here[0]))))
    low, high = (place.atom(end) for end in ends)
    shown = identifier(node["fresh"])
    closed, intros = _path(place, node, *ends, "<=")
    _facts(closed, node["closed"], theory)
    continuous = closed.child()
    name_here = Curve(continuous, node["fresh"]).continuous(shape)
    function = f"(fun {shown} => {closed.text(shape)})"
    path = f"forall {shown} : R, {low} <= {shown} <= {high}"
    smooth = place.have(
        f"{path} -> continuity_pt {function} {shown}",
        [*intros, *closed.lines, *continuous.lines, f"exact {name_here}."],
    )
    return function, [smooth], shape


def _slope(place: Place, shape: Term, slope: Term, fresh: str) -> tuple[str, Lines]:
    """That a term has a derivative, at a point of the open path."""
    inner = place.child()
    curve = Curve(inner, fresh)
    value, name = curve.slope(shape)
    used = [shape, slope, *curve.used]
    same = inner.have(f"{value} = {inner.text(slope)}", algebra.identity(inner.child(), used))
    stated = f"derivable_pt_lim {curve.function(shape)} {curve.shown} {inner.atom(slope)}"
    return stated, [*inner.lines, f"exact (slope_is _ _ _ _ {name} {same})."]


def _derive(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    left, relation, right = goal
    known, name = place.known, node["variable"]
    at, x, rises = read_term(known, node["at"]), variable(name), node["from"] == "below"
    by_start = node["strict"] == "start"
    start_relation = "<" if relation == "<" and by_start else "<="
    steep = "<" if relation == "<" and not by_start else "<="
    first = tuple(known.put(side, name, at) for side in (left, right))
    start = have(place, (first[0], start_relation, first[1]), node["start"], theory)
    ends = (at, x) if rises else (x, at)
    gap = signs.proved(place, subtract(ends[1], ends[0]))[1]
    order = place.have(
        f"{place.text(ends[0])} {'<' if steep == '<' else '<='} {place.text(ends[1])}",
        [f"clear - {gap}; lra."],
    )
    function, (smooth,), shape = _curve(place, node, (left, right), name, ends, theory)
    inside, intros = _path(place, node, *ends, "<")
    _facts(inside, node["open"], theory)
    fresh = identifier(node["fresh"])
    here = [known.put(side, name, variable(node["fresh"])) for side in (left, right)]
    slopes = [calculus.derivative(inside.known, side, node["fresh"]) for side in here]
    difference = Term("sum", (slopes[1], Term("product", (number(-1), slopes[0]))))
    path = f"forall {fresh} : R, {place.text(ends[0])} < {fresh} < {place.text(ends[1])}"
    stated, proof = _slope(inside, shape, difference, node["fresh"])
    derived = place.have(f"{path} -> {stated}", [*intros, *inside.lines, *proof])
    way = slopes if rises else slopes[::-1]
    steepness = have(inside, (way[0], steep, way[1]), node["slope"], theory)
    value = f"{inside.text(difference)}"
    signed = f"0 {steep} {value}" if rises else f"{value} {steep} 0"
    sloped = place.have(
        f"{path} -> {signed}", [*intros, *inside.lines, f"clear - {steepness}; lra."]
    )
    lemma = f"{'rises' if rises else 'sinks'}{'_lt' if steep == '<' else ''}"
    slope_function = f"(fun {fresh} => {value})"
    moved = place.new()
    place.lines.append(
        f"assert ({moved} := {lemma} {function} {slope_function} _ _ {smooth} {derived} "
        f"{order} {sloped})."
    )
    place.lines.append(f"cbv beta in {moved}.")
    raw = put(place.open(left), {name: at}), start_relation, put(place.open(right), {name: at})
    began = place.have(
        place.said(raw), _alone(place, start, (first[0], start_relation, first[1]), raw)
    )
    return [f"clear - {moved} {began}; lra."]


def _concave(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    left, relation, right = goal
    known, name = place.known, node["variable"]
    low, high = (read_term(known, node[k]) for k in ("low", "high"))
    x, fresh = variable(name), identifier(node["fresh"])
    order = []
    for below, above in ((low, x), (x, high)):
        gap = signs.proved(place, subtract(above, below))[1]
        stated = f"{place.text(below)} <= {place.text(above)}"
        order.append(place.have(stated, [f"clear - {gap}; lra."]))
    ends = []
    for end, because in ((low, node["left"]), (high, node["right"])):
        its = known.put(left, name, end), relation, known.put(right, name, end)
        proved = have(place, its, because, theory)
        raw = put(place.open(left), {name: end}), relation, put(place.open(right), {name: end})
        same = place.have(place.said(raw), _alone(place, proved, its, raw))
        gap = f"({place.atom(raw[2])} - {place.atom(raw[0])})"
        ends.append((same, gap))
    function, (smooth,), shape = _curve(place, node, (left, right), name, (low, high), theory)
    inside, intros = _path(place, node, low, high, "<")
    _facts(inside, node["open"], theory)
    here = [known.put(side, name, variable(node["fresh"])) for side in (left, right)]
    path = f"forall {fresh} : R, {place.text(low)} < {fresh} < {place.text(high)}"
    derived, values, before = [], [], shape
    for _ in range(2):
        here = [calculus.derivative(inside.known, side, node["fresh"]) for side in here]
        slope = Term("sum", (here[1], Term("product", (number(-1), here[0]))))
        stated, proof = _slope(inside, before, slope, node["fresh"])
        derived.append(place.have(f"{path} -> {stated}", [*intros, *inside.lines, *proof]))
        values.append(f"(fun {fresh} => {inside.text(slope)})")
        before = slope
    bent = have(inside, (here[1], "<=", here[0]), node["bend"], theory)
    stated = f"{path} -> {inside.text(before)} <= 0"
    bend = place.have(stated, [*intros, *inside.lines, f"clear - {bent}; lra."])
    lemma = "concave_above_lt" if relation == "<" else "concave_above"
    edge = []
    for same, _ in ends:
        edge.append(f"ltac:(clear - {same}; cbv beta; lra)")
    moved = place.new()
    place.lines.append(
        f"assert ({moved} := {lemma} {function} {values[0]} _ _ {smooth} {derived[0]} {values[1]} "
        f"{derived[1]} {bend} 0 {place.atom(x)} {order[0]} {order[1]} {edge[0]} {edge[1]})."
    )
    place.lines.append(f"cbv beta in {moved}.")
    return [f"clear - {moved}; lra."]


def _induct(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    known, name = place.known, node["variable"]
    low, n = number(Fraction(node["from"])), variable(name)
    left, relation, right = goal
    shown = identifier(name)
    gap = signs.proved(place, subtract(n, low))[1]
    above = place.have(f"{place.text(low)} <= {shown}", [f"clear - {gap}; lra."])
    theory.wholes.add(name)
    free = place.child(known.without(name))
    free.signs = {}
    free.names = place.names.only(free.known.facts)
    its = known.put(left, name, low), relation, known.put(right, name, low)
    raw = put(place.open(left), {name: low}), relation, put(place.open(right), {name: low})
    started = free.have(free.said(its), prove(free, its, node["start"], theory))
    start = [*free.lines, *_alone(free, started, its, raw)]
    inner = place.child(known.without(name))
    inner.signs, inner.names = {}, free.names.only(free.names)
    names = [inner.new() for _ in range(3)]
    inner.grow(f"{name}-from", (low, "<=", n), names[1])
    inner.grow(node["id"], goal, names[2])
    after = add(n, ONE)
    its = known.put(left, name, after), relation, known.put(right, name, after)
    raw = put(place.open(left), {name: after}), relation, put(place.open(right), {name: after})
    stepped = inner.have(inner.said(its), prove(inner, its, node["step"], theory))
    step = [*inner.lines, *_alone(inner, stepped, its, raw)]
    property_ = f"(fun {shown} => {place.said(goal)})"
    return [
        f"apply (whole_induction {property_} {low.args[0]}); [| | exact W_{shown} | exact {above}].",
        *block(["cbv beta.", *start]),
        *block([f"clear dependent {shown}.",
                f"intros {shown} W_{shown} {names[1]} {names[2]}; cbv beta in *.", *step]),
    ]  # fmt: skip


Rule = Callable[[Place, Fact, Node, Theory], Lines]
RULES: dict[str, Rule] = {
    "assume": _assume,
    "cite": _cite,
    "have": _have,
    "cases": _cases,
    "general": _general,
    "absurd": _absurd,
    "chain": _chain,
    "antisymmetric": _antisymmetric,
    "ring": _ring,
    "sign": _sign,
    "psatz": _psatz,
    "exchange": _exchange,
    "cancel": _cancel,
    "extreme": _extreme,
    "integer": _integer,
    "box": _box,
    "derive": _derive,
    "concave": _concave,
    "induct": _induct,
}

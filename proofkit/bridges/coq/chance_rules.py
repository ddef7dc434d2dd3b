"""The rules for probabilities as lines of a Coq script: each is a theorem of `theory`."""

from __future__ import annotations

from typing import cast

from proofkit.bridges.coq import algebra, signs
from proofkit.bridges.coq.chance import ChancePrinter, groups_of
from proofkit.bridges.coq.place import Lines, Place
from proofkit.bridges.coq.rules import Node, Rule, Theory, have
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Fact
from proofkit.kernel.reading import term as read_term
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE
from proofkit.language.terms import HALF, ONE, Term, add, multiply, negate, number, power

TWO = number(2)


def _printer(place: Place) -> ChancePrinter:
    return cast(ChancePrinter, place.printer)


def _counted(place: Place) -> str:
    """Rewrites numbers of signs as the parameters they are."""
    names = [f"?{name.replace('count', 'whole')}" for name in _printer(place).names.values()]
    return "change (INR 1) with 1" + (f"; rewrite {', '.join(names)}" if names else "")


def _chance(event: Term) -> Term:
    return Term("P", (event,))


def _others(names: list[str]) -> str:
    """Each of some facts, in a row of which the others ask for nothing."""
    return " | ".join([f"exact {name}" for name in names] or ["exact I"])


def _fix(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    bound, event = goal[0], place.open(goal[2].args[0])
    printer, symmetric, fixed = _printer(place), node["symmetric"], frozenset(node["fixed"])
    if event.op == "despite":
        margin = have(place, (event.args[0], "<", event.args[1]), node["because"], theory)
        same = algebra.equal(place, place.text(bound), "1 / 4", [bound])
        return [
            f"apply Rle_trans with (1 / 4); [clear - {same}; lra|].",
            f"apply one_and_others; exact {margin}.",
        ]
    if event.op != "above":
        raise UnsupportedTerm(f"fix: signs are fixed for sums above a threshold, not {event.op}")
    total, powers = [], [number(int(symmetric))]
    for k, (weight, count) in enumerate(groups_of(event)):
        if k in fixed:
            total.append(multiply(count, weight))
            powers.append(count)
        elif not symmetric:
            signs.proved(place, weight)
            total.append(negate(multiply(count, weight)))
    margin = have(place, (event.args[0], "<", add(*total)), node["because"], theory)
    groups, tau = printer.groups(event, fixed), place.text(event.args[0])
    rule = "fixed_symmetric_groups" if symmetric else "fixed_groups"
    size = f"kept_size {groups}"
    kept = f"(1 / 2) ^ {f'(S ({size}))' if symmetric else f'({size})'}"
    exponent = add(*powers)
    goal_power = power(HALF, Term("product", (exponent,)))
    counted = place.have(
        f"{kept} = {place.text(goal_power)}",
        [
            "rewrite <- Rpow_INR by lra; f_equal; cbn [kept_size]; "
            f"rewrite ?S_INR, ?plus_INR; change (INR 0) with 0; {_counted(place)}; simpl INR; lra.",
        ],
    )
    same = algebra.equation(place, bound, goal_power)
    nonneg = [signs.fact(place, w, AT_LEAST_ZERO) for k, (w, _) in enumerate(groups_of(event))
              if k not in fixed and not symmetric]  # fmt: skip
    return [
        f"apply Rle_trans with ({kept}); [clear - {same} {counted}; lra|].",
        f"apply ({rule} {groups} ({printer.size(event)}) ({tau}));",
        "  cbn [kept_total lost_total others_nonneg].",
        "- cbn [size map snd]; lia.",
        *([] if symmetric else [f"- repeat split; first [ {_others(nonneg)} ]."]),
        f"- {_counted(place)}; clear - {margin}; lra.",
    ]


def _need(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    event, bound = place.open(goal[0].args[0]), goal[2]
    if event.op != "above":
        raise UnsupportedTerm(f"need: signs are needed for sums above a threshold, not {event.op}")
    printer, needed = _printer(place), sorted(node["needed"])
    groups, all_ = printer.groups(event, frozenset(needed)), groups_of(event)
    total = [multiply(count, weight) for weight, count in all_]
    lost = []
    for k, because in zip(needed, node["because"], strict=True):
        most = add(*total, multiply(number(-2), all_[k][0]))
        lost.append(have(place, (most, "<=", event.args[0]), because, theory))
    nonneg = [signs.fact(place, weight, AT_LEAST_ZERO) for weight, _ in all_]
    value = f"(1 / 2) ^ {len(needed)}"
    same = algebra.equal(place, value, place.text(bound), [bound])
    each = " | ".join(f"exact {name}" for name in nonneg)
    small = " | ".join(["exact I", *(f"(clear - {name}; lra)" for name in lost)])
    return [
        f"apply Rle_trans with ({value}); [|clear - {same}; lra].",
        f"apply (needed_groups {groups} ({printer.size(event)}) {place.atom(event.args[0])}).",
        "- cbn [size map snd]; lia.",
        f"- cbn [all_nonneg]; repeat split; first [ exact I | {each} ].",
        f"- cbn [each_needed kept_total lost_total]; {_counted(place)}; repeat split;",
        f"  first [ {small} ].",
    ]


def _hoeffding(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    event, bound = place.open(goal[0].args[0]), goal[2]
    dropped = frozenset(node["dropped"])
    excess, energy = (read_term(place.known, node[k]) for k in ("excess", "energy"))
    lost, squares = [event.args[0]], []
    if event.op == "exceeds":
        squares = [event.args[1]]
    else:
        for k, (weight, count) in enumerate(groups_of(event)):
            if k in dropped:
                lost.append(negate(multiply(count, weight)))
            else:
                squares.append(multiply(count, power(weight, TWO)))
    less = have(place, (excess, "<=", add(*lost)), node["because_excess"], theory)
    small = have(place, (add(*squares), "<=", energy), node["because_energy"], theory)
    shown = [place.atom(t) for t in (event.args[0], excess, energy, place.open(bound).args[0])]
    exponent = f"- (1 / 2) * {shown[1]} ^ 2 * (1 / {shown[2]})"
    terms = [bound.args[0] if bound.op == "exp" else place.open(bound).args[0], excess, energy]
    inner = place.child()
    positive = signs.fact(inner, energy, POSITIVE)
    zero = inner.have(f"{shown[2]} <> 0", [f"exact (Rgt_not_eq _ _ {positive})."])
    proof = algebra.identity(inner, terms, nonzero=[zero])
    same = place.have(f"{shown[3]} = {exponent}", proof)
    facts = [signs.fact(place, excess, AT_LEAST_ZERO), signs.fact(place, energy, POSITIVE)]
    return _applied(place, event, dropped, shown, (facts[0], facts[1], less, small, same))


def _applied(
    place: Place, event: Term, dropped: frozenset[int], shown: list[str],
    facts: tuple[str, str, str, str, str],
) -> Lines:  # fmt: skip
    """Hoeffding's inequality, with its conditions in the order of the theorem."""
    nonneg, positive, less, small, same = facts
    printer, rest = _printer(place), " ".join(shown)
    last = [f"- exact {same}."]
    signed = [f"- exact {nonneg}.", f"- exact {positive}."]
    if event.op == "exceeds":
        start = f"apply (hoeffding_weights hoeffding weights {rest})."
        kept = f"- apply Rle_trans with (2 := {small}); exact energy_known."
        return [start, *signed, f"- clear - {less}; lra.", kept, *last]
    count = _counted(place)
    kept = f"- cbn [kept_squares map]; {count}; clear - {small}; lra."
    if event.op == "reaches":
        if dropped:
            raise UnsupportedTerm("hoeffding: no sign is dropped from a sum that reaches")
        groups = f"{printer.groups(event)} ({printer.size(event)})"
        start = f"apply (hoeffding_reaches hoeffding {groups} {rest})."
        return [start, "- cbn [size]; lia.", *signed, f"- clear - {less}; lra.", kept, *last]
    weights = groups_of(event)
    every = frozenset(range(len(weights)))
    known = [
        signs.fact(place, w, AT_LEAST_ZERO) for k, (w, _) in enumerate(weights) if k in dropped
    ]
    groups = printer.groups(event, every - dropped)
    return [
        f"apply (hoeffding_groups hoeffding {groups} ({printer.size(event)}) {rest}).",
        "- cbn [size map snd]; lia.",
        f"- cbn [others_nonneg]; repeat split; first [ {_others(known)} ].",
        *signed,
        f"- cbn [lost_total]; {count}; clear - {less}; lra.",
        kept,
        *last,
    ]


def _union(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    printer, event = _printer(place), goal[0].args[0]
    neurons, *listed = event.args
    bounds = [read_term(place.known, bound) for bound in node["bounds"]]
    distinct = list(dict.fromkeys(listed))
    names = [
        have(place, (_chance(one), "<=", bound), because, theory)
        for one, bound, because in zip(distinct, bounds, node["because"], strict=True)
    ]
    opened = [place.open(one) for one in listed]
    again = sum(one in opened[k + 1 :] for k, one in enumerate(opened))
    last = [one for k, one in enumerate(opened) if one not in opened[k + 1 :]]
    cases = f"(signs ({printer.size(opened[0])}))"
    shown, m = printer.events(tuple(last)), printer.count(place.open(neurons))
    unions = []
    for k, one in enumerate(last, 1):
        rest = printer.events(tuple(last[k:])) if last[k:] else "nil"
        proof = f"P_any _ {cases} {printer.event(one)} {rest} (signs_filled _)"
        unions.append(place.note(proof))
    place.lines.append(f"rewrite P_any_nil in {unions[-1]}.")
    total = f"{place.atom(neurons)} * ({' + '.join(map(place.atom, bounds))})"
    same = algebra.equal(place, total, place.text(goal[2]), [neurons, *bounds, goal[2]])
    count = place.have(
        f"INR {m} = {place.text(neurons)}",
        ["reflexivity." if neurons == ONE else f"rewrite {m.replace('count', 'whole')}; same."],
    )
    return [
        *(["rewrite P_some_again by (simpl; auto)."] * again),
        f"apply Rle_trans with (INR {m} * P {cases} (any {shown})).",
        "{ apply P_some, signs_filled. }",
        f"apply Rle_trans with ({total}); [| clear - {same}; lra].",
        f"rewrite {count}; apply Rmult_le_compat_l; [rewrite <- {count}; apply pos_INR|].",
        f"clear - {' '.join([*names, *unions])}; lra.",
    ]


def _copies(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    printer, (neurons, *events) = _printer(place), place.open(goal[2].args[0]).args
    event, bound = events[node["event"]], read_term(place.known, node["bound"])
    single = have(place, (bound, "<=", _chance(goal[2].args[0].args[1 + node["event"]])),
                  node["because"], theory)  # fmt: skip
    m, q = printer.count(neurons), place.atom(bound)
    rest = add(ONE, negate(place.open(bound)))
    raised = power(rest, Term("product", (neurons,)))
    least = [signs.proved(place, term)[1] for term in (bound, rest)]
    shown = f"{printer.event(event)} {printer.events(tuple(events))}"
    cases = f"(signs ({printer.size(event)}))"
    value = f"1 - {place.text(raised)}"
    same = algebra.equal(place, place.text(goal[0]), value, [goal[0], raised])
    whole = f"rewrite <- {m.replace('count', 'whole')}, " if neurons != ONE else "rewrite "
    nonneg = signs.fact(place, rest, AT_LEAST_ZERO)
    return [
        f"apply Rle_trans with ({value}); [clear - {same}; lra|].",
        f"apply Rle_trans with (1 - (1 - {q}) ^ {m}).",
        f"- {whole}Rpow_nat by (exact {nonneg}); right; f_equal; f_equal; same.",
        f"- apply (P_copies _ {cases} {shown} {m} {q}); [apply signs_filled | simpl; auto"
        f" | clear - {' '.join(least)}; lra | clear - {single}; lra].",
    ]


def _complement(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    at_most = goal[0].op == "P"
    event, bound = (goal[0], goal[2]) if at_most else (goal[2], goal[0])
    event = event.args[0]
    other = read_term(place.known, node["bound"])
    opposite = _chance(Term({"some": "none", "none": "some"}[event.op], event.args))
    fact: Fact = (other, "<=", opposite) if at_most else (opposite, "<=", other)
    name = have(place, fact, node["because"], theory)
    same = algebra.equal(place, place.text(bound), f"1 - {place.atom(other)}", [bound, other])
    place_ = "" if event.op == "none" else f" in {name}"
    return [
        f"rewrite P_none{place_} by apply network_filled.",
        f"clear - {name} {same}; lra.",
    ]


def _both(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    printer, event = _printer(place), goal[2].args[0]
    bounds = [read_term(place.known, bound) for bound in node["bounds"]]
    names = [
        have(place, (bound, "<=", _chance(part)), because, theory)
        for part, bound, because in zip(event.args, bounds, node["because"], strict=True)
    ]
    opened = place.open(event)
    first, second = map(printer.event, opened.args)
    joint = place.note(f"P_both _ {printer.cases(opened)} {first} {second} (network_filled _ _)")
    total = " + ".join(map(place.atom, bounds))
    same = algebra.equal(place, place.text(goal[0]), f"{total} - 1", [goal[0], *bounds])
    return [f"clear - {' '.join([*names, joint, same])}; lra."]


def _part(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    inner = goal[0].args[0].args[node["event"]]
    name = have(place, (_chance(inner), "<=", goal[2]), node["because"], theory)
    lemma = ("P_first", "P_second")[node["event"]]
    filled = "network_filled" if inner.op in ("some", "none") else "signs_filled"
    return [f"eapply Rle_trans; [apply {lemma}, {filled} | exact {name}]."]


def _certain(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    event = goal[0].args[0]
    filled = "signs_filled" if event.op not in ("some", "none", "both") else "network_filled"
    return [f"apply P_at_most_1, {filled}."]


def _never(place: Place, goal: Fact, node: Node, _: Theory) -> Lines:
    first, _second = goal[0].args[0].args
    lemma = "P_never" if first.op == "some" else "P_never_after"
    found = "intros one One; simpl in One; simpl; tauto"
    start = "apply Req_le; " if goal[1] == "<=" else ""
    return [f"{start}apply {lemma}; {found}."]


CHANCE: dict[str, Rule] = {
    "fix": _fix,
    "need": _need,
    "hoeffding": _hoeffding,
    "union": _union,
    "copies": _copies,
    "complement": _complement,
    "both": _both,
    "part": _part,
    "never": _never,
    "certain": _certain,
}

"""The rules for probabilities as lines of a Coq script: each is a theorem of `theory`."""

from __future__ import annotations

from typing import cast

from proofkit.bridges.coq import algebra, signs
from proofkit.bridges.coq.chance import ChancePrinter, groups_of
from proofkit.bridges.coq.place import Lines, Place
from proofkit.bridges.coq.rules import Rule, Theory, have
from proofkit.evidence.proofs import Proof
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE
from proofkit.language.terms import HALF, ONE, Term, add, negate, number, power

TWO = number(2)


def _printer(place: Place) -> ChancePrinter:
    return cast(ChancePrinter, place.printer)


def _counted(place: Place) -> str:
    """Rewrites numbers of signs as the parameters they are."""
    names = [f"?{name.replace('count', 'whole')}" for name in _printer(place).names.values()]
    return "change (INR 1) with 1" + (f"; rewrite {', '.join(names)}" if names else "")


def _others(names: list[str]) -> str:
    """Each of some facts, in a row of which the others ask for nothing."""
    return " | ".join([f"exact {name}" for name in names] or ["exact I"])


def _fix(place: Place, proof: Proof, theory: Theory) -> Lines:
    bound, event = proof.upward[0], place.open(proof.upward[2].args[0])
    printer, symmetric = _printer(place), proof.node["symmetric"]
    fixed = frozenset(proof.node["fixed"])
    if event.op == "despite":
        margin = have(place, proof.premises[0], theory)
        same = algebra.equal(place, place.text(bound), "1 / 4", [bound])
        return [
            f"apply Rle_trans with (1 / 4); [clear - {same}; lra|].",
            f"apply one_and_others; exact {margin}.",
        ]
    if event.op != "above":
        raise UnsupportedTerm(f"fix: signs are fixed for sums above a threshold, not {event.op}")
    powers = [number(int(symmetric))]
    for k, (weight, count) in enumerate(groups_of(event)):
        if k in fixed:
            powers.append(count)
        elif not symmetric:
            signs.proved(place, weight)
    margin = have(place, proof.premises[0], theory)
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


def _need(place: Place, proof: Proof, theory: Theory) -> Lines:
    event, bound = place.open(proof.upward[0].args[0]), proof.upward[2]
    if event.op != "above":
        raise UnsupportedTerm(f"need: signs are needed for sums above a threshold, not {event.op}")
    printer, needed = _printer(place), proof.node["needed"]
    groups = printer.groups(event, frozenset(needed))
    lost = [have(place, premise, theory) for premise in proof.premises]
    nonneg = [signs.fact(place, weight, AT_LEAST_ZERO) for weight, _ in groups_of(event)]
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


def _hoeffding(place: Place, proof: Proof, theory: Theory) -> Lines:
    event, bound = place.open(proof.upward[0].args[0]), proof.upward[2]
    excess, energy = proof.term("excess"), proof.term("energy")
    less, small = (have(place, premise, theory) for premise in proof.premises)
    shown = [place.atom(t) for t in (event.args[0], excess, energy, place.open(bound).args[0])]
    exponent = f"- (1 / 2) * {shown[1]} ^ 2 * (1 / {shown[2]})"
    terms = [bound.args[0] if bound.op == "exp" else place.open(bound).args[0], excess, energy]
    inner = place.child()
    positive = signs.fact(inner, energy, POSITIVE)
    zero = inner.have(f"{shown[2]} <> 0", [f"exact (Rgt_not_eq _ _ {positive})."])
    script = algebra.identity(inner, terms, nonzero=[zero])
    same = place.have(f"{shown[3]} = {exponent}", script)
    facts = [signs.fact(place, excess, AT_LEAST_ZERO), signs.fact(place, energy, POSITIVE)]
    dropped = frozenset(proof.node["dropped"])
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


def _union(place: Place, proof: Proof, theory: Theory) -> Lines:
    printer, (neurons, *listed) = _printer(place), proof.upward[0].args[0].args
    names = [have(place, premise, theory) for premise in proof.premises]
    bounds, whole = [premise.goal[2] for premise in proof.premises], proof.upward[2]
    opened = [place.open(one) for one in listed]
    again = sum(one in opened[k + 1 :] for k, one in enumerate(opened))
    last = [one for k, one in enumerate(opened) if one not in opened[k + 1 :]]
    cases = f"(signs ({printer.size(opened[0])}))"
    shown, m = printer.events(tuple(last)), printer.count(place.open(neurons))
    unions = []
    for k, one in enumerate(last, 1):
        rest = printer.events(tuple(last[k:])) if last[k:] else "nil"
        unions.append(place.note(f"P_any _ {cases} {printer.event(one)} {rest} (signs_filled _)"))
    place.lines.append(f"rewrite P_any_nil in {unions[-1]}.")
    total = f"{place.atom(neurons)} * ({' + '.join(map(place.atom, bounds))})"
    same = algebra.equal(place, total, place.text(whole), [neurons, *bounds, whole])
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


def _copies(place: Place, proof: Proof, theory: Theory) -> Lines:
    printer, goal = _printer(place), proof.upward
    neurons, *events = place.open(goal[2].args[0]).args
    event, bound = events[proof.node["event"]], proof.term("bound")
    single = have(place, proof.premises[0], theory)
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


def _complement(place: Place, proof: Proof, theory: Theory) -> Lines:
    left, _, right = proof.upward
    event, bound = (left.args[0], right) if left.op == "P" else (right.args[0], left)
    other, name = proof.term("bound"), have(place, proof.premises[0], theory)
    same = algebra.equal(place, place.text(bound), f"1 - {place.atom(other)}", [bound, other])
    place_ = "" if event.op == "none" else f" in {name}"
    return [
        f"rewrite P_none{place_} by apply network_filled.",
        f"clear - {name} {same}; lra.",
    ]


def _both(place: Place, proof: Proof, theory: Theory) -> Lines:
    printer, bound = _printer(place), proof.upward[0]
    bounds = [premise.upward[0] for premise in proof.premises]
    names = [have(place, premise, theory) for premise in proof.premises]
    opened = place.open(proof.upward[2].args[0])
    first, second = map(printer.event, opened.args)
    joint = place.note(f"P_both _ {printer.cases(opened)} {first} {second} (network_filled _ _)")
    total = " + ".join(map(place.atom, bounds))
    same = algebra.equal(place, place.text(bound), f"{total} - 1", [bound, *bounds])
    return [f"clear - {' '.join([*names, joint, same])}; lra."]


def _part(place: Place, proof: Proof, theory: Theory) -> Lines:
    which, name = proof.node["event"], have(place, proof.premises[0], theory)
    lemma, inner = ("P_first", "P_second")[which], proof.upward[0].args[0].args[which]
    filled = "network_filled" if inner.op in ("some", "none") else "signs_filled"
    return [f"eapply Rle_trans; [apply {lemma}, {filled} | exact {name}]."]


def _certain(place: Place, proof: Proof, _: Theory) -> Lines:
    event = proof.upward[0].args[0]
    filled = "signs_filled" if event.op not in ("some", "none", "both") else "network_filled"
    return [f"apply P_at_most_1, {filled}."]


def _never(place: Place, proof: Proof, _: Theory) -> Lines:
    first, _second = proof.upward[0].args[0].args
    lemma = "P_never" if first.op == "some" else "P_never_after"
    found = "intros one One; simpl in One; simpl; tauto"
    start = "apply Req_le; " if proof.upward[1] == "<=" else ""
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

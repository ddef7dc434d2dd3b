"""The exact probabilities at given parameters, with the proved bounds beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from proofkit.kernel.interval import Interval, exact
from proofkit.kernel.points import precision
from proofkit.probability import bounds
from proofkit.probability.events import Undecided, fires
from proofkit.probability.model import QUANTITIES, Setting, setting
from proofkit.probability.network import Network, require_digits

DIGITS = 15


@dataclass(frozen=True)
class MechanismAnswer:
    """One attention mechanism: its network, or why its events are undecided."""

    name: str
    network: Network | None
    exact: Mapping[str, str | None]
    proved: Mapping[str, str | None]
    undecided: str = ""


@dataclass(frozen=True)
class Answer:
    """What `probability` returns; numbers as text, exact or correctly rounded."""

    setting: Setting
    mechanisms: tuple[MechanismAnswer, ...]

    @cached_property
    def undecided(self) -> tuple[str, ...]:
        return tuple(m.undecided for m in self.mechanisms if m.undecided)


def probability(
    given: Mapping[str, object],
    weights: str = "ones",
    digits: int = DIGITS,
    fractions: bool = False,
    mechanisms: Sequence[str] = (),
    separation: str = "",
) -> Answer:
    """All probabilities of the network at the given parameters; proved bounds are checked
    against them, and one that is exceeded raises `Contradiction`."""
    require_digits(digits)
    chosen = setting(given, weights, mechanisms, separation)
    found = []
    for name, (network, undecided) in networks(chosen).items():
        values: dict[str, str | None] = dict.fromkeys(QUANTITIES)
        bounded = bounds.applicable(name, chosen)
        if network is not None:
            bounds.compare(name, bounded, chosen, network)
            shown = network.fraction_text if fractions else partial(network.decimal, digits=digits)
            values = {quantity: shown(quantity) for quantity in QUANTITIES}
        proved = bounds.proved(bounded, chosen, digits)
        found.append(MechanismAnswer(name, network, values, proved, undecided))
    return Answer(chosen, tuple(found))


def networks(chosen: Setting) -> dict[str, tuple[Network | None, str]]:
    """The network of every mechanism, or why its events are undecided."""
    found: dict[str, tuple[Network | None, str]] = {}
    values, separation = chosen.data_values, chosen.separation
    for name in chosen.mechanisms:
        try:
            d0, d1 = (
                fires(chosen.attentions(name, data), values, separation.threshold)
                for data in separation.data
            )
            found[name] = Network(d0, d1, chosen.neurons), ""
        except Undecided as problem:
            found[name] = None, str(problem)
    return found


# Is a quantity as probable as the theorem promises? -------------------------------------


@dataclass(frozen=True)
class Promise:
    """Whether a quantity has probability at least `1 - delta`: in truth, and by the proved
    bound; `yes`, `no` or `undecided`."""

    quantity: str
    exact: str
    proved: str
    where: str


def promise(mechanism: MechanismAnswer, chosen: Setting) -> Promise:
    """Compare what the main theorem promises with what is so, and with what is proved; of a
    mechanism that it does not speak of, what it promises otherwise."""
    known, otherwise = chosen.separation.promises, chosen.separation.otherwise
    promised = known.get(mechanism.name, otherwise)
    said = mechanism.name in known or any(mechanism.proved.values())
    quantity, goal = promised.quantity, chosen.goal
    network = mechanism.network
    bound = bounds.applicable(mechanism.name, chosen).get(quantity)
    return Promise(
        quantity,
        reaches(lambda bits: network.enclose(quantity, bits), goal) if network else "undecided",
        reaches(lambda bits: bounds.enclose(bound, chosen, bits), goal) if bound else "no",
        promised.where if said else "",
    )


def reaches(enclosure: Callable[[int], Interval], goal: Fraction) -> str:
    """Is the enclosed number at least `goal`?"""
    for bits in (64, 256, 1024, 4096):
        with precision(bits):
            gap = enclosure(bits) - exact(goal)
        if gap.low >= 0 or gap.high < 0:
            return "yes" if gap.low >= 0 else "no"
    return "undecided"

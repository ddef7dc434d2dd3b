"""Simulations, exact values and proved bounds: three results that must agree."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from proofkit.foundations.errors import LimitExceeded, UnknownName
from proofkit.foundations.exact import integer, shorten
from proofkit.jobs import HERE, Place
from proofkit.probability import bounds, confidence, simulation
from proofkit.probability.answers import networks
from proofkit.probability.confidence import Confidence
from proofkit.probability.events import Undecided
from proofkit.probability.model import QUANTITIES, Setting, setting
from proofkit.probability.network import Network
from proofkit.probability.simulation import METHODS, Task, table
from proofkit.probability.trials import Simulation, simulate

TRIALS = 100_000
DIGITS = 8
MAX_REPEATS = 10_000


@dataclass(frozen=True)
class Row:
    """One quantity of one mechanism, by simulation, exactly, and as proved."""

    mechanism: str
    quantity: str
    hits: int
    frequency: str
    interval: tuple[str, str]  # Clopper-Pearson at `confidence.SHOWN`, rounded outwards
    exact: str
    proved: str | None
    consistent: bool  # not beyond the interval at `confidence.ALARM`


@dataclass(frozen=True)
class Repetition:
    """One repetition: where the needle was, its trials, and frequencies by mechanism."""

    position: int
    trials: int
    frequencies: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Experiment:
    """What `simulate` reports. `near` counts comparisons so close to the threshold that the
    exact table decided them (faithful method only)."""

    setting: Setting
    method: str
    seed: int
    asked: int
    done: int
    near: int
    interrupted: bool
    rows: tuple[Row, ...]
    repetitions: tuple[Repetition, ...]

    @property
    def contradictions(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if not row.consistent)


_PLAIN = ("method", "seed", "asked", "done", "near", "interrupted")


@dataclass(frozen=True)
class Plan:
    """How to simulate."""

    trials: int = TRIALS
    seed: int = 0
    method: str = simulation.FAST
    repeats: int = 1


def plan(**asked: object) -> Plan:
    """A plan from what a person typed; `1e6` is a number of trials too."""
    method = asked.pop("method", simulation.FAST)
    if method not in METHODS:
        raise UnknownName(f"method {shorten(repr(method))} is not one of {', '.join(METHODS)}")
    limits = {
        "trials": (1, simulation.MAX_TRIALS),
        "seed": (0, 2**128 - 1),
        "repeats": (1, MAX_REPEATS),
    }
    shown = {"trials": "--trials", "seed": "--seed", "repeats": "--repeat"}
    numbers = {name: integer(value, shown[name], limits[name]) for name, value in asked.items()}
    return Plan(method=str(method), **numbers)


def experiment(
    given: Mapping[str, object],
    plan: Plan,
    weights: str = "ones",
    mechanisms: Sequence[str] = (),
    place: Place = HERE,
    separation: str = "",
) -> Experiment:
    """Simulate, and compare with the exact probabilities and the proved bounds."""
    chosen = setting(given, weights, mechanisms, separation)
    draws = plan.trials * plan.repeats * chosen.neurons
    if draws > simulation.MAX_DRAWS:
        raise LimitExceeded(
            f"{plan.trials * plan.repeats} networks of {shorten(str(chosen.neurons))} neurons are "
            f"too many to draw: at most {simulation.MAX_DRAWS} neurons in all"
        )
    found: dict[str, Network] = {}
    for name, (network, undecided) in networks(chosen).items():
        if network is None:
            raise Undecided(undecided)
        bounds.compare(name, bounds.applicable(name, chosen), chosen, network)
        found[name] = network
    events = [event for network in found.values() for event in network.events]
    task = Task(chosen, table(events), plan.method, plan.seed)
    counted = simulate(task, plan.trials, plan.repeats, place)
    return _report(counted, found, plan)


def encode(done: Experiment) -> bytes:
    """What was found, as text that `decode` reads; the setting is not in it."""
    parts = {"rows": [asdict(row) for row in done.rows]}
    parts["repetitions"] = [asdict(one) for one in done.repetitions]
    numbers = {name: getattr(done, name) for name in _PLAIN}
    return json.dumps({**numbers, **parts}).encode()


def decode(data: bytes, chosen: Setting) -> Experiment:
    """An experiment at this setting, from its text."""
    parts = json.loads(data)
    rows = [Row(**{**row, "interval": tuple(row["interval"])}) for row in parts.pop("rows")]
    repetitions = [Repetition(**one) for one in parts.pop("repetitions")]
    return Experiment(chosen, rows=tuple(rows), repetitions=tuple(repetitions), **parts)


def _report(counted: Simulation, networks: Mapping[str, Network], plan: Plan) -> Experiment:
    chosen, done = counted.task.setting, int(counted.done.sum())
    rows = []
    for mechanism, network in networks.items() if done else ():
        proved = bounds.proved(bounds.applicable(mechanism, chosen), chosen, DIGITS)
        for quantity in QUANTITIES:
            hits = counted.hits(mechanism, quantity)
            rows.append(_row(mechanism, quantity, hits, done, network, proved[quantity]))
    return Experiment(
        chosen,
        plan.method,
        plan.seed,
        plan.trials * plan.repeats,
        done,
        counted.near,
        counted.interrupted,
        tuple(rows),
        tuple(_repetition(counted, index) for index in range(plan.repeats)),
    )


def _row(
    mechanism: str, quantity: str, hits: int, trials: int, network: Network, proved: str | None
) -> Row:
    alarm = confidence.interval(hits, trials, confidence.ALARM)
    shown: Confidence = confidence.interval(hits, trials)
    return Row(
        mechanism,
        quantity,
        hits,
        confidence.frequency(hits, trials),
        shown.text(),
        network.decimal(quantity, DIGITS),
        proved,
        consistent=not alarm.excludes(network.enclose(quantity, confidence.BITS)),
    )


def _repetition(counted: Simulation, index: int) -> Repetition:
    trials = int(counted.done[index])
    frequencies = {
        name: {q: confidence.frequency(counted.hits(name, q, index), trials) for q in QUANTITIES}
        for name in counted.task.setting.mechanisms
        if trials
    }
    return Repetition(counted.task.position(index), trials, frequencies)

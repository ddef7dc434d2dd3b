"""Simulations: what they draw, that they fit the exact values, and that they can be stopped."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.jobs import LocalProcesses, Place
from proofkit.probability import experiment as experiments
from proofkit.probability import simulation
from proofkit.probability.answers import networks
from proofkit.probability.events import Event, Undecided
from proofkit.probability.experiment import Plan, experiment, plan
from proofkit.probability.model import MECHANISMS, QUANTITIES, setting
from proofkit.probability.simulation import FAITHFUL, FAST, Fast, Task, table
from proofkit.probability.trials import Trials, simulate


def task(method=FAST, seed=0, weights="ones", **given):
    chosen = setting(given, weights)
    events = [event for net, _ in networks(chosen).values() for event in net.events]
    return Task(chosen, table(events), method, seed)


def counts(*arguments, **options):
    return simulate(*arguments, **options).counts.tolist()


# Agreement --------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", ["ones", "identity"])
@pytest.mark.parametrize(
    "given",
    [
        {"m": 15},
        {"m": 15, "d": 12, "t": 100},
        {"n": "1e18", "d": 22},
        {"d": 3, "t": 2, "m": 3},
        {"d": 4, "t": 1, "m": 3},
        {"d": 64, "t": 1, "b": "9/10", "m": 2},
        {"d": 67, "t": 1, "b": "9/10", "m": 2},
        {"d": 68, "t": 1, "b": "9/10", "m": 2},
        {"d": 1003, "t": 1, "a1": "2/5", "m": 5},
        {"d": 5000, "t": 1, "a1": "2/5", "m": 5},
    ],
)
def test_fast_trials_fit_the_exact_values(given, weights):
    done = experiment(given, Plan(trials=20_000, seed=11), weights)
    assert done.done == 20_000
    assert len(done.rows) == len(MECHANISMS) * len(QUANTITIES)
    assert not done.contradictions


@pytest.mark.parametrize("weights", ["ones", "identity"])
@pytest.mark.parametrize(
    "given",
    [
        {"m": 15, "d": 12, "t": 10},
        {"m": 5, "d": 6, "t": 3, "b": "1/2"},
        {"m": 5, "d": 4, "t": 1},
        {"m": 5, "d": 3, "t": 4},
        {"m": 10, "d": 22, "t": 4, "a0": 0},
        {"m": 5, "d": 5, "t": 2, "b": "-1/5"},
    ],
)
def test_faithful_trials_fit_the_exact_values(given, weights):
    done = experiment(given, Plan(trials=600, seed=5, method=FAITHFUL, repeats=3), weights)
    assert not done.contradictions
    assert {one.trials for one in done.repetitions} == {600}


def test_ties_are_handed_to_the_exact_table():
    """With a0 = 0 and d = 22 a sum of ten class signs meets the threshold exactly."""
    done = experiment(
        {"m": 20, "d": 22, "t": 4, "a0": 0}, Plan(trials=500, method=FAITHFUL, seed=1)
    )
    assert done.near > 0
    assert not done.contradictions
    clear = experiment({"m": 20, "d": 12, "t": 4}, Plan(trials=100, method=FAITHFUL))
    assert clear.near == 0


def test_neuron_by_neuron_faithful_and_exact_events_agree():
    """Every neuron that the faithful method judges by its contexts, judged by the table too."""
    for weights in ("ones", "identity"):
        one = task(FAITHFUL, weights=weights, d=7, t=3, b="1/2", m=1)
        draw = simulation.Faithful(one.setting, one.table, position=8)
        codes, _ = draw(np.random.default_rng(3), 3000)
        signs = np.random.default_rng(3).integers(0, 2, (3000, 7), np.int8)
        assert (codes == one.table.lookup(draw._keys(signs))).all()


def test_a_wrong_table_is_noticed(monkeypatch):
    """Events of D0 and D1 exchanged: the simulation contradicts the exact values."""

    def exchanged(events):
        return table([events[i ^ 1] for i in range(len(events))])

    monkeypatch.setattr(experiments, "table", exchanged)
    done = experiment({"m": 15, "d": 12, "t": 100}, Plan(trials=2000))
    assert {row.quantity for row in done.contradictions} >= {"separates", "fires-d1"}


# The table and the draws ------------------------------------------------------------------


def test_the_table_looks_up_events():
    first = Event(5, (((0, 2),), (), ((0, 5),), ((1, 1), (4, 5))))
    second = Event(5, ((), (), ((3, 3),), ((0, 5),)))
    found = table([first, second])
    keys = np.arange(24)
    expected = [
        first.contains(key // 6, key % 6) + 2 * second.contains(key // 6, key % 6) for key in keys
    ]
    assert found.lookup(keys).tolist() == expected
    assert found.dense.tolist() == expected


@pytest.mark.parametrize("crowd", [0, 1, 60, 61, 62, 99, 125, 126, 700])
def test_packed_signs_are_fair(crowd):
    source = np.random.Generator(np.random.SFC64(4))
    patterns, positive = simulation._packed(source, 40_000, crowd, 3)
    assert abs(np.bincount(patterns, minlength=8) - 5000).max() < 400
    assert positive.max() <= crowd
    assert abs(positive.mean() - crowd / 2) <= 5 * (crowd / 4 / 40_000) ** 0.5
    assert abs(positive.var() - crowd / 4) <= 0.05 * crowd / 4


def test_large_crowds_are_drawn_by_their_sum(monkeypatch):
    one = task(d=3000, t=1, b="9/10", a1="2/5", m=1)
    monkeypatch.setattr(simulation, "MAX_TABLE", 10)
    assert one.table.dense is None
    searched = Fast(one.table)(np.random.default_rng(0), 2000)
    monkeypatch.undo()
    looked_up = Fast(one.table)(np.random.default_rng(0), 2000)
    assert (searched[0] == looked_up[0]).all()


# Reproducibility --------------------------------------------------------------------------


@pytest.mark.parametrize("method", [FAST, FAITHFUL])
def test_workers_make_no_difference(method):
    one = task(method, seed=3, m=9, d=6, t=3)
    trials = one.chunk * 2 + 5
    alone = counts(one, trials, 2)
    assert alone == counts(one, trials, 2)
    with ThreadPoolExecutor(3) as pool:
        assert counts(one, trials, 2, Place(pool)) == alone
    assert counts(task(method, seed=4, m=9, d=6, t=3), trials, 2) != alone


def test_processes_make_no_difference():
    one = task(seed=3, m=9, d=6, t=3)
    trials = one.chunk * 3 + 5
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert counts(one, trials, 1, Place(pool)) == counts(one, trials, 1)


def test_a_run_on_workers_of_its_own():
    given, asked = {"m": 9, "d": 6, "t": 3}, {"trials": 300, "seed": 2, "method": FAITHFUL}
    with LocalProcesses(2) as processes:
        assert experiment(given, Plan(**asked), place=Place(processes)) == experiment(
            given, Plan(**asked)
        )


def test_chunks_cover_all_trials():
    job = Trials(task(d=4, m=1 << 18), 10, 2)
    found = [job.piece(number) for number in range(job.chunks)]
    assert [(p.repeat, p.index, p.trials) for p in found] == [
        (r, i, k) for r in range(2) for i, k in enumerate((4, 4, 2))
    ]


def test_networks_larger_than_a_block():
    one = task(m=100_000, d=3, t=2)
    assert one.chunk == 10
    done = simulate(one, 3)
    assert done.hits("softmax", "fires-d1") == 3


def test_repetitions_move_the_needle():
    done = experiment({"m": 3, "d": 12, "t": 9}, Plan(trials=20, method=FAITHFUL, repeats=6))
    positions = [one.position for one in done.repetitions]
    assert positions[0] == 0
    assert len(set(positions)) > 3
    assert all(0 <= position < 90 for position in positions)


# Stopping ---------------------------------------------------------------------------------


def interrupting(after):
    def progress(done, total, name):
        if done >= after:
            raise KeyboardInterrupt

    return progress


def test_an_interruption_keeps_what_is_done():
    one = task(m=100, d=6, t=3)
    whole = simulate(one, one.chunk * 2)
    stopped = simulate(one, one.chunk * 9, place=Place(progress=interrupting(one.chunk * 2)))
    assert stopped.interrupted
    assert stopped.done.tolist() == whole.done.tolist()
    assert stopped.counts.tolist() == whole.counts.tolist()
    with ThreadPoolExecutor(2) as pool:
        far = simulate(one, one.chunk * 50, 1, Place(pool, progress=interrupting(one.chunk * 3)))
    assert far.interrupted
    assert far.done.sum() == one.chunk * 3


def test_an_interrupted_experiment_is_reported():
    done = experiment({"m": 100}, Plan(trials=10**8), place=Place(progress=interrupting(1)))
    assert done.interrupted
    assert 0 < done.done < done.asked == 10**8
    assert not done.contradictions


# What is asked for ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"trials": "0"}, "--trials: expected 1 to 1000000000000, got 0"),
        ({"trials": "1.5"}, "--trials: expected an integer"),
        ({"trials": "many"}, "--trials: expected an exact number"),
        ({"seed": "-1"}, "--seed: expected 0 to"),
        ({"repeats": "0"}, "--repeat: expected 1 to 10000"),
    ],
)
def test_bad_plans(asked, message):
    with pytest.raises(InputError, match=message):
        plan(**asked)


def test_an_unknown_method():
    with pytest.raises(UnknownName, match="method 'slow' is not one of fast, faithful"):
        plan(method="slow")
    assert plan(trials="1e6", method=FAST) == Plan(trials=10**6)


def test_matrices_that_do_not_fit_are_refused():
    with pytest.raises(LimitExceeded, match="use the method fast"):
        experiment({"n": "1e18", "d": 22}, Plan(trials=1, method=FAITHFUL))


def test_contexts_beyond_double_precision_are_refused():
    with pytest.raises(LimitExceeded, match="double precision"):
        experiment({"a1": "1e6", "d": 4, "t": 2}, Plan(trials=1, method=FAITHFUL))


def test_undecided_events_are_not_simulated():
    with pytest.raises(Undecided):
        experiment({"n": 1000, "d": 3, "a1": -1000}, Plan(trials=1))


def test_a_huge_network_is_cut_into_slices(monkeypatch):
    """However many chunks a trial is cut into, the exact probabilities are met; and it can be
    interrupted within a trial."""
    monkeypatch.setitem(simulation._CHUNK, FAST, 1 << 10)
    huge = task(d="12", m="5000")
    assert (huge.slices, sum(huge.neurons(part) for part in range(huge.slices))) == (5, 5000)
    job = Trials(huge, 40, 2)
    assert job.chunks == 2 * 40 * 5
    whole = simulate(huge, 40, 2)
    assert whole.done.tolist() == [40, 40]
    assert (whole.counts <= 40).all()
    again = simulate(huge, 40, 2)
    assert (whole.counts == again.counts).all()

    def stop(done, total, name):
        assert (total, name) == (400, "slices of trials")
        if done == 13:
            raise KeyboardInterrupt

    part = simulate(huge, 40, 2, Place(progress=stop))
    assert part.interrupted
    assert part.done.tolist() == [2, 0], "the third trial was under way"

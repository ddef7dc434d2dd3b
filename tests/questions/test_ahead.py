"""Proofs searched ahead: the same as one after the other, and trusted no more."""

import json
import pickle
from concurrent.futures import Executor, Future

import pytest

from proofkit import search
from proofkit.foundations import cache
from proofkit.jobs import local, worker
from proofkit.language import registry
from proofkit.questions import ahead, pipeline

FEW = ("log-laws", "hoeffding", "linear-unit", "softmax-unit")


class Here(Executor):
    """Chunks computed at once; what comes back may be changed on its way."""

    def __init__(self, change=lambda name, result: result):
        self.change, self.sent = change, []

    def submit(self, fn, packed, index):
        assert fn is worker.compute
        job = worker._unpacked(packed)
        self.sent.append(job.names[index])
        future = Future()
        future.set_result(self.change(job.names[index], fn(packed, index)))
        return future


@pytest.fixture
def names():
    """A few small lemmas, some of which cite claims of others."""
    every = {lemma.id: list(lemma.claims.values()) for lemma, _ in registry.find(())}
    chosen = [name for name in FEW if name in every]
    cites = next(c.lemma for cs in every.values() for c in cs if c.cited and len(cs) < 6)
    return [*chosen, cites]


def test_it_finds_what_the_search_finds(names):
    with cache.off():
        alone = pipeline.prove(names)
        executor = Here()
        together = ahead.prove(names, executor)
    assert pipeline.certificates(together) == pipeline.certificates(alone)
    assert sorted(executor.sent) == sorted(c.claim.name for c in alone.replayed)


def test_what_was_looked_up_here_does_not_travel(names):
    job = ahead.Searches(tuple(c.name for _, found in registry.find(FEW[-1:]) for c in found))
    before = pickle.dumps(job)
    first = job.compute(0)
    assert pickle.dumps(job) == before
    assert pickle.loads(before).compute(0) == first


def test_processes_of_their_own_search_and_this_one_replays(monkeypatch):
    seen = []
    with cache.off(), local.LocalProcesses(2) as executor:
        monkeypatch.setattr(search, "find", None)
        report = ahead.prove(["softmax-unit"], executor, lambda *tick: seen.append(tick))
    assert {claim.verdict for claim in report.claims} == {"proved"}
    count = len(report.claims)
    assert [done for done, _, _ in seen] == list(range(1, 2 * count + 1))
    assert {total for _, total, _ in seen} == {2 * count}


def test_what_was_found_before_is_not_sent(names):
    pipeline.prove(names)
    executor = Here()
    assert ahead.prove(names, executor).summary == pipeline.prove(names).summary
    assert executor.sent == []


def test_a_worker_that_lies_costs_time_and_no_verdict():
    def forged(name, result):
        certificate, reason = json.loads(result)
        certificate["verdict"] = "refuted" if name.endswith("a") else "open"
        return json.dumps([certificate, reason]).encode()

    with cache.off():
        assert ahead.prove(["softmax-unit"], Here(forged)).summary["proved"] == len(
            pipeline.prove(["softmax-unit"]).claims
        )


def test_what_stays_open_is_searched_once(monkeypatch):
    """The reason comes back with it."""
    ((_, (claim, *_)),) = registry.find(["softmax-unit"])
    certificate = search.seal({**search.memory.head_of(claim), "verdict": "open"})
    monkeypatch.setattr(search, "find", None)
    earlier = {claim.name: search.Earlier(certificate, "nobody knows")}
    (proved,) = pipeline.prove([claim.name], known=earlier).claims
    assert (proved.verdict, proved.reason) == ("open", "nobody knows")


def test_a_claim_waits_for_those_that_it_cites():
    claims = ahead._with_cited(c for _, found in registry.find(()) for c in found)
    placed = {c.name: k for k, wave in enumerate(ahead._waves(claims)) for c in wave}
    assert len(placed) == len(claims)
    for claim in claims:
        assert all(placed[c.name] < placed[claim.name] for c in claim.cited)

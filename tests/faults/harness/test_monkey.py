"""Under any faults every accepted event ends done, with the facts of a run without faults, for hardly a call more."""

from __future__ import annotations

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

import pytest

from memory_pipeline.domain.errors import TransientError
from memory_pipeline.events.identity import EventId
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.ports.ledger import FINAL, EventState, LedgerEntry
from tests.faults.harness.monkey import Monkey
from tests.faults.harness.world import World
from tests.support.llm_prompt import rules_responder
from tests.support.llm_server import LLMServer
from tests.support.talks import ACME, Talk, many_talks
from tests.support.told import held, told

T = TypeVar("T")

SEEDS = [int(text) for text in os.environ.get("FAULTS_SEEDS", "1,2,3").split(",")]
SESSIONS = int(os.environ.get("FAULTS_SESSIONS", "300"))
FAULTS = int(os.environ.get("FAULTS_LEAST", "60"))
_PER_SECOND = 3.0
_AHEAD = 3  # by the sessions of so many faults the backend is ahead of them
_SETTLE_S = 60.0
_BUSY = 1.5  # from here on others have so much of the machine that the bound is stretched with it


@dataclass
class Backend:
    """An agent backend that repeats what was refused, as backends do. `accepted` is what it was told will be done.

    It has something to say as long as faults are done: so many sessions for each, and at most three a second.
    """

    talks: list[Talk]
    deps: Dependencies
    faults: Callable[[], int]
    accepted: list[EventId] = field(default_factory=list)
    refusals: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        began = time.monotonic()
        for number, one in enumerate(self.talks):
            time.sleep(max(0.0, began + number / _PER_SECOND - time.monotonic()))
            while number * FAULTS > (self.faults() + _AHEAD) * len(self.talks) and not self.over.wait(0.05):
                pass
            for message in one.messages:
                self._until_accepted(partial(record_message, one.key(), one.info, message, self.deps))
            closed = self._until_accepted(partial(close_session, one.key(), self.deps, at=one.ended_at))
            assert closed is not None
            self.accepted.append(closed)

    def _until_accepted(self, call: Callable[[], T]) -> T:
        while not self.over.is_set():
            try:
                return call()
            except TransientError:
                self.refusals += 1
                time.sleep(0.2)
        raise RuntimeError("the run was given up")


@pytest.mark.servers
@pytest.mark.workers
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    talks, stretch = many_talks(SESSIONS, people=20), _stretch()
    with LLMServer(rules_responder(), latency_s=0.05) as model:
        world = World(tmp_path_factory.mktemp(f"seed-{seed}"), model.base_url)
        try:
            _run(seed, talks, model, world, stretch)
        finally:
            world.close()


def _run(seed: int, talks: list[Talk], model: LLMServer, world: World, stretch: float) -> None:
    monkey = Monkey(world, seed, lambda: len(model.asked()))
    backend = Backend(talks, world.pipeline.dependencies, lambda: monkey.faults)
    feeding = threading.Thread(target=backend.run, name="backend")
    began = time.monotonic()
    feeding.start()
    try:
        monkey.run(FAULTS, feeding.is_alive)
    except BaseException:
        backend.over.set()  # a backend that waits for faults would keep the process from ending
        raise
    finally:
        feeding.join()
    load, asked = os.getloadavg()[0], len(model.asked())
    entries = _settled(world.pipeline.dependencies, backend.accepted, monkey.last_at + 6 * _SETTLE_S)
    settled_s = time.monotonic() - monkey.last_at
    stretch = min(stretch, _stretch())
    bound_s = _SETTLE_S * (stretch if stretch >= _BUSY else 1.0)
    states = Counter(str(entry.state) for entry in entries.values())
    figures = {
        "seed": seed,
        "sessions": len(talks),
        "faults": monkey.faults,
        **dict(sorted(monkey.counts.items())),
        "refusals": backend.refusals,
        "events": len(backend.accepted),
        **states,
        "calls": len(model.asked()),
        "calls_by_then": asked,
        "crashes": sum(entry.crashes for entry in entries.values()),
        "attempts": sum(entry.attempts for entry in entries.values()),
        "run_s": round(monkey.last_at - began, 1),
        "settled_s": round(settled_s, 1),
        "bound_s": round(bound_s),
        "load": round(load, 1),
        "at": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
    }
    _print(figures)
    trouble = [entry for entry in entries.values() if entry.state is not EventState.DONE]
    assert len(entries) == len(set(backend.accepted)) == len(talks), f"{figures}\n{world.words()}"
    assert not trouble, f"{trouble}\n{world.words()}"
    assert held(world.pipeline.dependencies, talks) == told(talks)
    assert len(model.asked()) <= len(talks) + monkey.faults
    assert settled_s <= bound_s


def _stretch() -> float:
    """How many seconds a second of work takes here, while nothing of the run's own works: 1 on a machine of one's own."""
    began, worked = time.perf_counter(), time.thread_time()
    while time.thread_time() < worked + 0.5:
        pass
    return (time.perf_counter() - began) / 0.5


def _print(figures: Mapping[str, object]) -> None:
    """The figures of docs/reliability.md, as a line each run and as a row of its table."""
    columns = (
        "seed", "faults", "kill worker", "kill pool child", "kill postgres", "kill valkey", "flap valkey", "freezes",
        "done", "attempts", "crashes", "calls", "run_s", "settled_s", "load",
    )  # fmt: skip
    freezes = sum(int(str(count)) for name, count in figures.items() if name.startswith("freeze"))
    row = " | ".join(str({**figures, "freezes": freezes}.get(name, 0)) for name in columns)
    print(f"\nFAULTS {json.dumps(figures)}\n| {row} |", flush=True)  # noqa: T201


def _settled(deps: Dependencies, ids: list[EventId], until: float) -> Mapping[EventId, LedgerEntry]:
    """The entries once all are final, or when time is up."""
    while True:
        try:
            entries = dict(deps.ledger.states(ACME, ids))
        except TransientError:
            entries = dict[EventId, LedgerEntry]()
        final = sum(entry.state in FINAL for entry in entries.values())
        if final == len(ids) or time.monotonic() > until:
            return entries
        time.sleep(1.0)

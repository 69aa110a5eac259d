"""What every working tier promises to nights: each session due in its place, each change done and counted once."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

import pytest

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.transcripts import InMemoryTranscripts
from memory_pipeline.adapters.in_memory.working_forgetting import InMemoryWorkingForgetting
from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.adapters.redis.working_forgetting import RedisWorkingForgetting
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.night import Step, Tally, run_id
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.absorb import absorb
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.working_forgetting import DueSession, SessionQueue, WorkingForgetting
from memory_pipeline.ports.working_memory import MarkKind, SessionKey, WorkingMemory
from tests.contract.conftest import IN_MEMORY, ON_REDIS
from tests.contract.sessions import ACME, CHINESE, HOUR, INFO, KEY, NEVER, NOW, append, message, names
from tests.support.ageing import remember
from tests.support.assertions import day, state
from tests.support.pipelines import in_memory_pipeline

DAY = timedelta(days=1)
RUN = run_id(ACME, date(2026, 1, 6))
OTHER = Tenant("other")


@dataclass(frozen=True)
class Held:
    working: WorkingMemory
    forgetting: WorkingForgetting
    clock: FixedClock

    def settle(self, key: SessionKey = KEY, id_: str = "m1", ttl: timedelta = DAY) -> None:
        append(self.working, id_, key=key)
        self.working.close(key, at=self.clock.now())
        self.working.settle(key, id_, ttl)

    def due(self, queue: SessionQueue, by: datetime | None = None, tenant: Tenant = ACME) -> list[DueSession]:
        by = by or self.clock.now() + 1000 * DAY
        return list(self.forgetting.due(tenant, queue, by=by, after=None, limit=1000))

    def places(self, key: SessionKey = KEY) -> list[SessionQueue]:
        return [
            queue
            for queue in SessionQueue
            if any(due.key == key for due in self.due(queue, tenant=key.tenant))
        ]


@pytest.fixture(params=[IN_MEMORY, ON_REDIS])
def held(request: pytest.FixtureRequest) -> Held:
    clock = FixedClock(NOW)
    if request.param == "in_memory":
        working = InMemoryWorkingMemory(clock)
        return Held(working, InMemoryWorkingForgetting(working), clock)
    client = request.getfixturevalue("redis_client")
    return Held(RedisWorkingMemory(client, clock=clock), RedisWorkingForgetting(client, clock=clock), clock)


def tally(step: Step, shard: int = 0) -> Tally:
    return Tally(RUN, shard, step).outside


@pytest.mark.parametrize("key", [KEY, CHINESE])
def test_a_session_stands_in_one_place_at_a_time(held: Held, key: SessionKey) -> None:
    assert held.places(key) == []
    append(held.working, "m1", key=key)
    assert held.places(key) == [SessionQueue.OPEN]
    held.working.settle(key, "m1", DAY)
    assert held.places(key) == [SessionQueue.OPEN], "it has not ended"
    held.working.close(key, at=NOW)
    assert held.places(key) == [SessionQueue.AWAITING]
    held.working.settle(key, "m1", DAY)
    assert held.places(key) == [SessionQueue.LEAVING]
    held.working.close(key, at=NOW)
    assert held.places(key) == [SessionQueue.LEAVING], "it was closed before"
    append(held.working, "m2", key=key)
    assert held.places(key) == [SessionQueue.OPEN]
    held.working.close(key, at=NOW, kind=MarkKind.IDLE)
    assert held.places(key) == [SessionQueue.AWAITING]


def test_the_instants_are_those_of_the_clock_that_was_given(held: Held) -> None:
    append(held.working, "m1", key=CHINESE)
    held.settle()
    assert held.due(SessionQueue.OPEN) == [DueSession(NOW, CHINESE)]
    assert held.due(SessionQueue.LEAVING) == [DueSession(NOW + DAY, KEY)]
    assert held.due(SessionQueue.LEAVING, by=NOW + DAY - timedelta(milliseconds=1)) == []
    assert held.forgetting.count_due(ACME, by=NOW + DAY) == 1
    assert held.forgetting.count_due(ACME, by=NOW + HOUR) == 0


@pytest.mark.parametrize("queue", [SessionQueue.OPEN, SessionQueue.LEAVING])
def test_pages_hold_every_session_once_though_many_share_an_instant(held: Held, queue: SessionQueue) -> None:
    keys = [replace(KEY, session_id=f"会话-{number}") for number in range(11)]
    for number, key in enumerate(keys):
        append(held.working, "m1", key=key)
        append(held.working, "m1", key=replace(key, tenant=OTHER))
        if queue is SessionQueue.LEAVING:
            held.settle(key, "m2")
        if number == 8:
            held.clock.advance(HOUR)
    seen: list[DueSession] = []
    while page := held.forgetting.due(
        ACME, queue, by=NOW + 9 * DAY, after=seen[-1] if seen else None, limit=3
    ):
        seen.extend(page)
        held.forgetting.expire(page[:2], as_of=NOW + 9 * DAY, tally=tally(Step.EXPIRE))
    assert sorted(due.key for due in seen) == sorted(keys)
    assert [due.at for due in seen] == sorted(due.at for due in seen)


def test_what_ran_out_goes_once_and_is_counted_once(held: Held) -> None:
    held.settle()
    held.settle(CHINESE, ttl=9 * DAY)
    both = held.due(SessionQueue.LEAVING)
    assert held.forgetting.expire(both, as_of=NOW + HOUR, tally=tally(Step.EXPIRE)) == []
    foreseen = held.forgetting.expire(both, as_of=NOW + DAY, tally=None)
    assert held.forgetting.counted(ACME, tally(Step.EXPIRE)) == 0
    assert names(held.working) == ["m1", "closed"]
    gone = held.forgetting.expire(both, as_of=NOW + DAY, tally=tally(Step.EXPIRE))
    assert [each.due.key for each in gone] == [KEY]
    assert list(foreseen) == list(gone)
    assert held.forgetting.expire(both, as_of=NOW + DAY, tally=tally(Step.EXPIRE)) == []
    assert held.forgetting.counted(ACME, tally(Step.EXPIRE)) == 1
    assert held.working.read(KEY) is None
    assert names(held.working, CHINESE) == ["m1", "closed"]
    assert append(held.working, "m1").new, "as if it had never been there"


def test_what_somebody_went_on_with_stays(held: Held) -> None:
    held.settle()
    (listed,) = held.due(SessionQueue.LEAVING)
    append(held.working, "m2")
    assert held.forgetting.expire([listed], as_of=NOW + 9 * DAY, tally=tally(Step.EXPIRE)) == []
    assert names(held.working) == ["m1", "closed", "m2"]
    assert held.places() == [SessionQueue.OPEN]


def test_counts_of_runs_shards_steps_and_tenants_stand_apart(held: Held) -> None:
    for number, shard in enumerate((0, 1, 1)):
        held.settle(replace(KEY, session_id=f"s-{number}"))
        held.forgetting.expire(
            held.due(SessionQueue.LEAVING), as_of=NOW + DAY, tally=tally(Step.EXPIRE, shard)
        )
    held.settle(replace(KEY, tenant=OTHER))
    held.forgetting.expire(
        held.due(SessionQueue.LEAVING, tenant=OTHER), as_of=NOW + DAY, tally=tally(Step.EXPIRE)
    )
    counted = held.forgetting.counted
    assert [counted(ACME, tally(Step.EXPIRE, shard)) for shard in (0, 1, 2)] == [1, 2, 0]
    assert [counted(ACME, tally(Step.PURGE)), counted(OTHER, tally(Step.EXPIRE))] == [0, 1]
    assert counted(ACME, Tally(run_id(ACME, date(2026, 1, 7)), -1, Step.EXPIRE)) == 0


def test_a_session_that_waits_is_settled_by_one_and_only_through_its_last_message(held: Held) -> None:
    append(held.working, "m1")
    held.working.close(KEY, at=NOW)
    (waiting,) = held.due(SessionQueue.AWAITING)
    assert held.forgetting.last_messages([waiting, replace(waiting, key=CHINESE)]) == ["m1", None]
    late = NOW + 3 * DAY

    def settled(through: str) -> bool:
        return held.forgetting.settle(waiting, through, as_of=late, ttl=HOUR, tally=tally(Step.DECAY))

    assert not settled("m0")
    assert [settled("m1"), settled("m1")] == [True, False]
    assert held.forgetting.counted(ACME, tally(Step.DECAY)) == 1
    assert held.due(SessionQueue.LEAVING) == [DueSession(late + HOUR, KEY)]
    append(held.working, "m2")
    assert not settled("m2"), "it is open"


def test_what_waits_may_come_up_again_later_and_what_does_not_wait_is_not_listed(held: Held) -> None:
    append(held.working, "m1")
    held.working.close(KEY, at=NOW)
    (waiting,) = held.due(SessionQueue.AWAITING)
    held.forgetting.put_off(waiting, to=NOW + DAY)
    assert held.due(SessionQueue.AWAITING, by=NOW + HOUR) == []
    assert held.due(SessionQueue.AWAITING) == [DueSession(NOW + DAY, KEY)]
    held.working.settle(KEY, "m1", DAY)
    held.forgetting.put_off(waiting, to=NOW + DAY)
    assert held.places() == [SessionQueue.LEAVING]


def test_an_abandoned_session_ends_as_the_sweep_ends_it(held: Held) -> None:
    append(held.working, "m1")
    held.clock.advance(HOUR)
    append(held.working, "m1", key=CHINESE)
    listed = held.due(SessionQueue.OPEN)
    before = NOW + timedelta(minutes=30)
    foreseen = held.forgetting.abandon(listed, before=before, at=NOW + DAY, tally=None)
    assert held.working.inbox(9) == []
    ended = held.forgetting.abandon(listed, before=before, at=NOW + DAY, tally=tally(Step.ARCHIVE))
    assert [each.due for each in ended] == [each.due for each in foreseen] == [DueSession(NOW, KEY)]
    assert names(held.working) == ["m1", "idle"]
    emitted = ended[0].emitted
    assert emitted is not None
    assert held.working.waiting(emitted.event_id) == held.working.inbox(9)[0]
    assert held.working.close(KEY, at=NOW, kind=MarkKind.IDLE) == emitted
    assert held.forgetting.abandon(listed, before=before, at=NOW + DAY, tally=tally(Step.ARCHIVE)) == []
    assert held.forgetting.counted(ACME, tally(Step.ARCHIVE)) == 1
    assert (held.places(), held.places(CHINESE)) == ([SessionQueue.AWAITING], [SessionQueue.OPEN])


def test_a_search_comes_to_its_end_and_finds_nothing_stray_in_order(held: Held) -> None:
    held.settle()
    append(held.working, "m1", key=CHINESE)
    place = held.forgetting.place(ACME, RUN)
    while not place.over:
        place = held.forgetting.search(ACME, place)
        held.forgetting.keep_place(ACME, RUN, place)
        assert held.forgetting.place(ACME, RUN) == place
        assert place.pending == ()
        assert held.forgetting.remove_strays(place.pending, tally=tally(Step.PURGE)) == []
    assert held.forgetting.place(ACME, RUN).over
    assert (names(held.working), names(held.working, CHINESE)) == (["m1", "closed"], ["m1"])


# -- beside people who talk, and workers who consolidate


_BUSY = (Step.EXPIRE, Step.ARCHIVE)


@dataclass(frozen=True)
class Bustle:
    """People who talk, a worker, and nights far in the future, to which everything is due, all at once."""

    held: Held
    deps: Dependencies
    keys: tuple[SessionKey, ...]
    stop: threading.Event
    told: list[tuple[SessionKey, str]] = field(default_factory=list)
    did: Counter[Step] = field(default_factory=Counter)
    failed: list[BaseException] = field(default_factory=list)

    def talk(self, name: int) -> None:
        """Until nights have had enough to do meanwhile."""
        chance = random.Random(name)
        deadline = time.monotonic() + 30
        for number in range(100_000):
            enough = number >= 100 and min(self.did[step] for step in _BUSY) >= 5
            if enough or self.stop.is_set() or time.monotonic() > deadline:
                return
            key = chance.choice(self.keys)
            id_ = f"m-{name}-{number}"
            self.held.working.append(key, INFO, message(id_), tokens=1, threshold=NEVER)
            self.told.append((key, id_))
            if chance.random() < 0.4:
                self.held.working.close(key, at=NOW)
            time.sleep(chance.uniform(0, 0.002))

    def consolidate(self) -> None:
        """What a worker does with the working tier: reads, takes in, settles what it took in."""
        chance = random.Random(0)
        while not self.stop.is_set():
            key = chance.choice(self.keys)
            log = self.held.working.read(key)
            if log is not None:
                absorb(log, self.deps)
                transcript = self.deps.transcripts.read(key)
                assert transcript is not None
                ttl = chance.choice((timedelta(milliseconds=1), DAY))
                self.held.working.settle(key, transcript.messages[-1].id, ttl)

    def nights(self) -> None:
        number = 0
        while not self.stop.is_set():
            number += 1
            report = run_night(ACME, self.deps, as_of=NOW + (2000 + number) * DAY)
            for step, tiers in report.run.counts.items():
                self.did[step] += tiers.get("working", 0)

    def run(self, work: Callable[[], None]) -> threading.Thread:
        def guarded() -> None:
            try:
                work()
            except BaseException as error:  # noqa: BLE001 - it is raised where the test waits
                self.failed.append(error)
                self.stop.set()

        thread = threading.Thread(target=guarded)
        thread.start()
        return thread


def test_no_message_is_lost_however_nights_talkers_and_workers_meet(held: Held) -> None:
    nights = in_memory_pipeline(NOW, working=held.working, working_forgetting=held.forgetting)
    remember(nights.deps, state("Berlin", day(0)))
    deps = replace(nights.deps, transcripts=InMemoryTranscripts())
    keys = tuple(replace(KEY, session_id=f"s-{number}") for number in range(12))
    bustle = Bustle(held, deps, keys, threading.Event())
    others = [bustle.run(work) for work in (bustle.nights, bustle.nights, bustle.consolidate)]
    talkers = [bustle.run(lambda name=name: bustle.talk(name)) for name in range(3)]  # type: ignore[misc]
    for thread in talkers:
        thread.join()
    bustle.stop.set()
    for thread in others:
        thread.join()
    assert bustle.failed == []
    assert len(bustle.told) >= 300
    assert all(bustle.did[step] >= 5 for step in _BUSY)
    for key in keys:
        log, transcript = held.working.read(key), deps.transcripts.read(key)
        there = {entry.id for entry in (log.entries if log else ()) if isinstance(entry, Message)}
        there |= {each.id for each in (transcript.messages if transcript else ())}
        assert {id_ for owner, id_ in bustle.told if owner == key} <= there

"""Nights on Redis: what belongs to nothing is found part by part and removed, what was mislaid is listed again, and a night
costs what is due and not what is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import redis

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.erasure import RedisErasure
from memory_pipeline.adapters.redis.keys import Keyspace, SessionKeys
from memory_pipeline.adapters.redis.summaries import RedisSummaries
from memory_pipeline.adapters.redis.working_forgetting import RedisWorkingForgetting
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.rolling_summary import RollingSummary
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold
from tests.support.ageing import remember
from tests.support.assertions import SCOPE, TENANT, day, state
from tests.support.pipelines import in_memory_pipeline
from tests.support.servers import fresh_redis, running_servers

pytestmark = pytest.mark.servers

KEY = SessionKey(TENANT, Scope.of_user("王小明"), "会话/一")
OTHER = Tenant("other")
NEVER = Threshold(turns=1000, tokens=1_000_000)
DAY = timedelta(days=1)


@dataclass
class Nights:
    """A working tier on Redis, by the server's clock, beside memories in this process. Nights fall from now on."""

    client: redis.Redis
    working: RedisWorkingMemory
    deps: Dependencies
    now: datetime

    def say(self, key: SessionKey = KEY, id_: str = "m1") -> SessionKeys:
        said = Message(id_, Role.USER, "你好", self.now)
        self.working.append(key, SessionInfo(user_id=key.scope.id), said, tokens=1, threshold=NEVER)
        return names(key)

    def settle(self, key: SessionKey = KEY, id_: str = "m1") -> SessionKeys:
        self.working.close(key, at=self.now)
        self.working.settle(key, id_, self.deps.working_ttl)
        return names(key)

    def night(self, number: float, *, dry: bool = True) -> dict[Step, int]:
        """What the night so many days from now did to sessions, and that a dry run before it said the same."""
        as_of = self.now + timedelta(days=number)
        seen: list[Change] = []
        done: list[Change] = []
        foreseen = dry_run(TENANT, self.deps, as_of=as_of, tell=seen.append) if dry else None
        report = run_night(TENANT, self.deps, as_of=as_of, tell=done.append)
        assert not report.already_done
        if foreseen is not None:
            assert sorted(map(repr, seen)) == sorted(map(repr, done))
            assert sessions_of(foreseen.counts) == sessions_of(report.run.counts)
        return sessions_of(report.run.counts)

    def left(self) -> set[str]:
        names: Any = self.client.keys("mp:*")
        return {name.decode().split("\x1e")[0] for name in names if b"\x1e" in name}


def names(key: SessionKey) -> SessionKeys:
    return Keyspace("mp:").session(key)


def sessions_of(counts: Any) -> dict[Step, int]:
    return {step: tiers["working"] for step, tiers in counts.items() if tiers.get("working")}


@pytest.fixture
def client() -> Iterator[redis.Redis]:
    made = connect(fresh_redis(running_servers()))
    yield made
    made.close()


@pytest.fixture
def nights(client: redis.Redis) -> Nights:
    return nights_on(client)


def nights_on(client: redis.Redis, **more: Any) -> Nights:
    now, working = datetime.now(UTC), RedisWorkingMemory(client)
    pipeline = in_memory_pipeline(
        now,
        working=working,
        working_forgetting=RedisWorkingForgetting(client, **more),
        working_erasure=RedisErasure(client),
        summaries=RedisSummaries(client),
    )
    remember(pipeline.deps, state("Berlin", day(0)), at=now)
    return Nights(client, working, pipeline.deps, now)


# -- Redis's own clock


def test_redis_removes_by_itself_at_the_instant_that_a_night_goes_by(nights: Nights) -> None:
    nights.say()
    own = nights.settle()
    due_ms = nights.client.zscore("mp:leaving:acme", own.member)
    assert due_ms is not None
    expires_ms = int(nights.client.pexpiretime(own.log))
    assert abs(expires_ms - int(due_ms)) <= 1
    assert nights.client.pttl("mp:leaving:acme") > nights.client.pttl(own.log)


def test_what_redis_removed_by_itself_is_counted_by_the_night(nights: Nights) -> None:
    nights.say()
    nights.working.close(KEY, at=nights.now)
    nights.working.settle(KEY, "m1", timedelta(milliseconds=1))
    while nights.working.read(KEY) is not None:
        pass
    assert nights.night(1) == {Step.EXPIRE: 1}
    assert nights.night(2) == {}
    assert nights.client.exists("mp:leaving:acme") == 0


# -- what belongs to nothing


def orphaned_summary(nights: Nights) -> None:
    nights.say()
    summary = RollingSummary("m1", "They said hello.", (), 1, 1, "rules")
    assert RedisSummaries(nights.client).write(KEY, summary, after=None)
    own = nights.settle()
    nights.client.persist(own.summary)
    nights.client.delete(own.log, own.digests, own.meta)
    nights.client.zrem("mp:leaving:acme", own.member)


def orphaned_companions(nights: Nights) -> None:
    own = nights.say()
    nights.working.close(KEY, at=nights.now)
    nights.client.delete(own.log)


def entry_of_nothing(nights: Nights) -> None:
    own = nights.say()
    nights.client.delete(own.log, own.digests, own.meta)


def waiting_entry_of_nothing(nights: Nights) -> None:
    entry_of_nothing(nights)
    own = names(KEY)
    nights.client.zrem("mp:open", own.member)
    nights.client.zadd("mp:awaiting:acme", {own.member: nights.now.timestamp() * 1000})


def marks_of_nothing(nights: Nights) -> None:
    own = nights.say()
    nights.working.close(KEY, at=nights.now)
    nights.client.lpop(own.log)
    nights.client.delete(own.meta)


@pytest.mark.parametrize(
    ("make", "removed"),
    [
        (orphaned_summary, 1),
        (orphaned_companions, 3),  # digests, state, and the place among those that wait
        (entry_of_nothing, 1),
        (waiting_entry_of_nothing, 1),
        (marks_of_nothing, 3),  # marks, digests, place
    ],
)
def test_what_belongs_to_no_session_is_removed_and_counted_once(
    nights: Nights, make: Any, removed: int
) -> None:
    make(nights)
    for key in (replace(KEY, tenant=OTHER), replace(KEY, session_id="s-2")):
        nights.say(key)
    nights.working.close(replace(KEY, session_id="s-2"), at=nights.now)
    before = nights.left()
    assert nights.night(2) == {Step.PURGE: removed}
    assert nights.night(3) == {}
    assert not [name for name in nights.client.keys("mp:*") if names(KEY).member.encode() in name]
    assert nights.left() <= before
    for key in (replace(KEY, tenant=OTHER), replace(KEY, session_id="s-2")):
        assert nights.working.read(key) is not None


def test_what_had_outlived_a_session_that_ran_out_goes_with_its_entry(nights: Nights) -> None:
    nights.say()
    own = nights.settle()
    nights.client.hset(own.summary, "summary", "{}")
    nights.client.delete(own.log, own.digests, own.meta)
    assert nights.night(2) == {Step.EXPIRE: 1, Step.PURGE: 1}
    assert nights.left() == set()


def test_keys_of_kinds_that_this_program_does_not_know_are_left_alone(nights: Nights) -> None:
    member = names(KEY).member
    for name in (f"mp:notes:{member}", f"other:log:{member}", "mp:log:acme", f"mp:logs:{member}"):
        nights.client.set(name, "x")
    assert nights.night(2) == {}
    assert nights.client.dbsize() == 4 + nights.client.exists("mp:place:acme")


# -- what was mislaid


def test_a_session_that_no_index_knows_is_found_and_ended(nights: Nights) -> None:
    """Its people spoke, and the place that a sweep looks at was lost."""
    own = nights.say()
    nights.client.zrem("mp:open", own.member)
    assert nights.night(1) == {}, "listed, and no more: it may be going on"
    assert nights.working.idle(before=datetime.now(UTC) + DAY, limit=9) == [KEY]
    assert nights.night(2) == {Step.ARCHIVE: 1}
    assert [each["session_id"] for each in nights.working.inbox(9)] == [KEY.session_id]


def test_a_session_that_lost_its_state_is_found_and_ended(nights: Nights) -> None:
    nights.say()
    own = nights.say(id_="m2")
    nights.client.delete(own.meta)
    assert nights.night(1) == {}
    assert nights.night(2) == {Step.ARCHIVE: 1}
    (event,) = nights.working.inbox(9)
    assert event["through_message_id"] == "m2"


def test_an_open_session_whose_messages_are_lost_has_its_end_told_all_the_same(nights: Nights) -> None:
    """What a transcript already holds of it is consolidated by that event."""
    nights.client.delete(nights.say().log)
    assert nights.night(1) == {Step.ARCHIVE: 1}
    (event,) = nights.working.inbox(9)
    assert event["through_message_id"] == "m1"


def test_what_an_earlier_version_left_without_a_place_gets_one(nights: Nights) -> None:
    ended, settled = replace(KEY, session_id="ended"), replace(KEY, session_id="settled")
    for key in (ended, settled):
        nights.say(key)
    nights.working.close(ended, at=nights.now)
    nights.settle(settled)
    nights.client.delete("mp:awaiting:acme", "mp:leaving:acme")
    assert nights.night(0.5) == {}
    forgetting = nights.deps.working_forgetting
    assert forgetting is not None
    assert forgetting.count_due(TENANT, by=nights.now + 2 * DAY) == 1
    assert nights.client.zrange("mp:awaiting:acme", 0, -1) == [names(ended).member.encode()]
    assert nights.night(2) == {Step.EXPIRE: 1}
    assert nights.working.read(ended) is not None, "what was said in it is in no transcript"


def test_a_log_without_a_time_to_live_is_never_removed_whatever_an_index_says(nights: Nights) -> None:
    """A backend of an earlier version added a message: it knows of no index, but takes the time to live off."""
    nights.say()
    own = nights.settle()
    nights.client.persist(own.log)
    nights.client.rpush(own.log, nights.client.lindex(own.log, 0) or "")
    assert nights.night(3) == {}
    assert nights.working.read(KEY) is not None
    assert nights.client.zrange("mp:awaiting:acme", 0, -1) == [own.member.encode()]


# -- settled late


def test_a_session_whose_worker_died_before_it_settled_it_is_settled_by_a_night(nights: Nights) -> None:
    nights.say()
    nights.working.close(KEY, at=nights.now)
    log = nights.working.read(KEY)
    assert log is not None
    assert nights.night(2) == {}, "it is in no transcript: it waits"
    nights.deps.transcripts.absorb(log, now=nights.now)
    assert nights.night(3) == {Step.DECAY: 1}
    assert 0 < nights.client.pttl(names(KEY).log) <= 86_400_000
    assert nights.night(5) == {Step.EXPIRE: 1}


def test_an_erased_last_message_does_not_keep_a_session_for_ever(nights: Nights) -> None:
    nights.say()
    nights.say(id_="m2")
    nights.working.close(KEY, at=nights.now)
    nights.deps.working_erasure.discard(KEY, ["m2"])
    log = nights.working.read(KEY)
    assert log is not None
    nights.deps.transcripts.absorb(log, now=nights.now)
    nights.working.settle(KEY, "m1", DAY)  # as its consolidation does: the working tier knows of m2
    assert nights.night(2) == {Step.DECAY: 1}
    assert nights.night(4) == {Step.EXPIRE: 1}


# -- the search


def many(nights: Nights, number: int, tenant: Tenant = TENANT) -> None:
    with nights.client.pipeline() as pipe:
        for each in range(number):
            pipe.hset(names(SessionKey(tenant, SCOPE, f"gone-{each}")).summary, "summary", "{}")
        pipe.execute()


def test_a_search_goes_on_where_the_last_night_left_it(client: redis.Redis) -> None:
    nights = nights_on(client, looks_at=1_000)
    many(nights, 4_000)
    found = [nights.night(number).get(Step.PURGE, 0) for number in range(1, 8)]
    assert sum(found) == 4_000
    assert 500 < found[0] < 2_500
    assert nights.left() == set()


def test_a_run_that_goes_on_searches_no_more_than_its_part(client: redis.Redis) -> None:
    nights = nights_on(client, looks_at=2_000)
    many(nights, 4_000)
    foreseen = dry_run(TENANT, nights.deps, as_of=nights.now + DAY)
    told: list[Change] = []

    def dies(change: Change) -> None:
        told.append(change)
        if len(told) == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_night(TENANT, nights.deps, as_of=nights.now + DAY, tell=dies)
    assert nights.night(1, dry=False) == sessions_of(foreseen.counts)


# -- cost


def commands(client: redis.Redis) -> Counter[str]:
    stats: dict[str, Any] = client.info("commandstats")
    return Counter({name: each["calls"] for name, each in stats.items()})


@pytest.mark.parametrize("own", [True, False], ids=["of the tenant", "of another tenant"])
def test_a_night_costs_what_is_due_and_not_what_is_stored(client: redis.Redis, own: bool) -> None:
    """With ten times the sessions stored, most of them waiting for another day, it asks Redis for as much."""
    asked: list[Counter[str]] = []
    for stored in (200, 2_000):
        client.flushdb()
        nights = nights_on(client, looks_at=1_000)
        keyspace = Keyspace("mp:")
        tenant = TENANT if own else OTHER
        later = nights.now.timestamp() * 1000 + 90 * 86_400_000
        with client.pipeline() as pipe:
            for number in range(stored):
                member = names(SessionKey(tenant, Scope.of_user(f"u{number}"), "s")).member
                pipe.zadd(keyspace.leaving(tenant), {member: later})
                pipe.zadd(keyspace.awaiting(tenant), {member + "-w": later})
            pipe.execute()
        for number in range(20):
            key = SessionKey(TENANT, Scope.of_user(f"v{number}"), "s")
            nights.say(key)
            nights.settle(key)
        before = commands(client)
        assert nights.night(2, dry=False) == {Step.EXPIRE: 20}
        asked.append(commands(client) - before)
    for each in asked:
        each.pop("cmdstat_info", None)
    assert asked[0] == asked[1]
    assert asked[0]["cmdstat_evalsha"] <= 20 + 3


# -- erasure


def test_erasing_a_scope_takes_its_sessions_out_of_every_index(nights: Nights) -> None:
    erasure = RedisErasure(nights.client)
    keys = [replace(KEY, session_id=f"s-{number}") for number in range(3)]
    for key in keys:
        nights.say(key)
    nights.working.close(keys[1], at=nights.now)
    nights.settle(keys[2])
    nights.client.delete(*(name for name in nights.client.keys("mp:*") if b"s-2" in name))
    assert erasure.sessions(TENANT, KEY.scope) == keys, "a name in an index is a trace too"
    for key in keys:
        erasure.remove_session(key)
    assert nights.client.exists("mp:open", "mp:awaiting:acme", "mp:leaving:acme") == 0


def test_names_in_an_index_of_another_tenant_are_not_this_ones(nights: Nights) -> None:
    nights.say(replace(KEY, tenant=OTHER))
    nights.settle(replace(KEY, tenant=OTHER))
    texts = [cell.text for cell in RedisErasure(nights.client).cells(TENANT)]
    assert not [text for text in texts if KEY.session_id in text]

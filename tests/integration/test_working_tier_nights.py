"""Nights on Redis: by which clock, what was never settled, and a cost that follows what is due and not what is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import redis

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.erasure import RedisErasure
from memory_pipeline.adapters.redis.keys import Keyspace
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope
from memory_pipeline.ports.working_memory import SessionKey
from tests.support.assertions import TENANT
from tests.support.servers import fresh_redis, running_servers
from tests.support.working_nights import DAY, KEY, OTHER, Nights, names, nights_on

pytestmark = pytest.mark.servers


@pytest.fixture
def client() -> Iterator[redis.Redis]:
    made = connect(fresh_redis(running_servers()))
    yield made
    made.close()


@pytest.fixture
def nights(client: redis.Redis) -> Nights:
    return nights_on(client)


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


def test_nothing_of_a_run_is_kept_for_ever(nights: Nights) -> None:
    nights.say()
    nights.settle()
    assert nights.night(2) == {Step.EXPIRE: 1}
    hashes = [name for name in nights.client.keys("mp:*") if nights.client.type(name) == b"hash"]
    own = [name for name in hashes if name != b"mp:inbox"]
    assert len(own) == 2, "counts of the run, and the place of the search"
    assert all(
        0 < nights.client.pttl(name) <= timedelta(days=40) // timedelta(milliseconds=1) for name in own
    )


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
        for once in ("cmdstat_info", "cmdstat_script|load"):
            each.pop(once, None)
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

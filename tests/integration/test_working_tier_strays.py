"""Nights on Redis: what belongs to nothing is found part by part and removed, and what was mislaid is listed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
import redis

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.summaries import RedisSummaries
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.rolling_summary import RollingSummary
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.working_memory import SessionKey
from tests.support.assertions import SCOPE, TENANT
from tests.support.servers import fresh_redis, running_servers
from tests.support.working_nights import DAY, KEY, OTHER, Nights, names, nights_on, sessions_of

pytestmark = pytest.mark.servers


@pytest.fixture
def client() -> Iterator[redis.Redis]:
    made = connect(fresh_redis(running_servers()))
    yield made
    made.close()


@pytest.fixture
def nights(client: redis.Redis) -> Nights:
    return nights_on(client)


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


@pytest.mark.parametrize(("looks_at", "off"), [(100_000, 0), (2_000, 20)])
def test_a_run_that_goes_on_searches_no_more_than_its_part(
    client: redis.Redis, looks_at: int, off: int
) -> None:
    """Where a part of all keys ends is Redis's to say: it may be some keys further on once others have come and gone."""
    nights = nights_on(client, looks_at=looks_at)
    many(nights, 4_000)
    foreseen = dry_run(TENANT, nights.deps, as_of=nights.now + DAY)
    told: list[Change] = []

    def dies(change: Change) -> None:
        told.append(change)
        if len(told) == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_night(TENANT, nights.deps, as_of=nights.now + DAY, tell=dies)
    found = nights.night(1, dry=False)[Step.PURGE]
    assert abs(found - sessions_of(foreseen.counts)[Step.PURGE]) <= off

"""Where one Redis is working tier and broker, the step that writes an event tells workers of it: as kombu would have, once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import redis

from memory_pipeline.adapters.broker.hints import KombuHints
from memory_pipeline.adapters.broker.publisher import KombuPublisher
from memory_pipeline.adapters.broker.queues import QueueName
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.ledger import EventRef, Lane
from memory_pipeline.ports.working_memory import Appended, Emitted, SessionInfo, SessionKey, Threshold
from tests.support.queued import queued
from tests.support.servers import fresh_redis, running_servers

pytestmark = pytest.mark.servers

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
ODD = SessionKey(Tenant("acme"), Scope.of_user("王\"小\"\\明 %1 'x'"), "s1")


@pytest.fixture
def url() -> str:
    return fresh_redis(running_servers())


@pytest.fixture
def client(url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(url) as made:
        yield made


@pytest.fixture
def working(client: redis.Redis) -> RedisWorkingMemory:
    return RedisWorkingMemory(client, hints=KombuHints())


def said(working: RedisWorkingMemory, number: int, *, turns: int = 99, lane: Lane = Lane.LIVE) -> Appended:
    message = Message(f"m{number}", Role.USER, f"{number}", AT)
    return working.append(
        ODD, SessionInfo(), message, tokens=1, threshold=Threshold(turns, 10_000), lane=lane
    )


def task_of(emitted: Emitted | None, lane: Lane = Lane.LIVE) -> list[Any]:
    assert emitted is not None
    assert emitted.told
    arguments = {
        "tenant": "acme", "scope": str(ODD.scope), "event_id": str(emitted.event_id), "lane": lane.value,
    }  # fmt: skip
    return [[], arguments, {"callbacks": None, "errbacks": None, "chain": None, "chord": None}]


@pytest.mark.parametrize(
    ("lane", "queue"), [(Lane.LIVE, QueueName.LIVE), (Lane.BULK, QueueName.BULK)], ids=str
)
def test_the_end_of_a_session_is_told_in_its_lane(
    url: str, working: RedisWorkingMemory, lane: Lane, queue: QueueName
) -> None:
    said(working, 1)
    closed = working.close(ODD, at=AT, lane=lane)
    assert queued(url, queue) == [task_of(closed, lane)]


def test_a_threshold_is_told_and_mere_messages_are_not(url: str, working: RedisWorkingMemory) -> None:
    assert said(working, 1, turns=1).emitted is None
    crossed = said(working, 2, turns=1).emitted
    assert queued(url) == [task_of(crossed)]


def test_it_is_word_for_word_what_kombu_lays_there(
    client: redis.Redis, url: str, working: RedisWorkingMemory
) -> None:
    said(working, 1)
    closed = working.close(ODD, at=AT)
    assert closed is not None
    publisher = KombuPublisher(url)
    publisher.publish(EventRef(ODD.tenant, ODD.scope, closed.event_id))
    publisher.close()
    theirs, ours = (json.loads(client.lindex("live", place) or b"") for place in (0, 1))
    for document in (ours, theirs):
        own = {document["headers"].pop("id"), document["headers"].pop("root_id")}
        assert own == {document["properties"].pop("correlation_id")}
        assert document["properties"].pop("delivery_tag")
        # The one's is text, the other's base64: queued() reads both. What it shows of the arguments is for people.
        assert document.pop("body")
        assert closed.event_id.hex not in document["headers"]["kwargsrepr"]
        assert str(closed.event_id) in document["headers"].pop("kwargsrepr")
    assert ours["properties"].pop("body_encoding") is None
    assert theirs["properties"].pop("body_encoding") == "base64"
    assert ours == theirs
    first, second = queued(url)
    assert first == second == task_of(closed)


def test_no_two_tasks_share_an_id(client: redis.Redis, working: RedisWorkingMemory) -> None:
    said(working, 1)
    for _ in range(3):
        working.close(ODD, at=AT)
    documents = [json.loads(each) for each in client.lrange("live", 0, -1)]
    assert len({document["headers"]["id"] for document in documents}) == 3
    assert len({document["properties"]["delivery_tag"] for document in documents}) == 3


def test_a_queue_that_takes_nothing_leaves_the_event_to_the_sweeper(
    client: redis.Redis, working: RedisWorkingMemory
) -> None:
    client.set("live", "not a queue")
    said(working, 1)
    closed = working.close(ODD, at=AT)
    assert closed is not None
    assert not closed.told
    assert [each["event_id"] for each in working.inbox(10)] == [str(closed.event_id)]


def test_a_session_of_no_message_tells_nobody(client: redis.Redis, working: RedisWorkingMemory) -> None:
    assert working.close(ODD, at=AT) is None
    assert client.llen("live") == 0

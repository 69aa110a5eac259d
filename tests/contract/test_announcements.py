"""What every outbox and every stream of notifications promises."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
import redis

from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.outbox import InMemoryAnnouncements, InMemoryOutbox
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.postgres import Database, PostgresMemoryStore
from memory_pipeline.adapters.postgres.outbox import PostgresOutbox
from memory_pipeline.adapters.redis.announcements import RedisAnnouncements
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.domain.errors import BrokerUnavailable, InvalidInput
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.announcements import Announcements, Delivery
from memory_pipeline.ports.memory_store import MemoryStore
from memory_pipeline.ports.outbox import Announcement, Outbox
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ON_REDIS, ROLE
from tests.support.assertions import NOW
from tests.support.keys import TEST_DIGEST
from tests.support.servers import fresh_redis, running_servers

ACME, OTHER = Tenant("acme"), Tenant("other")
ALICE, BOB = Scope.of_user("alice"), Scope.of_user("王小明")
SECOND = timedelta(seconds=1)
Boxes = tuple[MemoryStore, Outbox]


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def boxes(request: pytest.FixtureRequest) -> Iterator[Boxes]:
    if request.param == "in_memory":
        state = InMemoryState()
        yield InMemoryMemoryStore(state), InMemoryOutbox(state)
        return
    database = Database(request.getfixturevalue("empty_database"), ROLE)
    yield PostgresMemoryStore(database, TEST_DIGEST), PostgresOutbox(database)
    database.close()


@pytest.fixture(params=[IN_MEMORY, ON_REDIS])
def stream(request: pytest.FixtureRequest) -> Announcements:
    if request.param == "in_memory":
        return InMemoryAnnouncements()
    return RedisAnnouncements(request.getfixturevalue("redis_client"))


def note(number: int, tenant: Tenant = ACME, scope: Scope = ALICE) -> Notification:
    return Notification(
        type="memory.created", tenant=tenant, scope=str(scope), tier="semantic", memory_id=UUID(int=number), at=NOW
    )  # fmt: skip


def write(store: MemoryStore, *numbers: int, tenant: Tenant = ACME, scope: Scope = ALICE) -> None:
    with store.unit(tenant, [scope]) as unit:
        unit.notify([note(number, tenant, scope) for number in numbers])


class Sent:
    def __init__(self) -> None:
        self.items: list[Announcement] = []

    def __call__(self, items: Sequence[Announcement]) -> None:
        self.items.extend(items)

    @property
    def numbers(self) -> list[int]:
        return [item.notification.memory_id.int for item in self.items]


# -- the outbox


def test_what_was_written_leaves_once_and_in_order(boxes: Boxes) -> None:
    store, outbox = boxes
    write(store, 1, 2)
    write(store, 3)
    sent = Sent()
    assert outbox.scopes(10) == [(ACME, ALICE)]
    assert outbox.drain(ACME, ALICE, sent, now=NOW, limit=2) == 2
    assert outbox.drain(ACME, ALICE, sent, now=NOW, limit=2) == 1
    assert outbox.drain(ACME, ALICE, sent, now=NOW, limit=2) == 0
    assert sent.numbers == [1, 2, 3]
    sequences = [item.sequence for item in sent.items]
    assert sequences == sorted(set(sequences))
    assert outbox.scopes(10) == []


def test_what_could_not_be_sent_is_handed_out_again(boxes: Boxes) -> None:
    store, outbox = boxes
    write(store, 1, 2)

    def down(items: Sequence[Announcement]) -> None:
        raise BrokerUnavailable(f"{len(items)} cannot be sent")

    with pytest.raises(BrokerUnavailable):
        outbox.drain(ACME, ALICE, down, now=NOW, limit=10)
    sent = Sent()
    assert outbox.drain(ACME, ALICE, sent, now=NOW, limit=10) == 2
    assert sent.numbers == [1, 2]


def test_scopes_and_tenants_leave_apart_the_longest_waiting_first(boxes: Boxes) -> None:
    store, outbox = boxes
    write(store, 1, scope=BOB)
    write(store, 2, tenant=OTHER)
    write(store, 3)
    assert outbox.scopes(10) == [(ACME, BOB), (OTHER, ALICE), (ACME, ALICE)]
    assert outbox.scopes(1) == [(ACME, BOB)]
    sent = Sent()
    outbox.drain(OTHER, ALICE, sent, now=NOW, limit=10)
    assert sent.numbers == [2]


def test_a_backlog_is_counted(boxes: Boxes) -> None:
    store, outbox = boxes
    assert (outbox.backlog().waiting, outbox.backlog().oldest_at) == (0, None)
    write(store, 1, 2, 3)
    outbox.drain(ACME, ALICE, Sent(), now=NOW, limit=1)
    assert (outbox.backlog().waiting, outbox.backlog().oldest_at) == (2, NOW)


def test_only_what_left_long_ago_is_pruned(boxes: Boxes) -> None:
    store, outbox = boxes
    write(store, 1, 2, 3)
    outbox.drain(ACME, ALICE, Sent(), now=NOW, limit=2)
    assert outbox.prune(before=NOW, limit=10) == 0
    assert outbox.prune(before=NOW + SECOND, limit=1) == 1
    assert outbox.prune(before=NOW + SECOND, limit=10) == 1
    assert outbox.backlog().waiting == 1
    write(store, 4)
    sent = Sent()
    outbox.drain(ACME, ALICE, sent, now=NOW, limit=10)
    assert sent.numbers == [3, 4]


@pytest.mark.servers
def test_two_processes_never_publish_one_scope_at_once(empty_database: str) -> None:
    database = Database(empty_database, ROLE)
    store, outbox = PostgresMemoryStore(database, TEST_DIGEST), PostgresOutbox(database)
    write(store, 1, 2)
    write(store, 3, scope=BOB)
    inside, go_on = threading.Event(), threading.Event()
    first, second = Sent(), Sent()

    def slowly(items: Sequence[Announcement]) -> None:
        inside.set()
        assert go_on.wait(20)
        first(items)

    slow = threading.Thread(target=lambda: outbox.drain(ACME, ALICE, slowly, now=NOW, limit=10))
    slow.start()
    assert inside.wait(20)
    assert outbox.drain(ACME, ALICE, second, now=NOW, limit=10) == 0
    assert outbox.drain(ACME, BOB, second, now=NOW, limit=10) == 1
    go_on.set()
    slow.join()
    assert (first.numbers, second.numbers) == ([1, 2], [3])
    with psycopg.connect(empty_database) as connection:
        assert connection.execute("SELECT count(*) FROM outbox WHERE published_at IS NULL").fetchone() == (0,)
    database.close()


# -- the stream


def read(stream: Announcements, consumer: str = "c", group: str = "g", **how: timedelta) -> list[Delivery]:
    patience = {"wait": timedelta(milliseconds=5), "abandoned": timedelta(minutes=1), **how}
    return list(stream.read(ACME, group, consumer, count=100, **patience))


def numbers(deliveries: Sequence[Delivery]) -> list[int]:
    return [each.announcement.notification.memory_id.int for each in deliveries]


def publish(stream: Announcements, *found: int, tenant: Tenant = ACME) -> None:
    stream.publish(tenant, [Announcement(number, note(number, tenant)) for number in found])


def test_a_group_hears_what_comes_after_it_was_made(stream: Announcements) -> None:
    publish(stream, 1)
    stream.subscribe(ACME, "g")
    stream.subscribe(ACME, "g")
    publish(stream, 2, 3)
    publish(stream, 9, tenant=OTHER)
    found = read(stream)
    assert numbers(found) == [2, 3]
    assert found[0].announcement == Announcement(2, note(2))
    assert read(stream) == []


def test_groups_hear_all_and_consumers_of_one_share(stream: Announcements) -> None:
    for group in ("g", "h"):
        stream.subscribe(ACME, group)
    publish(stream, 1, 2)
    assert numbers(read(stream, "one")) == [1, 2]
    assert read(stream, "two") == []
    assert numbers(read(stream, "one", "h")) == [1, 2]


def test_what_was_never_acknowledged_comes_again(stream: Announcements) -> None:
    stream.subscribe(ACME, "g")
    publish(stream, 1, 2, 3)
    found = read(stream)
    stream.acknowledge(ACME, "g", [found[1].id])
    again = stream.unacknowledged(ACME, "g", "c", count=10)
    assert numbers(again) == [1, 3]
    stream.acknowledge(ACME, "g", [each.id for each in again])
    stream.acknowledge(ACME, "g", [])
    assert stream.unacknowledged(ACME, "g", "c", count=10) == []


def test_what_a_dead_consumer_left_goes_to_another(stream: Announcements) -> None:
    stream.subscribe(ACME, "g")
    publish(stream, 1, 2)
    assert numbers(read(stream, "dead")) == [1, 2]
    assert read(stream, "alive") == []
    taken = read(stream, "alive", abandoned=timedelta(0))
    assert numbers(taken) == [1, 2]
    stream.acknowledge(ACME, "g", [each.id for each in taken])
    assert stream.unacknowledged(ACME, "g", "dead", count=10) == []


def test_names_must_be_names(stream: Announcements) -> None:
    with pytest.raises(InvalidInput):
        stream.subscribe(ACME, "")


@pytest.mark.servers
def test_without_a_listener_nothing_is_kept(redis_client: redis.Redis) -> None:
    publish(RedisAnnouncements(redis_client), 1, 2)
    assert redis_client.dbsize() == 0


@pytest.mark.servers
def test_a_server_that_lost_its_data_is_listened_to_again(redis_client: redis.Redis) -> None:
    stream = RedisAnnouncements(redis_client)
    stream.subscribe(ACME, "g")
    redis_client.flushdb()
    assert read(stream) == []
    publish(stream, 1)
    assert numbers(read(stream)) == [1]


@pytest.mark.servers
def test_whoever_waits_for_longer_than_the_socket_does_is_told_that_nothing_came() -> None:
    with connect(fresh_redis(running_servers()), timeout_s=0.6) as impatient:
        stream = RedisAnnouncements(impatient)
        stream.subscribe(ACME, "g")
        minutes = timedelta(minutes=5)
        assert stream.read(ACME, "g", "one", count=9, wait=minutes, abandoned=minutes) == []

"""What is taken out of the working tier, in memory and on Redis: the session and nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import redis

from memory_pipeline.adapters.in_memory.outbox import InMemoryAnnouncements
from memory_pipeline.adapters.in_memory.working_erasure import InMemoryWorkingErasure
from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.adapters.redis.announcements import RedisAnnouncements
from memory_pipeline.adapters.redis.erasure import RedisErasure
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.announcements import Announcements
from memory_pipeline.ports.erasure import WorkingErasure
from memory_pipeline.ports.outbox import Announcement
from memory_pipeline.ports.working_memory import SessionKey, WorkingMemory
from tests.contract.conftest import IN_MEMORY, ON_REDIS
from tests.contract.sessions import ACME, ALICE, AT, CHINESE, HOUR, KEY, NOW, append, names

BOB = Scope.of_user("bob")
ODD = SessionKey(ACME, Scope.of_user("a*[b]?^-\\"), "s*")  # what a pattern would read as more than it is
LIKE_ODD = SessionKey(ACME, Scope.of_user("ab[b]c"), "sx")


@dataclass(frozen=True)
class Kept:
    working: WorkingMemory
    announcements: Announcements
    erasure: WorkingErasure


@pytest.fixture(params=[IN_MEMORY, ON_REDIS])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "in_memory":
        working, announcements = InMemoryWorkingMemory(), InMemoryAnnouncements()
        yield Kept(working, announcements, InMemoryWorkingErasure(working, announcements))
        return
    client: redis.Redis = request.getfixturevalue("redis_client")
    yield Kept(RedisWorkingMemory(client), RedisAnnouncements(client), RedisErasure(client))


def say(kept: Kept, *ids: str, key: SessionKey = KEY) -> None:
    for id_ in ids:
        append(kept.working, id_, key=key)


@pytest.mark.parametrize("key", [KEY, CHINESE, ODD])
def test_a_session_goes_with_all_its_messages(kept: Kept, key: SessionKey) -> None:
    for each in {KEY, CHINESE, ODD, LIKE_ODD}:
        say(kept, "m1", "m2", key=each)
    assert kept.erasure.remove_session(key) == 2
    assert kept.working.read(key) is None
    others = {KEY, CHINESE, ODD, LIKE_ODD} - {key}
    assert all(kept.working.read(each) is not None for each in others)
    assert kept.erasure.remove_session(key) == 0
    assert kept.working.idle(before=NOW + timedelta(days=99999), limit=9) is not None
    say(kept, "m1", key=key)  # as if it had never been there
    assert names(kept.working, key) == ["m1"]


def test_the_sessions_of_a_scope_and_of_no_other(kept: Kept) -> None:
    for each in (KEY, SessionKey(ACME, ALICE, "s-2"), SessionKey(ACME, BOB, "s-1"), ODD, LIKE_ODD):
        say(kept, "m1", key=each)
    assert kept.erasure.sessions(ACME, ALICE) == [KEY, SessionKey(ACME, ALICE, "s-2")]
    assert kept.erasure.sessions(ACME, ODD.scope) == [ODD]
    assert kept.erasure.sessions(ACME, Scope.of_user("ali")) == []


def test_some_messages_go_and_the_session_stays_until_the_last(kept: Kept) -> None:
    say(kept, "m1", "m2", "m3")
    assert kept.erasure.discard(KEY, ["m1", "m3", "unknown"]) == 2
    assert names(kept.working) == ["m2"]
    assert kept.erasure.discard(KEY, ["m2"]) == 1
    assert kept.working.read(KEY) is None
    assert kept.erasure.sessions(ACME, ALICE) == []


def test_the_inbox_of_a_scope(kept: Kept) -> None:
    say(kept, "m1")
    say(kept, "m1", key=SessionKey(ACME, BOB, "s-9"))
    kept.working.close(KEY, at=AT)
    kept.working.close(SessionKey(ACME, BOB, "s-9"), at=AT)
    (found,) = kept.erasure.inbox_of(ACME, ALICE)
    assert (found["scope"], found["session_id"]) == (str(ALICE), "s-1")


def told(scope: Scope, **more: Any) -> Notification:
    fields = {"type": "memory.created", "tenant": ACME, "scope": str(scope), "tier": "semantic", "at": NOW}
    return Notification.model_validate({**fields, "memory_id": uuid4(), **more})


def test_announcements_go_read_or_not_and_those_of_others_stay(kept: Kept) -> None:
    kept.announcements.subscribe(ACME, "g")
    mine, other, bobs = told(ALICE), told(ALICE), told(BOB)
    kept.announcements.publish(ACME, [Announcement(n, each) for n, each in enumerate((mine, other, bobs))])
    kept.announcements.read(ACME, "g", "c", count=1, wait=timedelta(0), abandoned=HOUR)
    assert kept.erasure.remove_announcements(ACME, ALICE, [mine.memory_id]) == 1
    assert kept.erasure.remove_announcements(ACME, ALICE, None) == 1
    assert kept.erasure.remove_announcements(ACME, ALICE, None) == 0
    left = kept.announcements.read(ACME, "g", "c", count=9, wait=timedelta(0), abandoned=HOUR)
    assert [each.announcement.notification for each in left] == [bobs]


def test_every_text_is_scanned(kept: Kept) -> None:
    say(kept, "m1")
    say(kept, "m1", key=SessionKey(ACME, BOB, "s-9"))
    said = [cell for cell in kept.erasure.cells(ACME) if cell.text == "hello"]
    assert {cell.scope for cell in said} == {ALICE, BOB}
    assert all(cell.own and cell.verbatim for cell in said)
    assert {cell.scope for cell in kept.erasure.cells(ACME, BOB) if cell.text == "hello"} == {BOB}


def test_what_is_left_of_a_scope_is_counted_up_to_an_instant(kept: Kept) -> None:
    say(kept, "m1")
    assert sum(kept.erasure.rows_of(ACME, ALICE, AT).values()) == 1
    assert kept.erasure.rows_of(ACME, ALICE, AT - HOUR) == {}
    assert kept.erasure.rows_of(ACME, BOB, AT) == {}


def test_the_servers_files_are_written_anew(kept: Kept) -> None:
    assert kept.erasure.tidy() is None
    assert kept.erasure.remove_hints(ACME, ALICE) == 0

"""What every working memory promises to relay, idle sweeper and consolidation."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from memory_pipeline.events.codec import encode
from memory_pipeline.events.identity import EventId, event_id
from memory_pipeline.events.models import MemoryConfirm
from memory_pipeline.ports.working_memory import (
    Appended,
    MarkKind,
    Threshold,
    WorkingMemory,
)
from tests.contract.sessions import (
    ACME,
    ALICE,
    CHINESE,
    HOUR,
    KEY,
    NOW,
    append,
    names,
    soon,
)

# -- inbox


def confirm(number: int) -> tuple[dict[str, Any], EventId]:
    id_ = event_id(ACME, ALICE, "memory.confirm", f"k{number}")
    event = MemoryConfirm(
        event_id=id_,
        tenant=ACME,
        scope=str(ALICE),
        occurred_at=NOW,
        ref="console:我",
        memory_id=UUID(int=number),
    )
    return encode(event), id_


def test_posted_events_wait_until_they_are_accepted(working_memory: WorkingMemory) -> None:
    posted = [confirm(number) for number in range(5)]
    for document, id_ in posted:
        working_memory.post(document, id_)
    assert len(working_memory.inbox(3)) == 3
    assert sorted(working_memory.inbox(100), key=str) == sorted((document for document, _ in posted), key=str)
    working_memory.accept([id_ for _, id_ in posted[:4]])
    assert working_memory.inbox(100) == [posted[4][0]]
    assert working_memory.waiting(posted[4][1]) == posted[4][0]
    assert working_memory.waiting(posted[0][1]) is None


def test_a_waiting_event_is_not_doubled_nor_changed(working_memory: WorkingMemory) -> None:
    document, id_ = confirm(1)
    working_memory.post(document, id_)
    working_memory.post(document | {"ref": "later"}, id_)
    assert working_memory.inbox(10) == [document]


def test_accepting_nothing_or_the_unknown_is_harmless(working_memory: WorkingMemory) -> None:
    document, id_ = confirm(1)
    working_memory.post(document, id_)
    working_memory.accept([])
    working_memory.accept([confirm(2)[1]])
    assert working_memory.inbox(10) == [document]


# -- idle


def test_open_sessions_are_idle_by_arrival_not_by_what_messages_claim(working_memory: WorkingMemory) -> None:
    before_any = datetime.now(UTC) - HOUR
    append(working_memory, "m1")  # says it is from years ago
    append(working_memory, "m1", key=CHINESE)
    assert working_memory.idle(before=before_any, limit=10) == []
    assert sorted(working_memory.idle(before=soon(), limit=10)) == sorted([KEY, CHINESE])
    assert len(working_memory.idle(before=soon(), limit=1)) == 1


def test_the_longest_idle_session_comes_first(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1", key=CHINESE)
    time.sleep(0.01)
    append(working_memory, "m1")
    time.sleep(0.01)
    append(working_memory, "m1", key=CHINESE)  # sent again: nothing arrived
    assert list(working_memory.idle(before=soon(), limit=10)) == [CHINESE, KEY]


def test_an_idle_session_is_closed_once(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    emitted = working_memory.close_if_idle(KEY, before=soon(), at=NOW)
    assert emitted is not None
    assert emitted.type == "session.idle"
    assert names(working_memory) == ["m1", "idle"]
    assert working_memory.idle(before=soon(), limit=10) == []
    assert working_memory.close_if_idle(KEY, before=soon(), at=NOW) is None


def test_a_session_that_spoke_since_is_left_open(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    assert working_memory.close_if_idle(KEY, before=datetime.now(UTC) - HOUR, at=NOW) is None
    assert names(working_memory) == ["m1"]
    assert working_memory.inbox(10) == []


# -- settle

SHORT = timedelta(milliseconds=60)


def outlive() -> None:
    time.sleep(0.12)


def settle(memory: WorkingMemory, through: str, ttl: timedelta) -> None:
    """Ends the session, and settles it as its consolidation does."""
    memory.close(KEY, at=NOW)
    memory.settle(KEY, through, ttl)


def test_a_settled_session_ends_after_its_ttl(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    settle(working_memory, "m1", HOUR)
    assert names(working_memory) == ["m1", "closed"]
    settle(working_memory, "m1", SHORT)
    outlive()
    assert working_memory.read(KEY) is None


def test_a_session_that_expired_begins_anew(working_memory: WorkingMemory) -> None:
    limit = Threshold(turns=2, tokens=1000)
    append(working_memory, "m1", threshold=limit)
    append(working_memory, "m2", threshold=limit)
    settle(working_memory, "m2", SHORT)
    outlive()
    assert append(working_memory, "m1", threshold=limit) == Appended(new=True, emitted=None)
    assert names(working_memory) == ["m1"]


def test_an_open_session_does_not_run_out_before_its_end(working_memory: WorkingMemory) -> None:
    """A threshold settles while people still talk. Were the session to go then, nobody could find it idle."""
    append(working_memory, "m1")
    working_memory.settle(KEY, "m1", SHORT)
    outlive()
    assert working_memory.close_if_idle(KEY, before=soon(), at=NOW) is not None
    assert names(working_memory) == ["m1", "idle"]
    working_memory.settle(KEY, "m1", SHORT)
    outlive()
    assert working_memory.read(KEY) is None


def test_what_came_after_is_not_settled(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    append(working_memory, "m2")
    settle(working_memory, "m1", SHORT)
    outlive()
    assert names(working_memory) == ["m1", "m2", "closed"]


def test_a_new_message_stops_the_ttl(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    settle(working_memory, "m1", SHORT)
    append(working_memory, "m2")
    outlive()
    assert names(working_memory) == ["m1", "closed", "m2"]


def test_a_message_sent_again_does_not_stop_the_ttl(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    settle(working_memory, "m1", SHORT)
    append(working_memory, "m1")
    outlive()
    assert working_memory.read(KEY) is None


def test_a_new_mark_stops_the_ttl_and_a_repeated_one_does_not(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    working_memory.close(KEY, at=NOW, kind=MarkKind.IDLE)
    working_memory.settle(KEY, "m1", SHORT)
    working_memory.close(KEY, at=NOW)
    outlive()
    assert names(working_memory) == ["m1", "idle", "closed"]
    working_memory.settle(KEY, "m1", SHORT)
    working_memory.close(KEY, at=NOW)
    outlive()
    assert working_memory.read(KEY) is None

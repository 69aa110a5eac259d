"""What every working memory promises of messages, ends and thresholds."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Role, ToolCall
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.codec import decode, encode
from memory_pipeline.events.identity import SEPARATOR, event_id
from memory_pipeline.events.models import SessionClosed, SessionIdle, SessionThreshold
from memory_pipeline.ports.working_memory import (
    Appended,
    Mark,
    MarkKind,
    SessionInfo,
    SessionKey,
    Threshold,
    WorkingMemory,
)
from tests.contract.sessions import (
    ACME,
    ALICE,
    AT,
    BERLIN,
    CHINESE,
    HOUR,
    INFO,
    KEY,
    NEVER,
    NOW,
    append,
    entries,
    message,
    names,
    soon,
)

# -- messages


def test_a_message_comes_back_as_it_was_with_its_offset(working_memory: WorkingMemory) -> None:
    said = message(
        "m-1",
        '他说:"你好"\n\t\\ \x00 \ud800 😀 </script>',
        role=Role.ASSISTANT,
        at=datetime(2026, 1, 5, 23, 59, 59, 123456, tzinfo=BERLIN),
        name="小明",
        tool_calls=(ToolCall("get_service", '{"name": "订单"}', "c1"), ToolCall("now", "")),
        tool_call_id="c0",
    )
    working_memory.append(KEY, INFO, said, tokens=5, threshold=NEVER)
    (held,) = entries(working_memory)
    assert held == said
    assert held.at.utcoffset() == timedelta(hours=1)


def test_messages_keep_the_order_of_their_arrival(working_memory: WorkingMemory) -> None:
    for number in (3, 1, 2, 11, 10):
        append(working_memory, f"m{number}")
    assert names(working_memory) == ["m3", "m1", "m2", "m11", "m10"]


def test_the_session_keeps_what_it_was_opened_with(working_memory: WorkingMemory) -> None:
    opened = SessionInfo(shared_with=(Scope.parse("team:sre"), Scope.parse("project:支付")), user_id="王小明")
    append(working_memory, "m1", key=CHINESE, info=opened)
    append(working_memory, "m2", key=CHINESE, info=SessionInfo(user_id="other"))
    log = working_memory.read(CHINESE)
    assert log is not None
    assert (log.key, log.info) == (CHINESE, opened)


def test_a_session_without_a_user_names_none(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1", info=SessionInfo())
    log = working_memory.read(KEY)
    assert log is not None
    assert log.info == SessionInfo()


def test_an_unknown_session_holds_nothing(working_memory: WorkingMemory) -> None:
    assert working_memory.read(KEY) is None
    assert working_memory.close(KEY, at=NOW) is None
    assert working_memory.close_if_idle(KEY, before=soon(), at=NOW) is None
    working_memory.settle(KEY, "m1", HOUR)
    assert working_memory.read(KEY) is None
    assert working_memory.inbox(10) == []


@pytest.mark.parametrize(
    "other",
    [
        SessionKey(Tenant("other"), ALICE, "s-1"),
        SessionKey(ACME, Scope.of_user("Alice"), "s-1"),
        SessionKey(ACME, Scope.parse("team:alice"), "s-1"),
        SessionKey(ACME, ALICE, "s-1 "),
    ],
)
def test_sessions_of_different_owners_are_different(working_memory: WorkingMemory, other: SessionKey) -> None:
    append(working_memory, "m1")
    append(working_memory, "m1", key=other)
    append(working_memory, "m2", key=other)
    assert names(working_memory) == ["m1"]
    assert names(working_memory, other) == ["m1", "m2"]


def test_the_same_message_again_changes_nothing(working_memory: WorkingMemory) -> None:
    assert append(working_memory, "m1").new
    again = append(working_memory, "m1")
    assert again == Appended(new=False, emitted=None)
    assert names(working_memory) == ["m1"]


def test_a_retry_that_arrives_later_is_the_same_message_and_keeps_the_first_time(
    working_memory: WorkingMemory,
) -> None:
    first = message("m1")
    working_memory.append(KEY, INFO, first, tokens=1, threshold=NEVER)
    later = replace(first, at=AT + HOUR)
    assert not working_memory.append(KEY, INFO, later, tokens=1, threshold=NEVER).new
    assert entries(working_memory) == (first,)


@pytest.mark.parametrize(
    "change",
    [
        {"content": "other"},
        {"role": Role.TOOL},
        {"name": "Bob"},
        {"tool_call_id": "c9"},
        {"tool_calls": (ToolCall("now", "{}"),)},
    ],
)
def test_other_words_under_a_known_id_are_refused(
    working_memory: WorkingMemory, change: dict[str, Any]
) -> None:
    first = message("消息-1")
    working_memory.append(KEY, INFO, first, tokens=1, threshold=NEVER)
    with pytest.raises(InvalidInput, match="消息-1"):
        working_memory.append(KEY, INFO, replace(first, **change), tokens=1, threshold=NEVER)
    assert entries(working_memory) == (first,)


@pytest.mark.parametrize("bad", ["", " ", "a\x1eb", "\ud800", "x" * 257])
def test_what_cannot_be_an_id_is_refused(working_memory: WorkingMemory, bad: str) -> None:
    with pytest.raises(InvalidInput):
        append(working_memory, bad)
    with pytest.raises(InvalidInput):
        append(working_memory, "m1", key=replace(KEY, session_id=bad))
    with pytest.raises(InvalidInput):
        append(working_memory, "m1", info=SessionInfo(user_id=bad))
    assert working_memory.idle(before=soon(), limit=10) == []


def test_threads_lose_and_double_nothing(working_memory: WorkingMemory) -> None:
    news: list[bool] = []

    def write() -> None:
        news.extend(append(working_memory, f"m{number}").new for number in range(20))

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names(working_memory)) == sorted(f"m{number}" for number in range(20))
    assert sum(news) == 20


# -- close


@pytest.mark.parametrize("key", [KEY, CHINESE])
@pytest.mark.parametrize(("kind", "model"), [(MarkKind.CLOSED, SessionClosed), (MarkKind.IDLE, SessionIdle)])
def test_closing_marks_the_end_and_emits_its_event(
    working_memory: WorkingMemory, key: SessionKey, kind: MarkKind, model: type[SessionClosed | SessionIdle]
) -> None:
    append(working_memory, "m1", key=key)
    append(working_memory, "消息/二", key=key)
    emitted = working_memory.close(key, at=AT, kind=kind)
    assert emitted is not None
    type_ = f"session.{kind.value}"
    assert emitted.event_id == event_id(
        key.tenant, key.scope, type_, SEPARATOR.join([key.session_id, "消息/二"])
    )
    assert (emitted.type, emitted.tenant, emitted.scope) == (type_, key.tenant, key.scope)
    expected = model(
        event_id=emitted.event_id,
        tenant=key.tenant,
        scope=str(key.scope),
        occurred_at=AT,
        session_id=key.session_id,
        through_message_id="消息/二",
    )
    assert working_memory.inbox(10) == [encode(expected)]
    assert decode(working_memory.inbox(10)[0]) == expected
    assert entries(working_memory, key)[-1] == Mark(kind, "消息/二", AT)


def test_closing_again_emits_the_same_event_and_adds_no_mark(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    first = working_memory.close(KEY, at=NOW)
    assert first is not None
    working_memory.accept([first.event_id])
    again = working_memory.close(KEY, at=NOW + HOUR)
    assert again == first
    assert working_memory.waiting(first.event_id) is not None
    assert names(working_memory) == ["m1", "closed"]


def test_closing_what_went_idle_is_an_event_of_its_own(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    idle = working_memory.close(KEY, at=NOW, kind=MarkKind.IDLE)
    closed = working_memory.close(KEY, at=NOW)
    assert idle is not None
    assert closed is not None
    assert idle.event_id != closed.event_id
    assert names(working_memory) == ["m1", "idle", "closed"]
    working_memory.close(KEY, at=NOW, kind=MarkKind.IDLE)
    working_memory.close(KEY, at=NOW)
    assert names(working_memory) == ["m1", "idle", "closed"]


def test_a_message_after_the_end_opens_the_session_again(working_memory: WorkingMemory) -> None:
    append(working_memory, "m1")
    first = working_memory.close(KEY, at=NOW)
    assert working_memory.idle(before=soon(), limit=10) == []
    append(working_memory, "m2")
    assert working_memory.idle(before=soon(), limit=10) == [KEY]
    second = working_memory.close(KEY, at=NOW)
    assert first is not None
    assert second is not None
    assert first.event_id != second.event_id
    assert names(working_memory) == ["m1", "closed", "m2", "closed"]


# -- threshold


def test_a_turn_past_the_threshold_emits_an_event_through_the_message_before(
    working_memory: WorkingMemory,
) -> None:
    limit = Threshold(turns=2, tokens=10_000)
    roles = [Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.USER, Role.TOOL]
    for number, role in enumerate(roles):
        assert append(working_memory, f"m{number}", role=role, threshold=limit).emitted is None
    emitted = append(working_memory, "m5", threshold=limit).emitted
    assert emitted is not None
    assert emitted.type == "session.threshold"
    assert decode(working_memory.inbox(10)[0]) == SessionThreshold(
        event_id=event_id(ACME, ALICE, "session.threshold", SEPARATOR.join(["s-1", "m4"])),
        tenant=ACME,
        scope=str(ALICE),
        occurred_at=AT,
        session_id="s-1",
        through_message_id="m4",
    )
    assert names(working_memory) == [f"m{number}" for number in range(6)]


def test_the_counters_begin_anew_after_the_threshold(working_memory: WorkingMemory) -> None:
    limit = Threshold(turns=3, tokens=10_000)
    crossed = [n for n in range(10) if append(working_memory, f"m{n}", threshold=limit).emitted]
    assert crossed == [3, 6, 9]


def test_tokens_cross_the_threshold_too_but_only_where_a_turn_begins(working_memory: WorkingMemory) -> None:
    limit = Threshold(turns=100, tokens=100)
    assert append(working_memory, "m1", tokens=60, threshold=limit).emitted is None
    assert append(working_memory, "m2", tokens=60, role=Role.ASSISTANT, threshold=limit).emitted is None
    assert append(working_memory, "m3", tokens=60, role=Role.TOOL, threshold=limit).emitted is None
    emitted = append(working_memory, "m4", tokens=60, threshold=limit).emitted
    assert emitted is not None
    assert append(working_memory, "m5", tokens=60, threshold=limit).emitted is None


def test_a_mark_is_a_cut_too(working_memory: WorkingMemory) -> None:
    limit = Threshold(turns=2, tokens=1000)
    append(working_memory, "m1", threshold=limit)
    append(working_memory, "m2", threshold=limit)
    working_memory.close(KEY, at=NOW, kind=MarkKind.IDLE)
    assert append(working_memory, "m3", threshold=limit).emitted is None
    assert append(working_memory, "m4", threshold=limit).emitted is None
    assert append(working_memory, "m5", threshold=limit).emitted is not None


def test_a_message_sent_again_does_not_count(working_memory: WorkingMemory) -> None:
    limit = Threshold(turns=2, tokens=1000)
    for _ in range(5):
        append(working_memory, "m1", threshold=limit)
    assert append(working_memory, "m2", threshold=limit).emitted is None


def test_one_overlong_message_does_not_emit_before_itself(working_memory: WorkingMemory) -> None:
    assert append(working_memory, "m1", tokens=500, threshold=Threshold(turns=2, tokens=100)).emitted is None

"""The wire: every event survives it, old versions are lifted, and bad ones are told by their field."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.codec import decode, encode, make
from memory_pipeline.events.identity import event_id
from memory_pipeline.events.models import (
    SESSION_EVENTS,
    Event,
    FactsImported,
    MemoryConfirm,
    MemoryCorrect,
    MemoryForget,
    MemoryRemember,
    Notification,
    SessionClosed,
    SessionIdle,
    SessionThreshold,
)

AT = datetime(2026, 1, 5, 10, tzinfo=timezone(timedelta(hours=8)))
HEADER: dict[str, Any] = {"event_id": uuid4(), "tenant": "acme", "scope": "user:王小明", "occurred_at": AT}
SESSION = {"session_id": "会话/一", "through_message_id": "m1"}
EVENTS: list[Event] = [
    SessionClosed(**HEADER, **SESSION),
    SessionThreshold(**HEADER, **SESSION),
    SessionIdle(**HEADER, **SESSION),
    MemoryRemember(**HEADER, ref="r", text="我住在杭州 👨‍👩‍👧"),
    MemoryCorrect(**HEADER, ref="r", memory_id=uuid4(), object="上海"),
    MemoryConfirm(**HEADER, ref="r", memory_id=uuid4()),
    MemoryForget(**HEADER, ref="r", session_id="s"),
    FactsImported(**HEADER, ref="r", subject="s", predicate="p", object="", source=Source.CMDB, retract=True),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_from_json_as_it_was(event: Event) -> None:
    assert decode(json.loads(json.dumps(encode(event)))) == event


def test_the_names_of_session_events_are_those_of_the_models() -> None:
    assert [encode(event)["type"] for event in EVENTS[:3]] == sorted(
        SESSION_EVENTS, key=["session.closed", "session.threshold", "session.idle"].index
    )


def test_unknown_fields_are_left_out_so_that_a_newer_sender_is_understood() -> None:
    assert decode(encode(EVENTS[0]) | {"mood": "sunny"}) == EVENTS[0]


def test_an_older_version_is_lifted_step_by_step() -> None:
    old = encode(EVENTS[3]) | {"version": -1, "words": "我住在杭州"}
    del old["text"]

    def renamed(document: dict[str, Any]) -> dict[str, Any]:
        return {**document, "text": document["words"], "version": 0}

    def numbered(document: dict[str, Any]) -> dict[str, Any]:
        return {**document, "version": 1}

    lifted = decode(old, {("memory.remember", -1): renamed, ("memory.remember", 0): numbered})
    assert isinstance(lifted, MemoryRemember)
    assert lifted.text == "我住在杭州"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"type": "session.folded"}, "event session.folded"),
        ({"version": 2}, "version"),
        ({"occurred_at": "2026-01-05T10:00:00"}, "occurred_at"),
        ({"occurred_at": None}, "occurred_at"),
        ({"event_id": "not-a-uuid"}, "event_id"),
        ({"scope": ""}, "scope"),
        ({"session_id": "x" * 300}, "session_id"),
    ],
)
def test_a_bad_event_is_refused_with_its_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput, match=field):
        decode(encode(EVENTS[0]) | change)


@pytest.mark.parametrize("document", [{}, {"type": None}, {"type": ["x"]}, {"version": "x"}])
def test_no_document_at_all_is_refused_with_a_sentence(document: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="event "):
        decode(document)


@pytest.mark.parametrize("fields", [{"text": ""}, {"text": "x" * 20_001}, {"text": None}, {"confidence": 2}])
def test_making_a_bad_event_names_the_field_and_does_not_repeat_its_text(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=f"event memory.remember: {next(iter(fields))}") as caught:
        make(MemoryRemember, **(HEADER | {"ref": "r", "text": "fine"} | fields))
    assert "xxx" not in str(caught.value)


@given(st.text(st.characters(codec=None), min_size=1, max_size=50).filter(str.strip))
def test_whatever_text_python_can_hold_can_be_remembered(text: str) -> None:
    event = make(MemoryRemember, **HEADER, ref="r", text=text)
    assert len(event.text) == len(text)
    assert decode(json.loads(json.dumps(encode(event), ensure_ascii=False).encode())) == event
    assert "\x00" not in event.text


def test_an_events_id_follows_from_what_it_is_about() -> None:
    tenant, scope = Tenant("acme"), Scope.of_user("alice")
    one = event_id(tenant, scope, "session.closed", "s\x1em1")
    assert one == event_id(tenant, scope, "session.closed", "s\x1em1")
    others = {
        event_id(Tenant("other"), scope, "session.closed", "s\x1em1"),
        event_id(tenant, Scope.of_user("bob"), "session.closed", "s\x1em1"),
        event_id(tenant, scope, "session.idle", "s\x1em1"),
        event_id(tenant, scope, "session.closed", "s\x1em2"),
    }
    assert len(others | {one}) == 5


def test_a_notification_holds_ids_and_no_words() -> None:
    notification = Notification(
        type="memory.created", tenant="acme", scope="user:alice", tier="semantic", memory_id=UUID(int=1), at=datetime.now(UTC)
    )  # fmt: skip
    assert set(notification.model_dump()) == {
        "version", "type", "tenant", "scope", "tier", "memory_id", "at", "historical"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("field", "text"),
    [("text", " \n"), ("predicate", "  "), ("object", "\t"), ("subject", ""), ("predicate", "p" * 301)],
)
def test_a_statement_needs_words_for_each_of_its_parts(field: str, text: str) -> None:
    fields = {"text": "I live in Graz", "predicate": "city", "object": "Graz", field: text}
    with pytest.raises(InvalidInput, match=field):
        make(
            MemoryRemember,
            event_id=uuid4(),
            tenant="t",
            scope="user:a",
            occurred_at=datetime(2026, 1, 5, tzinfo=UTC),
            ref="r",
            **fields,
        )

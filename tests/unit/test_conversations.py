"""Conversations as files and backends give them: what is missing is found nearby, what is wrong is told with its line."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Role
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.conversations import (
    Conversation,
    RejectedLine,
    instant_of,
    latest_time,
    plain_text,
    read_conversation,
    read_lines,
    read_message,
)

FALLBACK = datetime(2026, 5, 1, 12, tzinfo=UTC)


def line(*messages: Any, **fields: Any) -> str:
    given = [{"role": "user", "content": each} if isinstance(each, str) else each for each in messages]
    return json.dumps(
        {"session_id": "s-1", "user_id": "alice", "messages": given} | fields, ensure_ascii=False
    )


def conversation(*messages: Any, user: str | None = None, **fields: Any) -> Conversation:
    return read_conversation(line(*messages, **fields), user=user, fallback=FALLBACK)


def test_a_whole_line_is_taken_as_it_is() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"a": "北京"}'}}
    found = conversation(
        {"id": "a", "role": "user", "content": "你好", "at": "2026-01-05T10:00:00+08:00", "name": "王小明"},
        {"id": "b", "role": "assistant", "content": None, "tool_calls": [call]},
        {"id": "c", "role": "tool", "content": "ok", "tool_call_id": "c1"},
        shared_with=["team:sre"],
        closed=False,
    )
    assert (found.session_id, found.home, found.shared_with, found.closed) == (
        "s-1", Scope.of_user("alice"), (Scope("team", "sre"),), False,
    )  # fmt: skip
    first, second, third = found.messages
    assert (first.role, first.name, first.at.isoformat()) == (
        Role.USER,
        "王小明",
        "2026-01-05T10:00:00+08:00",
    )
    assert (second.content, second.tool_calls[0].arguments) == ("", '{"a": "北京"}')
    assert (third.role, third.tool_call_id) == (Role.TOOL, "c1")


def test_arguments_as_an_object_become_json_text_that_stays_readable() -> None:
    call = {"name": "look", "arguments": {"city": "北京"}}
    (message,) = conversation({"role": "assistant", "content": "", "tool_calls": [call]}).messages
    assert message.tool_calls[0].arguments == '{"city": "北京"}'


def test_ids_default_to_the_position_and_closed_to_true() -> None:
    found = conversation("one", "two")
    assert [message.id for message in found.messages] == ["1", "2"]
    assert found.closed is True


@pytest.mark.parametrize(
    ("times", "fields", "expected", "guessed"),
    [
        ([None, "2026-01-05T10:00:00Z", None], {}, ["10:00", "10:00", "10:00"], False),
        (["2026-01-05T09:00:00Z", None, "2026-01-05T11:00:00Z"], {}, ["09:00", "09:00", "11:00"], False),
        ([None, None], {"started_at": "2026-01-05T08:00:00Z"}, ["08:00", "08:00"], False),
        ([None, None], {}, ["12:00", "12:00"], True),
    ],
)
def test_missing_times_come_from_the_nearest_neighbour_then_the_conversation_then_the_file(
    times: list[str | None], fields: dict[str, Any], expected: list[str], guessed: bool
) -> None:
    found = conversation(*({"role": "user", "content": "x", "at": at} for at in times), **fields)
    assert [f"{message.at:%H:%M}" for message in found.messages] == expected
    assert found.guessed_times is guessed


def test_a_time_without_an_offset_is_utc_and_one_with_keeps_its_own() -> None:
    naive, offset, zulu = conversation(
        *(
            {"role": "user", "content": "x", "at": f"2026-01-01T00:30:00{zone}"}
            for zone in ("", "+09:00", "Z")
        )
    ).messages
    assert naive.at == zulu.at
    assert naive.at - offset.at == timedelta(hours=9)
    assert offset.at.utcoffset() == timedelta(hours=9)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ("plain", "plain"),
        ([{"type": "text", "text": "one"}, {"type": "input_text", "text": "two"}], "one\ntwo"),
        (["one", None, 7, ""], "one"),
        ([{"type": "image_url", "image_url": {"url": "https://x/y.png"}}, {"type": "text", "text": "my cat"}], "[image]\nmy cat"),
        ([{"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"}, "my cat Tom"], "[image]\nmy cat Tom"),
        ([{"type": "input_audio", "input_audio": {"data": "…", "transcript": "I moved to Oslo"}}], "I moved to Oslo"),
        ([{"type": "input_audio", "input_audio": {"data": "…"}}], "[audio]"),
        ([{"type": "file", "file": {"file_id": "f"}}], "[file]"),
        ([{"type": "unheard_of", "data": {"a": 1}}], ""),
        ("a\x00b\ud83dc", "a\ufffdb\ufffdc"),
        (["half \ud83d", "whole 👨‍👩‍👧"], "half \ufffd\nwhole 👨‍👩‍👧"),
    ],
)  # fmt: skip
def test_content_of_any_shape_becomes_plain_text_without_braces(content: Any, text: str) -> None:
    assert plain_text(content) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{not json", "not JSON"),
        ("[]", "the line"),
        ('{"session_id": "s"}', "messages"),
        (line({"role": "narrator", "content": "x"}), "role"),
        (line("x", session_id=""), "session_id"),
        (line("x", session_id="a\x00b"), "control character"),
        (line("x", session_id="x" * 300), "300 bytes"),
        (line("x", user_id=" "), "user_id"),
        (line("x", user_id="a\nb"), "control character"),
        (line("x", shared_with=["sre"]), "not a scope"),
        (line({"role": "user", "content": "x", "at": "yesterday"}), "not a time"),
        (line({"role": "user", "content": "x", "id": "1"}, "y", {"role": "user", "content": "z", "id": 1}), "ids must be unique"),
        (line({"role": "assistant", "content": "", "tool_calls": [{"id": "c"}]}), "names no function"),
        (line({"role": "user", "content": {"a": 1}}), "content"),
    ],
)  # fmt: skip
def test_a_bad_line_is_rejected_with_its_number_and_why_and_the_next_one_is_read(
    text: str, reason: str
) -> None:
    (_, bad), (number, good) = read_lines(["", text, line("fine")][1:], user=None, fallback=FALLBACK)
    assert isinstance(bad, RejectedLine)
    assert reason in bad.reason
    assert number == 2
    assert isinstance(good, Conversation)


def test_blank_lines_count_but_are_no_conversations() -> None:
    assert [number for number, _ in read_lines(["", "  ", line("x")], user=None, fallback=FALLBACK)] == [3]


def test_the_given_user_stands_in_only_where_the_line_names_none() -> None:
    assert conversation("x", user="bob").user_id == "alice"
    assert conversation("x", user_id=None, user="bob").user_id == "bob"
    with pytest.raises(InvalidInput, match="--user"):
        conversation("x", user_id=None)


def test_the_latest_time_of_a_file_is_found_past_bad_lines() -> None:
    lines = [line({"role": "user", "content": "x", "at": f"2026-0{n}-01T00:00:00Z"}) for n in (2, 4, 3)]
    assert latest_time([*lines, "{bad", line({"role": "user", "content": "x", "at": "never"})]) == datetime(
        2026, 4, 1, tzinfo=UTC
    )
    assert latest_time([line("x")]) is None
    assert instant_of(0).tzinfo is UTC


def test_a_message_of_a_backend_is_refused_with_its_field() -> None:
    with pytest.raises(InvalidInput, match="role"):
        read_message({"role": "narrator", "content": "x"})


@pytest.mark.parametrize(
    "content", [b"hello", bytearray(b"hello"), ["hello", b"you"], [{"type": "text", "text": b"hello"}]]
)
def test_bytes_are_refused_with_a_sentence(content: Any) -> None:
    with pytest.raises(InvalidInput, match=r"content.*is bytes: decode it to text first"):
        read_message({"role": "user", "content": content})

"""What one call may bring or ask for: one more is refused with a sentence, before anything is written."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.limits import Limits
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.conversations import read_message, to_message
from memory_pipeline.interfaces.cli.take_in import Intake, take_in
from memory_pipeline.pipeline.recall import Query, recall
from memory_pipeline.pipeline.record import record_message
from memory_pipeline.pipeline.record_durably import append_durably
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from memory_pipeline.settings import Settings
from tests.support.cli import talk as line
from tests.support.cli import write_lines
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline
from tests.support.talks import ACME, START

KEY = SessionKey(ACME, Scope.of_user("alice"), "s")
SMALL = Limits(message=100, tool_calls=50, messages=3, query=20, k=5, scopes=2)


def small() -> InMemoryPipeline:
    made = in_memory_pipeline()
    return replace(made, deps=replace(made.deps, limits=SMALL))


def message(content: str = "hi", **more: Any) -> Message:
    return Message("m1", Role.USER, content, START, **more)


@pytest.mark.parametrize("record", [record_message, append_durably])
@pytest.mark.parametrize(
    ("fits", "too_much", "said"),
    [
        (message("x" * 100), message("x" * 101), "content has 101 characters; at most 100"),
        (message("字" * 100), message("字" * 101), "MEMORY_PIPELINE_MAX_MESSAGE_CHARS"),
        (
            message(tool_calls=(ToolCall("look", "a" * 44, "id"),)),
            message(tool_calls=(ToolCall("look", "a" * 20, "i1"), ToolCall("look", "a" * 21, "i2"))),
            "tool calls of a message has 53 characters; at most 50",
        ),
        (message(name="n" * 1000), message(name="n" * 1001), "name has 1001 characters"),
        (message(tool_call_id="n" * 1000), message(tool_call_id="n" * 1001), "tool_call_id has 1001"),
    ],
)
def test_a_message_too_large_is_refused_and_nothing_of_it_kept(
    record: Any, fits: Message, too_much: Message, said: str
) -> None:
    made = small()
    with pytest.raises(InvalidInput, match=said):
        record(KEY, SessionInfo(), too_much, made.deps)
    assert made.deps.working.read(KEY) is None
    assert made.deps.transcripts.read(KEY) is None
    assert record(KEY, SessionInfo(), fits, made.deps).new


def test_a_session_is_shared_with_so_many_scopes_and_no_more() -> None:
    made, scopes = small(), tuple(Scope.parse(f"team:{n}") for n in range(3))
    with pytest.raises(InvalidInput, match="shared with 2 scopes, not with 3"):
        record_message(KEY, SessionInfo(scopes), message(), made.deps)
    assert record_message(KEY, SessionInfo(scopes[:2]), message(), made.deps).new


@pytest.mark.parametrize(
    ("query", "scopes", "said"),
    [
        (Query("x" * 21), 1, "the query has 21 characters; at most 20"),
        (Query("x", k=6), 1, "k must lie between 1 and 5, not 6"),
        (Query("x", k=0), 1, "k must lie between 1 and 5, not 0"),
        (Query(" \n"), 1, "must not be blank"),
        (Query("x"), 3, "can name 2 scopes, not 3"),
    ],
)
def test_a_recall_asks_for_so_much_and_no_more(query: Query, scopes: int, said: str) -> None:
    made = small()
    named = [Scope.parse(f"team:{n}") for n in range(scopes)]
    with pytest.raises(InvalidInput, match=said):
        recall(ACME, named, query, made.deps, deadline=timedelta(seconds=5))


def test_a_line_of_a_file_is_taken_in_whole_or_not_at_all(tmp_path: Path) -> None:
    made = small()
    path = write_lines(
        tmp_path / "talks.jsonl",
        [
            line("many", "alice", "a", "b", "c", "d"),
            line("long", "alice", "a", "x" * 101),
            line("fits", "alice", "a", "b", "c"),
        ],
    )
    intake = Intake()
    take_in(path, ACME, intake, made.deps)
    assert [refused.line for refused in intake.rejected] == [1, 2]
    assert "4 messages at once are too many: send at most 3" in intake.rejected[0].reason
    assert "at most 100" in intake.rejected[1].reason
    for session, known in (("many", False), ("long", False), ("fits", True)):
        held = made.deps.working.read(SessionKey(ACME, Scope.of_user("alice"), session))
        assert (held is not None) is known


def test_limits_come_from_the_settings_and_are_generous() -> None:
    settings = Settings(
        max_message_chars=7, max_tool_call_chars=8, max_messages=9, max_query_chars=10, max_k=11
    )
    assert settings.limits == Limits(message=7, tool_calls=8, messages=9, query=10, k=11)
    assert Settings().limits == Limits()
    assert Limits().message >= 1_000_000


def _deep() -> list[Any]:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    return nested


@pytest.mark.parametrize(
    "arguments", [_deep(), {1, 2}, b"bytes", object()], ids=["deep", "set", "bytes", "object"]
)
def test_arguments_of_a_tool_call_that_are_no_json_are_refused_with_a_sentence(arguments: Any) -> None:
    call = {"function": {"name": "look", "arguments": arguments}}
    native = read_message({"role": "assistant", "content": None, "tool_calls": [call]})
    with pytest.raises(InvalidInput, match="no JSON, or nested too deeply"):
        to_message(native, 1, START)


def test_a_text_to_look_for_is_so_long_and_no_longer() -> None:
    SMALL.check_text("x" * 20)
    with pytest.raises(InvalidInput, match="the text has 21 characters; at most 20"):
        SMALL.check_text("x" * 21)

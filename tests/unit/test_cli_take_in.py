"""Files of conversations, line by line: what is appended, what is rejected, and which time stands in for a missing one."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_pipeline.demo.material import lay_out, shift_to
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.interfaces.cli.files import lines_of
from memory_pipeline.interfaces.cli.take_in import Intake, into_ledger, take_in
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.working_memory import SessionKey
from tests.support.cli import talk, write_lines
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline, objects

TENANT = Tenant("acme")


def times(pipeline: InMemoryPipeline, user: str, session_id: str = "s") -> list[datetime]:
    log = pipeline.deps.working.read(SessionKey(TENANT, Scope.of_user(user), session_id))
    assert log is not None
    return [entry.at for entry in log.entries if isinstance(entry, Message)]


def taken(path: Path, pipeline: InMemoryPipeline, at: datetime | None = None) -> Intake:
    intake = Intake()
    take_in(path, TENANT, intake, pipeline.deps, at=at)
    return intake


def test_closed_sessions_are_events_in_the_ledger(tmp_path: Path) -> None:
    pipeline = in_memory_pipeline()
    shared = talk("s-1", "bo", "I live in Oslo.", shared_with=["team:x"])
    file = write_lines(
        tmp_path / "f.jsonl", [shared, talk("s-2", "bo", "Hi.", closed=False), talk("s-3", "bo")]
    )
    intake = taken(file, pipeline)
    into_ledger(pipeline.deps)
    assert (intake.conversations, intake.messages, len(intake.events)) == (3, 2, 1)
    assert list(intake.scopes) == [Scope.parse("user:bo"), Scope.parse("team:x")]
    assert pipeline.deps.ledger.states(TENANT, list(intake.events)).keys() == intake.events.keys()
    assert taken(file, pipeline).events == intake.events


def test_more_than_thirty_turns_are_a_threshold_event_too(tmp_path: Path) -> None:
    pipeline = in_memory_pipeline()
    file = write_lines(tmp_path / "f.jsonl", [talk("s", "bo", *(f"Turn {n}." for n in range(33)))])
    intake = taken(file, pipeline)
    into_ledger(pipeline.deps)
    types = [entry.type for entry in pipeline.deps.ledger.states(TENANT, list(intake.events)).values()]
    assert sorted(types) == ["session.closed", "session.threshold"]


def test_a_mark_of_order_and_blank_lines_are_no_content(tmp_path: Path) -> None:
    file = tmp_path / "f.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\n  \n\xff\n{"b": 2}')
    found = list(lines_of(file))
    assert [number for number, _ in found] == [1, 4, 5]
    assert found[0][1] == '{"a": 1}\r\n'
    assert isinstance(found[1][1], InvalidInput)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, datetime(2026, 5, 1, tzinfo=UTC)),
        (datetime(2020, 2, 2, tzinfo=UTC), datetime(2020, 2, 2, tzinfo=UTC)),
    ],
)
def test_a_conversation_without_a_time_takes_the_one_given_else_the_latest_of_the_file(
    tmp_path: Path, given: datetime | None, expected: datetime
) -> None:
    pipeline = in_memory_pipeline()
    lines = [talk("s", "bo", "Hi.", "Ho.", at=""), talk("t", "kim", "Hi.", at="2026-05-01")]
    taken(write_lines(tmp_path / "f.jsonl", lines), pipeline, given)
    assert times(pipeline, "bo") == [expected, expected]
    assert times(pipeline, "kim", "t") == [datetime(2026, 5, 1, tzinfo=UTC)]


def test_a_file_without_any_time_takes_its_own_date_and_says_so_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline = in_memory_pipeline()
    file = write_lines(tmp_path / "f.jsonl", [talk("s", "bo", "Hi.", at=""), talk("t", "bo", "Ho.", at="")])
    os.utime(file, (1_700_000_000, 1_700_000_000))
    taken(file, pipeline)
    assert times(pipeline, "bo") == [datetime.fromtimestamp(1_700_000_000, UTC)]
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_the_demo_is_told_as_if_it_ended_today(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    write_lines(source / "a.jsonl", [talk("s", "bo", "Hi.", at="2026-01-01T10:00:00+08:00")])
    now = datetime(2026, 3, 1, 1, tzinfo=UTC)
    shift = shift_to(now, source)
    assert shift == timedelta(days=58)
    copy = lay_out(source, tmp_path / "out", shift)[0]
    pipeline = in_memory_pipeline()
    taken(copy, pipeline)
    assert times(pipeline, "bo") == [datetime(2026, 2, 28, 2, tzinfo=UTC)]
    assert now - timedelta(days=1) < times(pipeline, "bo")[0] <= now


def test_a_folder_without_conversations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="jsonl"):
        lay_out(tmp_path, tmp_path / "out", timedelta(0))


NASTY = [
    "[" * 100_000,
    '{"session_id": ' + "1" * 5000 + "}",
    '{"session_id": "s\\ud800", "user_id": "bo", "messages": []}',
    "null",
    "NaN",
    '{"session_id": "s", "user_id": "bo", "messages": null}',
    '{"session_id": "s", "user_id": "bo", "shared_with": ["x"], "messages": []}',
    '{"session_id": "s", "user_id": "  ", "messages": []}',
    '{"session_id": "s", "user_id": "bo", "messages": [{"id": "a", "role": "user"}, {"id": "a", "role": "user"}]}',
    '{"session_id": "s", "user_id": "bo", "messages": [{"role": "user", "content": {"a": 1}}]}',
    '{"session_id": "s", "user_id": "bo", "messages": [{"role": "user", "content": "x", "at": 12345}]}',
    '{"session_id": "s", "user_id": "bo", "messages": [{"role": "user", "content": "x", "at": "0001-01-01T00:00:00+14:00"}]}',
    '{"session_id": "s", "user_id": "bo", "messages": [{"role": "user", "content": "x", "at": "9999-12-31T23:59:59-14:00"}]}',
]


def test_no_line_however_nasty_stops_the_others(tmp_path: Path) -> None:
    pipeline = in_memory_pipeline()
    intake = taken(write_lines(tmp_path / "f.jsonl", [*NASTY, talk("s", "bo", "Hi.")]), pipeline)
    assert [refused.line for refused in intake.rejected] == list(range(1, len(NASTY) + 1))
    assert all(refused.reason for refused in intake.rejected)
    assert intake.conversations == 1


def test_the_longest_names_and_half_characters_are_taken(tmp_path: Path) -> None:
    pipeline = in_memory_pipeline()
    odd = "c\u0000\ud800"
    call = {"id": odd, "function": {"name": f"f{odd}", "arguments": f'{{"a": "{odd}"}}'}}
    messages = [
        {"id": "m" * 256, "role": "user", "content": f"order-service is down{odd}", "at": "2026-01-01"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": odd, "tool_call_id": odd, "name": odd},
    ]
    line = {"session_id": "s" * 256, "user_id": "u" * 256, "messages": messages}
    file = tmp_path / "f.jsonl"
    file.write_text(json.dumps(line), encoding="utf-8")
    intake = taken(file, pipeline)
    into_ledger(pipeline.deps)
    assert (intake.rejected, len(intake.events)) == ([], 1)
    log = pipeline.deps.working.read(SessionKey(TENANT, Scope.of_user("u" * 256), "s" * 256))
    assert log is not None
    assert not any(bad in repr(log.entries) for bad in ("\\x00", "\\ud800"))


def test_other_words_under_known_ids_are_refused_long_after_redis_forgot_the_session(tmp_path: Path) -> None:
    """Lines without ids count their messages from one: a session's name used again must not lose what is new."""
    pipeline = in_memory_pipeline()
    old = talk("s", "bo", "I live in Oslo.", "我的密码是 hunter2-Xy7!q。")
    new = talk("s", "bo", "I moved to Bergen.", "I like tea.", at="2026-03-09T09:00:00Z")
    taken(write_lines(tmp_path / "old.jsonl", [old]), pipeline)
    pipeline.work()
    pipeline.clock.advance(timedelta(days=3))
    run_night(TENANT, pipeline.deps)
    assert pipeline.deps.working.read(SessionKey(TENANT, Scope.of_user("bo"), "s")) is None
    refused = taken(write_lines(tmp_path / "new.jsonl", [new, {**new, "session_id": "t"}]), pipeline)
    assert [each.line for each in refused.rejected] == [1]
    assert "another message under the id 'm1'" in str(refused.rejected[0])
    again = taken(write_lines(tmp_path / "again.jsonl", [old]), pipeline)
    assert (again.rejected, again.conversations) == ([], 1)
    pipeline.work()
    assert objects(pipeline.deps, TENANT, Scope.of_user("bo"), "city") == ["Bergen"]

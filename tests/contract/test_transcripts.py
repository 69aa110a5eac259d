"""What every transcript promises."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange, Transcript, Transcripts
from memory_pipeline.ports.working_memory import Mark, MarkKind, SessionInfo, SessionKey, SessionLog
from tests.contract.conftest import Stores

ACME = Tenant("acme")
ALICE = Scope.of_user("alice")
KEY = SessionKey(ACME, ALICE, "s-1")
INFO = SessionInfo(shared_with=(Scope.parse("team:sre"), Scope.parse("project:支付")), user_id="alice")
NOW = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
AT = datetime(2026, 1, 5, 10, 0, tzinfo=timezone(timedelta(hours=8)))


@pytest.fixture
def transcripts(stores: Stores) -> Transcripts:
    return stores.transcripts


def message(id_: str, content: str = "你好", role: Role = Role.USER) -> Message:
    return Message(id_, role, content, AT)


def mark(kind: MarkKind, after: str, at: datetime = AT) -> Mark:
    return Mark(kind, after, at)


def absorb(transcripts: Transcripts, *entries: Message | Mark, key: SessionKey = KEY) -> None:
    transcripts.absorb(SessionLog(key, INFO, entries), now=NOW)


def read(transcripts: Transcripts, key: SessionKey = KEY) -> Transcript:
    found = transcripts.read(key)
    assert found is not None
    return found


def ids(transcripts: Transcripts, key: SessionKey = KEY) -> list[str]:
    return [each.id for each in read(transcripts, key).messages]


def marks(transcripts: Transcripts) -> list[tuple[str, int]]:
    return [(each.kind.value, each.position) for each in read(transcripts).marks]


# -- absorb and read


def test_what_was_absorbed_is_read_back(transcripts: Transcripts) -> None:
    said = Message(
        "消息/一",
        Role.ASSISTANT,
        '他说:"你好"\n\t\\ 😀',
        datetime(2026, 1, 5, 23, 59, 59, 123456, tzinfo=timezone(timedelta(hours=5, minutes=45))),
        name="小明",
        tool_calls=(ToolCall("get_service", '{"name": "订单"}', "c1"), ToolCall("now", "")),
        tool_call_id="c0",
    )
    key = replace(KEY, scope=Scope.of_user("王小明"), session_id="会话")
    absorb(transcripts, said, key=key)
    found = read(transcripts, key)
    assert found == Transcript(key, INFO, (said,), (), 0)
    assert found.messages[0].at.utcoffset() == timedelta(hours=5, minutes=45)


def test_a_session_that_was_never_absorbed_is_not_there(transcripts: Transcripts) -> None:
    assert transcripts.read(KEY) is None
    absorb(transcripts, message("m1"))
    assert transcripts.read(replace(KEY, tenant=Tenant("other"))) is None
    assert transcripts.read(replace(KEY, scope=Scope.of_user("Alice"))) is None
    assert transcripts.read(replace(KEY, session_id="s-2")) is None


def test_messages_keep_their_order_and_later_ones_follow(transcripts: Transcripts) -> None:
    absorb(transcripts, message("m3"), message("m1"))
    absorb(transcripts, message("m3"), message("m1"), message("m2"), message("m10"))
    assert ids(transcripts) == ["m3", "m1", "m2", "m10"]


def test_a_log_that_began_anew_adds_only_what_is_new(transcripts: Transcripts) -> None:
    absorb(transcripts, message("m1"), message("m2"))
    absorb(transcripts, message("m3"), message("m2"))
    assert ids(transcripts) == ["m1", "m2", "m3"]


def test_known_messages_and_what_the_session_was_opened_with_stay(transcripts: Transcripts) -> None:
    absorb(transcripts, message("m1", "first"))
    transcripts.absorb(SessionLog(KEY, SessionInfo(), (message("m1", "second"),)), now=NOW)
    assert read(transcripts).messages[0].content == "first"
    assert read(transcripts).info == INFO


def test_marks_stand_after_their_message(transcripts: Transcripts) -> None:
    later = AT + timedelta(hours=1)
    absorb(
        transcripts,
        message("m1"),
        mark(MarkKind.IDLE, "m1"),
        message("m2"),
        mark(MarkKind.CLOSED, "m2", later),
    )
    assert marks(transcripts) == [("idle", 0), ("closed", 1)]
    assert [each.at for each in read(transcripts).marks] == [AT, later]


def test_a_mark_comes_with_a_later_log(transcripts: Transcripts) -> None:
    absorb(transcripts, message("m1"))
    absorb(transcripts, message("m1"), mark(MarkKind.CLOSED, "m1"))
    absorb(transcripts, message("m1"), mark(MarkKind.CLOSED, "m1"), message("m2"))
    assert marks(transcripts) == [("closed", 0)]


def test_of_two_marks_at_one_place_the_first_stays_however_they_arrive(transcripts: Transcripts) -> None:
    absorb(transcripts, message("m1"), mark(MarkKind.IDLE, "m1"), mark(MarkKind.CLOSED, "m1"))
    absorb(transcripts, message("m1"), mark(MarkKind.CLOSED, "m1"), key=replace(KEY, session_id="s-2"))
    other = replace(KEY, session_id="s-3")
    absorb(transcripts, message("m1"), mark(MarkKind.IDLE, "m1"), key=other)
    absorb(transcripts, message("m1"), mark(MarkKind.IDLE, "m1"), mark(MarkKind.CLOSED, "m1"), key=other)
    kinds = [read(transcripts, replace(KEY, session_id=f"s-{n}")).marks[0].kind.value for n in (1, 2, 3)]
    assert kinds == ["idle", "closed", "idle"]


def test_a_mark_after_a_message_nobody_knows_is_left_out(transcripts: Transcripts) -> None:
    absorb(transcripts, mark(MarkKind.CLOSED, "m0"), message("m1"))
    assert marks(transcripts) == []


def test_an_empty_log_opens_the_session(transcripts: Transcripts) -> None:
    absorb(transcripts)
    assert read(transcripts).messages == ()


def test_sessions_of_two_people_do_not_mix(transcripts: Transcripts) -> None:
    bob = replace(KEY, scope=Scope.of_user("bob"))
    absorb(transcripts, message("m1", "alice"))
    absorb(transcripts, message("m1", "bob"), key=bob)
    assert read(transcripts).messages[0].content == "alice"
    assert read(transcripts, bob).messages[0].content == "bob"


def test_threads_absorbing_one_session_double_nothing(transcripts: Transcripts) -> None:
    log = [message(f"m{number}") for number in range(20)]
    errors: list[BaseException] = []

    def work(size: int) -> None:
        try:
            absorb(transcripts, *log[:size])
        except BaseException as error:  # noqa: BLE001 - told to the main thread
            errors.append(error)

    threads = [threading.Thread(target=work, args=(size,)) for size in (20, 10, 15, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert ids(transcripts) == [each.id for each in log]


def test_the_sessions_of_a_scope_are_listed_by_id(transcripts: Transcripts) -> None:
    for session_id in ("b", "a", "c"):
        absorb(transcripts, message("m1"), key=replace(KEY, session_id=session_id))
    absorb(transcripts, message("m1"), key=replace(KEY, scope=Scope.of_user("bob"), session_id="d"))
    assert [key.session_id for key in transcripts.sessions(ACME, str(ALICE))] == ["a", "b", "c"]
    assert all(key.scope == ALICE for key in transcripts.sessions(ACME, str(ALICE)))
    assert transcripts.sessions(ACME, "user:nobody") == []
    assert transcripts.sessions("nobody", str(ALICE)) == []


# -- accepted extractions

SEGMENT = SegmentRange(0, 2)
FIRST = AcceptedExtraction("rules/1", {"facts": [{"object": "上海", "n": 0.9, "none": None}], "summary": ""})
SECOND = AcceptedExtraction("openai/2", {"facts": []})


def test_the_first_reply_counts(transcripts: Transcripts) -> None:
    absorb(transcripts, message("m1"), message("m2"))
    assert transcripts.accepted(KEY, SEGMENT) is None
    assert transcripts.accept(KEY, SEGMENT, FIRST, now=NOW) == FIRST
    assert transcripts.accept(KEY, SEGMENT, SECOND, now=NOW) == FIRST
    assert transcripts.accepted(KEY, SEGMENT) == FIRST


def test_each_segment_of_each_session_has_its_own(transcripts: Transcripts) -> None:
    other = replace(KEY, session_id="s-2")
    absorb(transcripts, message("m1"), message("m2"), message("m3"))
    absorb(transcripts, message("m1"), message("m2"), key=other)
    transcripts.accept(KEY, SEGMENT, FIRST, now=NOW)
    assert transcripts.accepted(KEY, SegmentRange(2, 3)) is None
    assert transcripts.accepted(other, SEGMENT) is None
    transcripts.accept(other, SEGMENT, SECOND, now=NOW)
    assert transcripts.accepted(KEY, SEGMENT) == FIRST


def test_a_segment_cut_otherwise_wants_a_reply_of_its_own(transcripts: Transcripts) -> None:
    absorb(transcripts, message("m1"), message("m2"), message("m3"))
    longer = SegmentRange(0, 3)
    transcripts.accept(KEY, SEGMENT, FIRST, now=NOW)
    assert transcripts.accepted(KEY, longer) is None
    assert transcripts.accept(KEY, longer, SECOND, now=NOW) == SECOND
    assert transcripts.accepted(KEY, longer) == SECOND


def test_a_committed_segment_holds_no_reply_and_moves_the_watermark(stores: Stores) -> None:
    transcripts = stores.transcripts
    absorb(transcripts, message("m1"), message("m2"), message("m3"))
    transcripts.accept(KEY, SEGMENT, FIRST, now=NOW)
    with stores.store.unit(ACME, [ALICE]) as unit:
        assert unit.commit_segment(KEY, SEGMENT, now=NOW)
    assert read(transcripts).watermark == 2
    assert transcripts.accepted(KEY, SEGMENT) is None
    absorb(transcripts, message("m4"))
    assert read(transcripts).watermark == 2


def test_a_segment_is_committed_once(stores: Stores) -> None:
    absorb(stores.transcripts, message("m1"), message("m2"), message("m3"))
    with stores.store.unit(ACME, [ALICE]) as unit:
        assert unit.commit_segment(KEY, SEGMENT, now=NOW)
        assert not unit.commit_segment(KEY, SEGMENT, now=NOW)
    with stores.store.unit(ACME, [ALICE]) as unit:
        assert not unit.commit_segment(KEY, SEGMENT, now=NOW)
        assert unit.commit_segment(KEY, SegmentRange(2, 3), now=NOW)
    assert read(stores.transcripts).watermark == 3

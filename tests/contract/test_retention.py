"""What every store of words promises of months past retention: dropped whole, held while needed, reported once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import pytest

from memory_pipeline.adapters.in_memory.forgetting import InMemoryForgetting
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.retention import InMemoryRetention
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.in_memory.transcripts import InMemoryTranscripts
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.forgetting import PostgresForgetting
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryStore
from memory_pipeline.adapters.postgres.retention import PostgresRetention
from memory_pipeline.adapters.postgres.transcripts import PostgresTranscripts
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.night import Step, Tally, run_id
from memory_pipeline.domain.retention import PastMonth
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.forgetting import Forgetting, Run, RunStatus
from memory_pipeline.ports.memory_store import MemoryStore
from memory_pipeline.ports.retention import MonthWords, TranscriptRetention
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange, Transcripts
from memory_pipeline.ports.working_memory import Mark, MarkKind, SessionInfo, SessionKey, SessionLog
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.support.keys import TEST_DIGEST

ACME, OTHER = Tenant("acme"), Tenant("other")
BO, TEAM = Scope.of_user("bo"), Scope.parse("team:sre")
JANUARY, FEBRUARY, MARCH = (datetime(2021, month, 10, 12, tzinfo=UTC) for month in (1, 2, 3))
LATER = datetime(2022, 6, 1, tzinfo=UTC)
BEFORE = date(2021, 6, 1)
NIGHT = run_id(ACME, LATER.date())
TALLY = Tally(NIGHT, 0, Step.PURGE)
KEY = SessionKey(ACME, BO, "s1")


@dataclass(frozen=True)
class Kept:
    transcripts: Transcripts
    store: MemoryStore
    retention: TranscriptRetention
    nights: Forgetting


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "in_memory":
        state = InMemoryState()
        yield Kept(
            InMemoryTranscripts(state, TEST_DIGEST),
            InMemoryMemoryStore(state),
            InMemoryRetention(state),
            InMemoryForgetting(state),
        )
        return
    database = Database(request.getfixturevalue("empty_database"), ROLE)
    yield Kept(
        PostgresTranscripts(database, TEST_DIGEST),
        PostgresMemoryStore(database, TEST_DIGEST),
        PostgresRetention(database),
        PostgresForgetting(database, TEST_DIGEST),
    )
    database.close()


def messages(*numbers: int, at: datetime = JANUARY) -> tuple[Message, ...]:
    return tuple(
        Message(
            f"m{n}", Role.USER, f"word {n}", at + timedelta(minutes=n), name="Bo",
            tool_calls=(ToolCall("look", f'{{"n": {n}}}', f"c{n}"),), tool_call_id=f"c{n}",
        )
        for n in numbers
    )  # fmt: skip


def absorb(kept: Kept, *numbers: int, at: datetime = JANUARY, key: SessionKey = KEY) -> None:
    kept.transcripts.absorb(SessionLog(key, SessionInfo((TEAM,), "bo"), messages(*numbers, at=at)), now=at)


def commit(
    kept: Kept, first: int, end: int, *, key: SessionKey = KEY, redo_at: datetime | None = None
) -> None:
    segment = SegmentRange(first, end)
    made = AcceptedExtraction("rules/4", {"facts": []}, "openai/m/v1" if redo_at else None, redo_at)
    kept.transcripts.accept(key, segment, made, now=LATER)
    with kept.store.unit(key.tenant, [key.scope]) as unit:
        assert unit.commit_segment(key, segment, now=LATER)


def past(kept: Kept, tenant: Tenant = ACME) -> list[PastMonth]:
    """Months without a word that earlier tests left a partition of do not count."""
    return [each for each in kept.retention.past(tenant, before=BEFORE) if each.messages or each.elsewhere]


def month(at: datetime) -> date:
    return at.date().replace(day=1)


def test_months_hold_what_was_taken_in_in_them_whenever_it_was_said(kept: Kept) -> None:
    absorb(kept, 1, 2)
    absorb(kept, 1, 2, 3, at=FEBRUARY)
    commit(kept, 0, 3)
    assert past(kept) == [PastMonth(month(JANUARY), 2), PastMonth(month(FEBRUARY), 1)]
    assert [each.month for each in kept.retention.past(ACME, before=month(FEBRUARY)) if each.messages] == [
        month(JANUARY)
    ]
    assert kept.retention.past(ACME, before=date(2019, 1, 1)) == []


def test_a_dropped_month_leaves_the_spine_of_its_messages(kept: Kept) -> None:
    absorb(kept, 1, 2)
    absorb(kept, 3, at=FEBRUARY)
    commit(kept, 0, 2)
    before = kept.transcripts.read(KEY)
    assert before is not None
    assert before.past_retention == frozenset()
    assert kept.retention.drop(month(JANUARY), now=LATER)
    after = kept.transcripts.read(KEY)
    assert after is not None
    assert (after.past_retention, after.wordless) == (frozenset({0, 1}), frozenset({"m1", "m2"}))
    assert (after.watermark, after.marks, after.info) == (before.watermark, before.marks, before.info)
    gone = [(m.id, m.role, m.at, m.name, m.content, m.tool_calls) for m in after.messages[:2]]
    assert gone == [(m.id, m.role, m.at, m.name, "", ()) for m in before.messages[:2]]
    assert after.kept == after.messages[2:] == before.messages[2:]


def test_known_messages_stay_known_and_their_words_do_not_come_back(kept: Kept) -> None:
    absorb(kept, 1, 2)
    commit(kept, 0, 2)
    kept.retention.drop(month(JANUARY), now=LATER)
    before = kept.transcripts.read(KEY)
    absorb(kept, 1, 2, at=LATER)
    kept.transcripts.amend(KEY, messages(1)[0])
    assert kept.transcripts.read(KEY) == before
    absorb(kept, 1, 2, 3, at=LATER)
    after = kept.transcripts.read(KEY)
    assert after is not None
    assert [each.id for each in after.messages] == ["m1", "m2", "m3"]
    assert [each.content for each in after.kept] == ["word 3"]


def test_a_month_with_messages_that_are_not_consolidated_stays(kept: Kept) -> None:
    absorb(kept, 1, 2)
    absorb(kept, 3, at=FEBRUARY)
    commit(kept, 0, 2)
    assert past(kept) == [PastMonth(month(JANUARY), 2), PastMonth(month(FEBRUARY), 1, waiting=1)]
    assert not kept.retention.drop(month(FEBRUARY), now=LATER)
    assert kept.transcripts.read(KEY).past_retention == frozenset()  # type: ignore[union-attr]
    commit(kept, 2, 3)
    assert kept.retention.drop(month(FEBRUARY), now=LATER)
    assert kept.transcripts.read(KEY).past_retention == {2}  # type: ignore[union-attr]


def test_a_month_whose_extraction_wants_a_redo_stays(kept: Kept) -> None:
    absorb(kept, 1, 2)
    absorb(kept, 3, at=MARCH)
    commit(kept, 0, 2, redo_at=LATER)
    commit(kept, 2, 3)
    assert past(kept) == [PastMonth(month(JANUARY), 2, redo=1), PastMonth(month(MARCH), 1)]
    assert not kept.retention.drop(month(JANUARY), now=LATER)
    kept.transcripts.put_off_redo(KEY, SegmentRange(0, 2), None)
    assert kept.retention.drop(month(JANUARY), now=LATER)


def test_another_tenants_messages_hold_a_month_and_nothing_is_told_of_them(kept: Kept) -> None:
    absorb(kept, 1, 2)
    commit(kept, 0, 2)
    theirs = SessionKey(OTHER, BO, "s1")
    absorb(kept, 1, 2, 3, key=theirs)
    assert past(kept) == [PastMonth(month(JANUARY), 2, elsewhere=True)]
    assert past(kept, OTHER) == [PastMonth(month(JANUARY), 3, waiting=1)]
    assert not kept.retention.drop(month(JANUARY), now=LATER)
    commit(kept, 0, 3, key=theirs)
    assert kept.retention.drop(month(JANUARY), now=LATER)
    assert kept.retention.uncounted(ACME) == [MonthWords(month(JANUARY), 2)]
    assert kept.retention.uncounted(OTHER) == [MonthWords(month(JANUARY), 3)]


def test_what_was_dropped_is_counted_once_in_a_night_of_its_tenant(kept: Kept) -> None:
    absorb(kept, 1, 2)
    commit(kept, 0, 2)
    new = Run(NIGHT, ACME, LATER.date(), LATER, RunStatus.RUNNING)
    kept.nights.claim(new, now=LATER)
    assert kept.retention.report(ACME, TALLY, [MonthWords(month(JANUARY), 2, "because")]) == []
    kept.retention.drop(month(JANUARY), now=LATER)
    assert kept.retention.drop(month(JANUARY), now=LATER), "it is gone"
    assert kept.retention.report(ACME, TALLY, []) == [MonthWords(month(JANUARY), 2)]
    assert kept.retention.report(ACME, TALLY, []) == []
    run = kept.nights.run(ACME, NIGHT)
    assert run is not None
    assert run.counts == {Step.PURGE: {"working": 2}}
    assert (run.transcripts.dropped, run.transcripts.held) == ((MonthWords(month(JANUARY), 2),), ())
    assert kept.retention.uncounted(ACME) == []


def test_a_month_that_was_dropped_can_be_written_again(kept: Kept) -> None:
    absorb(kept, 1)
    commit(kept, 0, 1)
    kept.retention.drop(month(JANUARY), now=LATER)
    assert kept.retention.report(ACME, TALLY, []) == [MonthWords(month(JANUARY), 1)]
    absorb(kept, 2)
    read = kept.transcripts.read(KEY)
    assert read is not None
    assert [each.content for each in read.messages] == ["", "word 2"]
    assert not kept.retention.drop(month(JANUARY), now=LATER)
    commit(kept, 1, 2)
    assert kept.retention.drop(month(JANUARY), now=LATER)
    assert kept.retention.uncounted(ACME) == [MonthWords(month(JANUARY), 1)]


def test_cited_messages_without_words_are_told_to_the_scopes_that_share_them(kept: Kept) -> None:
    absorb(kept, 1)
    absorb(kept, 2, at=FEBRUARY)
    commit(kept, 0, 2)
    kept.retention.drop(month(JANUARY), now=LATER)
    cited = {("s1", "m1"), ("s1", "m2"), ("s9", "m1")}
    for scope in (BO, TEAM):
        assert kept.transcripts.wordless(ACME, scope, cited) == {("s1", "m1")}
    assert kept.transcripts.wordless(ACME, Scope.of_user("al"), cited) == frozenset()
    assert kept.transcripts.wordless(OTHER, BO, cited) == frozenset()
    assert kept.transcripts.wordless(ACME, BO, set()) == frozenset()


def test_a_mark_on_a_message_without_words_is_taken(kept: Kept) -> None:
    absorb(kept, 1)
    commit(kept, 0, 1)
    kept.retention.drop(month(JANUARY), now=LATER)
    log = SessionLog(KEY, SessionInfo((TEAM,), "bo"), (Mark(MarkKind.CLOSED, "m1", LATER),))
    kept.transcripts.absorb(log, now=LATER)
    assert [mark.position for mark in kept.transcripts.read(KEY).marks] == [0]  # type: ignore[union-attr]

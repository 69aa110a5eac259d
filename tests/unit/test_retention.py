"""Which months are past retention, what holds one back, and that segments do not depend on words that are gone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.retention import PastMonth, kept_from, month_of
from memory_pipeline.domain.segments import SegmentRules, cut
from memory_pipeline.settings import load_settings

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
RULES = SegmentRules(turns=3, tokens=120, gap=timedelta(minutes=30))


def test_a_month_is_that_of_utc_whatever_the_offset() -> None:
    east = timezone(timedelta(hours=9))
    assert month_of(datetime(2026, 3, 1, 8, 59, tzinfo=east)) == date(2026, 2, 1)
    assert month_of(datetime(2026, 3, 1, 9, 0, tzinfo=east)) == date(2026, 3, 1)


@given(st.integers(0, 80_000), st.integers(1, 2000), st.integers(0, 3000))
def test_whatever_is_younger_than_the_retention_stands_in_no_past_month(
    hours: int, days: int, age: int
) -> None:
    as_of, keep = START + timedelta(hours=hours), timedelta(days=days)
    recorded = as_of - timedelta(days=age)
    past = month_of(recorded) < kept_from(as_of, keep)
    if age <= days:
        assert not past
    if age > days + 31:
        assert past


@pytest.mark.parametrize(
    ("month", "told"),
    [
        (PastMonth(date(2025, 1, 1), 5), None),
        (PastMonth(date(2025, 1, 1), 5, waiting=2), "2 session(s) have messages of it that are not consolidated"),
        (PastMonth(date(2025, 1, 1), 5, redo=1), "1 segment(s) of it are to be extracted again"),
        (PastMonth(date(2025, 1, 1), 5, elsewhere=True), "another tenant's messages of it"),
    ],
)  # fmt: skip
def test_what_holds_a_month_is_told(month: PastMonth, told: str | None) -> None:
    assert (month.held is None) if told is None else told in str(month.held)


_messages = st.lists(
    st.tuples(
        st.sampled_from([Role.USER, Role.ASSISTANT, Role.TOOL]), st.integers(0, 60), st.integers(0, 50)
    ),
    min_size=1,
    max_size=40,
)


@given(_messages, st.sets(st.integers(0, 39), max_size=5), st.data())
def test_segments_from_where_one_ended_are_those_of_the_whole_session(
    told: list[tuple[Role, int, int]], marks: set[int], data: st.DataObject
) -> None:
    """So what is before the watermark is asked for no words."""
    at, messages = START, []
    for number, (role, tokens, minutes) in enumerate(told):
        at += timedelta(minutes=minutes)
        messages.append(Message(f"m{number}", role, "word" * tokens, at))
    whole = cut(messages, marks, RULES)
    done = data.draw(st.sampled_from([0, *(span.end for span in whole)]))
    rest = cut(messages[done:], {mark - done for mark in marks if mark >= done}, RULES)
    moved = [(done + span.first, done + span.end, span.complete) for span in rest]
    assert moved == [(span.first, span.end, span.complete) for span in whole if span.first >= done]


@pytest.mark.parametrize("days", ["-1", "0.5", "29", "nan"])
def test_a_retention_that_is_too_short_is_refused_with_a_sentence(
    days: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_PIPELINE_TRANSCRIPT_RETENTION_DAYS", days)
    with pytest.raises(InvalidInput, match="MEMORY_PIPELINE_TRANSCRIPT_RETENTION_DAYS"):
        load_settings()


def test_retention_is_400_days_unless_it_is_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().transcripts_kept == timedelta(days=400)
    monkeypatch.setenv("MEMORY_PIPELINE_TRANSCRIPT_RETENTION_DAYS", "0")
    assert load_settings().transcripts_kept is None
    monkeypatch.setenv("MEMORY_PIPELINE_TRANSCRIPT_RETENTION_DAYS", "30")
    assert load_settings().transcripts_kept == timedelta(days=30)


def test_at_the_first_day_of_the_calendar_nothing_is_past_retention() -> None:
    assert kept_from(datetime(2, 1, 3, tzinfo=UTC), timedelta(days=400)) == date(1, 1, 1)

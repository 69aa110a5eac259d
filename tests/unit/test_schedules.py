"""Scheduled jobs over days on which clocks change, under beats that are two, wild, or were away."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta

import pytest

from memory_pipeline.adapters.in_memory.job_claims import InMemoryJobClaims
from memory_pipeline.domain.errors import DatabaseUnavailable
from memory_pipeline.pipeline.run_scheduled import run_scheduled
from schedules import SCHEDULE, Entry
from schedules.periods import daily_period, due_at, interval_period
from tests.support.pipelines import in_memory_pipeline

HALF_PAST_TWO = time(2, 30)
CHANGES = [("Europe/Berlin", date(2026, 3, 29)), ("Europe/Berlin", date(2026, 10, 25)), ("US/Pacific", date(2026, 11, 1)), ("US/Pacific", date(2026, 3, 8))]  # fmt: skip


def walk(day: date, minutes: int = 10) -> list[datetime]:
    """Ticks from two days before to two days after, in UTC."""
    start = datetime.combine(day - timedelta(days=2), time(), UTC)
    return [start + timedelta(minutes=n) for n in range(0, 5 * 24 * 60, minutes)]


@pytest.mark.parametrize(("zone", "day"), CHANGES)
def test_a_daily_job_runs_once_for_each_date(zone: str, day: date) -> None:
    entry = Entry("nightly", "forget", claimed=True, daily_at=HALF_PAST_TWO, zone=zone)
    runs: dict[str, datetime] = {}
    for now in walk(day):
        runs.setdefault(entry.period(now), now)
    dates = sorted(runs)
    first = date.fromisoformat(dates[0])
    assert dates == [(first + timedelta(days=n)).isoformat() for n in range(len(dates))]
    assert day.isoformat() in runs
    for text, ran_at in list(runs.items())[1:]:
        due = due_at(date.fromisoformat(text), HALF_PAST_TWO, zone)
        assert timedelta(0) <= ran_at - due < timedelta(minutes=10)


def test_a_time_that_a_date_does_not_have_and_one_that_it_has_twice() -> None:
    assert due_at(date(2026, 3, 29), HALF_PAST_TWO, "Europe/Berlin") == datetime(
        2026, 3, 29, 1, 30, tzinfo=UTC
    )
    assert due_at(date(2026, 10, 25), HALF_PAST_TWO, "Europe/Berlin") == datetime(
        2026, 10, 25, 0, 30, tzinfo=UTC
    )
    assert due_at(date(2026, 11, 1), time(1, 30), "US/Pacific") == datetime(2026, 11, 1, 8, 30, tzinfo=UTC)


@pytest.mark.parametrize(("zone", "day"), CHANGES)
def test_an_hourly_job_runs_once_for_each_hour_that_passes(zone: str, day: date) -> None:
    del zone
    runs = Counter(interval_period(now, timedelta(hours=1)) for now in walk(day))
    assert len(runs) == 5 * 24
    assert set(runs.values()) == {6}


def test_a_beat_that_was_away_for_days_runs_the_latest_date_at_once() -> None:
    now = datetime(2026, 6, 10, 1, 0, tzinfo=UTC)
    assert daily_period(now, HALF_PAST_TWO, "UTC") == date(2026, 6, 9)
    assert daily_period(now + timedelta(days=9, hours=5), HALF_PAST_TWO, "UTC") == date(2026, 6, 19)


def test_two_beats_and_twenty_sends_run_a_job_once_a_period() -> None:
    pipeline = in_memory_pipeline(job_claims=InMemoryJobClaims())
    runs: list[str] = []
    entry = Entry("t", "forget", every_s=3600.0, claimed=True)
    for _ in range(3):
        period = entry.period(pipeline.clock.now())
        for _ in range(40):
            run_scheduled("job", period, lambda period=period: runs.append(period), pipeline.deps)  # type: ignore[misc]
            run_scheduled("other", period, lambda: None, pipeline.deps)
        pipeline.clock.advance(timedelta(hours=1))
    assert len(runs) == len(set(runs)) == 3


def test_a_run_that_fails_for_now_is_given_back() -> None:
    pipeline = in_memory_pipeline(job_claims=InMemoryJobClaims())

    def fail() -> None:
        raise DatabaseUnavailable("away")

    with pytest.raises(DatabaseUnavailable):
        run_scheduled("job", "p", fail, pipeline.deps)
    assert run_scheduled("job", "p", lambda: None, pipeline.deps)
    assert not run_scheduled("job", "p", fail, pipeline.deps)


def test_what_ticks_without_a_claim_is_the_sweep_alone() -> None:
    assert [name for name, entry in SCHEDULE.items() if not entry.claimed] == ["sweep"]

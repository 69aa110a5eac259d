"""Times as text: what is precise is read precisely, what is vague from its beginning, what is neither costs nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.instant import earliest_instant, format_instant, keepable, parse_instant


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-01-05T10:00:00+08:00", datetime(2026, 1, 5, 2, tzinfo=UTC)),
        ("2026-01-05T10:00:00Z", datetime(2026, 1, 5, 10, tzinfo=UTC)),
        ("2026-01-05 10:00", datetime(2026, 1, 5, 10, tzinfo=UTC)),
        ("2026-01-05", datetime(2026, 1, 5, tzinfo=UTC)),
    ],
)
def test_a_time_without_an_offset_is_utc(text: str, instant: datetime) -> None:
    assert parse_instant(text) == instant


def test_the_offset_it_was_said_with_is_kept() -> None:
    assert parse_instant("2026-01-05T10:00:00+08:00").utcoffset() == timedelta(hours=8)


@pytest.mark.parametrize("text", ["", "soon", "2026-13-01", "5 May", "1700000000"])
def test_what_is_no_time_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidInput, match="write it as 2026-01-05"):
        parse_instant(text)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-01", datetime(2026, 1, 1, tzinfo=UTC)),
        ("2026", datetime(2026, 1, 1, tzinfo=UTC)),
        ("2026-3-9", datetime(2026, 3, 9, tzinfo=UTC)),
        ("2026-01/2026-02", datetime(2026, 1, 1, tzinfo=UTC)),
        ("2026-01-05/2026-01-07", datetime(2026, 1, 5, tzinfo=UTC)),
        ("2026-13", None),
        ("0000", None),
        ("last week", None),
        ("", None),
        (None, None),
    ],
)
def test_a_period_begins_with_its_earliest_instant(text: str | None, instant: datetime | None) -> None:
    assert earliest_instant(text) == instant


@given(st.text())
def test_no_text_is_ever_an_error(text: str) -> None:
    found = earliest_instant(text)
    assert found is None or found.tzinfo is not None


@given(
    st.datetimes(
        timezones=st.sampled_from([UTC, timezone(timedelta(hours=8)), timezone(timedelta(hours=-5))])
    )
)
def test_what_is_written_is_read_back_wherever_it_can_be_kept(instant: datetime) -> None:
    if datetime(2, 1, 1, tzinfo=UTC) <= instant < datetime(9999, 1, 1, tzinfo=UTC):
        assert parse_instant(format_instant(instant)) == instant
    else:
        with pytest.raises(InvalidInput, match="years 2 to 9998"):
            parse_instant(instant.isoformat())


@pytest.mark.parametrize("text", ["0002-01-01T00:00:00Z", "9998-12-31T23:59:59.999999Z"])
def test_the_first_and_the_last_instant_of_those_years_can_be_kept(text: str) -> None:
    assert format_instant(parse_instant(text)) == text


@pytest.mark.parametrize(
    "instant",
    [
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(1, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
        datetime(9999, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 31, 23),  # noqa: DTZ001 - a naive one, as callers give them
        datetime.max.replace(tzinfo=timezone(-timedelta(hours=12))),
    ],
)
def test_a_time_that_no_database_holds_is_refused_before_anything_is_written(instant: datetime) -> None:
    with pytest.raises(InvalidInput, match="years 2 to 9998"):
        keepable(instant)


def test_a_naive_time_is_utc() -> None:
    assert keepable(datetime(2026, 1, 5, 10)) == datetime(2026, 1, 5, 10, tzinfo=UTC)  # noqa: DTZ001 - the case itself


def test_the_two_halves_past_two_of_the_night_the_clocks_go_back_are_an_hour_apart() -> None:
    zone = ZoneInfo("Europe/Berlin")
    first, second = (keepable(datetime(2026, 10, 25, 2, 30, fold=fold, tzinfo=zone)) for fold in (0, 1))
    assert second - first == timedelta(hours=1)
    assert (first.utcoffset(), second.utcoffset()) == (timedelta(hours=2), timedelta(hours=1))
    assert (first.hour, second.hour) == (2, 2)

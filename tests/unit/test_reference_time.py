"""What relative dates mean, seen from the instant and the offset of their message."""

from __future__ import annotations

import itertools
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.reference_time import find_reference_times

WEDNESDAY = datetime.fromisoformat("2026-11-25T23:30:00+08:00")


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("yesterday", "2026-11-24"),
        ("the day after tomorrow", "2026-11-27"),
        ("last night", "2026-11-24"),
        ("last week", "2026-11-16/2026-11-22"),
        ("this weekend", "2026-11-28/2026-11-29"),
        ("next month", "2026-12"),
        ("last year", "2025"),
        ("Friday", "2026-11-27"),
        ("next Friday", "2026-12-04"),
        ("last Wednesday", "2026-11-18"),
        ("in two weeks", "2026-12-09"),
        ("3 days ago", "2026-11-22"),
        ("a year ago", "2025"),
        ("last March", "2026-03"),
        ("next March", "2027-03"),
        ("昨天", "2026-11-24"),
        ("大后天", "2026-11-28"),
        ("下周三", "2026-12-02"),
        ("上周", "2026-11-16/2026-11-22"),
        ("这周末", "2026-11-28/2026-11-29"),
        ("下个月5号", "2026-12-05"),
        ("明年三月", "2027-03"),
        ("去年", "2025"),
        ("三天前", "2026-11-22"),
        ("两个月后", "2027-01"),
        ("周五", "2026-11-27"),
    ],
)
def test_a_relative_date_is_resolved(text: str, iso: str) -> None:
    (found,) = find_reference_times(f"({text})", WEDNESDAY)
    assert (found.text, found.iso) == (text, iso)


def test_the_day_is_that_of_the_speakers_own_offset() -> None:
    late = datetime.fromisoformat("2026-01-01T00:30:00+08:00")  # still 31 December in UTC
    assert find_reference_times("今天", late)[0].iso == "2026-01-01"


@pytest.mark.parametrize("text", ["Good Fridays Ltd", "每周三开会", "day", "todayish", "一周岁", "the month"])
def test_what_is_no_relative_date_is_left_alone(text: str) -> None:
    assert find_reference_times(text, WEDNESDAY) == ()


def test_a_date_outside_the_calendar_is_no_date() -> None:
    assert find_reference_times("in 9999 years", WEDNESDAY) == ()


@given(st.text(max_size=80), st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9990, 1, 1)))  # noqa: DTZ001
def test_ranges_are_in_order_without_overlaps(text: str, at: datetime) -> None:
    found = find_reference_times(text + " yesterday 下周", at)
    assert all(item.first <= item.last and text_of(text, item.start, item.end) == item.text for item in found)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


def text_of(text: str, start: int, end: int) -> str:
    return (text + " yesterday 下周")[start:end]

"""Instants as text: ISO 8601 in and out; a time without an offset is UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from memory_pipeline.domain.errors import InvalidInput


def parse_instant(text: str) -> datetime:
    """The aware instant that ISO 8601 `text` names, in its own offset, UTC where it has none; raises InvalidInput."""
    try:
        instant = datetime.fromisoformat(text.strip())
    except ValueError:
        raise InvalidInput(f"{text!r} is not a time: write it as 2026-01-05T10:00:00+08:00") from None
    return keepable(instant, shown=repr(text))


def keepable(instant: datetime, *, shown: str | None = None) -> datetime:
    """`instant` with the offset it has, UTC where it has none; raises InvalidInput, naming it as `shown`, where no database
    would hold it. Two readings of one zone are compared by the clock on the wall, which is set back once a year."""
    instant = instant if instant.tzinfo is not None else instant.replace(tzinfo=UTC)
    if not _EARLIEST <= instant < _LATEST:
        raise InvalidInput(
            f"{shown or instant.isoformat()} is no time of a conversation: the years 2 to 9998 can be kept in any time zone"
        )
    offset = instant.utcoffset()
    if isinstance(instant.tzinfo, timezone) or offset is None:
        return instant
    return instant.replace(tzinfo=timezone(offset), fold=0)


def shifted(at: datetime, by: timedelta) -> datetime:
    """`at` + `by`, and where no calendar has that instant, the calendar's last one, or its first."""
    try:
        return at + by
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC) if by > timedelta(0) else datetime.min.replace(tzinfo=UTC)


_EARLIEST, _LATEST = datetime(2, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
_PARTIAL = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?)?(?:/.*)?")


def earliest_instant(text: str | None) -> datetime | None:
    """The instant at which the period `text` begins: an instant, a day, a month, a year, or a range of these; None
    where it names none. An extractor's word for a date must never cost more than the date."""
    if not text or not text.strip():
        return None
    try:
        return parse_instant(text)
    except InvalidInput:
        found = _PARTIAL.fullmatch(text.strip())
    if found is None:
        return None
    try:
        return datetime(int(found["year"]), int(found["month"] or 1), int(found["day"] or 1), tzinfo=UTC)
    except ValueError:
        return None


def format_instant(instant: datetime) -> str:
    """ISO 8601 in UTC with `Z`; microseconds only where there are any."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")

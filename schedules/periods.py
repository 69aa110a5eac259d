"""Which run of a job an instant belongs to: the one place that knows about time zones and changing clocks.

Intervals are counted in UTC, so an hour is an hour. A daily job runs once for each date of its zone: a time that a
date does not have is the instant an hour's change later, one that it has twice is the first.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def interval_period(now: datetime, every: timedelta) -> str:
    """The interval that `now` lies in, named by its beginning in UTC."""
    seconds = int(now.timestamp() // every.total_seconds() * every.total_seconds())
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def daily_period(now: datetime, at: time, zone: str) -> date:
    """The latest date of the zone for which `at` has come."""
    today = now.astimezone(ZoneInfo(zone)).date()
    return today if due_at(today, at, zone) <= now else today - timedelta(days=1)


def due_at(day: date, at: time, zone: str) -> datetime:
    """The instant at which the job of that date is due."""
    return datetime.combine(day, at.replace(fold=0), ZoneInfo(zone)).astimezone(UTC)

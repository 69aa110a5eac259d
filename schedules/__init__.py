"""The beat schedule as data. Beat is a ticker: what a tick leads to is decided by the task, in Postgres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from types import MappingProxyType

from schedules.periods import daily_period, interval_period


@dataclass(frozen=True, slots=True)
class Entry:
    """A task sent to a queue every so many seconds; None takes the interval from the settings (SWEEP_EVERY_S).

    With `claimed` a run first claims its period: the date, in the zone, of a `daily_at`, else the interval. Without, it
    runs at each tick, which must then be harmless.
    """

    task: str
    queue: str
    every_s: float | None = None
    claimed: bool = False
    daily_at: time | None = None
    zone: str = "UTC"

    def period(self, now: datetime) -> str:
        """The run that a tick at `now` is for."""
        if self.daily_at is not None:
            return daily_period(now, self.daily_at, self.zone).isoformat()
        return interval_period(now, timedelta(seconds=self.every_s or 1.0))


SCHEDULE: Mapping[str, Entry] = MappingProxyType(
    {
        "sweep": Entry(task="memory.sweep", queue="maintenance"),
        # A scope is due once a day; ticking each hour catches up what a night without workers missed.
        "reinforce": Entry(task="memory.reinforce", queue="forget", every_s=3600.0, claimed=True),
    }
)

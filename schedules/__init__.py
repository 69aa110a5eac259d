"""The beat schedule as data. Beat is a ticker: what a tick leads to is decided by the task, in Postgres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from types import MappingProxyType

from schedules.periods import daily_period, interval_period


@dataclass(frozen=True, slots=True)
class Entry:
    """A task sent to a queue every so many seconds; None takes the interval from the settings (SWEEP_EVERY_S).

    With `claimed` a run first claims its period: the date, in the zone, of a `daily_at`, else the interval. Without, it
    runs at each tick, which must then be harmless. Where `zone` is None each tenant has its own.
    """

    task: str
    queue: str
    every_s: float | None = None
    claimed: bool = False
    daily_at: time | None = None
    zone: str | None = "UTC"

    def period(self, now: datetime) -> str:
        """The run that a tick at `now` is for."""
        if self.daily_at is not None:
            return self.date(now, self.zone or "UTC").isoformat()
        return interval_period(now, timedelta(seconds=self.every_s or 1.0))

    def date(self, now: datetime, zone: str) -> date:
        """The latest date of the zone for which the job's time has come."""
        return daily_period(now, self.daily_at or time(), zone)


SCHEDULE: Mapping[str, Entry] = MappingProxyType(
    {
        "sweep": Entry(task="memory.sweep", queue="maintenance"),
        # A tenant's night is claimed once per date; ticking each hour catches up what hours without workers missed.
        "nightly": Entry(
            task="memory.nightly", queue="forget", every_s=3600.0, claimed=True, daily_at=time(3), zone=None
        ),
        # Segments that the rules read in the model's place, or of which something was erased: each run takes some.
        "redo": Entry(task="memory.redo", queue="bulk", every_s=60.0, claimed=True),
        # By day: no night's time goes into building indexes.
        "upkeep": Entry(
            task="memory.upkeep", queue="maintenance", every_s=3600.0, claimed=True, daily_at=time(11)
        ),
        "expire_audit": Entry(
            task="memory.expire_audit", queue="maintenance", every_s=3600.0, claimed=True, daily_at=time(4)
        ),
    }
)

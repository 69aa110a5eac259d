"""The beat schedule as data. Beat is a ticker: what a tick leads to is decided by the task, in Postgres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Entry:
    """A task sent to a queue every so many seconds; None takes the interval from the settings (SWEEP_EVERY_S)."""

    task: str
    queue: str
    every_s: float | None = None


SCHEDULE: Mapping[str, Entry] = MappingProxyType(
    {
        "sweep": Entry(task="memory.sweep", queue="maintenance"),
        # A scope is due once a day; ticking each hour catches up what a night without workers missed.
        "reinforce": Entry(task="memory.reinforce", queue="forget", every_s=3600.0),
    }
)

"""Who runs a scheduled job: whoever claims its period first. Beats may be two, wild or late."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class JobClaims(Protocol):
    """Raises DatabaseUnavailable."""

    def claim(self, job: str, period: str, *, now: datetime) -> bool:
        """Whether the period is ours: True once for each job and period."""

    def release(self, job: str, period: str) -> None:
        """Gives the period back: what was begun did not come to its end, the next tick tries again."""

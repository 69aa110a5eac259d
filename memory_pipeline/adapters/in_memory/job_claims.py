"""Claims of scheduled jobs in this process's memory."""

from __future__ import annotations

from datetime import datetime

from memory_pipeline.adapters.in_memory.state import InMemoryState


class InMemoryJobClaims:
    """Implements ports.job_claims.JobClaims."""

    def __init__(self, state: InMemoryState | None = None) -> None:
        self._state = state or InMemoryState()

    def claim(self, job: str, period: str, *, now: datetime) -> bool:
        """Whether the period is ours: True once for each job and period."""
        with self._state.writing() as tables:
            if (job, period) in tables.job_claims:
                return False
            tables.job_claims[job, period] = now
            return True

    def release(self, job: str, period: str) -> None:
        """Gives the period back."""
        with self._state.writing() as tables:
            tables.job_claims.pop((job, period), None)

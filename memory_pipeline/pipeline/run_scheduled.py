"""Runs a scheduled job once per period, however many ticks ask for it."""

from __future__ import annotations

from collections.abc import Callable

from memory_pipeline.domain.errors import TransientError
from memory_pipeline.pipeline.dependencies import Dependencies


def run_scheduled(job: str, period: str, work: Callable[[], None], deps: Dependencies) -> bool:
    """Whether this call was the one that ran the job. What ends with a TransientError is given back, and raises it."""
    if deps.job_claims is not None and not deps.job_claims.claim(job, period, now=deps.clock.now()):
        return False
    try:
        work()
    except TransientError:
        if deps.job_claims is not None:
            deps.job_claims.release(job, period)
        raise
    return True

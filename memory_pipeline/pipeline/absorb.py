"""Takes a session's log into its transcript, and out of the working tier what of it was erased."""

from __future__ import annotations

from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.screen_log import screened_log
from memory_pipeline.ports.working_memory import SessionLog


def absorb(log: SessionLog, deps: Dependencies) -> int:
    """How many messages were refused because they had been erased. Raises ScopeBusy while that goes on."""
    refused = deps.transcripts.absorb(screened_log(log, deps), now=deps.clock.now())
    if refused:
        deps.working_erasure.discard(log.key, refused)
    return len(refused)

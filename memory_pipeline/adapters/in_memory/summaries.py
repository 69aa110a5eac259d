"""Rolling summaries in this process's memory: kept with the sessions, and gone with them."""

from __future__ import annotations

from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.domain.rolling_summary import RollingSummary
from memory_pipeline.ports.working_memory import SessionKey


class InMemorySummaries:
    """Implements ports.summaries.Summaries beside the working memory that it is given."""

    def __init__(self, working: InMemoryWorkingMemory) -> None:
        self._working = working

    def read(self, key: SessionKey) -> RollingSummary | None:
        """The session's summary."""
        return self._working.summary(key)

    def write(self, key: SessionKey, summary: RollingSummary, *, after: str | None) -> bool:
        """Puts it in the place of the one that goes through `after`; False where another is there."""
        return self._working.put_summary(key, summary, after)

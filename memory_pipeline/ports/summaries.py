"""The rolling summaries of live sessions: in the working tier, as long as the session is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.rolling_summary import RollingSummary
from memory_pipeline.ports.working_memory import SessionKey


class Summaries(Protocol):
    """Raises BrokerUnavailable. A summary lives and ends with its session's log, and goes with an erasure in it."""

    def read(self, key: SessionKey) -> RollingSummary | None: ...

    def write(self, key: SessionKey, summary: RollingSummary, *, after: str | None) -> bool:
        """Puts it in the place of the one that goes through message `after` (None: there was none). False, and nothing
        written, where another one is there, or the session's log is not."""


class Narrator(Protocol):
    """Tells what happened in a part of a conversation, in its language. Safe in threads."""

    @property
    def version(self) -> str:
        """Names program, model and prompt version."""

    def narrate(self, told: str, messages: Sequence[Message]) -> tuple[str, Cost]:
        """The story that goes on from `told`. Raises TransientError or PermanentError; the error's `paid` is what it took."""

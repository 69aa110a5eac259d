"""The words of messages by month: which months are past retention, dropping one whole, and what a night reports of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from memory_pipeline.domain.night import Tally
from memory_pipeline.domain.retention import PastMonth
from memory_pipeline.domain.scope import Tenant


@dataclass(frozen=True, slots=True, order=True)
class MonthWords:
    """A tenant's messages of one month. `reason` says why their words are held, and is empty where they are gone."""

    month: date
    messages: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TranscriptsReport:
    """What became of months past retention in one night; `dropped` counts each message once, in one night of its tenant."""

    dropped: tuple[MonthWords, ...] = ()
    held: tuple[MonthWords, ...] = ()


NO_TRANSCRIPTS = TranscriptsReport()


class TranscriptRetention(Protocol):
    """Raises DatabaseUnavailable. Positions, ids, roles and times of messages stay whatever is dropped here."""

    def past(self, tenant: Tenant, *, before: date) -> Sequence[PastMonth]:
        """Months before this one whose words are there, of whatever tenant; the oldest first."""

    def drop(self, month: date, *, now: datetime) -> bool:
        """Drops the words that all tenants have in the month, if they are there; whether they are gone now. They are not
        where somebody needs them, or reads or writes words just then.

        At a cost that follows the sessions in it, not the messages.
        """

    def uncounted(self, tenant: Tenant) -> Sequence[MonthWords]:
        """What was dropped of the tenant's, by whoever's night, and is in none of its own reports yet."""

    def report(self, tenant: Tenant, tally: Tally, held: Sequence[MonthWords]) -> Sequence[MonthWords]:
        """Counts what is uncounted under the tenant's run, and keeps with it what is held; what was counted now."""

"""How long the words of messages are kept, by the month in which they were taken in, and why a month past that stays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from memory_pipeline.domain.instant import shifted


@dataclass(frozen=True, slots=True, order=True)
class PastMonth:
    """A month past retention whose words are there. `messages` are the tenant's own, and so are the `waiting` sessions with
    messages that are not consolidated and the segments that are to be read again (`redo`); `elsewhere` says that another
    tenant has such ones, where this one has none: all tenants' words of a month go together."""

    month: date
    messages: int
    waiting: int = 0
    redo: int = 0
    elsewhere: bool = False

    @property
    def held(self) -> str | None:
        """Why it cannot go, in a sentence without content; None where it can."""
        reasons = []
        if self.waiting:
            reasons.append(f"{self.waiting} session(s) have messages of it that are not consolidated")
        if self.redo:
            reasons.append(f"{self.redo} segment(s) of it are to be extracted again")
        if self.elsewhere:
            reasons.append("another tenant's messages of it are not consolidated, or to be extracted again")
        return "; ".join(reasons) or None


def month_of(at: datetime) -> date:
    """The first day of the month in which `at` is, in UTC."""
    return at.astimezone(UTC).date().replace(day=1)


def kept_from(as_of: datetime, keep: timedelta) -> date:
    """The oldest month that holds anything younger than `keep` at `as_of`: months before it are past retention whole."""
    return month_of(shifted(as_of, -keep))

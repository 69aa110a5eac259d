"""A clock that stands still until it is told to move."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class FixedClock:
    """Implements ports.clock.Clock."""

    def __init__(self, at: datetime) -> None:
        self.set(at)

    def now(self) -> datetime:
        """The instant it was last set to, in UTC."""
        return self._at

    def set(self, at: datetime) -> None:
        """Moves to `at`, which must be aware; also backwards."""
        if at.utcoffset() is None:
            raise ValueError(f"{at!r} has no time zone")
        self._at = at.astimezone(UTC)

    def advance(self, by: timedelta) -> None:
        """Moves on by a duration."""
        self._at += by

"""The computer's clock."""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """Implements ports.clock.Clock."""

    def now(self) -> datetime:
        """The present instant, aware, UTC."""
        return datetime.now(UTC)

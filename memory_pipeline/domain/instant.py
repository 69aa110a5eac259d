"""Instants as text: ISO 8601 in and out; a time without an offset is UTC."""

from __future__ import annotations

from datetime import UTC, datetime

from memory_pipeline.domain.errors import InvalidInput


def parse_instant(text: str) -> datetime:
    """The aware instant that ISO 8601 `text` names, in its own offset, UTC where it has none; raises InvalidInput."""
    try:
        instant = datetime.fromisoformat(text.strip())
    except ValueError:
        raise InvalidInput(f"{text!r} is not a time: write it as 2026-01-05T10:00:00+08:00") from None
    return instant if instant.tzinfo is not None else instant.replace(tzinfo=UTC)


def format_instant(instant: datetime) -> str:
    """ISO 8601 in UTC with `Z`; microseconds only where there are any."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")

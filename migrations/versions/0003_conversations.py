"""Sessions, their transcript, segments, and what extraction rejected."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    bounded()
    statements("0003_conversations.sql")
    secure("sessions", "session_marks", "transcript", "segments", "rejections")

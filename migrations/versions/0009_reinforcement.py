"""Marks of scopes whose repeated episodes wait to be distilled."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    bounded()
    statements("0009_reinforcement.sql")
    secure("reinforcement_due")

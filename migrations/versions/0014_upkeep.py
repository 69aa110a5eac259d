"""Retention of transcripts, upkeep of indexes."""

from __future__ import annotations

from migrations.steps import bounded

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    bounded()

"""Erasure: work under way, receipts."""

from __future__ import annotations

from migrations.steps import bounded

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    bounded()

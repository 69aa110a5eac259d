"""The event ledger, the outbox and runs, and what sweepers of all tenants may see of them."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    bounded()
    statements("0002_ledger.sql")
    secure("events", "outbox", "runs")

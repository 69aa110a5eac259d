"""What one scope may hold of the workers: what comes on top is parked."""

from __future__ import annotations

from migrations.steps import bounded, statements

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    bounded()
    statements("0016_fairness.sql")

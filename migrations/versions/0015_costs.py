"""What extraction costs, by tenant and day; events that wait for a budget, and segments that wait for a model."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    bounded()
    statements("0015_costs.sql")
    secure("model_costs")

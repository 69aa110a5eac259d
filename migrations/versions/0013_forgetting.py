"""When each memory is due, and the nights' runs."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    bounded()
    statements("0013_forgetting.sql")
    secure("ageing", "forgetting_policies", "forgetting_runs", "forgetting_counts")

"""The audit trail."""

from __future__ import annotations

from migrations.steps import bounded

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    bounded()

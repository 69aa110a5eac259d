"""What extraction costs, by tenant and day."""

from __future__ import annotations

from migrations.steps import bounded

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    bounded()

"""What one scope may hold of the workers."""

from __future__ import annotations

from migrations.steps import bounded

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    bounded()

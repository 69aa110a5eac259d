"""When each memory is due, and the nights' runs."""

from __future__ import annotations

from migrations.steps import bounded

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    bounded()

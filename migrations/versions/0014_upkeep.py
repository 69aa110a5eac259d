"""Scopes that may hold more memories at hand than their policy lets them."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    bounded()
    statements("0014_upkeep.sql")
    secure("crowding")

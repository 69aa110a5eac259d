"""Functions of the owner's rights look among temporary names last, where any role may put its own."""

from __future__ import annotations

from migrations.steps import bounded, statements

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    bounded()
    statements("0018_temporary_names.sql")

"""Which contested facts wait for a person, and what a model advised; rows that stand follow with the next replay."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    bounded()
    statements("0007_conflicts.sql")
    secure("conflict_advice")

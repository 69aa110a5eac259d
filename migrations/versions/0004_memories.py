"""Assertions and their evidence, facts, episodes, and how often they were used."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    bounded()
    statements("0004_memories.sql")
    secure("assertions", "evidence", "facts", "fact_redirects", "episodes", "memory_state")

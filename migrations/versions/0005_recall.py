"""Vectors in a table of their own per embedding space, and terms for lexical recall."""

from __future__ import annotations

from migrations.steps import bounded, grant_global, secure, statements

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    bounded()
    statements("0005_recall.sql")
    secure("vectors", "terms")
    grant_global("embedding_spaces")

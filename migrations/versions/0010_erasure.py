"""Erasure: the check value of the key, work under way, receipts."""

from __future__ import annotations

from migrations.steps import bounded, grant_global, secure, statements

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    bounded()
    statements("0010_erasure.sql")
    grant_global("digest_keys")
    secure("erasures")

"""Keyed fingerprints of erased secrets."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    bounded()
    statements("0011_secrets.sql")
    secure("secret_fingerprints")

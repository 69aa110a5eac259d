"""The audit trail, to which the role may only add, and the keys of the HTTP service."""

from __future__ import annotations

from migrations.steps import append_only, bounded, secure, statements

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    bounded()
    statements("0012_audit.sql")
    append_only("audit")
    secure("api_keys")

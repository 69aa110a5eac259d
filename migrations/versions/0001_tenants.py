"""Tenants and scopes, and the role that every transaction but a migration takes on."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0001"
down_revision = None


def upgrade() -> None:
    bounded()
    statements("0001_tenants.sql")
    secure("tenants", "scopes")

"""Horizons and tombstones of erasure, and the registry versions a tenant's slots follow."""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    bounded()
    statements("0006_governance.sql")
    secure("horizons", "tombstones", "registry_versions")

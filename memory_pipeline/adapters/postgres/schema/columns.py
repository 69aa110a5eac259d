"""The metadata that all tables stand in, and the columns that many of them share."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.types import SafeJson, SafeText

metadata = sa.MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    }
)

INSTANT = sa.DateTime(timezone=True)


def tenant() -> sa.Column[str]:
    """The first column of the key of whatever belongs to a tenant."""
    return sa.Column("tenant", SafeText, primary_key=True)


def owner() -> tuple[sa.Column[str], sa.Column[str]]:
    """Tenant and scope, with which the keys of memory tables begin."""
    return tenant(), sa.Column("scope", SafeText, primary_key=True)


def instant(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    """A time with its zone."""
    return sa.Column(name, INSTANT, nullable=nullable)


def document(name: str, default: str) -> sa.Column[Any]:
    """JSON that is always there."""
    return sa.Column(name, SafeJson, nullable=False, server_default=sa.text(f"'{default}'::jsonb"))

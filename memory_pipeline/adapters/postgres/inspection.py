"""Looks at a database the way a suspicious operator would: versions, roles, and whether row-level security binds."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.database import Database, connection_error, make_engine
from memory_pipeline.domain.scope import Tenant

_ROLE = sa.text("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = :role")
_PROTECTED = """
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p')
"""
_OPEN_TABLES = sa.text(f"SELECT c.relname {_PROTECTED} AND NOT c.relrowsecurity ORDER BY 1")
_OWN_TABLES = sa.text(
    f"SELECT c.relname {_PROTECTED} AND NOT c.relforcerowsecurity "
    "AND pg_has_role(current_user, c.relowner, 'USAGE') ORDER BY 1"
)
_ALL_TABLES = sa.text(f"SELECT c.relname {_PROTECTED} ORDER BY 1")


@dataclass(frozen=True, slots=True)
class Inspection:
    """`leaking` are tables that show rows to a transaction without a tenant; `open_tables` have no row-level security,
    `own_tables` belong to the role itself, which owners escape."""

    server_version: str
    pgvector_version: str | None
    role: str
    tables: int
    open_tables: tuple[str, ...]
    own_tables: tuple[str, ...]
    leaking: tuple[str, ...]
    strangers_see: bool
    now: datetime


def bypass_of(url: str, role: str) -> str | None:
    """What lets `role` past row-level security: `is a superuser`, `has BYPASSRLS`; None for nothing, or no such role.

    Asked as the URL's own role, since nobody should be made to act as such a one. Raises as `inspect`.
    """
    engine = make_engine(url, pool_size=1)
    try:
        with connection_error(), engine.connect() as connection:
            flags = connection.execute(_ROLE, {"role": role}).one_or_none()
    finally:
        engine.dispose()
    if flags is None or not (flags.rolsuper or flags.rolbypassrls):
        return None
    return "is a superuser" if flags.rolsuper else "has BYPASSRLS"


def inspect(url: str, role: str) -> Inspection:
    """What is found as `role`, the role of every transaction; leaves nothing behind. Raises DatabaseUnavailable, UnsafeSettings."""
    database = Database(url, role, pool_size=1)
    try:
        strangers_see = _strangers_see(database)
        with database.transaction(None) as connection:
            tables = list(connection.scalars(_ALL_TABLES))
            return Inspection(
                server_version=str(connection.scalar(sa.text("SHOW server_version"))),
                pgvector_version=connection.scalar(
                    sa.text("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
                ),
                role=role,
                tables=len(tables),
                open_tables=tuple(connection.scalars(_OPEN_TABLES)),
                own_tables=tuple(connection.scalars(_OWN_TABLES)),
                leaking=tuple(name for name in tables if _shows_rows(connection, name)),
                strangers_see=strangers_see,
                now=connection.execute(sa.text("SELECT clock_timestamp()")).scalar_one(),
            )
    finally:
        database.close()


def _strangers_see(database: Database) -> bool:
    """Whether a row written for one tenant is seen without a tenant, or by another: tried out, then rolled back."""
    probe, stranger = (Tenant(f"doctor-{secrets.token_hex(8)}") for _ in range(2))
    with database.transaction(probe) as connection:
        savepoint = connection.begin_nested()
        connection.execute(sa.text("INSERT INTO tenants (tenant) VALUES (:tenant)"), {"tenant": probe})
        seen = any(_sees(connection, tenant, probe) for tenant in ("", stranger))
        savepoint.rollback()
    return seen


def _sees(connection: sa.Connection, tenant: str, probe: Tenant) -> bool:
    connection.execute(sa.text("SELECT set_config('app.tenant', :tenant, true)"), {"tenant": tenant})
    query = sa.text("SELECT EXISTS (SELECT 1 FROM tenants WHERE tenant = :tenant)")
    return bool(connection.scalar(query, {"tenant": probe}))


def _shows_rows(connection: sa.Connection, table: str) -> bool:
    return bool(connection.scalar(sa.select(sa.exists(sa.select(1).select_from(sa.table(table))))))

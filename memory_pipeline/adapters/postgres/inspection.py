"""Tries out whether tenants are kept apart, the way a suspicious operator would. Called by doctor; leaves nothing behind."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.database import Database, connection_error, make_engine
from memory_pipeline.domain.scope import Tenant

_ROLE = sa.text("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = :role")
_TENANT_TABLES = sa.text("""
    SELECT c.relname FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND has_table_privilege(c.oid, 'SELECT')  -- partitions may be read through their parent alone
    ORDER BY c.relname
""")


def bypass_of(url: str, role: str) -> str | None:
    """What lets `role` past row-level security: `is a superuser`, `has BYPASSRLS`; None for nothing, or no such role.

    Asked as the URL's own role, before anything tries to act as `role`. Raises DatabaseUnavailable, UnsafeSettings.
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


def exposed_tables(url: str, role: str) -> tuple[str, ...]:
    """Tables of which `role` sees rows that are none of its business: whatever their policies say, this was tried."""
    database = Database(url, role, pool_size=1)
    try:
        with database.transaction(None) as connection:
            tables = list(connection.scalars(_TENANT_TABLES))
            exposed = {table for table in tables if _shows_rows(connection, table)}
        if _strangers_see(database):
            exposed.add("tenants")
    finally:
        database.close()
    return tuple(sorted(exposed))


def _shows_rows(connection: sa.Connection, table: str) -> bool:
    return bool(connection.scalar(sa.select(sa.exists(sa.select(1).select_from(sa.table(table))))))


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

"""What doctor asks Postgres."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.database import connection_error, make_engine
from memory_pipeline.adapters.postgres.isolation import isolation_problems
from memory_pipeline.ports.embedder import EmbeddingSpace


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """What the server says of itself. `clock` is its time, `foreign_rows` what a transaction without a tenant can see,
    `spaces` are those that hold vectors."""

    version: str
    pgvector: str | None
    revision: str | None
    clock: datetime
    isolation_problems: tuple[str, ...]
    foreign_rows: int
    spaces: tuple[EmbeddingSpace, ...] = ()


def database_facts(url: str, role: str) -> DatabaseFacts:
    """Asks a migrated database. Raises DatabaseUnavailable, UnsafeSettings."""
    engine = make_engine(url, pool_size=1)
    try:
        with connection_error(), engine.connect() as connection:
            facts = DatabaseFacts(
                version=str(connection.scalar(sa.text("SHOW server_version"))),
                pgvector=connection.scalar(
                    sa.text("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
                ),
                revision=connection.scalar(sa.text("SELECT version_num FROM public.alembic_version")),
                clock=connection.execute(sa.text("SELECT clock_timestamp()")).scalar_one(),
                isolation_problems=tuple(isolation_problems(connection, role)),
                foreign_rows=_rows_without_tenant(connection, role),
                spaces=_used_spaces(connection),
            )
            connection.rollback()
            return facts
    finally:
        engine.dispose()


def _used_spaces(connection: sa.Connection) -> tuple[EmbeddingSpace, ...]:
    rows = connection.execute(sa.text("SELECT model, dimensions FROM public.used_spaces() ORDER BY 1, 2"))
    return tuple(EmbeddingSpace(row.model, row.dimensions) for row in rows)


def _rows_without_tenant(connection: sa.Connection, role: str) -> int:
    """How many rows of how many tenants a transaction sees that names none: it must be 0."""
    connection.execute(
        sa.text("SELECT set_config('role', :role, true), set_config('app.tenant', '', true)"), {"role": role}
    )
    return int(connection.execute(sa.text("SELECT count(*) FROM public.tenants")).scalar_one())

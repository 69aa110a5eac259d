"""Upkeep of Postgres indexes: measured by size per entry, built anew without locking anybody out.

An index keeps the pages of what was deleted (HNSW all of them), so that archiving shrinks it only here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.database import connection_error, make_engine
from memory_pipeline.adapters.postgres.schema import embedding_spaces, index_densities
from memory_pipeline.domain.errors import InvalidInput, UnsafeSettings
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.upkeep import IndexState

_OWNED = "n.nspname = 'public' AND c.relkind = 'i' AND pg_has_role(t.relowner, 'MEMBER')"
_INDEXES = """
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
"""
_MEASURED = sa.text(
    "SELECT c.relname AS name, t.relname AS of_table, pg_relation_size(c.oid) AS bytes, c.reltuples AS entries, "
    f"d.bytes_per_entry AS best {_INDEXES} LEFT JOIN index_densities d ON d.index_name = c.relname "
    f"WHERE {_OWNED} AND i.indisvalid AND pg_relation_size(c.oid) >= :at_least ORDER BY c.relname"
)
# What a REINDEX CONCURRENTLY leaves behind that was killed on its way.
_HALF_BUILT = sa.text(
    f"SELECT c.relname {_INDEXES} WHERE {_OWNED} AND NOT i.indisvalid AND c.relname ~ '_cc(new|old)\\d*$'"
)
_LOCK_TIMEOUT = sa.text("SET lock_timeout = '30s'")
_ROOM = sa.text(
    "SET maintenance_work_mem = '512MB'"
)  # beyond what a graph has in memory it is built many times slower


class PostgresUpkeep:
    """Implements ports.upkeep.Upkeep."""

    def __init__(self, url: str) -> None:
        self._url = url

    def indexes(self, *, at_least_bytes: int, now: datetime) -> Sequence[IndexState]:
        with self._owner() as connection:
            for table in self._tables(connection, at_least_bytes):
                connection.execute(sa.text(f"ANALYZE {_quoted(table)}"))
            found = connection.execute(_MEASURED, {"at_least": at_least_bytes}).all()
            states = [_keep_density(connection, row, now) for row in found if row.entries > 0]
        return sorted(states, key=lambda each: (-each.bloat, each.name))

    def rebuild(self, name: str, *, now: datetime) -> IndexState:
        with self._owner() as connection:
            known = connection.execute(_MEASURED, {"at_least": 0}).all()
            if name not in {row.name for row in known}:
                raise InvalidInput(f"there is no index {name!r} of ours")
            for half_built in connection.scalars(_HALF_BUILT).all():
                connection.execute(sa.text(f"DROP INDEX CONCURRENTLY IF EXISTS {_quoted(half_built)}"))
            connection.execute(_ROOM)
            connection.execute(sa.text(f"REINDEX INDEX CONCURRENTLY {_quoted(name)}"))
            row = next(
                row for row in connection.execute(_MEASURED, {"at_least": 0}).all() if row.name == name
            )
            return _keep_density(connection, row, now)

    def build_vector_index(self, space: EmbeddingSpace) -> str:
        """The name of an HNSW index over one space's vectors, built if it is not there. Recall searches exactly and does
        without; it is for scopes too large for that."""
        with self._owner() as connection:
            query = sa.select(embedding_spaces.c.id).where(
                embedding_spaces.c.model == space.model, embedding_spaces.c.dimensions == space.dimensions
            )
            space_id = connection.scalar(query)
            if space_id is None:
                raise InvalidInput(
                    f"nothing was ever embedded with {space.model} of {space.dimensions} dimensions"
                )
            name = f"vectors_hnsw_{int(space_id)}"
            connection.execute(_ROOM)
            connection.execute(
                sa.text(
                    f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON vectors USING hnsw "
                    f"((embedding::vector({int(space.dimensions)})) vector_cosine_ops) WHERE space_id = {int(space_id)}".replace(
                        ":", r"\:"
                    )
                )
            )
        return name

    @contextmanager
    def _owner(self) -> Iterator[sa.Connection]:
        """A connection as the role of the URL, outside of any transaction."""
        engine = make_engine(self._url, pool_size=1)
        try:
            with connection_error(), engine.connect() as plain:
                connection = plain.execution_options(isolation_level="AUTOCOMMIT")
                connection.execute(_LOCK_TIMEOUT)
                if not connection.scalar(_IS_OWNER):
                    raise UnsafeSettings(
                        "the database role may not rebuild indexes, which another role owns: "
                        "run `memory-pipeline upkeep` with the URL of the role that migrates"
                    )
                yield connection
        finally:
            engine.dispose()

    def _tables(self, connection: sa.Connection, at_least: int) -> list[str]:
        rows = connection.execute(_MEASURED, {"at_least": at_least}).all()
        return sorted({row.of_table for row in rows})


_IS_OWNER = sa.text(
    "SELECT pg_has_role(relowner, 'MEMBER') FROM pg_class WHERE oid = 'public.vectors'::regclass".replace(
        "::", r"\:\:"
    )
)


def _keep_density(connection: sa.Connection, row: sa.Row[Any], now: datetime) -> IndexState:
    density = row.bytes / max(row.entries, 1)
    best = density if row.best is None else min(row.best, density)
    if row.best is None or density < row.best:
        statement = insert(index_densities).values(
            index_name=row.name, bytes_per_entry=density, measured_at=now
        )
        connection.execute(
            statement.on_conflict_do_update(
                index_elements=["index_name"],
                set_={"bytes_per_entry": density, "measured_at": now},
            )
        )
    return IndexState(row.name, int(row.bytes), int(row.entries), density / best)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""').replace(":", r"\:") + '"'

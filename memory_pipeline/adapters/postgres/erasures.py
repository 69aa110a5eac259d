"""Erasures in Postgres: units that take away, what is not done yet, and the tables' files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.database import Database, connection_error, make_engine
from memory_pipeline.adapters.postgres.erasure import PostgresErasureUnit
from memory_pipeline.adapters.postgres.erasure_receipts import erasure_of
from memory_pipeline.adapters.postgres.erasure_stores import STORES
from memory_pipeline.adapters.postgres.memory_store import lock_scopes
from memory_pipeline.adapters.postgres.schema import erasures, sessions
from memory_pipeline.adapters.postgres.selects import owned
from memory_pipeline.domain.errors import MemoryPipelineError
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.erasure import Erasure, ErasureState

_MAY = sa.text("""
    SELECT bool_and(pg_has_role(current_user, c.relowner, 'USAGE')) FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY (:tables)
""")
_NAMING = ["erasures", "scopes", "outbox"]
_NOT_OURS = (
    "the database role may not vacuum the tables, which another role owns: run VACUUM (ANALYZE) as their owner, "
    "or leave it to autovacuum"
)


class PostgresErasures:
    """Implements ports.erasure.Erasures. `url` is the one with which the tables were made: their owner's."""

    def __init__(self, database: Database, digest: KeyedDigest, url: str) -> None:
        self._database = database
        self._digest = digest
        self._url = url

    @contextmanager
    def unit(self, tenant: Tenant, scopes: Collection[Scope]) -> Iterator[PostgresErasureUnit]:
        with self._database.transaction(tenant) as connection:
            lock_scopes(connection, tenant, scopes)
            yield PostgresErasureUnit(connection, tenant, self._digest)

    def unfinished(self, tenant: Tenant, scope: Scope) -> Sequence[Erasure]:
        query = (
            sa.select(erasures)
            .where(*owned(erasures, tenant, scope), erasures.c.state != ErasureState.DONE)
            .order_by(erasures.c.started_at)
        )
        with self._database.transaction(tenant) as connection:
            return [erasure_of(row) for row in connection.execute(query)]

    def scopes_unfinished(self, limit: int) -> Sequence[tuple[Tenant, Scope]]:
        query = sa.text("SELECT tenant, scope FROM unfinished_erasures(:limit)")
        with self._database.transaction(None) as connection:
            found = connection.execute(query, {"limit": limit}).all()
        return [(Tenant(row.tenant), Scope.parse(row.scope)) for row in found]

    def shared_scopes(self, tenant: Tenant, scope: Scope, session_id: str | None) -> frozenset[Scope]:
        query = sa.select(sessions.c.shared_with).where(*owned(sessions, tenant, scope)).distinct()
        if session_id is not None:
            query = query.where(sessions.c.session_id == session_id)
        with self._database.transaction(tenant) as connection:
            return frozenset(Scope.parse(text) for row in connection.scalars(query) for text in row)

    def tidy(self, *, receipts: bool = False) -> str | None:
        """Vacuums the tables, statistics too: these keep samples of what columns held."""
        tables = _NAMING if receipts else [store.name for store in STORES]
        engine = make_engine(self._url, pool_size=1)
        try:
            with connection_error(), engine.connect() as plain:
                connection = plain.execution_options(isolation_level="AUTOCOMMIT")
                if not connection.scalar(_MAY, {"tables": tables}):
                    return _NOT_OURS
                connection.execute(sa.text(f"VACUUM (ANALYZE) {', '.join(tables)}"))
        except MemoryPipelineError as error:
            return f"the tables could not be vacuumed: {error}"
        finally:
            engine.dispose()
        return None

"""The outbox in Postgres. Within a scope one process at a time publishes, so that order holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.schema import outbox
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.outbox import Announcement, OutboxBacklog

# Transaction-scoped, so that it works behind a pooler and ends with a process that dies.
_TRY_LOCK = sa.text("SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 7))")


class PostgresOutbox:
    def __init__(self, database: Database) -> None:
        self._database = database

    def scopes(self, limit: int) -> Sequence[tuple[Tenant, Scope]]:
        query = sa.text("SELECT tenant, scope FROM outbox_scopes(:limit)")
        with self._database.transaction(None) as connection:
            rows = connection.execute(query, {"limit": limit}).all()
        return [(Tenant(row.tenant), Scope.parse(row.scope)) for row in rows]

    def drain(
        self,
        tenant: Tenant,
        scope: Scope,
        send: Callable[[Sequence[Announcement]], None],
        *,
        now: datetime,
        limit: int,
    ) -> int:
        mine = (outbox.c.tenant == tenant, outbox.c.scope == str(scope))
        waiting = (
            sa.select(outbox.c.id, outbox.c.payload)
            .where(*mine, outbox.c.published_at.is_(None))
            .order_by(outbox.c.id)
            .limit(limit)
        )
        with self._database.transaction(tenant) as connection:
            if not connection.scalar(_TRY_LOCK, {"name": f"outbox\x1e{tenant}\x1e{scope}"}):
                return 0
            rows = connection.execute(waiting).all()
            if not rows:
                return 0
            send([Announcement(row.id, Notification.model_validate(row.payload)) for row in rows])
            connection.execute(
                sa.update(outbox)
                .where(*mine, outbox.c.id.in_([row.id for row in rows]))
                .values(published_at=now)
            )
        return len(rows)

    def prune(self, *, before: datetime, limit: int) -> int:
        query = sa.text("SELECT prune_outbox(:before, :limit)")
        with self._database.transaction(None) as connection:
            return int(connection.execute(query, {"before": before, "limit": limit}).scalar_one())

    def backlog(self) -> OutboxBacklog:
        query = sa.text("SELECT waiting, oldest_created_at FROM outbox_backlog()")
        with self._database.transaction(None) as connection:
            row = connection.execute(query).one()
        return OutboxBacklog(row.waiting, row.oldest_created_at)

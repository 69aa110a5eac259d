"""Nights on Postgres: due memories by index, and one transaction on some scopes for what is done with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from uuid import UUID

import sqlalchemy as sa

from memory_pipeline.adapters.postgres import selects
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.forgetting_runs import ForgettingRuns
from memory_pipeline.adapters.postgres.forgetting_unit import PostgresForgettingUnit, due_column
from memory_pipeline.adapters.postgres.memory_reader import reading
from memory_pipeline.adapters.postgres.schema import (
    ageing,
    crowding,
    memory_state,
    reinforcement_due,
)
from memory_pipeline.adapters.postgres.schema import scopes as scopes_table
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.forgetting import DueKey, MemoryState, Queue
from memory_pipeline.ports.memory_store import DueScope


class _Undone(Exception):  # noqa: N818 - no error: how a unit that is to leave nothing ends
    pass


class PostgresForgetting(ForgettingRuns):
    """Implements ports.forgetting.Forgetting."""

    def __init__(self, database: Database, digest: KeyedDigest) -> None:
        super().__init__(database)
        self._digest = digest

    @contextmanager
    def unit(
        self, tenant: Tenant, scopes: Collection[Scope], *, wait: bool = True, keep: bool = True
    ) -> Iterator[PostgresForgettingUnit]:
        with suppress(_Undone), self._database.transaction(tenant) as connection:
            held = _locked(connection, tenant, scopes, wait=wait)
            yield PostgresForgettingUnit(connection, tenant, held, self._digest)
            if not keep:
                raise _Undone

    def due(
        self, tenant: Tenant, queue: Queue, *, as_of: datetime, after: DueKey | None, limit: int
    ) -> Sequence[DueKey]:
        at = due_column(queue)
        query = sa.select(at.label("due_at"), ageing.c.scope, ageing.c.memory_id).where(
            ageing.c.tenant == tenant, at <= as_of
        )
        if queue is not Queue.EXPIRE:
            query = query.where(ageing.c.kind == queue.value)
        if after is not None:
            place = sa.tuple_(
                sa.literal(after.due_at), sa.literal(str(after.scope)), sa.literal(after.memory_id)
            )
            query = query.where(sa.tuple_(at, ageing.c.scope, ageing.c.memory_id) > place)
        query = query.order_by(at, ageing.c.scope, ageing.c.memory_id).limit(limit)
        with self._database.transaction(tenant) as connection:
            return [
                DueKey(row.due_at, Scope.parse(row.scope), row.memory_id) for row in connection.execute(query)
            ]

    def count_due(self, tenant: Tenant, *, as_of: datetime) -> int:
        counted = [
            sa.select(sa.func.count()).select_from(ageing).where(ageing.c.tenant == tenant, at <= as_of)
            for at in (ageing.c.due_at, ageing.c.expires_at)
        ]
        with reading(self._database, tenant) as connection:
            return sum(connection.execute(query).scalar_one() for query in counted)

    def may_go(self, tenant: Tenant, scope: Scope, *, as_of: datetime) -> int:
        # kind as a literal: by a parameter no partial index is found
        query = sa.select(sa.func.count()).where(
            *selects.owned(ageing, tenant, scope),
            sa.literal_column("ageing.kind") == sa.literal_column("'purge'"),
            sa.or_(ageing.c.due_at.is_(None), ageing.c.due_at <= as_of),
        )
        with self._database.transaction(tenant) as connection:
            return int(connection.execute(query).scalar_one())

    def holds(self, tenant: Tenant, scope: Scope, *, up_to: int) -> int:
        some = sa.select(sa.literal(1)).select_from(ageing).where(*selects.owned(ageing, tenant, scope))
        query = sa.select(sa.func.count()).select_from(some.limit(up_to).subquery())
        with self._database.transaction(tenant) as connection:
            return int(connection.execute(query).scalar_one())

    def marked(self, tenant: Tenant, *, as_of: datetime, limit: int) -> Sequence[DueScope]:
        query = (
            sa.select(reinforcement_due.c.scope, reinforcement_due.c.version)
            .where(reinforcement_due.c.tenant == tenant, reinforcement_due.c.due_at <= as_of)
            .order_by(reinforcement_due.c.due_at, reinforcement_due.c.scope)
            .limit(limit)
        )
        with self._database.transaction(tenant) as connection:
            return [
                DueScope(tenant, Scope.parse(row.scope), row.version) for row in connection.execute(query)
            ]

    def crowding(self, tenant: Tenant) -> Sequence[Scope]:
        query = sa.select(crowding.c.scope).where(crowding.c.tenant == tenant).order_by(crowding.c.scope)
        with self._database.transaction(tenant) as connection:
            return [Scope.parse(text) for text in connection.scalars(query)]

    def states(self, tenant: Tenant, scope: Scope) -> Mapping[UUID, MemoryState]:
        query = sa.select(memory_state).where(*selects.owned(memory_state, tenant, scope))
        with reading(self._database, tenant) as connection:
            return {
                row.memory_id: MemoryState(row.accesses, row.last_access_at, row.pinned)
                for row in connection.execute(query)
            }


def _locked(
    connection: sa.Connection, tenant: Tenant, scopes: Collection[Scope], *, wait: bool
) -> frozenset[Scope]:
    """The scopes whose row locks are held now. Whoever waits takes them in the order in which every writer does."""
    query = sa.select(scopes_table.c.scope).where(scopes_table.c.tenant == tenant)
    if not wait:
        texts = sa.literal(sorted(str(scope) for scope in scopes), sa.ARRAY(sa.Text))
        free = query.where(scopes_table.c.scope == sa.any_(texts))
        locked = connection.scalars(free.with_for_update(key_share=True, skip_locked=True))
        return frozenset(Scope.parse(scope) for scope in locked)
    held = []
    for scope in sorted(scopes):
        own = query.where(scopes_table.c.scope == str(scope)).with_for_update(key_share=True)
        if connection.execute(own).first():
            held.append(scope)
    return frozenset(held)

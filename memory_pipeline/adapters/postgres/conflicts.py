"""The review queue in Postgres: flagged rows of facts, each beside the row it speaks against."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.memory_reader import reading
from memory_pipeline.adapters.postgres.schema import conflict_advice, facts
from memory_pipeline.domain.conflict import Advice, Conflict, Keep
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.scope import Scope, Tenant

_FlagRow = sa.Row[Any]
_CHUNK = 1000


class PostgresConflicts:
    def __init__(self, database: Database) -> None:
        self._database = database

    def waiting(self, tenant: Tenant, scope: Scope | None, *, now: datetime) -> Sequence[Conflict]:
        query = sa.select(facts).where(
            facts.c.tenant == tenant, facts.c.escalated_at.is_not(None), _alive(now)
        )
        if scope is not None:
            query = query.where(facts.c.scope == str(scope))
        with reading(self._database, tenant) as connection:
            flagged = connection.execute(
                query.order_by(facts.c.escalated_at, facts.c.scope, facts.c.id)
            ).all()
            standing = _standing(connection, tenant, flagged, now)
            found = [
                Conflict(standing[row.scope, row.against_id], rows.fact(row), row.escalated_at)
                for row in flagged
                if (row.scope, row.against_id) in standing
            ]
            return _advised(connection, tenant, found)

    def advise(self, conflict: Conflict, advice: Advice, *, now: datetime) -> None:
        slot = conflict.challenger.slot
        values = {
            **rows.owner(slot.tenant, slot.scope),
            "conflict_id": conflict.id,
            "keep": advice.keep,
            "judge": advice.judge,
            "advised_at": now,
        }
        with self._database.transaction(slot.tenant) as connection:
            connection.execute(insert(conflict_advice).values(values).on_conflict_do_nothing())


def _alive(now: datetime) -> sa.ColumnElement[bool]:
    return sa.or_(facts.c.expires_at.is_(None), facts.c.expires_at > now)


def _standing(
    connection: sa.Connection, tenant: Tenant, flagged: Sequence[_FlagRow], now: datetime
) -> dict[tuple[str, UUID], Fact]:
    """The open rows that flagged ones speak against, by scope and id: each a look-up by primary key."""
    by_scope: dict[str, set[UUID]] = defaultdict(set)
    for row in flagged:
        by_scope[row.scope].add(row.against_id)
    found: dict[tuple[str, UUID], Fact] = {}
    for scope, wanted in by_scope.items():
        query = sa.select(facts).where(
            facts.c.tenant == tenant,
            facts.c.scope == scope,
            facts.c.id == sa.any_(sa.literal(sorted(wanted), sa.ARRAY(sa.UUID))),
            facts.c.valid_to.is_(None),
            _alive(now),
        )
        found |= {(scope, row.id): rows.fact(row) for row in connection.execute(query)}
    return found


def _advised(connection: sa.Connection, tenant: Tenant, found: Sequence[Conflict]) -> list[Conflict]:
    advice: dict[tuple[str, UUID], Advice] = {}
    ids = [each.id for each in found]
    for start in range(0, len(ids), _CHUNK):
        query = sa.select(conflict_advice).where(
            conflict_advice.c.tenant == tenant, conflict_advice.c.conflict_id.in_(ids[start : start + _CHUNK])
        )
        for row in connection.execute(query):
            advice[row.scope, row.conflict_id] = Advice(Keep(row.keep), row.judge)
    return [
        Conflict(
            each.incumbent,
            each.challenger,
            each.since,
            advice.get((str(each.challenger.slot.scope), each.id)),
        )
        for each in found
    ]

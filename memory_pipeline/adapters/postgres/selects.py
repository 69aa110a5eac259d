"""Reads that the unit of work and the reader share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from memory_pipeline.adapters.postgres import rows
from memory_pipeline.adapters.postgres.schema import assertions, episodes, evidence
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.memory_store import Placed


def owned(table: sa.Table, tenant: Tenant, scope: Scope) -> tuple[sa.ColumnElement[bool], ...]:
    return (table.c.tenant == tenant, table.c.scope == str(scope))


def placed(
    connection: sa.Connection, tenant: Tenant, scope: Scope, slots: Collection[Slot] | None
) -> list[Placed]:
    """Assertions of these slots (None: all of the scope), by event time and id."""
    query = sa.select(assertions).where(*owned(assertions, tenant, scope))
    if slots is not None:
        query = query.where(assertions.c.slot_id.in_([rows.slot_id(slot) for slot in slots]))
    return _with_evidence(connection, tenant, scope, query)


def placed_where(
    connection: sa.Connection, tenant: Tenant, scope: Scope, *conditions: sa.ColumnElement[bool]
) -> list[Placed]:
    """Assertions of the scope that meet the conditions, by event time and id."""
    query = sa.select(assertions).where(*owned(assertions, tenant, scope), *conditions)
    return _with_evidence(connection, tenant, scope, query)


def placed_under(connection: sa.Connection, tenant: Tenant, scope: Scope, predicate: str) -> list[Placed]:
    """Assertions placed under one predicate, whatever their subject."""
    query = sa.select(assertions).where(
        *owned(assertions, tenant, scope), assertions.c.slot_predicate == predicate
    )
    return _with_evidence(connection, tenant, scope, query)


def _with_evidence(
    connection: sa.Connection, tenant: Tenant, scope: Scope, query: sa.Select[Any]
) -> list[Placed]:
    found = connection.execute(query.order_by(assertions.c.asserted_at, assertions.c.id)).all()
    cited = _evidence(connection, tenant, scope, [row.id for row in found])
    return [rows.placed(row, cited[row.id]) for row in found]


def episodes_of(
    connection: sa.Connection, tenant: Tenant, scope: Scope, *conditions: sa.ColumnElement[bool]
) -> list[Episode]:
    """Episodes of the scope that meet the conditions, by time and id."""
    query = sa.select(episodes).where(*owned(episodes, tenant, scope), *conditions)
    found = connection.execute(query.order_by(episodes.c.occurred_at, episodes.c.id)).all()
    cited = _evidence(connection, tenant, scope, [row.id for row in found])
    return [rows.episode(row, cited[row.id]) for row in found]


def _evidence(
    connection: sa.Connection, tenant: Tenant, scope: Scope, memory_ids: Sequence[UUID]
) -> dict[Any, list[Evidence]]:
    cited: dict[Any, list[Evidence]] = defaultdict(list)
    if memory_ids:
        query = (
            sa.select(evidence)
            .where(
                *owned(evidence, tenant, scope),
                evidence.c.memory_id == sa.any_(sa.literal(list(memory_ids), sa.ARRAY(sa.UUID))),
            )
            .order_by(evidence.c.memory_id, evidence.c.ordinal)
        )
        for row in connection.execute(query):
            cited[row.memory_id].append(rows.evidence_of(row))
    return cited

"""What models took, in Postgres. Each call is one short transaction of its own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.ledger import ensure_scopes
from memory_pipeline.adapters.postgres.schema import model_costs
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.costs import ModelTotal, Purpose, Spending

_MILLISECOND = timedelta(milliseconds=1)


class PostgresCosts:
    """Implements ports.costs.Costs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, tenant: Tenant, spending: Spending) -> None:
        cost = spending.cost
        with self._database.transaction(tenant) as connection:
            ensure_scopes(connection, tenant, set())
            connection.execute(
                insert(model_costs).values(
                    tenant=tenant,
                    event_id=spending.event_id,
                    attempt=spending.attempt,
                    purpose=spending.purpose,
                    model=spending.model,
                    prompt_version=spending.prompt_version,
                    calls=cost.calls,
                    prompt_tokens=cost.prompt_tokens,
                    completion_tokens=cost.completion_tokens,
                    cached_tokens=cost.cached_tokens,
                    latency_ms=spending.latency // _MILLISECOND,
                    outcome=spending.outcome,
                    at=spending.at,
                )
            )

    def totals(self, tenant: Tenant, since: datetime, until: datetime) -> Sequence[ModelTotal]:
        table = model_costs.c
        sums = [
            sa.func.sum(column).label(column.name)
            for column in (
                table.calls,
                table.prompt_tokens,
                table.completion_tokens,
                table.cached_tokens,
                table.latency_ms,
            )
        ]
        failed = sa.func.count().filter(table.outcome != "done").label("failed")
        query = (
            sa.select(table.model, table.prompt_version, sa.func.count().label("attempts"), failed, *sums)
            .where(table.tenant == tenant, table.at >= since, table.at < until)
            .group_by(table.model, table.prompt_version)
            .order_by(
                sa.func.sum(table.prompt_tokens + table.completion_tokens).desc(),
                table.model,
                table.prompt_version,
            )
        )
        with self._database.transaction(tenant) as connection:
            return [_total(row) for row in connection.execute(query)]

    def of_event(self, tenant: Tenant, event_id: EventId) -> Sequence[Spending]:
        table = model_costs.c
        query = (
            sa.select(model_costs)
            .where(table.tenant == tenant, table.event_id == event_id)
            .order_by(table.id)
        )
        with self._database.transaction(tenant) as connection:
            return [_spending(row) for row in connection.execute(query)]


def _cost(row: sa.Row[Any]) -> Cost:
    return Cost(int(row.calls), int(row.prompt_tokens), int(row.completion_tokens), int(row.cached_tokens))


def _total(row: sa.Row[Any]) -> ModelTotal:
    latency = timedelta(milliseconds=int(row.latency_ms))
    return ModelTotal(row.model, row.prompt_version, row.attempts, row.failed, _cost(row), latency)


def _spending(row: sa.Row[Any]) -> Spending:
    return Spending(
        None if row.event_id is None else EventId(row.event_id),
        row.attempt,
        Purpose(row.purpose),
        row.model,
        row.prompt_version,
        _cost(row),
        timedelta(milliseconds=row.latency_ms),
        row.outcome,
        row.at,
    )

"""Marks of scopes that got episodes: set with the episodes, taken away once what repeats in them is distilled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows, selects
from memory_pipeline.adapters.postgres.schema import reinforcement_due
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.reinforcement import next_reinforcement_at
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.memory_store import DueScope


def mark_due(connection: sa.Connection, tenant: Tenant, episodes: Iterable[Episode]) -> None:
    """A mark that stands keeps its time and gets another version."""
    due: dict[Scope, datetime] = {}
    for episode in episodes:
        if episode.recorded_at is not None:
            at = next_reinforcement_at(episode.recorded_at)
            due[episode.scope] = min(at, due.get(episode.scope, at))
    for scope, due_at in sorted(due.items()):
        connection.execute(
            insert(reinforcement_due)
            .values(**rows.owner(tenant, scope), due_at=due_at)
            .on_conflict_do_update(
                index_elements=["tenant", "scope"],
                set_={
                    "due_at": sa.func.least(reinforcement_due.c.due_at, due_at),
                    "version": reinforcement_due.c.version + 1,
                },
            )
        )


def due_scopes(connection: sa.Connection, *, now: datetime, limit: int) -> Sequence[DueScope]:
    query = sa.text("SELECT tenant, scope, version FROM scopes_to_reinforce(:now, :limit)")
    found = connection.execute(query, {"now": now, "limit": limit}).all()
    return [DueScope(Tenant(row.tenant), Scope.parse(row.scope), row.version) for row in found]


def unmark(connection: sa.Connection, due: DueScope) -> None:
    connection.execute(
        sa.delete(reinforcement_due).where(
            *selects.owned(reinforcement_due, due.tenant, due.scope),
            reinforcement_due.c.version == due.version,
        )
    )

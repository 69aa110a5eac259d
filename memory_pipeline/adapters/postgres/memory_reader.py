"""Reads of the episodic and semantic tiers, each one transaction of one tenant."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from importlib.resources import files
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows, selects
from memory_pipeline.adapters.postgres.barriers import erasing, shown
from memory_pipeline.adapters.postgres.candidates import candidates
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.recall_index import digest, space_id
from memory_pipeline.adapters.postgres.schema import (
    episodes,
    fact_redirects,
    facts,
    memory_state,
    rejections,
    scopes,
    tenants,
)
from memory_pipeline.domain.episode import Episode, EpisodeStatus
from memory_pipeline.domain.errors import UnknownTenant
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.memory_store import Candidate, Placed

_CANDIDATES = sa.text((files(__package__) / "sql" / "candidates.sql").read_text(encoding="utf-8"))


@contextmanager
def reading(database: Database, tenant: Tenant) -> Iterator[sa.Connection]:
    """One transaction of a tenant that is known; raises UnknownTenant."""
    with database.transaction(tenant) as connection:
        refuse_unknown(connection, tenant)
        yield connection


def refuse_unknown(connection: sa.Connection, tenant: Tenant) -> None:
    """Raises UnknownTenant where nothing was ever written for the tenant."""
    if connection.scalar(sa.select(tenants.c.tenant).where(tenants.c.tenant == tenant)) is None:
        raise UnknownTenant(
            f"there is no tenant {tenant!r}: nothing was ever written for it (check --tenant for a typo)"
        )


class PostgresMemoryReader:
    def __init__(self, database: Database) -> None:
        self._database = database

    def _reading(self, tenant: Tenant) -> AbstractContextManager[sa.Connection]:
        return reading(self._database, tenant)

    def scopes(self, tenant: Tenant) -> Sequence[Scope]:
        query = sa.select(scopes.c.scope).where(scopes.c.tenant == tenant)
        with self._reading(tenant) as connection:
            return sorted(Scope.parse(scope) for scope in connection.scalars(query))

    def facts(
        self, tenant: Tenant, scope: Scope, *, history: bool, now: datetime, as_of: datetime | None
    ) -> Sequence[Fact]:
        query = sa.select(facts).where(*selects.owned(facts, tenant, scope), shown(facts))
        if as_of is not None:
            query = query.where(
                facts.c.valid_from <= as_of,
                sa.or_(facts.c.valid_to.is_(None), facts.c.valid_to > as_of),
                sa.or_(facts.c.expires_at.is_(None), facts.c.expires_at > as_of),
            )
        elif not history:
            query = query.where(*_current(now))
        ordered = query.order_by(
            facts.c.slot_subject,
            facts.c.slot_predicate,
            facts.c.valid_from,
            facts.c.object_normal,
            facts.c.id,
        )
        with self._reading(tenant) as connection:
            return [rows.fact(row) for row in connection.execute(ordered)]

    def episodes(self, tenant: Tenant, scope: Scope, *, archived: bool) -> Sequence[Episode]:
        wanted = EpisodeStatus.ARCHIVED if archived else EpisodeStatus.ACTIVE
        with self._reading(tenant) as connection:
            return selects.episodes_of(
                connection, tenant, scope, episodes.c.status == wanted, shown(episodes)
            )

    def fact_rows(self, tenant: Tenant, fact_id: UUID) -> Sequence[Fact]:
        with self._reading(tenant) as connection:
            redirect = sa.select(fact_redirects.c.fact_id).where(
                fact_redirects.c.tenant == tenant, fact_redirects.c.absorbed_id == fact_id
            )
            target = connection.scalar(redirect) or fact_id
            query = sa.select(facts).where(facts.c.tenant == tenant, facts.c.id == target, shown(facts))
            return [rows.fact(row) for row in connection.execute(query.order_by(facts.c.valid_from))]

    def episode(self, tenant: Tenant, episode_id: UUID) -> Episode | None:
        with self._reading(tenant) as connection:
            scope = connection.scalar(
                sa.select(episodes.c.scope).where(
                    episodes.c.tenant == tenant, episodes.c.id == episode_id, shown(episodes)
                )
            )
            if scope is None:
                return None
            return selects.episodes_of(connection, tenant, Scope.parse(scope), episodes.c.id == episode_id)[0]

    def placed(self, tenant: Tenant, scope: Scope, slots: Collection[Slot] | None) -> Sequence[Placed]:
        with self._reading(tenant) as connection:
            if erasing(connection, tenant, [scope]):
                return []
            return selects.placed(connection, tenant, scope, slots)

    def rejections(self, tenant: Tenant, scope: Scope, session_id: str | None) -> Sequence[RejectedItem]:
        query = sa.select(rejections).where(*selects.owned(rejections, tenant, scope), shown(rejections))
        if session_id is not None:
            query = query.where(rejections.c.session_id == session_id)
        query = query.order_by(rejections.c.session_id, rejections.c.first_position, rejections.c.ordinal)
        with self._reading(tenant) as connection:
            return [RejectedItem(row.reason, row.detail, row.item) for row in connection.execute(query)]

    def candidates(
        self,
        tenant: Tenant,
        scopes: Sequence[Scope],
        *,
        space: EmbeddingSpace,
        vector: tuple[float, ...] | None,
        tokens: Sequence[str],
        now: datetime,
        limit: int,
    ) -> Sequence[Candidate]:
        with self._reading(tenant) as connection:
            found = connection.execute(
                _CANDIDATES,
                {
                    "tenant": tenant,
                    "scopes": [str(scope) for scope in scopes],
                    "space": space_id(connection, space),
                    "vector": None if vector is None else str(list(vector)),
                    "digests": [digest(token) for token in tokens],
                    "now": now,
                    "limit": limit,
                },
            )
            return candidates(found.all(), len(tokens), now)

    def touch(self, tenant: Tenant, scope: Scope, memory_ids: Sequence[UUID], *, at: datetime) -> None:
        if not memory_ids:
            return
        statement = insert(memory_state)
        statement = statement.on_conflict_do_update(
            index_elements=["tenant", "scope", "memory_id"],
            set_={
                "accesses": memory_state.c.accesses + 1,
                "last_access_at": sa.func.greatest(
                    memory_state.c.last_access_at, statement.excluded.last_access_at
                ),
            },
        )
        items = [
            {**rows.owner(tenant, scope), "memory_id": memory_id, "accesses": 1, "last_access_at": at}
            for memory_id in sorted(set(memory_ids))  # one order for all writers: no deadlock
        ]
        with self._database.transaction(tenant) as connection:
            connection.execute(statement, items)


def _current(now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        facts.c.valid_to.is_(None),
        facts.c.status == FactStatus.CURRENT,
        sa.or_(facts.c.expires_at.is_(None), facts.c.expires_at > now),
    )

"""The unit of work on the episodic and semantic tiers: one transaction under the scopes' row locks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows, selects
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.fact_rows import FactRows
from memory_pipeline.adapters.postgres.ledger import complete_event, ensure_scopes, keep_progress
from memory_pipeline.adapters.postgres.policies import hold_policy, policy_of
from memory_pipeline.adapters.postgres.recall_index import (
    drop_from_index,
    missing_vectors,
    space_id,
    write_terms,
    write_vectors,
)
from memory_pipeline.adapters.postgres.reinforcement_due import due_scopes, mark_due, unmark
from memory_pipeline.adapters.postgres.schema import (
    assertions,
    episodes,
    evidence,
    facts,
    horizons,
    outbox,
    rejections,
    segments,
    sessions,
)
from memory_pipeline.adapters.postgres.schema import (
    scopes as scopes_table,
)
from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact, Projection
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.horizon_keys import SCOPE_HORIZON, slot_horizon
from memory_pipeline.ports.ledger import Claim
from memory_pipeline.ports.memory_store import (
    DueScope,
    FactChanges,
    MemoryTerms,
    MemoryVector,
    MissingVector,
    Placed,
)
from memory_pipeline.ports.policies import TenantPolicy
from memory_pipeline.ports.transcripts import SegmentRange
from memory_pipeline.ports.working_memory import SessionKey


class PostgresMemoryStore:
    def __init__(self, database: Database, digest: KeyedDigest) -> None:
        self._database = database
        self._digest = digest

    @contextmanager
    def unit(self, tenant: Tenant, scopes: Collection[Scope]) -> Iterator[PostgresMemoryUnit]:
        with self._database.transaction(tenant) as connection:
            ensure_scopes(connection, tenant, set(scopes))
            for scope in sorted(scopes):
                # Commit and erase lock first and read after: nothing else serialises a scope.
                connection.execute(
                    sa.select(scopes_table.c.scope)
                    .where(*selects.owned(scopes_table, tenant, scope))
                    .with_for_update(key_share=True)
                )
            yield PostgresMemoryUnit(connection, tenant, self._digest)

    def scopes_with_missing_vectors(
        self, space: EmbeddingSpace, limit: int
    ) -> Sequence[tuple[Tenant, Scope]]:
        query = sa.text("SELECT tenant, scope FROM scopes_wanting_vectors(CAST(:space AS smallint), :limit)")
        with self._database.transaction(None) as connection:
            number = space_id(connection, space)
            found = connection.execute(query, {"space": number, "limit": limit}).all()
        return [(Tenant(row.tenant), Scope.parse(row.scope)) for row in found]

    def scopes_to_reinforce(self, *, now: datetime, limit: int) -> Sequence[DueScope]:
        with self._database.transaction(None) as connection:
            return due_scopes(connection, now=now, limit=limit)

    def reinforced(self, due: DueScope) -> None:
        with self._database.transaction(due.tenant) as connection:
            unmark(connection, due)


class PostgresMemoryUnit:
    def __init__(self, connection: sa.Connection, tenant: Tenant, digest: KeyedDigest) -> None:
        self._connection = connection
        self._tenant = tenant
        self._digest = digest

    def policy(self) -> TenantPolicy:
        hold_policy(self._connection, self._tenant)
        return policy_of(self._connection, self._tenant)

    def facts(self, scope: Scope) -> Sequence[Fact]:
        query = sa.select(facts).where(*selects.owned(facts, self._tenant, scope))
        return [rows.fact(row) for row in self._connection.execute(query)]

    def placed(self, scope: Scope, slots: Collection[Slot] | None) -> Sequence[Placed]:
        return selects.placed(self._connection, self._tenant, scope, slots)

    def placed_under(self, scope: Scope, predicate: str) -> Sequence[Placed]:
        return selects.placed_under(self._connection, self._tenant, scope, predicate)

    def add(self, items: Iterable[Placed]) -> Sequence[AssertionId]:
        wanted = {item.assertion.id: item for item in self._above_horizons(list(items))}
        if not wanted:
            return []
        written = self._connection.execute(
            insert(assertions).on_conflict_do_nothing().returning(assertions.c.id),
            [rows.assertion_row(item) for item in wanted.values()],
        )
        new = [AssertionId(row.id) for row in written]
        cited = [
            row
            for new_id in new
            for row in rows.evidence_rows(
                self._tenant,
                wanted[new_id].assertion.scope,
                new_id,
                "assertion",
                wanted[new_id].assertion.evidence,
            )
        ]
        if cited:
            self._connection.execute(insert(evidence).on_conflict_do_nothing(), cited)
        return new

    def _above_horizons(self, items: list[Placed]) -> list[Placed]:
        """What was purged or erased up to an instant is refused ever after."""
        keys = {slot_horizon(self._digest, item.slot) for item in items}
        query = sa.select(horizons.c.scope, horizons.c.key, horizons.c.horizon_at).where(
            horizons.c.tenant == self._tenant, horizons.c.key.in_([*keys, SCOPE_HORIZON])
        )
        found = {(row.scope, bytes(row.key)): row.horizon_at for row in self._connection.execute(query)}

        def welcome(item: Placed) -> bool:
            scope = str(item.assertion.scope)
            limits = (
                found.get((scope, SCOPE_HORIZON)),
                found.get((scope, slot_horizon(self._digest, item.slot))),
            )
            return all(limit is None or item.assertion.asserted_at > limit for limit in limits)

        return [item for item in items if welcome(item)]

    def replace_slots(self, items: Iterable[tuple[AssertionId, Slot]], scope: Scope) -> None:
        moves = [
            {
                "moved_id": id_,
                "to_id": rows.slot_id(to),
                "to_subject": to.subject,
                "to_predicate": to.predicate,
            }
            for id_, to in items
        ]
        statement = (
            sa.update(assertions)
            .where(
                *selects.owned(assertions, self._tenant, scope), assertions.c.id == sa.bindparam("moved_id")
            )
            .values(
                slot_id=sa.bindparam("to_id"),
                slot_subject=sa.bindparam("to_subject"),
                slot_predicate=sa.bindparam("to_predicate"),
            )
        )
        if moves:
            self._connection.execute(statement, moves)

    def save_projections(self, scope: Scope, projections: Sequence[Projection]) -> FactChanges:
        return FactRows(self._connection, self._tenant, scope).save(projections)

    def session_episodes(self, scope: Scope, session_id: str) -> Sequence[Episode]:
        return selects.episodes_of(self._connection, self._tenant, scope, episodes.c.session_id == session_id)

    def add_episodes(self, new_episodes: Iterable[Episode]) -> Sequence[UUID]:
        wanted = {episode.id: episode for episode in new_episodes}
        if not wanted:
            return []
        written = self._connection.execute(
            insert(episodes).on_conflict_do_nothing().returning(episodes.c.id),
            [rows.episode_row(episode) for episode in wanted.values()],
        )
        new = [row.id for row in written]
        mark_due(self._connection, self._tenant, [wanted[new_id] for new_id in new])
        cited = [
            row
            for new_id in new
            for row in rows.evidence_rows(
                self._tenant, wanted[new_id].scope, new_id, "episode", wanted[new_id].evidence
            )
        ]
        if cited:
            self._connection.execute(insert(evidence).on_conflict_do_nothing(), cited)
        return new

    def keep_rejections(self, key: SessionKey, segment: SegmentRange, items: Sequence[RejectedItem]) -> None:
        if items:
            base = {
                **rows.owner(key.tenant, key.scope),
                "session_id": key.session_id,
                "first_position": segment.first,
            }
            self._connection.execute(
                insert(rejections).on_conflict_do_nothing(),
                [
                    {**base, "ordinal": n, "reason": item.reason, "detail": item.detail, "item": item.item}
                    for n, item in enumerate(items)
                ],
            )

    def commit_segment(self, key: SessionKey, segment: SegmentRange, *, now: datetime) -> bool:
        moved = self._connection.execute(
            sa.update(sessions)
            .where(
                *selects.owned(sessions, key.tenant, key.scope),
                sessions.c.session_id == key.session_id,
                sessions.c.watermark == segment.first,
            )
            .values(watermark=segment.end)
        )
        if moved.rowcount != 1:
            return False
        self._connection.execute(
            sa.update(segments)
            .where(
                *selects.owned(segments, key.tenant, key.scope),
                segments.c.session_id == key.session_id,
                segments.c.first_position == segment.first,
            )
            .values(reply=None, committed_at=now)
        )
        return True

    def put_vectors(self, scope: Scope, space: EmbeddingSpace, vectors: Iterable[MemoryVector]) -> None:
        write_vectors(self._connection, self._tenant, scope, space, list(vectors))

    def put_terms(self, scope: Scope, items: Iterable[MemoryTerms]) -> None:
        write_terms(self._connection, self._tenant, scope, list(items))

    def missing_vectors(self, scope: Scope, space: EmbeddingSpace) -> Sequence[MissingVector]:
        return missing_vectors(self._connection, self._tenant, scope, space)

    def drop_from_index(self, scope: Scope, memory_ids: Collection[UUID]) -> None:
        drop_from_index(self._connection, self._tenant, scope, memory_ids)

    def notify(self, notifications: Iterable[Notification]) -> None:
        items: list[dict[str, Any]] = [
            {
                "tenant": item.tenant,
                "scope": item.scope,
                "topic": item.type,
                "payload": item.model_dump(mode="json"),
                "created_at": item.at,
            }
            for item in notifications
        ]
        if items:
            self._connection.execute(insert(outbox), items)

    def progress(self, claim: Claim, *, result: Mapping[str, Any]) -> None:
        keep_progress(self._connection, claim, result=result)

    def complete(self, claim: Claim, *, now: datetime, result: Mapping[str, Any]) -> None:
        complete_event(self._connection, claim, now=now, result=result)

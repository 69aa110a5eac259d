"""The unit of work on the episodic and semantic tiers: one transaction under the scopes' row locks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows, selects
from memory_pipeline.adapters.postgres.ageing import follow_episodes
from memory_pipeline.adapters.postgres.audit import add_lines
from memory_pipeline.adapters.postgres.barriers import Barriers
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.fact_rows import FactRows
from memory_pipeline.adapters.postgres.forgetting_runs import add_to_tally
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
from memory_pipeline.domain.night import Tally
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.audit import AuditLine
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.horizon_keys import horizons_of, slot_horizon
from memory_pipeline.ports.ledger import Claim
from memory_pipeline.ports.memory_store import (
    DueScope,
    FactChanges,
    MemoryTerms,
    MemoryVector,
    MissingVector,
    Placed,
    Tier,
)
from memory_pipeline.ports.policies import TenantPolicy
from memory_pipeline.ports.tombstone_keys import Tombstone
from memory_pipeline.ports.transcripts import SegmentRange
from memory_pipeline.ports.working_memory import SessionKey


class PostgresMemoryStore:
    def __init__(self, database: Database, digest: KeyedDigest) -> None:
        self._database = database
        self._digest = digest

    @contextmanager
    def unit(self, tenant: Tenant, scopes: Collection[Scope]) -> Iterator[PostgresMemoryUnit]:
        with self._database.transaction(tenant) as connection:
            lock_scopes(connection, tenant, scopes)
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
        self._barriers = Barriers(connection, tenant, digest)
        self._policy: TenantPolicy | None = None

    def policy(self) -> TenantPolicy:
        if self._policy is None:
            hold_policy(self._connection, self._tenant)
            self._policy = policy_of(self._connection, self._tenant)
        return self._policy

    def tally(self, tally: Tally, tier: Tier, number: int) -> None:
        add_to_tally(self._connection, self._tenant, tally, tier, number)

    def erasing(self, scopes: Collection[Scope]) -> frozenset[Scope]:
        return self._barriers.erasing(scopes)

    def horizons(self, scope: Scope, slots: Collection[bytes] | None = None) -> Mapping[bytes, datetime]:
        return self._barriers.horizons(scope, slots)

    def raise_horizons(self, scope: Scope, keys: Mapping[bytes, datetime]) -> None:
        self._barriers.raise_horizons(scope, keys)

    def tombstones(self, scope: Scope, keys: Collection[Tombstone]) -> Mapping[Tombstone, datetime]:
        return self._barriers.tombstones(scope, keys)

    def bury(self, scope: Scope, keys: Collection[Tombstone], *, now: datetime) -> None:
        self._barriers.bury(scope, keys, now)

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
        slots: dict[Scope, set[bytes]] = defaultdict(set)
        for item in items:
            slots[item.assertion.scope].add(slot_horizon(self._digest, item.slot))
        found = {
            scope: horizons_of(self.horizons(scope, keys), self._digest) for scope, keys in slots.items()
        }

        def welcome(item: Placed) -> bool:
            limits = replace(found[item.assertion.scope], lines={})
            return limits.covering(item.slot, "", item.assertion.asserted_at) is None

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
        policy = self.policy().policy
        return FactRows(self._connection, self._tenant, scope, policy).save(projections)

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
        if new:
            told = [wanted[new_id] for new_id in new]
            follow_episodes(self._connection, self._tenant, told, self.policy().policy)
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

    def revision(self, key: SessionKey) -> str | None:
        found = self._connection.scalar(
            sa.select(sessions.c.revision).where(
                *selects.owned(sessions, key.tenant, key.scope), sessions.c.session_id == key.session_id
            )
        )
        return None if found is None else str(found)

    def replace_extraction(
        self, key: SessionKey, segment: SegmentRange, extractor: str, rejected: Sequence[RejectedItem]
    ) -> None:
        self._connection.execute(
            sa.delete(rejections).where(
                *selects.owned(rejections, key.tenant, key.scope),
                rejections.c.session_id == key.session_id,
                rejections.c.first_position == segment.first,
            )
        )
        self.keep_rejections(key, segment, rejected)
        self._connection.execute(
            sa.update(segments)
            .where(
                *selects.owned(segments, key.tenant, key.scope),
                segments.c.session_id == key.session_id,
                segments.c.first_position == segment.first,
            )
            .values(extractor=extractor, stands_in_for=None, redo_at=None)
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

    def audit(self, lines: Sequence[AuditLine]) -> None:
        add_lines(self._connection, self._tenant, lines)

    def progress(self, claim: Claim, *, result: Mapping[str, Any]) -> None:
        keep_progress(self._connection, claim, result=result)

    def complete(
        self,
        claim: Claim,
        *,
        now: datetime,
        result: Mapping[str, Any],
        document: Mapping[str, Any] | None = None,
    ) -> None:
        complete_event(self._connection, claim, now=now, result=result, document=document)


def lock_scopes(connection: sa.Connection, tenant: Tenant, wanted: Collection[Scope]) -> None:
    """Takes the scopes' row locks in sorted order, creating what is new.

    Commit and erase lock first and read after: nothing else serialises a scope. A row that an erasure deleted while it
    was waited for is made again.
    """
    ensure_scopes(connection, tenant, set(wanted))
    for scope in sorted(wanted):
        lock = (
            sa.select(scopes_table.c.scope)
            .where(*selects.owned(scopes_table, tenant, scope))
            .with_for_update(key_share=True)
        )
        while connection.scalar(lock) is None:
            ensure_scopes(connection, tenant, {scope})

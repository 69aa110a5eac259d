"""Reads of the episodic and semantic tiers in this process's memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from memory_pipeline.adapters.in_memory import recall_index
from memory_pipeline.adapters.in_memory.barriers import erasing
from memory_pipeline.adapters.in_memory.selects import facts_of, is_current, placed, told
from memory_pipeline.adapters.in_memory.state import Accesses, InMemoryState
from memory_pipeline.domain.episode import Episode, EpisodeStatus
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.memory_store import Candidate, Placed


class InMemoryMemoryReader:
    """Implements ports.memory_store.MemoryReader on the state of a memory store."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def scopes(self, tenant: Tenant) -> Sequence[Scope]:
        """Every scope of the tenant, sorted."""
        with self._state.reading_of(tenant) as tables:
            return sorted(scope for owner, scope in tables.scopes if owner == tenant)

    def facts(
        self, tenant: Tenant, scope: Scope, *, history: bool, now: datetime, as_of: datetime | None
    ) -> Sequence[Fact]:
        """Current facts; with `history` all rows; with `as_of` those valid at that instant."""
        with self._state.reading_of(tenant) as tables:
            rows = [] if erasing(tables, tenant, [scope]) else facts_of(tables, (tenant, scope))
        if as_of is not None:
            return [fact for fact in rows if _valid(fact, as_of)]
        return rows if history else [fact for fact in rows if is_current(fact, now)]

    def episodes(self, tenant: Tenant, scope: Scope, *, archived: bool) -> Sequence[Episode]:
        """Active or archived episodes, oldest first."""
        wanted = EpisodeStatus.ARCHIVED if archived else EpisodeStatus.ACTIVE
        with self._state.reading_of(tenant) as tables:
            hidden = erasing(tables, tenant, [scope])
            return told(tables, (tenant, scope), lambda episode: episode.status is wanted and not hidden)

    def fact_rows(self, tenant: Tenant, fact_id: UUID) -> Sequence[Fact]:
        """All intervals of a fact, redirects followed; empty if there is none."""
        with self._state.reading_of(tenant) as tables:
            target = next(
                (
                    fact
                    for (owner, absorbed), fact in tables.redirects.items()
                    if owner[0] == tenant and absorbed == fact_id
                ),
                fact_id,
            )
            found = [
                fact
                for (owner, id_, _), fact in tables.facts.items()
                if owner[0] == tenant and id_ == target and not erasing(tables, tenant, [owner[1]])
            ]
        return sorted(found, key=lambda fact: fact.valid_from)

    def episode(self, tenant: Tenant, episode_id: UUID) -> Episode | None:
        """The episode with this id, in whatever scope of the tenant."""
        with self._state.reading_of(tenant) as tables:
            return next(
                (
                    episode
                    for (owner, id_), episode in tables.episodes.items()
                    if owner[0] == tenant and id_ == episode_id and not erasing(tables, tenant, [owner[1]])
                ),
                None,
            )

    def placed(self, tenant: Tenant, scope: Scope, slots: Collection[Slot] | None) -> Sequence[Placed]:
        """The assertions of these slots (None: of the whole scope), oldest first."""
        with self._state.reading_of(tenant) as tables:
            return [] if erasing(tables, tenant, [scope]) else placed(tables, (tenant, scope), slots)

    def rejections(self, tenant: Tenant, scope: Scope, session_id: str | None) -> Sequence[RejectedItem]:
        """What was kept out, in the order of sessions and segments."""
        with self._state.reading_of(tenant) as tables:
            found = {
                (key.session_id, first, ordinal): item
                for (key, first, ordinal), item in tables.rejections.items()
                if (key.tenant, key.scope) == (tenant, scope) and session_id in (None, key.session_id)
            }
        return [found[place] for place in sorted(found)]

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
        """The nearest by vector and by tokens, each arm up to `limit`."""
        with self._state.reading_of(tenant) as tables:
            owners = {(tenant, scope) for scope in set(scopes) - erasing(tables, tenant, scopes)}
            return recall_index.candidates(
                tables, owners, space=space, vector=vector, tokens=tokens, now=now, limit=limit
            )

    def touch(self, tenant: Tenant, scope: Scope, memory_ids: Sequence[UUID], *, at: datetime) -> None:
        """Counts an access of each."""
        with self._state.writing() as tables:
            for memory_id in set(memory_ids):
                key = ((tenant, scope), memory_id)
                before = tables.accesses.get(key, Accesses(0, at))
                tables.accesses[key] = Accesses(before.count + 1, max(before.last_at, at))


def _valid(fact: Fact, at: datetime) -> bool:
    return (
        fact.valid_from <= at
        and (fact.valid_to is None or fact.valid_to > at)
        and (fact.expires_at is None or fact.expires_at > at)
    )

"""The episodic and semantic tiers in this process's memory: units of work that count as a whole or not at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from memory_pipeline.adapters.in_memory.ageing import follow_episodes, follow_facts
from memory_pipeline.adapters.in_memory.audit import add_lines
from memory_pipeline.adapters.in_memory.barriers import Barriers
from memory_pipeline.adapters.in_memory.ledger import complete_event, keep_progress
from memory_pipeline.adapters.in_memory.policies import policy_of
from memory_pipeline.adapters.in_memory.recall_index import drop_from_index, missing_vectors
from memory_pipeline.adapters.in_memory.selects import facts_of, placed, told
from memory_pipeline.adapters.in_memory.state import InMemoryState, Owner, Segment, Tables
from memory_pipeline.domain.archiving import keep_archived
from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact, FactStatus, Projection
from memory_pipeline.domain.night import Tally
from memory_pipeline.domain.reinforcement import next_reinforcement_at
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import FactId, Slot
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.audit import AuditLine
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.horizon_keys import SCOPE_HORIZON
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

_Rows = dict[tuple[Owner, UUID, datetime], Fact]


class InMemoryMemoryStore:
    """Implements ports.memory_store.MemoryStore. Units run one after the other, whatever their scopes."""

    def __init__(self, state: InMemoryState | None = None) -> None:
        self._state = state or InMemoryState()

    @contextmanager
    def unit(self, tenant: Tenant, scopes: Collection[Scope]) -> Iterator[InMemoryMemoryUnit]:
        """A unit on copies, which take the originals' place when it ends without an error."""
        with self._state.writing() as tables:
            tables.scopes.update(dict.fromkeys((tenant, scope) for scope in scopes))
            yield InMemoryMemoryUnit(tables, tenant)

    def scopes_with_missing_vectors(
        self, space: EmbeddingSpace, limit: int
    ) -> Sequence[tuple[Tenant, Scope]]:
        """Scopes of all tenants whose memories want embedding."""
        with self._state.reading() as tables:
            return [owner for owner in tables.scopes if missing_vectors(tables, owner, space)][:limit]

    def scopes_to_reinforce(self, *, now: datetime, limit: int) -> Sequence[DueScope]:
        """Marked scopes of all tenants whose time has come, the longest due first."""
        with self._state.reading() as tables:
            marks = sorted(
                (due_at, owner, version) for owner, (due_at, version) in tables.reinforcement_due.items()
            )
        return [DueScope(*owner, version) for due_at, owner, version in marks if due_at <= now][:limit]

    def reinforced(self, due: DueScope) -> None:
        """Takes the mark away, unless the scope got further episodes meanwhile."""
        with self._state.writing() as tables:
            _, version = tables.reinforcement_due.get((due.tenant, due.scope), (None, None))
            if version == due.version:
                del tables.reinforcement_due[due.tenant, due.scope]

    @property
    def outbox(self) -> Sequence[Notification]:
        """All notifications ever written, oldest first."""
        with self._state.reading() as tables:
            return list(tables.outbox.values())


class InMemoryMemoryUnit:
    """Implements ports.memory_store.MemoryUnit on tables that nobody else sees."""

    def __init__(self, tables: Tables, tenant: Tenant) -> None:
        self._tables = tables
        self._tenant = tenant
        self._barriers = Barriers(tables, tenant)

    def erasing(self, scopes: Collection[Scope]) -> frozenset[Scope]:
        """Those of the scopes of which an erasure is removing rows."""
        return self._barriers.erasing(scopes)

    def horizons(self, scope: Scope, slots: Collection[bytes] | None = None) -> Mapping[bytes, datetime]:
        """The scope's horizons by key."""
        return self._barriers.horizons(scope, slots)

    def raise_horizons(self, scope: Scope, keys: Mapping[bytes, datetime]) -> None:
        """Refuses what was said up to these instants from now on."""
        self._barriers.raise_horizons(scope, keys)

    def tombstones(self, scope: Scope, keys: Collection[Tombstone]) -> Mapping[Tombstone, datetime]:
        """Those of the tombstones that are there, and since when."""
        return self._barriers.tombstones(scope, keys)

    def bury(self, scope: Scope, keys: Collection[Tombstone], *, now: datetime) -> None:
        """Leaves tombstones."""
        self._barriers.bury(scope, keys, now)

    def revision(self, key: SessionKey) -> str | None:
        """What the session's revision is now; None where there is no such session (any more)."""
        held = self._tables.transcripts.get(key)
        return None if held is None else held.revision

    def policy(self) -> TenantPolicy:
        """The tenant's policy as this unit sees it."""
        return policy_of(self._tables, self._tenant)

    def facts(self, scope: Scope) -> Sequence[Fact]:
        """All rows of the scope."""
        return facts_of(self._tables, (self._tenant, scope))

    def placed(self, scope: Scope, slots: Collection[Slot] | None) -> Sequence[Placed]:
        """The assertions of these slots (None: of the whole scope), oldest first."""
        return placed(self._tables, (self._tenant, scope), slots)

    def placed_under(self, scope: Scope, predicate: str) -> Sequence[Placed]:
        """The assertions placed under this predicate, whatever their subject, oldest first."""
        everything = placed(self._tables, (self._tenant, scope), None)
        return [item for item in everything if item.slot.predicate == predicate]

    def add(self, items: Iterable[Placed]) -> Sequence[AssertionId]:
        """Writes assertions that are not there yet; the ids of new ones."""
        new: list[AssertionId] = []
        for item in items:
            limit = self.horizons(item.assertion.scope, []).get(SCOPE_HORIZON)
            if limit is not None and item.assertion.asserted_at <= limit:
                continue
            key = ((self._tenant, item.assertion.scope), item.assertion.id)
            if key not in self._tables.assertions:
                self._tables.assertions[key] = item
                new.append(item.assertion.id)
        return new

    def replace_slots(self, items: Iterable[tuple[AssertionId, Slot]], scope: Scope) -> None:
        """Moves assertions to other slots."""
        for assertion_id, slot in items:
            key = ((self._tenant, scope), assertion_id)
            if key in self._tables.assertions:
                self._tables.assertions[key] = replace(self._tables.assertions[key], slot=slot)

    def save_projections(self, scope: Scope, projections: Sequence[Projection]) -> FactChanges:
        """Makes the rows of each projected slot exactly those of its projection, and keeps redirects."""
        owner = (self._tenant, scope)
        slots = {projection.slot for projection in projections}
        facts = self._tables.facts
        old: _Rows = {key: fact for key, fact in facts.items() if key[0] == owner and fact.slot in slots}
        kept = keep_archived(projections, _archived(old))
        new: _Rows = {(owner, f.id, f.valid_from): f for each in kept for f in each.facts}
        for key in old.keys() - new.keys():
            del facts[key]
        facts.update(new)
        for projection in projections:
            self._tables.redirects.update({(owner, a): fact for a, fact in projection.redirects})
        drop_from_index(self._tables, owner, {id_ for id_, _ in _shown(old) - _shown(new)})
        changed = {key[1] for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
        if changed:
            follow_facts(self._tables, owner, changed, slots, self.policy().policy)
        return _changes(old, new)

    def session_episodes(self, scope: Scope, session_id: str) -> Sequence[Episode]:
        """The session's episodes, oldest first."""
        return told(self._tables, (self._tenant, scope), lambda episode: episode.session_id == session_id)

    def add_episodes(self, episodes: Iterable[Episode]) -> Sequence[UUID]:
        """Writes episodes that are not there yet, and marks their scope as due for reinforcement; the ids of new ones."""
        new: list[UUID] = []
        for episode in episodes:
            key = ((self._tenant, episode.scope), episode.id)
            if key not in self._tables.episodes:
                self._tables.episodes[key] = episode
                self._mark_due(episode)
                follow_episodes(self._tables, key[0], [episode], self.policy().policy)
                new.append(episode.id)
        return new

    def _mark_due(self, episode: Episode) -> None:
        if episode.recorded_at is None:
            return
        owner, at = (self._tenant, episode.scope), next_reinforcement_at(episode.recorded_at)
        due_at, version = self._tables.reinforcement_due.get(owner, (at, 0))
        self._tables.reinforcement_due[owner] = min(at, due_at), version + 1

    def keep_rejections(self, key: SessionKey, segment: SegmentRange, items: Sequence[RejectedItem]) -> None:
        """Keeps them once, however often the segment is tried."""
        for ordinal, item in enumerate(items):
            self._tables.rejections.setdefault((key, segment.first, ordinal), item)

    def replace_extraction(
        self,
        key: SessionKey,
        segment: SegmentRange,
        extractor: str,  # noqa: ARG002 - who read a committed segment is not kept here
        rejected: Sequence[RejectedItem],
    ) -> None:
        """A committed segment counts as read anew, with these rejections in the place of the others."""
        kept = self._tables.rejections
        for old in [each for each in kept if each[:2] == (key, segment.first)]:
            del kept[old]
        self.keep_rejections(key, segment, rejected)
        self._tables.segments[key, segment.first] = Segment(segment.end, None)

    def commit_segment(self, key: SessionKey, segment: SegmentRange, *, now: datetime) -> bool:  # noqa: ARG002 - no time is kept here
        """Moves the watermark to the segment's end and drops the stored reply; False if it was committed before."""
        transcript = self._tables.transcripts.get(key)
        if transcript is None or transcript.watermark != segment.first:
            return False
        self._tables.transcripts[key] = replace(transcript, watermark=segment.end)
        stored = self._tables.segments.get((key, segment.first))
        redo_at = None if stored is None or stored.extraction is None else stored.extraction.redo_at
        self._tables.segments[key, segment.first] = Segment(segment.end, None, redo_at)
        return True

    def put_vectors(self, scope: Scope, space: EmbeddingSpace, vectors: Iterable[MemoryVector]) -> None:
        """Writes or replaces the vectors of these memories in one space."""
        for vector in vectors:
            self._tables.vectors[(self._tenant, scope), space, vector.memory_id] = vector

    def put_terms(self, scope: Scope, items: Iterable[MemoryTerms]) -> None:
        """Replaces the terms and entities of these memories."""
        for item in items:
            self._tables.terms[(self._tenant, scope), item.memory_id] = item

    def missing_vectors(self, scope: Scope, space: EmbeddingSpace) -> Sequence[MissingVector]:
        """Current facts and active episodes of the scope without a vector of their present text."""
        return missing_vectors(self._tables, (self._tenant, scope), space)

    def tally(self, tally: Tally, tier: Tier, number: int) -> None:
        """Counts changes of a night."""
        if number:
            counts, key = self._tables.night_counts, (self._tenant, tally, tier)
            counts[key] = counts.get(key, 0) + number

    def notify(self, notifications: Iterable[Notification]) -> None:
        """Writes outbox rows."""
        for notification in notifications:
            number = max((*self._tables.outbox, *self._tables.outbox_published), default=0) + 1
            self._tables.outbox[number] = notification

    def audit(self, lines: Sequence[AuditLine]) -> None:
        """Adds lines to the audit trail."""
        add_lines(self._tables, self._tenant, lines)

    def progress(self, claim: Claim, *, result: Mapping[str, Any]) -> None:
        """Keeps with the event what came of it so far; raises LeaseLost when the attempt was taken over."""
        keep_progress(self._tables, claim, result=result)

    def complete(
        self,
        claim: Claim,
        *,
        now: datetime,
        result: Mapping[str, Any],
        document: Mapping[str, Any] | None = None,
    ) -> None:
        """Ends the event done in this unit; raises LeaseLost when the attempt was taken over."""
        complete_event(self._tables, claim, now=now, result=result, document=document)


def _shown(rows: _Rows) -> set[tuple[UUID, str]]:
    """Facts that can be found, archived ones too, and how they read."""
    found = (FactStatus.CURRENT, FactStatus.ARCHIVED)
    return {(fact.id, fact.object) for fact in rows.values() if fact.status in found}


def _archived(rows: _Rows) -> dict[FactId, frozenset[AssertionId]]:
    """Archived facts and the statements they rest on."""
    archived = (fact for fact in rows.values() if fact.status is FactStatus.ARCHIVED)
    return {fact.id: frozenset(fact.assertions) for fact in archived}


def _changes(old: _Rows, new: _Rows) -> FactChanges:
    changed = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
    before = {id_ for _, id_, _ in old}
    return FactChanges(
        created=tuple(sorted({id_ for _, id_, _ in new} - before)),
        updated=tuple(sorted({id_ for _, id_, _ in changed} & before)),
    )

"""The episodic and semantic tiers: one transaction per unit of work, under the scopes' row locks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol
from uuid import UUID

from memory_pipeline.domain.assertion import Assertion, AssertionId
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact, Projection
from memory_pipeline.domain.night import Tally
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.audit import AuditLine
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.ledger import Claim
from memory_pipeline.ports.policies import TenantPolicy
from memory_pipeline.ports.tombstone_keys import Tombstone
from memory_pipeline.ports.transcripts import SegmentRange
from memory_pipeline.ports.working_memory import SessionKey


class Tier(StrEnum):
    """`WORKING` is what nights count of sessions; memories are of the other two."""

    WORKING = "working"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"


@dataclass(frozen=True, slots=True)
class Placed:
    """An assertion and the slot it was placed in. The slot follows the registry and the names; the rest never changes."""

    assertion: Assertion
    slot: Slot


@dataclass(frozen=True, slots=True)
class MemoryVector:
    """`text` is what was embedded: a vector whose memory reads otherwise by now is stale."""

    memory_id: UUID
    tier: Tier
    text: str
    vector: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MemoryTerms:
    """What the lexical and entity arms of recall look a memory up by; both are normal forms."""

    memory_id: UUID
    tier: Tier
    terms: frozenset[str]
    entities: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FactChanges:
    """What a projection changed, as ids of facts."""

    created: tuple[UUID, ...] = ()
    updated: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class MissingVector:
    memory_id: UUID
    tier: Tier
    text: str


@dataclass(frozen=True, slots=True)
class DueScope:
    """A scope whose new episodes wait to be reinforced; `version` changes with every further episode."""

    tenant: Tenant
    scope: Scope
    version: int


class MemoryUnit(Protocol):
    """Reads see what the transaction sees; nothing is visible to others before the unit ends without an error."""

    def policy(self) -> TenantPolicy:
        """The tenant's policy in force now; no other is put in force before this unit ends."""

    def erasing(self, scopes: Collection[Scope]) -> frozenset[Scope]:
        """Those of the scopes of which an erasure is removing rows: nothing may be added to them until it is through."""

    def horizons(self, scope: Scope, slots: Collection[bytes] | None = None) -> Mapping[bytes, datetime]:
        """The scope's horizons by key (ports.horizon_keys); with the keys of slots only the scope's own and theirs."""

    def raise_horizons(self, scope: Scope, keys: Mapping[bytes, datetime]) -> None:
        """Refuses what was said up to these instants from now on; a horizon only ever rises."""

    def tombstones(self, scope: Scope, keys: Collection[Tombstone]) -> Mapping[Tombstone, datetime]:
        """Those of the tombstones that are there, and since when."""

    def bury(self, scope: Scope, keys: Collection[Tombstone], *, now: datetime) -> None:
        """Leaves tombstones."""

    def facts(self, scope: Scope) -> Sequence[Fact]:
        """All rows of the scope, whatever their status."""

    def placed(self, scope: Scope, slots: Collection[Slot] | None) -> Sequence[Placed]:
        """The assertions of these slots (None: of the whole scope), oldest first."""

    def placed_under(self, scope: Scope, predicate: str) -> Sequence[Placed]:
        """The assertions placed under this predicate, whatever their subject, oldest first."""

    def add(self, items: Iterable[Placed]) -> Sequence[AssertionId]:
        """Writes assertions that are not there yet, refusing those at or below a horizon; the ids of new ones."""

    def replace_slots(self, items: Iterable[tuple[AssertionId, Slot]], scope: Scope) -> None:
        """Moves assertions to other slots (a name became known, the registry changed)."""

    def save_projections(self, scope: Scope, projections: Sequence[Projection]) -> FactChanges:
        """Makes the rows of each projected slot exactly those of its projection, and keeps redirects.

        Facts that are not current any more lose their vectors and terms.
        """

    def session_episodes(self, scope: Scope, session_id: str) -> Sequence[Episode]: ...

    def add_episodes(self, episodes: Iterable[Episode]) -> Sequence[UUID]:
        """Writes episodes that are not there yet, and marks their scope as due for reinforcement; the ids of new ones."""

    def keep_rejections(
        self, key: SessionKey, segment: SegmentRange, items: Sequence[RejectedItem]
    ) -> None: ...

    def replace_extraction(
        self, key: SessionKey, segment: SegmentRange, extractor: str, rejected: Sequence[RejectedItem]
    ) -> None:
        """A committed segment counts as read by `extractor` from now on, with these rejections in the place of the others."""

    def revision(self, key: SessionKey) -> str | None:
        """What the session's revision is now: another one than that of a transcript means that something of it was
        erased since that was read. None where there is no such session (any more)."""

    def commit_segment(self, key: SessionKey, segment: SegmentRange, *, now: datetime) -> bool:
        """Moves the watermark to the segment's end and drops the stored reply; False if it was committed before."""

    def put_vectors(self, scope: Scope, space: EmbeddingSpace, vectors: Iterable[MemoryVector]) -> None:
        """Writes or replaces the vectors of these memories in one space."""

    def put_terms(self, scope: Scope, items: Iterable[MemoryTerms]) -> None:
        """Replaces the terms and entities of these memories."""

    def missing_vectors(self, scope: Scope, space: EmbeddingSpace) -> Sequence[MissingVector]:
        """Current facts and active episodes of the scope without a vector of their present text."""

    def notify(self, notifications: Iterable[Notification]) -> None:
        """Writes outbox rows."""

    def audit(self, lines: Sequence[AuditLine]) -> None:
        """Adds lines to the audit trail: they stand in it if the unit ends without an error."""

    def tally(self, tally: Tally, tier: Tier, number: int) -> None:
        """Counts changes of a night; they count if the unit ends without an error. Called last."""

    def progress(self, claim: Claim, *, result: Mapping[str, Any]) -> None:
        """Keeps with the event what came of it so far; raises LeaseLost when the attempt was taken over."""

    def complete(
        self,
        claim: Claim,
        *,
        now: datetime,
        result: Mapping[str, Any],
        document: Mapping[str, Any] | None = None,
    ) -> None:
        """Ends the event done in this transaction; raises LeaseLost when the attempt was taken over.

        `document` takes the place of the event's own, whose words are not to be kept.
        """


class MemoryStore(Protocol):
    def unit(self, tenant: Tenant, scopes: Collection[Scope]) -> AbstractContextManager[MemoryUnit]:
        """A transaction holding the row locks of these scopes (created if new), taken in sorted order."""

    def scopes_with_missing_vectors(
        self, space: EmbeddingSpace, limit: int
    ) -> Sequence[tuple[Tenant, Scope]]:
        """Scopes of all tenants whose memories want embedding."""

    def scopes_to_reinforce(self, *, now: datetime, limit: int) -> Sequence[DueScope]:
        """Marked scopes of all tenants whose time has come, the longest due first."""

    def reinforced(self, due: DueScope) -> None:
        """Takes the mark away, unless the scope got further episodes meanwhile."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that may answer a query. `cosine` is None where it has no vector, `lexical` the share of query tokens found.

    `confidence` is what it is worth at the instant of the query. An archived one has no vector.
    """

    id: UUID
    tier: Tier
    scope: Scope
    text: str
    at: datetime
    source: Source
    confidence: float
    confirmed: bool
    cosine: float | None
    lexical: float
    entity: float
    accesses: int
    success: bool | None
    archived: bool = False


class MemoryReader(Protocol):
    """Reads of one tenant. Raises UnknownTenant where nothing was ever written for it."""

    def scopes(self, tenant: Tenant) -> Sequence[Scope]:
        """Every scope that was ever written to, sorted."""

    def facts(
        self, tenant: Tenant, scope: Scope, *, history: bool, now: datetime, as_of: datetime | None
    ) -> Sequence[Fact]:
        """Current facts; with `history` all rows; with `as_of` those valid at that instant."""

    def episodes(self, tenant: Tenant, scope: Scope, *, archived: bool) -> Sequence[Episode]: ...

    def fact_rows(self, tenant: Tenant, fact_id: UUID) -> Sequence[Fact]:
        """All intervals of a fact, redirects followed; empty if there is none."""

    def episode(self, tenant: Tenant, episode_id: UUID) -> Episode | None: ...

    def placed(self, tenant: Tenant, scope: Scope, slots: Collection[Slot] | None) -> Sequence[Placed]: ...

    def rejections(self, tenant: Tenant, scope: Scope, session_id: str | None) -> Sequence[RejectedItem]: ...

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
        """The nearest by vector and by tokens, each arm up to `limit`, in one round trip.

        Archived ones are found by their tokens, after all others.
        """

    def touch(self, tenant: Tenant, scope: Scope, memory_ids: Sequence[UUID], *, at: datetime) -> None:
        """Counts an access of each."""

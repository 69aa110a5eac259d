"""What ledger, transcripts and memory store share in memory: tables as dictionaries of immutable values, one lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from threading import RLock
from typing import Any
from uuid import UUID

from memory_pipeline.domain.access import ApiKey
from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.conflict import Advice
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.errors import UnknownTenant
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.night import RunId, Tally
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.audit import AuditLine
from memory_pipeline.ports.costs import Spending
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.erasure import Erasure
from memory_pipeline.ports.forgetting import Aged, Run
from memory_pipeline.ports.ledger import LedgerEntry
from memory_pipeline.ports.memory_store import MemoryTerms, MemoryVector, Placed, Tier
from memory_pipeline.ports.tombstone_keys import Tombstone
from memory_pipeline.ports.transcripts import AcceptedExtraction, Transcript
from memory_pipeline.ports.working_memory import SessionKey

Owner = tuple[Tenant, Scope]


@dataclass(frozen=True, slots=True)
class Segment:
    """`extraction` is None once the segment is committed; `redo_at` is when another extractor may read it again."""

    end: int
    extraction: AcceptedExtraction | None
    redo_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Accesses:
    count: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class NightRun:
    """`active_at` is when somebody last worked on it, by the real clock as `started_at`."""

    run: Run
    started_at: datetime
    active_at: datetime
    shards_done: frozenset[int] = frozenset()


@dataclass(slots=True)
class Tables:
    """Keys begin with tenant and scope, as the primary keys in Postgres do."""

    scopes: dict[Owner, None] = field(default_factory=dict)
    events: dict[tuple[Owner, EventId], LedgerEntry] = field(default_factory=dict)
    hints: dict[tuple[Owner, EventId], datetime] = field(default_factory=dict)
    parked: dict[tuple[Owner, EventId], datetime] = field(default_factory=dict)
    outbox: dict[int, Notification] = field(default_factory=dict)
    outbox_published: dict[int, datetime] = field(default_factory=dict)
    transcripts: dict[SessionKey, Transcript] = field(default_factory=dict)
    word_months: dict[tuple[SessionKey, int], date] = field(default_factory=dict)
    dropped_words: dict[tuple[Tenant, date], int] = field(default_factory=dict)
    session_holds: dict[SessionKey, tuple[EventId, str]] = field(default_factory=dict)
    segments: dict[tuple[SessionKey, int], Segment] = field(default_factory=dict)
    rejections: dict[tuple[SessionKey, int, int], RejectedItem] = field(default_factory=dict)
    assertions: dict[tuple[Owner, AssertionId], Placed] = field(default_factory=dict)
    facts: dict[tuple[Owner, UUID, datetime], Fact] = field(default_factory=dict)
    redirects: dict[tuple[Owner, UUID], UUID] = field(default_factory=dict)
    episodes: dict[tuple[Owner, UUID], Episode] = field(default_factory=dict)
    reinforcement_due: dict[Owner, tuple[datetime, int]] = field(default_factory=dict)
    vectors: dict[tuple[Owner, EmbeddingSpace, UUID], MemoryVector] = field(default_factory=dict)
    terms: dict[tuple[Owner, UUID], MemoryTerms] = field(default_factory=dict)
    accesses: dict[tuple[Owner, UUID], Accesses] = field(default_factory=dict)
    pins: dict[tuple[Owner, UUID], None] = field(default_factory=dict)
    ageing: dict[tuple[Owner, UUID], Aged] = field(default_factory=dict)
    crowding: dict[Owner, bool] = field(default_factory=dict)
    policy_changes: dict[Tenant, int] = field(default_factory=dict)
    replanned: dict[Tenant, tuple[int, datetime | None]] = field(default_factory=dict)
    night_runs: dict[tuple[Tenant, RunId], NightRun] = field(default_factory=dict)
    night_counts: dict[tuple[Tenant, Tally, Tier], int] = field(default_factory=dict)
    job_claims: dict[tuple[str, str], datetime] = field(default_factory=dict)
    policies: dict[Tenant, dict[str, Any]] = field(default_factory=dict)
    registries: dict[tuple[Tenant, str], datetime] = field(default_factory=dict)
    costs: dict[tuple[Tenant, int], Spending] = field(default_factory=dict)
    advice: dict[tuple[Owner, UUID], Advice] = field(default_factory=dict)
    audit: dict[tuple[Tenant, int], AuditLine] = field(default_factory=dict)
    api_keys: dict[tuple[Tenant, str], ApiKey] = field(default_factory=dict)
    horizons: dict[tuple[Owner, bytes], datetime] = field(default_factory=dict)
    tombstones: dict[tuple[Owner, Tombstone], datetime] = field(default_factory=dict)
    erasures: dict[tuple[Owner, UUID], Erasure] = field(default_factory=dict)

    def copy(self) -> Tables:
        """Tables of their own with the same rows, which never change."""
        return Tables(**{each.name: dict(getattr(self, each.name)) for each in fields(self)})


class InMemoryState:
    """The one lock serialises everything, so a unit of work sees and leaves whole states only."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._tables = Tables()
        self._unit_open = False

    @contextmanager
    def reading(self) -> Iterator[Tables]:
        """The committed tables, to look at."""
        with self._lock:
            yield self._tables

    @contextmanager
    def reading_of(self, tenant: Tenant) -> Iterator[Tables]:
        """The committed tables; raises UnknownTenant where nothing was ever written for `tenant`."""
        with self.reading() as tables:
            known = {*tables.policies, *(owned_by for owned_by, _ in tables.scopes)}
            known |= {owned_by for (owned_by, _), _ in tables.horizons}  # of whom everything was erased
            if tenant not in known:
                raise UnknownTenant(
                    f"there is no tenant {tenant!r}: nothing was ever written for it (check --tenant for a typo)"
                )
            yield tables

    @contextmanager
    def writing(self) -> Iterator[Tables]:
        """Tables to change, which count once the block ends without an error."""
        with self._lock:
            if self._unit_open:
                # Postgres would run a second transaction beside it; here it would be overwritten in silence.
                raise RuntimeError("a unit of work is open in this thread: end it before the next write")
            self._unit_open = True
            try:
                changed = self._tables.copy()
                yield changed
                self._tables = changed
            finally:
                self._unit_open = False

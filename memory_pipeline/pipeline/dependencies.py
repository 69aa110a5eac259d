"""What use cases are handed: the roles they play with and the rules they follow. Built once per process by bootstrap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from memory_pipeline.domain.access import ApiKey
from memory_pipeline.domain.budget import NO_BUDGET, Budget
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.limits import Limits
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.domain.registry import REGISTRY, Registry
from memory_pipeline.domain.segments import SegmentRules
from memory_pipeline.ports.announcements import Announcements
from memory_pipeline.ports.api_keys import ApiKeys
from memory_pipeline.ports.audit import Audit
from memory_pipeline.ports.clock import Clock
from memory_pipeline.ports.conflicts import Conflicts
from memory_pipeline.ports.costs import Costs
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.embedder import Embedder
from memory_pipeline.ports.erasure import Erasures, ErasureScan, WorkingErasure
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.ports.fingerprints import Fingerprints
from memory_pipeline.ports.forgetting import Forgetting
from memory_pipeline.ports.isolation import Isolation
from memory_pipeline.ports.job_claims import JobClaims
from memory_pipeline.ports.judge import Judge
from memory_pipeline.ports.ledger import NO_BOUND, HintRest, Ledger, Shares
from memory_pipeline.ports.memory_store import MemoryReader, MemoryStore
from memory_pipeline.ports.outbox import Outbox
from memory_pipeline.ports.personal_data import PersonalData
from memory_pipeline.ports.policies import Policies
from memory_pipeline.ports.publisher import Publisher
from memory_pipeline.ports.queues import BrokerGauge
from memory_pipeline.ports.retention import TranscriptRetention
from memory_pipeline.ports.statement_parser import StatementParser
from memory_pipeline.ports.summaries import Narrator, Summaries
from memory_pipeline.ports.transcripts import Transcripts
from memory_pipeline.ports.upkeep import Upkeep
from memory_pipeline.ports.working_forgetting import WorkingForgetting
from memory_pipeline.ports.working_memory import WorkingMemory


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often an event is tried and how long it rests in between: base × 2ⁿ up to the longest.

    `most` bounds the failures of its own, `total` all its time. A lease is renewed while an attempt works, but not past
    `limit`; after `turn` an attempt begins no further segment. From `suspicious` crashes on it is tried alone.
    """

    most: int = 5
    base: timedelta = timedelta(seconds=5)
    longest: timedelta = timedelta(minutes=15)
    lease: timedelta = timedelta(seconds=45)
    total: timedelta = timedelta(days=3)
    limit: timedelta = timedelta(minutes=4)
    turn: timedelta = timedelta(seconds=45)
    suspicious: int = 3
    hint_rest: HintRest = field(default_factory=HintRest)
    shares: Shares = NO_BOUND


@dataclass(frozen=True, slots=True)
class Fallback:
    """Reads a segment while the extractor's endpoint is left alone; `redo_after` that the extractor reads it again."""

    extractor: Extractor
    redo_after: timedelta | None = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Dependencies:
    clock: Clock
    working: WorkingMemory
    ledger: Ledger
    transcripts: Transcripts
    store: MemoryStore
    reader: MemoryReader
    policies: Policies
    conflicts: Conflicts
    publisher: Publisher
    extractor: Extractor
    parser: StatementParser
    embedder: Embedder
    digest: KeyedDigest
    fingerprints: Fingerprints
    erasures: Erasures
    working_erasure: WorkingErasure
    scan: ErasureScan
    registry: Registry = REGISTRY
    judge: Judge | None = None
    segment_rules: SegmentRules = field(default_factory=SegmentRules)
    attempts: Attempts = field(default_factory=Attempts)
    tool_sources: Mapping[str, Source] = field(default_factory=dict)
    anchor_threshold: float = 0.92
    dedup_threshold: float = (
        DEFAULT_POLICY.dedup_threshold
    )  # the embedding model's; a tenant's policy may name another
    idle_after: timedelta = timedelta(minutes=30)
    working_ttl: timedelta = timedelta(days=1)
    worker: str = ""
    actor: str = "process"  # whose acts are audited: a process, or the key that a request came with
    isolation: Isolation | None = None
    time_is_up: tuple[type[Exception], ...] = ()  # how the surroundings say that an attempt has had its time
    outbox: Outbox | None = None
    announcements: Announcements | None = None
    job_claims: JobClaims | None = None
    audit: Audit | None = None
    audit_kept: timedelta = timedelta(days=400)
    personal_data: PersonalData | None = None
    api_keys: ApiKeys | None = None
    set_keys: tuple[ApiKey, ...] = ()  # those of the settings
    limits: Limits = field(default_factory=Limits)
    forgetting: Forgetting | None = None
    working_forgetting: WorkingForgetting | None = None
    retention: TranscriptRetention | None = None
    transcripts_kept: timedelta | None = None  # how long the words of messages are; None is for ever
    upkeep: Upkeep | None = None
    gauge: BrokerGauge | None = None
    costs: Costs | None = None
    budget: Budget = NO_BUDGET  # what a tenant's day may take of a model; its policy may name another
    fallback: Fallback | None = None
    summaries: Summaries | None = None
    narrator: Narrator | None = None

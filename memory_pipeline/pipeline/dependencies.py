"""What use cases are handed: the roles they play with and the rules they follow. Built once per process by bootstrap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.domain.registry import REGISTRY, Registry
from memory_pipeline.domain.segments import SegmentRules
from memory_pipeline.ports.clock import Clock
from memory_pipeline.ports.embedder import Embedder
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.ports.ledger import Ledger
from memory_pipeline.ports.memory_store import MemoryReader, MemoryStore
from memory_pipeline.ports.publisher import Publisher
from memory_pipeline.ports.statement_parser import StatementParser
from memory_pipeline.ports.transcripts import Transcripts
from memory_pipeline.ports.working_memory import WorkingMemory


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often an event is tried and how long it rests in between: base × 2ⁿ up to the longest."""

    most: int = 5
    base: timedelta = timedelta(seconds=5)
    longest: timedelta = timedelta(minutes=15)
    lease: timedelta = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Dependencies:
    clock: Clock
    working: WorkingMemory
    ledger: Ledger
    transcripts: Transcripts
    store: MemoryStore
    reader: MemoryReader
    publisher: Publisher
    extractor: Extractor
    parser: StatementParser
    embedder: Embedder
    policy: Policy = DEFAULT_POLICY
    registry: Registry = REGISTRY
    segment_rules: SegmentRules = field(default_factory=SegmentRules)
    attempts: Attempts = field(default_factory=Attempts)
    tool_sources: Mapping[str, Source] = field(default_factory=dict)
    anchor_threshold: float = 0.92
    idle_after: timedelta = timedelta(minutes=30)
    working_ttl: timedelta = timedelta(days=1)

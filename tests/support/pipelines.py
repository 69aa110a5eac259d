"""Whole pipelines for tests: on adapters in memory, and what any pipeline holds in the end, to compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.conflicts import InMemoryConflicts
from memory_pipeline.adapters.in_memory.costs import InMemoryCosts
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.erasure import InMemoryErasures
from memory_pipeline.adapters.in_memory.fingerprints import InMemoryFingerprints
from memory_pipeline.adapters.in_memory.forgetting import InMemoryForgetting
from memory_pipeline.adapters.in_memory.ledger import InMemoryLedger
from memory_pipeline.adapters.in_memory.memory_reader import InMemoryMemoryReader
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.policies import InMemoryPolicies
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.adapters.in_memory.retention import InMemoryRetention
from memory_pipeline.adapters.in_memory.scan import InMemoryScan
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.in_memory.summaries import InMemorySummaries
from memory_pipeline.adapters.in_memory.transcripts import InMemoryTranscripts
from memory_pipeline.adapters.in_memory.working_erasure import InMemoryWorkingErasure
from memory_pipeline.adapters.in_memory.working_forgetting import InMemoryWorkingForgetting
from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.adapters.rules import RulesExtractor, read_statement
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import Outcome, handle
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.ports.ledger import EventRef, LedgerEntry
from memory_pipeline.ports.statement_parser import ParsedStatement
from tests.support.keys import TEST_DIGEST

LATER = datetime(2026, 6, 1, tzinfo=UTC)


class RulesParser:
    """The statement parser that the wiring uses, loaded at once."""

    def parse(self, text: str, at: datetime) -> ParsedStatement:
        found = read_statement(text, at)
        return ParsedStatement(found.facts, found.covers_all)


class ScriptedExtractor:
    """An extractor under a test's control: raises or replies what is next in the script, then does as `then` does.

    `asked` are the segments it was given, as tuples of message ids.
    """

    def __init__(self, *script: Exception | Extraction, then: Extractor | None = None) -> None:
        self._script = list(script)
        self._then = then or RulesExtractor()
        self.asked: list[tuple[str, ...]] = []

    @property
    def version(self) -> str:
        return self._then.version

    @property
    def tool_result_limit(self) -> int | None:
        return self._then.tool_result_limit

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
        self.asked.append(tuple(message.id for message in messages))
        step = self._script.pop(0) if self._script else None
        if isinstance(step, Exception):
            raise step
        return step or self._then.extract(messages, person=person)


@dataclass(frozen=True)
class InMemoryPipeline:
    """Dependencies in memory, and their parts as what they are."""

    deps: Dependencies
    clock: FixedClock
    publisher: InMemoryPublisher
    store: InMemoryMemoryStore
    state: InMemoryState
    handled: list[Outcome] = field(default_factory=list)

    def work(self, *, rounds: int = 20) -> list[Outcome]:
        """Handles every hint that was sent, as workers do, until none is left; what each attempt came to."""
        outcomes: list[Outcome] = []
        for _ in range(rounds):
            refs = self.publisher.take()
            if not refs:
                break
            outcomes.extend(handle(ref, self.deps) for ref in refs)
        self.handled.extend(outcomes)
        return outcomes

    def entry(self, ref: EventRef) -> LedgerEntry:
        return self.deps.ledger.states(ref.tenant, [ref.event_id])[ref.event_id]


def in_memory_pipeline(at: datetime = LATER, **changes: Any) -> InMemoryPipeline:
    """A pipeline of its own; `changes` replace fields of its dependencies."""
    state, clock, publisher = InMemoryState(), FixedClock(at), InMemoryPublisher()
    working = InMemoryWorkingMemory(clock)
    store = InMemoryMemoryStore(state)
    deps = Dependencies(
        clock=clock,
        working=working,
        ledger=InMemoryLedger(state),
        transcripts=InMemoryTranscripts(state, TEST_DIGEST),
        store=store,
        reader=InMemoryMemoryReader(state),
        policies=InMemoryPolicies(state),
        conflicts=InMemoryConflicts(state),
        publisher=publisher,
        extractor=RulesExtractor(),
        parser=RulesParser(),
        embedder=InMemoryEmbedder(64),
        digest=TEST_DIGEST,
        erasures=InMemoryErasures(state, TEST_DIGEST),
        working_erasure=InMemoryWorkingErasure(working),
        scan=InMemoryScan(state),
        fingerprints=InMemoryFingerprints(TEST_DIGEST),
        costs=InMemoryCosts(state),
        summaries=InMemorySummaries(working),
        forgetting=InMemoryForgetting(state),
        working_forgetting=InMemoryWorkingForgetting(working),
        retention=InMemoryRetention(state),
    )
    return InMemoryPipeline(replace(deps, **changes), clock, publisher, store, state)


@dataclass(frozen=True, slots=True)
class Memories:
    """What a scope holds, free of recording times: equal where the same was said."""

    facts: tuple[Fact, ...]
    episodes: tuple[Episode, ...]


def memories(deps: Dependencies, tenant: Tenant, scopes: Iterable[Scope]) -> dict[str, Memories]:
    """Facts with history and episodes of each scope, in one order."""
    now = deps.clock.now()
    found = {}
    for scope in sorted(set(scopes)):
        facts = deps.reader.facts(tenant, scope, history=True, now=now, as_of=None)
        episodes = deps.reader.episodes(tenant, scope, archived=False)
        found[str(scope)] = Memories(
            tuple(sorted(facts, key=lambda fact: (fact.id, fact.valid_from))),
            tuple(replace(each, recorded_at=LATER) for each in sorted(episodes, key=lambda each: each.id)),
        )
    return found


def objects(
    deps: Dependencies, tenant: Tenant, scope: Scope, predicate: str, *, history: bool = False
) -> list[str]:
    """The values of one predicate about the person, current ones unless `history`, oldest first."""
    facts = deps.reader.facts(tenant, scope, history=history, now=deps.clock.now(), as_of=None)
    found = [fact for fact in facts if fact.slot.predicate == predicate and fact.slot.subject == "user"]
    return [fact.object for fact in sorted(found, key=lambda fact: (fact.valid_from, fact.object))]


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)

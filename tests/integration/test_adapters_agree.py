"""The whole pipeline, once on the adapters in memory and once on the real servers: the same memories."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from memory_pipeline.adapters.broker.publisher import KombuPublisher
from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.conflicts import InMemoryConflicts
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.erasure import InMemoryErasures
from memory_pipeline.adapters.in_memory.fingerprints import InMemoryFingerprints
from memory_pipeline.adapters.in_memory.ledger import InMemoryLedger
from memory_pipeline.adapters.in_memory.memory_reader import InMemoryMemoryReader
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.policies import InMemoryPolicies
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.adapters.in_memory.scan import InMemoryScan
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.in_memory.transcripts import InMemoryTranscripts
from memory_pipeline.adapters.in_memory.working_erasure import InMemoryWorkingErasure
from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.adapters.postgres.conflicts import PostgresConflicts
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.erasures import PostgresErasures
from memory_pipeline.adapters.postgres.fingerprints import PostgresFingerprints
from memory_pipeline.adapters.postgres.ledger import PostgresLedger
from memory_pipeline.adapters.postgres.memory_reader import PostgresMemoryReader
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryStore
from memory_pipeline.adapters.postgres.policies import PostgresPolicies
from memory_pipeline.adapters.postgres.scan import PostgresScan
from memory_pipeline.adapters.postgres.transcripts import PostgresTranscripts
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.erasure import RedisErasure
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.adapters.rules import RulesExtractor, read_statement
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import Done, handle
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.memory_store import Candidate
from memory_pipeline.ports.statement_parser import ParsedStatement
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from tests.support.keys import TEST_DIGEST
from tests.support.servers import drop_database, fresh_redis, migrated_database, running_servers

ACME = Tenant("acme")
ALICE, TEAM = Scope.of_user("alice"), Scope.parse("team:sre")
NOW = datetime(2026, 3, 1, tzinfo=UTC)
SESSIONS: dict[str, list[str]] = {
    "s-1": ["My name is Alice.", "I live in Berlin.", "I like green tea.", "I am allergic to peanuts."],
    "s-2": ["我搬到上海了。", "我喜欢喝咖啡。", "我不喜欢绿茶。"],
    "s-3": ["I moved to Munich.", "My birthday is 15 March 1990.", "I live in Munich."],
}


class Parser:
    """The rules, as the wiring hands them out."""

    def parse(self, text: str, at: datetime) -> ParsedStatement:
        found = read_statement(text, at)
        return ParsedStatement(found.facts, found.covers_all)


def in_memory() -> Dependencies:
    state, clock = InMemoryState(), FixedClock(NOW)
    working = InMemoryWorkingMemory(clock)
    return Dependencies(
        clock=clock,
        working=working,
        ledger=InMemoryLedger(state),
        transcripts=InMemoryTranscripts(state),
        store=InMemoryMemoryStore(state),
        reader=InMemoryMemoryReader(state),
        policies=InMemoryPolicies(state),
        conflicts=InMemoryConflicts(state),
        publisher=InMemoryPublisher(),
        extractor=RulesExtractor(),
        parser=Parser(),
        embedder=InMemoryEmbedder(),
        digest=TEST_DIGEST,
        fingerprints=InMemoryFingerprints(TEST_DIGEST),
        erasures=InMemoryErasures(state, TEST_DIGEST),
        working_erasure=InMemoryWorkingErasure(working),
        scan=InMemoryScan(state),
    )


@pytest.fixture
def on_servers() -> Iterator[Dependencies]:
    urls = running_servers()
    database_url, redis_url = migrated_database(urls), fresh_redis(urls)
    database = Database(database_url, "memory_pipeline_app")
    publisher, client = KombuPublisher(redis_url), connect(redis_url)
    yield Dependencies(
        clock=FixedClock(NOW),
        working=RedisWorkingMemory(client),
        ledger=PostgresLedger(database),
        transcripts=PostgresTranscripts(database, TEST_DIGEST),
        store=PostgresMemoryStore(database, TEST_DIGEST),
        reader=PostgresMemoryReader(database),
        policies=PostgresPolicies(database),
        conflicts=PostgresConflicts(database),
        publisher=publisher,
        extractor=RulesExtractor(),
        parser=Parser(),
        embedder=InMemoryEmbedder(),
        digest=TEST_DIGEST,
        fingerprints=PostgresFingerprints(database, TEST_DIGEST),
        erasures=PostgresErasures(database, TEST_DIGEST, database_url),
        working_erasure=RedisErasure(client),
        scan=PostgresScan(database),
    )
    publisher.close()
    client.close()
    database.close()
    drop_database(database_url)


def talk(deps: Dependencies, session_ids: list[str]) -> None:
    """Says every session in turn and consolidates each when it closes."""
    for session_id in session_ids:
        key = SessionKey(ACME, ALICE, session_id)
        day = datetime(2026, 1, int(session_id[-1]), 10, tzinfo=UTC)
        for number, text in enumerate(SESSIONS[session_id]):
            said = Message(f"m{number}", Role.USER, text, day + timedelta(minutes=number))
            record_message(key, SessionInfo((TEAM,), "alice"), said, deps)
        close_session(key, deps)
        for ref in relay(deps):
            assert isinstance(handle(ref, deps), Done)


def facts(deps: Dependencies, scope: Scope = ALICE) -> list[Fact]:
    return list(deps.reader.facts(ACME, scope, history=True, now=NOW, as_of=None))


def episodes(deps: Dependencies) -> list[Episode]:
    return list(deps.reader.episodes(ACME, ALICE, archived=False))


def found(deps: Dependencies) -> list[Candidate]:
    (vector,) = deps.embedder.embed(["where does alice live"])
    candidates = deps.reader.candidates(
        ACME,
        [ALICE, TEAM],
        space=deps.embedder.space,
        vector=vector,
        tokens=["上海", "tea"],
        now=NOW,
        limit=5,
    )
    return sorted(candidates, key=lambda each: (each.scope, each.id))


def test_a_library_user_needs_no_server() -> None:
    deps = in_memory()
    talk(deps, ["s-1", "s-2", "s-3"])
    current = {fact.slot.predicate: fact.object for fact in facts(deps) if fact.valid_to is None}
    assert current["name"] == "Alice"
    assert "Munich" in current["city"]
    assert [fact.object for fact in facts(deps) if fact.slot.predicate == "city"][:2] == ["Berlin", "上海"]
    assert deps.working.inbox(10) == []


@pytest.mark.servers
@pytest.mark.parametrize("order", [["s-1", "s-2", "s-3"], ["s-3", "s-1", "s-2"]])
def test_both_kinds_of_adapter_give_the_same_memories(on_servers: Dependencies, order: list[str]) -> None:
    here, there = in_memory(), on_servers
    talk(here, order)
    talk(there, order)
    looks: list[Callable[[Dependencies], object]] = [facts, lambda deps: facts(deps, TEAM), episodes]
    for look in looks:
        assert look(here) == look(there)
    assert len(facts(here)) > 5
    ours, theirs = found(here), found(there)
    assert [each.id for each in ours] == [each.id for each in theirs]
    for mine, other in zip(ours, theirs, strict=True):
        assert mine.cosine == pytest.approx(other.cosine, abs=1e-5)
        assert (mine.text, mine.lexical, mine.at) == (other.text, other.lexical, other.at)
    assert here.ledger.stats() == there.ledger.stats()

"""Reports from the field about judgement, played by many workers at once on real Postgres."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.extraction import ExtractedFact, Extraction
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import Done, Outcome, PutBack, handle
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.embedder import TextKind
from memory_pipeline.ports.ledger import EventRef, EventState
from tests.support.pipelines import ScriptedExtractor
from tests.support.server_pipelines import server_pipeline
from tests.support.talks import ACME, ingest, talk

pytestmark = pytest.mark.servers

ALICE, BOB = Scope.of_user("alice"), Scope.of_user("bob")
NOW = datetime(2026, 6, 1, tzinfo=UTC)
_WAIT_S = 60


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path, worker_threads=16) as pipeline:
        yield pipeline


@pytest.fixture
def deps(pipeline: Pipeline) -> Dependencies:
    return replace(
        pipeline.dependencies,
        embedder=InMemoryEmbedder(64),
        publisher=InMemoryPublisher(),
        clock=FixedClock(NOW),
    )


class Gathers(InMemoryEmbedder):
    """Lets nobody on before all have come as far: whatever a worker reads before its transaction, it has read by then."""

    def __init__(self, parties: int) -> None:
        super().__init__(64)
        self._barrier, self._met = threading.Barrier(parties), threading.local()

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        if not getattr(self._met, "before", False):
            self._met.before = True
            self._barrier.wait(_WAIT_S)
        return super().embed(texts, kind)


def handled_at_once(refs: Sequence[EventRef], deps: Dependencies) -> list[Outcome]:
    with ThreadPoolExecutor(len(refs)) as pool:
        return [each.result() for each in [pool.submit(handle, ref, deps) for ref in refs]]


def history(deps: Dependencies, scope: Scope, predicate: str) -> list[Fact]:
    found = deps.reader.facts(ACME, scope, history=True, now=deps.clock.now(), as_of=None)
    return sorted(
        (fact for fact in found if fact.slot.predicate == predicate), key=lambda fact: fact.valid_from
    )


@pytest.mark.parametrize("workers", [2, 8])
def test_m01_one_fact_that_many_extract_at_once_is_one_row(deps: Dependencies, workers: int) -> None:
    fact = ExtractedFact("user", "note", "Drinks oat milk", (1,), quote="I drink oat milk.")
    extractor = ScriptedExtractor(*[Extraction("scripted/1", (fact,))] * (workers + 1))
    talks = [talk(f"s-{n}", "alice", "I drink oat milk.", day=n) for n in range(workers)]
    ids = ingest([*talks, talk("b", "bob", "I drink oat milk.")], deps)
    gathering = replace(deps, extractor=extractor, embedder=Gathers(workers + 1))
    outcomes = handled_at_once(relay(deps), gathering)
    assert all(isinstance(each, Done) for each in outcomes), outcomes
    assert {entry.state for entry in deps.ledger.states(ACME, ids).values()} == {EventState.DONE}
    (row,) = history(deps, ALICE, "note")
    assert (row.object, row.status, row.support) == ("Drinks oat milk", FactStatus.CURRENT, workers)
    (his,) = history(deps, BOB, "note")
    assert (his.status, his.support) == (FactStatus.CURRENT, 1)


@pytest.mark.parametrize("order", ["live first", "history first", "at once"])
def test_m07_an_old_conversation_loaded_late_retires_nothing_newer(deps: Dependencies, order: str) -> None:
    live = talk("live", "alice", "I work at Nordlys as a baker.", at=datetime(2026, 3, 2, 9, tzinfo=UTC))
    old = talk("old", "alice", "I work at Halden Mill as a baker.", at=datetime(2024, 5, 6, 9, tzinfo=UTC))
    if order == "at once":
        ingest([live, old], deps)
        handled_at_once(relay(deps), replace(deps, embedder=Gathers(2)))
    else:
        for one in (live, old) if order == "live first" else (old, live):
            ingest([one], deps)
            handled_at_once(relay(deps), deps)
    before, now = history(deps, ALICE, "employer")
    assert (now.object, now.status, now.valid_to) == ("Nordlys", FactStatus.CURRENT, None)
    assert (before.object, before.status) == ("Halden Mill", FactStatus.SUPERSEDED)
    assert before.valid_to == live.messages[0].at


@pytest.mark.parametrize("state", ["40001", "40P01"])
def test_p09_a_commit_that_gives_way_to_another_is_made_again_whole(
    pipeline: Pipeline, deps: Dependencies, state: str
) -> None:
    """Postgres ends the first two commits as it ends one of two that wait for each other."""
    with psycopg.connect(pipeline.urls.database, autocommit=True) as connection:
        connection.execute("CREATE SEQUENCE victims")
        connection.execute("GRANT USAGE ON SEQUENCE victims TO PUBLIC")
        connection.execute(
            "CREATE FUNCTION give_way() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF nextval('victims') <= 2 THEN RAISE EXCEPTION 'given way' USING ERRCODE = '{state}'; END IF; "
            "RETURN NULL; END $$"
        )
        connection.execute(
            "CREATE TRIGGER give_way AFTER INSERT ON facts FOR EACH STATEMENT EXECUTE FUNCTION give_way()"
        )
    extractor = ScriptedExtractor()
    clock = FixedClock(NOW)
    working = replace(deps, extractor=extractor, clock=clock)
    (id_,) = ingest([talk("s", "alice", "I live in Berlin.", "Ok.", "I like tea.")], working)
    (ref,) = relay(working)
    for _ in range(2):
        outcome = handle(ref, working)
        assert isinstance(outcome, PutBack)
        assert outcome.reason == "write_conflict"
        assert history(working, ALICE, "city") == history(working, ALICE, "likes") == []
        clock.advance(timedelta(hours=1))
    assert isinstance(handle(ref, working), Done)
    assert deps.ledger.states(ACME, [id_])[id_].state is EventState.DONE
    assert [(fact.object, fact.support) for fact in history(working, ALICE, "city")] == [("Berlin", 1)]
    assert [(fact.object, fact.support) for fact in history(working, ALICE, "likes")] == [("tea", 1)]
    assert len(extractor.asked) == 1, "the reply was kept"

"""Many recalls of the same memories while they are written to: counters stay exact, and nobody is chosen as a victim."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope, parse_tenant
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.forgetting.run_night import run_night
from tests.support.server_pipelines import server_pipeline

pytestmark = pytest.mark.servers

ACME = parse_tenant("acme")
ALICE = Scope.of_user("alice")
_AT = datetime(2026, 3, 1, tzinfo=UTC)
_MEMORIES, _WRITERS, _ROUNDS = 50, 4, 60


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as pipeline:
        pipeline.dependencies = replace(pipeline.dependencies, embedder=InMemoryEmbedder(64))
        yield pipeline


def test_touches_in_opposite_orders_beside_commits_and_nights_lose_no_count(pipeline: Pipeline) -> None:
    client = MemoryClient("acme", pipeline=pipeline)
    ids = [client.remember(str(ALICE), f"shelf number {n} holds maps")[0] for n in range(_MEMORIES)]
    assert len(set(ids)) == _MEMORIES

    def touch(writer: int) -> None:
        mixed: Sequence[UUID] = ids
        for turn in range(_ROUNDS):
            mixed = random.Random(writer * 1000 + turn).sample(ids, _MEMORIES)
            pipeline.dependencies.reader.touch(ACME, ALICE, mixed, at=_AT)

    def write(writer: int) -> None:
        for turn in range(10):
            client.remember(str(ALICE), f"I live in Town{writer}x{turn}")

    def forget() -> list[int]:
        nights = (datetime.now(UTC) + timedelta(days=31 * month) for month in range(1, 6))
        runs = [run_night(ACME, pipeline.dependencies, as_of=night).run for night in nights]
        return [sum(run.counts[Step.DECAY].values()) for run in runs]

    with ThreadPoolExecutor(_WRITERS + 3) as threads:
        faded = threads.submit(forget)
        waiting = [threads.submit(touch, writer) for writer in range(_WRITERS)]
        waiting += [threads.submit(write, writer) for writer in range(2)]
        for each in waiting:
            each.result()  # an error of any of them is this test's
        assert all(count >= _MEMORIES for count in faded.result())

    with psycopg.connect(pipeline.urls.database) as connection:
        rows = connection.execute("SELECT memory_id, accesses, last_access_at FROM memory_state").fetchall()
    assert {row[0]: row[1] for row in rows} == dict.fromkeys(ids, _WRITERS * _ROUNDS)
    assert {row[2] for row in rows} == {_AT}
    assert len([fact for fact in client.facts(str(ALICE)) if fact.slot.predicate == "city"]) == 1
    assert (
        len([fact for fact in client.facts(str(ALICE), history=True) if fact.slot.predicate == "city"]) == 20
    )

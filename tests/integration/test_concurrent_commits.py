"""Many at once on one slot of one person, on real Postgres: what one after the other would leave, and nobody waits who need not."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.conflict import Keep
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import PermanentError, TransientError
from memory_pipeline.domain.fact import FactStatus
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import Event, FactsImported, MemoryRemember
from memory_pipeline.events.policies import read_policy
from memory_pipeline.pipeline.commit import ScopeBatch, commit
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.embed import Embedded
from memory_pipeline.pipeline.handle import Done, handle
from memory_pipeline.pipeline.place import place
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.pipeline.replay import replay
from memory_pipeline.pipeline.resolve import resolve
from tests.support.assertions import SCOPE, TENANT, correct, day, retract, state
from tests.support.pipelines import Memories, in_memory_pipeline, memories, objects
from tests.support.server_pipelines import server_pipeline

pytestmark = pytest.mark.servers

BOB = Scope.of_user("bob")
_NAMES = UUID(int=11)
_NOT_BLOCKED_S = 5.0


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as pipeline:
        yield pipeline


@pytest.fixture
def deps(pipeline: Pipeline) -> Dependencies:
    return replace(pipeline.dependencies, embedder=InMemoryEmbedder(64), publisher=InMemoryPublisher())


def at_once(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """As many threads as jobs, let go at one instant; results, or the errors raised."""
    barrier = threading.Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return job()
        except PermanentError as error:
            return error

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [each.result() for each in [pool.submit(run, job) for job in jobs]]


def write(assertions: Sequence[Assertion], deps: Dependencies, scope: Scope = SCOPE) -> None:
    """One commit, as a worker makes it after its model has answered."""
    placing = place([each.predicate for each in assertions], deps, deps.policies.of(TENANT).policy)
    batch = {scope: ScopeBatch(tuple(assertions))}
    commit(TENANT, batch, placing, Embedded(deps.embedder.space, {}), deps)


def held(deps: Dependencies) -> dict[str, Memories]:
    return memories(deps, TENANT, [SCOPE])


CONTENDERS = [
    [state("Berlin", 1)],
    [state("Munich", 20), state("Rome", 21, source=Source.AGENT_INFERRED)],
    [state("Hamburg", 15, source=Source.CMDB)],
    [state("Berlin", 40)],
    [state("München", 20, message="m-2")],
    [retract("Rome", 22), state("Paris", 20, message="m-3")],
    [correct("Berlin", "Leipzig", 41)],
    [state("Dresden", 150, source=Source.CMDB), state("tea", 5, predicate="likes")],
]


def test_eight_workers_on_one_slot_leave_what_one_after_the_other_would(deps: Dependencies) -> None:
    at_once([lambda batch=batch: write(batch, deps) for batch in CONTENDERS])  # type: ignore[misc]
    alone = in_memory_pipeline(datetime.now(UTC))
    for batch in CONTENDERS:
        write(batch, alone.deps)
    assert held(deps) == held(alone.deps)
    assert [fact.status for fact in held(deps)[str(SCOPE)].facts].count(FactStatus.CURRENT) == 2


@pytest.mark.parametrize("workers", [2, 8])
def test_the_same_fact_from_many_workers_is_one_row_that_counts_them_all(
    deps: Dependencies, workers: int
) -> None:
    """The barrier stands between what a worker read before its transaction and its write."""

    def events(number: int) -> Event:
        return make(
            MemoryRemember,
            event_id=uuid5(_NAMES, f"oat {number}"),
            tenant=TENANT,
            scope=str(SCOPE),
            occurred_at=day(number),
            ref=f"session {number}",
            text="Drinks oat milk",
        )

    refs = record_events([events(number) for number in range(workers)], deps)
    outcomes = at_once([lambda ref=ref: handle(ref, deps) for ref in refs])  # type: ignore[misc]
    assert all(isinstance(outcome, Done) for outcome in outcomes), outcomes
    (fact,) = held(deps)[str(SCOPE)].facts
    assert (fact.support, fact.status, fact.valid_from) == (workers, FactStatus.CURRENT, day(0))


@contextmanager
def _scope_locked(database_url: str, scope: Scope) -> Iterator[None]:
    """Another transaction that has one person's scope and does not come to its end."""
    with psycopg.connect(database_url) as connection:
        connection.execute("SELECT 1 FROM scopes WHERE scope = %s FOR NO KEY UPDATE", [str(scope)])
        yield
        connection.rollback()


def test_another_person_is_not_blocked(pipeline: Pipeline, deps: Dependencies) -> None:
    write([state("Berlin", 1)], deps)
    write([state("Rome", 1, scope=BOB)], deps, BOB)
    with ThreadPoolExecutor(1) as pool, _scope_locked(pipeline.urls.database, SCOPE):
        waits = pool.submit(write, [state("Munich", 2)], deps)
        began = time.monotonic()
        write([state("Milan", 2, scope=BOB)], deps, BOB)
        assert time.monotonic() - began < _NOT_BLOCKED_S
        assert objects(deps, TENANT, BOB, "city") == ["Milan"]
        assert not waits.done()
    waits.result(timeout=30)
    assert objects(deps, TENANT, SCOPE, "city") == ["Munich"]


def test_scopes_in_any_order_never_deadlock(deps: Dependencies) -> None:
    """Each commit writes to several scopes; they take them in one order, whatever order they name them in."""
    scopes = [Scope.of_user(name) for name in "abc"]
    placing = place([], deps, DEFAULT_POLICY)
    embedded = Embedded(deps.embedder.space, {})

    def job(number: int, order: Sequence[Scope]) -> Callable[[], Any]:
        batches = {each: ScopeBatch((state(f"town {number}", number, scope=each),)) for each in order}
        return lambda: commit(TENANT, batches, placing, embedded, deps)

    at_once([job(number, order) for number, order in enumerate(itertools.permutations(scopes))])
    for scope in scopes:
        assert objects(deps, TENANT, scope, "city") == ["town 5"]


# -- the partial unique index on open rows (insert, archive, again, in parallel, superseded and said again at once)


def open_rows(pipeline: Pipeline) -> int:
    with psycopg.connect(pipeline.urls.database) as connection:
        row = connection.execute("SELECT count(*) FROM facts WHERE valid_to IS NULL").fetchone()
    return -1 if row is None else int(row[0])


def test_a_fact_comes_back_after_it_was_archived_or_superseded(
    pipeline: Pipeline, deps: Dependencies
) -> None:
    write([state("Berlin", 1)], deps)
    with psycopg.connect(pipeline.urls.database) as connection:
        connection.execute("UPDATE facts SET status = 'archived'")
    assert objects(deps, TENANT, SCOPE, "city") == []
    write([state("Berlin", 100)], deps)
    assert objects(deps, TENANT, SCOPE, "city") == ["Berlin"]
    assert open_rows(pipeline) == 1
    at_once(
        [
            lambda: write([state("Berlin", 101)], deps),
            lambda: write([state("Berlin", 101, message="x")], deps),
        ]
    )
    assert open_rows(pipeline) == 1
    write([state("Munich", 110), state("Berlin", 120)], deps)
    assert open_rows(pipeline) == 1
    assert objects(deps, TENANT, SCOPE, "city", history=True) == ["Berlin", "Munich", "Berlin"]


# -- policies and replays beside commits


def imported(number: int) -> Event:
    return make(
        FactsImported,
        event_id=uuid5(_NAMES, f"import {number}"),
        tenant=TENANT,
        scope=str(SCOPE),
        occurred_at=day(40 + number),
        ref="cmdb",
        subject="user",
        predicate="city",
        object=f"Town {number}",
        source=Source.CMDB,
    )


def test_commits_beside_a_replay_end_by_its_policy(deps: Dependencies) -> None:
    write([state("Berlin", 1)], deps)
    policy = read_policy({"override_after": "P30D", "aliases": {"Wohnort": "city"}})
    refs = record_events([imported(number) for number in range(6)], deps)
    late = [state("Bonn", 60, predicate="Wohnort")]
    jobs: list[Callable[[], Any]] = [lambda ref=ref: handle(ref, deps) for ref in refs]  # type: ignore[misc]
    at_once([*jobs, lambda: write(late, deps), lambda: replay(TENANT, deps, policy=policy)])
    alone = in_memory_pipeline(datetime.now(UTC))
    alone.deps.policies.save(TENANT, policy)
    write([state("Berlin", 1)], alone.deps)
    write(late, alone.deps)
    for ref in record_events([imported(number) for number in range(6)], alone.deps):
        handle(ref, alone.deps)
    assert held(deps) == held(alone.deps)
    assert not replay(TENANT, deps).scopes


def test_a_replay_waits_for_a_commit_that_goes_by_the_old_policy_even_in_a_new_scope(
    deps: Dependencies,
) -> None:
    """Its scope is not to be seen before it commits: the new policy is in force only once that is done."""
    policy = read_policy({"cardinality": {"city": "many"}})
    write([state("Rome", 1, scope=BOB)], deps, BOB)
    with ThreadPoolExecutor(1) as pool:
        with deps.store.unit(TENANT, [SCOPE]) as unit:
            assert unit.policy().policy == DEFAULT_POLICY
            waits = pool.submit(replay, TENANT, deps, policy=policy)
            time.sleep(0.5)
            assert not waits.done()
            assert deps.policies.of(TENANT).policy == DEFAULT_POLICY
        found = waits.result(timeout=30)
    assert found.seen == 2
    assert deps.policies.of(TENANT).policy == policy


def test_of_eight_who_decide_a_conflict_at_once_one_is_heard(deps: Dependencies) -> None:
    write([state("Berlin", 1), state("Munich", 10, source=Source.CMDB)], deps)
    (conflict,) = deps.conflicts.waiting(TENANT, SCOPE, now=day(20))
    said_before = len(deps.reader.placed(TENANT, SCOPE, None))
    keeps = [Keep.INCUMBENT, Keep.CHALLENGER] * 4

    def decide(keep: Keep) -> object:
        try:
            return resolve(TENANT, conflict.id, keep, deps)
        except TransientError as error:  # who says the same while it is being written has no result yet
            return str(error)

    answers = at_once([lambda keep=keep: decide(keep) for keep in keeps])  # type: ignore[misc]
    assert len(deps.reader.placed(TENANT, SCOPE, None)) == said_before + 1
    (city,) = objects(deps, TENANT, SCOPE, "city")
    kept = Keep.INCUMBENT if city == "Berlin" else Keep.CHALLENGER
    for keep, answer in zip(keeps, answers, strict=True):
        assert isinstance(answer, PermanentError | str) or keep is kept
    told = {answer for answer in answers if isinstance(answer, str)}
    assert told <= {"it is recorded, and another process is writing it just now: call again"}
    assert any(not isinstance(answer, PermanentError | str) for answer in answers)
    assert list(deps.conflicts.waiting(TENANT, None, now=day(20) + timedelta(days=9999))) == []

"""From a backend's calls to memories, through real worker processes on a real broker and database."""

from __future__ import annotations

import random
import time
from datetime import timedelta
from uuid import uuid4

import pytest

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.worker_roll import WorkerRoll
from memory_pipeline.domain.errors import UnknownTenant
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.interfaces.processes import BULK_QUEUES, LIVE_QUEUES
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.record import close_session, record_events, record_message
from memory_pipeline.ports.ledger import EventState, Lane
from tests.e2e.workers.conftest import MakeStack
from tests.support.pipelines import objects
from tests.support.server_pipelines import row_counts
from tests.support.stack import Stack, until
from tests.support.talks import (
    ACME,
    append_all,
    ingest,
    interleaved,
    many_talks,
    ref_of,
    small_world,
    talk,
)
from tests.support.told import held, told

pytestmark = [pytest.mark.servers, pytest.mark.workers]


def test_sessions_become_the_memories_that_were_told(shared_stack: Stack, tenant: Tenant) -> None:
    entries = shared_stack.done(ingest(small_world(), shared_stack.deps, tenant=tenant), tenant=tenant)
    assert {entry.attempts for entry in entries.values()} == {1}
    assert held(shared_stack.deps, small_world(), tenant) == told(small_world(), tenant)


def test_any_order_each_event_twice_and_mixed_gives_the_same_facts(
    shared_stack: Stack, tenant: Tenant
) -> None:
    talks = small_world()
    random.Random(3).shuffle(talks)
    deps = shared_stack.deps
    for one, message in interleaved(talks):
        for _ in range(2):
            record_message(one.key(tenant), one.info, message, deps)
    random.Random(4).shuffle(talks)
    ids = []
    for one in [*talks, *talks]:
        closed = close_session(one.key(tenant), deps, at=one.ended_at)
        assert closed is not None
        ids.append(closed)
        deps.publisher.publish(ref_of(one, closed, tenant))
    shared_stack.done(ids, tenant=tenant)
    assert held(shared_stack.deps, talks, tenant) == told(small_world(), tenant)


def test_the_same_again_adds_no_row_and_asks_no_extractor(make_stack: MakeStack) -> None:
    stack = make_stack()
    stack.start_worker()
    first = stack.done(ingest(small_world(), stack.deps))
    assert sum(entry.result["extractor_calls"] for entry in first.values()) == len(small_world())
    before = row_counts(stack.urls.database)
    second = stack.done(ingest(reversed(small_world()), stack.deps))
    time.sleep(1)  # what a worker wrongly did about the second hints would show by now
    assert second == first
    assert row_counts(stack.urls.database) == before


def test_a_long_live_session_is_remembered_before_it_ends(shared_stack: Stack, tenant: Tenant) -> None:
    texts = [text for n in range(36) for text in (f"I like tour number {n}.", "Noted.")]
    one = talk("long", "alice", *texts)
    (threshold,) = append_all(one, shared_stack.deps, tenant=tenant)
    entries = shared_stack.done([threshold], tenant=tenant)
    assert entries[threshold].type == "session.threshold"
    assert len(objects(shared_stack.deps, tenant, one.scope, "likes")) == 30
    closed = close_session(one.key(tenant), shared_stack.deps, at=one.ended_at)
    assert closed is not None
    shared_stack.done([closed], tenant=tenant)
    assert held(shared_stack.deps, [one], tenant) == told([one], tenant)


def test_a_session_nobody_closes_is_remembered_once_it_is_idle(make_stack: MakeStack) -> None:
    stack = make_stack(IDLE_AFTER_S="1.5")
    stack.start_worker()
    one = small_world()[0]
    append_all(one, stack.deps)

    def swept() -> bool:
        reconcile(stack.deps)
        return bool(stack.deps.ledger.entries(ACME, EventState.DONE, 10))

    until(swept, what="the idle session")
    (entry,) = stack.deps.ledger.entries(ACME, EventState.DONE, 10)
    assert entry.type == "session.idle"
    assert held(stack.deps, [one]) == told([one])
    closed = close_session(one.key(), stack.deps, at=one.ended_at)
    assert closed is not None
    late = stack.done([closed])[closed]
    assert late.result["extractor_calls"] == 0
    assert held(stack.deps, [one]) == told([one])


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_threshold_remember_and_close_converge_in_any_order(
    order: tuple[int, int, int], shared_stack: Stack, tenant: Tenant
) -> None:
    texts = [text for n in range(32) for text in (f"I like tour number {n}.", "Noted.")]
    one = talk("long", "alice", *texts)
    quiet = shared_stack.quick()
    (threshold,) = append_all(one, quiet, tenant=tenant)
    closed = close_session(one.key(tenant), quiet, at=one.ended_at)
    assert closed is not None
    event = make(
        MemoryRemember, event_id=uuid4(), tenant=tenant, scope="user:alice", ref="r", text="I live in Munich",
        occurred_at=one.ended_at,
    )  # fmt: skip
    (remember,) = record_events([event], quiet)
    refs = [ref_of(one, threshold, tenant), ref_of(one, closed, tenant), remember]
    for place in (*order, *order):
        shared_stack.deps.publisher.publish(refs[place])
    entries = shared_stack.done([ref.event_id for ref in refs], tenant=tenant)
    assert sum(entry.result["assertions"] for entry in entries.values()) == 33
    assert sorted(objects(shared_stack.deps, tenant, one.scope, "likes")) == sorted(
        f"tour number {n}" for n in range(32)
    )
    assert objects(shared_stack.deps, tenant, one.scope, "city", history=True) == ["Munich"]


def test_events_whose_hints_were_lost_end_done_by_beat_alone(make_stack: MakeStack) -> None:
    stack = make_stack(SWEEP_EVERY_S="0.5")
    ids = ingest(small_world(), stack.quick())
    append_all(talk("idle", "carol", "I live in Berlin."), stack.quick())
    stack.start_worker()
    stack.start_beat()
    stack.done(ids, sweeping=False)
    assert held(stack.deps, small_world()) == told(small_world())


def test_a_queue_that_was_emptied_costs_no_event(make_stack: MakeStack) -> None:
    stack = make_stack()
    ids = ingest(small_world(), stack.deps)
    client = connect(stack.broker_url)
    waiting = client.llen("live")
    client.delete("live")
    client.close()
    assert waiting == len(ids)
    stack.start_worker()
    stack.done(ids)
    assert held(stack.deps, small_world()) == told(small_world())


def test_a_prefork_worker_opens_its_connections_in_its_children(make_stack: MakeStack) -> None:
    stack = make_stack()
    stack.start_worker("forking", "--pool", "prefork", "--concurrency", "3")
    talks = many_talks(24)
    stack.done(ingest(talks, stack.deps))
    assert held(stack.deps, talks) == told(talks)
    (node,) = stack.workers
    assert len(node.container.process.tree()) >= 4


def test_bulk_work_stands_behind_live_work(make_stack: MakeStack) -> None:
    stack = make_stack(WORKER_THREADS="1")
    bulk = ingest(many_talks(60), stack.deps, lane=Lane.BULK)
    live = ingest([talk("s", "zoe", "I live in Berlin.")], stack.deps)
    stack.start_worker("live", queues=LIVE_QUEUES)
    stack.start_worker("bulk", queues=BULK_QUEUES)
    began = time.monotonic()
    stack.done(live)
    assert time.monotonic() - began < 10
    entries = stack.done(bulk)
    assert {entry.ref.lane for entry in entries.values()} == {Lane.BULK}


def test_workers_are_on_the_roll_and_leave_it_when_they_are_told_to_end(make_stack: MakeStack) -> None:
    stack = make_stack()
    node = stack.start_worker("named")
    client = connect(stack.broker_url)
    roll = WorkerRoll(client)
    until(lambda: len(roll.present()) == 1, what="the worker's entry")
    (present,) = roll.present()
    assert present.pid in {process.pid for process in node.container.process.tree()}
    assert set(present.queues) == {"live", "bulk", "forget", "maintenance"}
    ids = ingest(small_world(), stack.deps)
    node.kill("SIGTERM")
    until(lambda: node.container.status == "exited", what="the worker's end")
    node.assert_log_exists("Warm shutdown")
    until(lambda: not roll.present(), what="an empty roll")
    client.close()
    stack.start_worker("next")
    stack.done(ids)


def test_a_backend_that_only_uses_the_client_is_served(shared_stack: Stack, tenant: Tenant) -> None:
    client = MemoryClient(tenant, pipeline=shared_stack.pipeline)
    with client.session("s-1", user="王小明") as session:
        session.append("user", "我对花生过敏，住在杭州。")
        session.append("assistant", "好的。")
    until(lambda: bool(_facts(client)), what="the facts")
    assert _facts(client) == {("allergic_to", "花生"), ("city", "杭州")}
    found = client.recall(["user:王小明"], "过敏", deadline=timedelta(seconds=30))
    assert "花生" in found.memories[0].text


def _facts(client: MemoryClient) -> set[tuple[str, str]]:
    try:
        return {(fact.slot.predicate, fact.object) for fact in client.facts("user:王小明")}
    except UnknownTenant:
        return set()

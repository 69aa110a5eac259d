"""kill -9 in the middle of it: of workers, again and again, and of the broker. Every event ends done, with the same facts."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.ports.ledger import EventState
from tests.faults.conftest import MakeStack
from tests.support.llm_prompt import rules_responder
from tests.support.llm_server import LLMServer
from tests.support.server_pipelines import row_counts
from tests.support.stack import Stack, until
from tests.support.talks import ACME, append_all, ingest, interleaved, many_talks, ref_of, small_world, talk
from tests.support.told import held, told

pytestmark = [pytest.mark.servers, pytest.mark.workers]

# Leases and the broker's patience as short as they may be, so that a killed worker's work is taken over in seconds.
SHORT = {
    "LLM_TIMEOUT_S": "1.5", "LLM_CALL_TIMEOUT_S": "1.5", "TASK_TIME_LIMIT_S": "2", "LEASE_S": "3", "VISIBILITY_TIMEOUT_S": "8",
    "RETRY_BASE_S": "0.2", "SWEEP_EVERY_S": "0.5", "MAX_ATTEMPTS": "8", "WORKER_THREADS": "4",
}  # fmt: skip


@pytest.fixture
def slow_model() -> Iterator[LLMServer]:
    """A model that takes its time, so that a kill meets work under way."""
    with LLMServer(rules_responder(), latency_s=0.3) as server:
        yield server


@pytest.fixture
def stack(slow_model: LLMServer, make_stack: MakeStack) -> Stack:
    return make_stack(
        **SHORT, EXTRACTOR="openai", LLM_BASE_URL=slow_model.base_url, LLM_API_KEY="k", LLM_MODEL="m"
    )


def test_killing_all_workers_in_the_middle_of_an_ingest_changes_nothing(
    stack: Stack, slow_model: LLMServer
) -> None:
    talks = many_talks(40)
    for name in ("one", "two"):
        stack.start_worker(name)
    ids = ingest(talks, stack.deps)
    until(lambda: len(slow_model.asked()) >= 15, what="the middle of it")
    stack.kill_workers()
    states = [entry.state for entry in stack.entries(ids).values()]
    assert EventState.RUNNING in states, "nothing was under way when the workers were killed"
    assert states.count(EventState.DONE) < len(ids)
    stack.start_worker("three")
    entries = stack.done(ids)
    assert max(entry.attempts for entry in entries.values()) > 1
    assert held(stack.deps, talks) == told(talks)


def test_workers_that_die_again_and_again_finish_in_the_end(stack: Stack, slow_model: LLMServer) -> None:
    talks = many_talks(18)
    ids = ingest(talks, stack.deps)
    chance = random.Random(11)
    for number in range(3):
        stack.start_worker(f"worker-{number}")
        before = len(slow_model.asked())
        until(lambda before=before: len(slow_model.asked()) > before + 1, what="work")  # type: ignore[misc]
        time.sleep(chance.random() * 0.5)
        stack.kill_workers()
    stack.start_worker("last")
    stack.done(ids)
    assert held(stack.deps, talks) == told(talks)
    assert row_counts(stack.urls.database)["events"] == len(ids)


def test_a_restart_between_threshold_and_close_asks_about_no_message_twice(
    stack: Stack, slow_model: LLMServer
) -> None:
    one = talk("long", "alice", *[text for n in range(32) for text in (f"I like tour number {n}.", "Noted.")])
    (threshold,) = append_all(one, stack.deps)
    stack.start_worker("first")
    stack.done([threshold])
    asked = len(slow_model.asked())
    stack.kill_workers()
    closed = [close_session(one.key(), stack.deps, at=one.ended_at) for _ in range(2)]
    assert closed[0] is not None
    assert closed[0] == closed[1]
    stack.start_worker("second")
    for event_id in (threshold, closed[0], threshold):
        stack.deps.publisher.publish(ref_of(one, event_id))
    stack.done([threshold, closed[0]])
    assert len(slow_model.asked()) == asked + 1
    assert held(stack.deps, [one]) == told([one])


def test_one_of_two_workers_dies_and_the_other_takes_over(stack: Stack, slow_model: LLMServer) -> None:
    talks = many_talks(16)
    stack.start_worker("stays")
    goes = stack.start_worker("goes")
    ids = ingest(talks, stack.deps)
    until(lambda: len(slow_model.asked()) >= 4, what="the middle of it")
    goes.kill()
    stack.workers.remove(goes)
    stack.done(ids)
    assert held(stack.deps, talks) == told(talks)


def test_a_broker_that_is_killed_keeps_sessions_and_inbox(make_stack: MakeStack) -> None:
    stack = make_stack(**SHORT)
    talks = small_world()
    half = list(interleaved(talks))
    for one, message in half:
        record_message(one.key(), one.info, message, stack.deps)
    ids = [close_session(one.key(), stack.deps, at=one.ended_at) for one in talks[:5]]
    client = connect(stack.broker_url)
    client.waitaof(1, 0, 2000)
    stack.broker.kill()
    stack.broker.restart()
    assert len(stack.deps.working.inbox(100)) == 5
    ids += [close_session(one.key(), stack.deps, at=one.ended_at) for one in talks[5:]]
    client.close()
    stack.start_worker()
    stack.done([event_id for event_id in ids if event_id is not None])
    assert held(stack.deps, talks) == told(talks)


def test_workers_outlive_a_broker_that_is_killed_under_them(stack: Stack, slow_model: LLMServer) -> None:
    talks = many_talks(16)
    stack.start_worker()
    ids = ingest(talks, stack.deps)
    client = connect(stack.broker_url)
    client.waitaof(1, 0, 2000)
    client.close()
    until(lambda: len(slow_model.asked()) >= 4, what="the middle of it")
    stack.broker.kill()
    time.sleep(0.5)
    stack.broker.restart()
    stack.done(ids, within_s=90)
    late = talk("late", "alice", "I live in Berlin.", "Ok.")
    stack.done(ingest([late], stack.deps))
    assert held(stack.deps, [*talks, late]) == told([*talks, late])


def test_sessions_that_nobody_closes_are_found_whatever_is_killed(make_stack: MakeStack) -> None:
    stack = make_stack(**SHORT, IDLE_AFTER_S="4")
    talks = many_talks(12)
    for one in talks:
        append_all(one, stack.deps)
    client = connect(stack.broker_url)
    client.waitaof(1, 0, 2000)
    client.close()
    first = stack.start_worker("first")
    stack.start_beat()
    stack.broker.kill()
    time.sleep(0.5)
    stack.broker.restart()
    until(lambda: bool(stack.deps.ledger.entries(ACME, None, 1)), what="an idle session", within_s=60)
    first.kill()
    stack.workers.remove(first)
    stack.start_worker("second")
    until(
        lambda: len(stack.deps.ledger.entries(ACME, EventState.DONE, 100)) == len(talks),
        what="all sessions done",
        within_s=60,
    )
    assert {entry.type for entry in stack.deps.ledger.entries(ACME, None, 100)} == {"session.idle"}
    assert held(stack.deps, talks) == told(talks)

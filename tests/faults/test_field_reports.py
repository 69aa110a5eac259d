"""What others lost in the field, acted out on real workers: each test is named after the report it is of."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from pytest_celery import RedisTestBroker

from memory_pipeline.domain.errors import BreakerOpen
from memory_pipeline.pipeline.dependencies import Attempts
from memory_pipeline.pipeline.handle import Dead, Done, PutBack, handle
from memory_pipeline.pipeline.health import health
from memory_pipeline.ports.ledger import EventState
from tests.faults.conftest import MakeStack
from tests.faults.test_kill import SHORT
from tests.support.forking import work_in_children
from tests.support.llm_clients import extractor
from tests.support.llm_prompt import rules_responder
from tests.support.llm_server import Fault, LLMServer, Reply
from tests.support.local_nodes import local_redis
from tests.support.pipelines import in_memory_pipeline
from tests.support.stack import Stack, until
from tests.support.talks import ACME, ingest, many_talks, talk
from tests.support.told import held, told

ONE = talk("s", "alice", "I live in Berlin.", "Ok.")
SHORT_LIMIT = {
    "LLM_TIMEOUT_S": "2.9",
    "LLM_CALL_TIMEOUT_S": "2.9",
    "TASK_TIME_LIMIT_S": "3",
    "LLM_ATTEMPTS": "1",
}
servers = pytest.mark.servers
workers = pytest.mark.workers


@pytest.fixture
def model() -> Iterator[LLMServer]:
    with LLMServer(rules_responder()) as server:
        yield server


def by_model(make_stack: MakeStack, model: LLMServer, **settings: str) -> Stack:
    return make_stack(
        **{**SHORT, "LLM_TIMEOUT_S": "15", "LLM_CALL_TIMEOUT_S": "15", "TASK_TIME_LIMIT_S": "20", "VISIBILITY_TIMEOUT_S": "80", **settings},
        EXTRACTOR="openai", LLM_BASE_URL=model.base_url, LLM_API_KEY="k", LLM_MODEL="m",
    )  # fmt: skip


@servers
@workers
def test_q01_a_message_that_comes_again_while_it_is_worked_on_buys_nothing(
    make_stack: MakeStack, model: LLMServer
) -> None:
    model.latency_s = 12.0  # four leases, and more than twice what the broker waits
    stack = by_model(make_stack, model)
    for name in ("one", "two"):
        stack.start_worker(name, "--include", "tests.support.impatient_broker")
    (event_id,) = ingest([ONE], stack.deps)
    entry = stack.done([event_id])[event_id]
    received = Counter(
        re.findall(r"memory\.handle\[(\S+)\] received", "".join(str(each.logs()) for each in stack.workers))
    )
    assert max(received.values()) >= 2, "the broker did not hand it out again"
    assert (entry.attempts, entry.crashes, len(model.asked())) == (1, 0, 1)
    assert held(stack.deps, [ONE]) == told([ONE])


@servers
@workers
def test_q01_a_long_wait_is_no_task_that_the_broker_could_repeat(
    make_stack: MakeStack, model: LLMServer
) -> None:
    model.script(Fault(429, {"error": {"message": "slow down"}}, {"Retry-After": "9"}))
    stack = by_model(make_stack, model, LLM_TIMEOUT_S="4", LLM_CALL_TIMEOUT_S="4")
    stack.start_worker("one", "--include", "tests.support.impatient_broker")
    (event_id,) = ingest([ONE], stack.deps)
    until(
        lambda: event_id in stack.entries([event_id]) and stack.entries([event_id])[event_id].attempts == 1,
        what="the first attempt",
    )
    until(lambda: stack.entries([event_id])[event_id].state is EventState.FAILED, what="its end")
    time.sleep(6.0)
    waiting = stack.entries([event_id])[event_id]
    assert (waiting.state, waiting.attempts, waiting.reason) == (EventState.FAILED, 1, "model_rate_limited")
    broker = health(stack.deps).broker
    assert broker is not None
    assert (sum(broker.waiting.values()), broker.unacked) == (0, 0)
    entry = stack.done([event_id])[event_id]
    assert (entry.attempts, entry.failures, len(model.asked())) == (2, 0, 2)


@servers
@workers
def test_q03_reconnects_never_end_in_a_silent_stop(make_stack: MakeStack) -> None:
    stack = make_stack(**SHORT)
    talks = many_talks(50)
    ids = ingest(talks, stack.deps)
    stack.start_worker()
    stack.start_beat()
    for _ in range(3):
        stack.broker.kill()
        stack.broker.restart()
    with redis.Redis.from_url(stack.broker_url) as client:
        client.execute_command("CLIENT", "KILL", "SKIPME", "yes", "TYPE", "normal")
    stack.done(ids, within_s=90, sweeping=False)
    late = talk("late", "alice", "I live in Berlin.", "Ok.")
    stack.done(ingest([late], stack.deps), sweeping=False)
    assert health(stack.deps).oldest_pending is None


@servers
@workers
def test_q05_children_of_a_fork_have_connections_of_their_own(
    make_stack: MakeStack, model: LLMServer, tmp_path: Path
) -> None:
    forked = work_in_children(
        lambda: by_model(make_stack, model), model, tmp_path, many_talks(40), within_s=120
    )
    assert forked.trouble == []
    for server, openers in forked.openers.items():
        assert forked.parent in openers, f"the parent was to use the {server} before it forked"
        assert forked.children <= openers, f"a child used another's connection to the {server}"


@servers
@workers
def test_q09_work_that_runs_out_of_time_is_tried_again(make_stack: MakeStack, model: LLMServer) -> None:
    """The soft limit comes before the model's own timeout: nothing on the way may take it for something else."""
    model.script(*[Fault(hang=True)] * 2)
    stack = by_model(make_stack, model, **SHORT_LIMIT)
    worker = stack.start_worker("limited", "--pool", "prefork", "--concurrency", "2")
    (event_id,) = ingest([ONE], stack.deps)
    entry = stack.done([event_id])[event_id]
    assert "Soft time limit (2.7s) exceeded" in str(worker.logs())
    assert entry.failures >= 2
    assert (entry.attempts, entry.crashes) == (entry.failures + 1, 0)
    assert held(stack.deps, [ONE]) == told([ONE])


@servers
@workers
def test_q09_a_task_that_the_hard_limit_kills_is_not_done(make_stack: MakeStack, model: LLMServer) -> None:
    """Celery acknowledges it as failed; what hangs so that not even the soft limit reaches it is acted by a frozen process."""
    model.latency_s = 1.0
    stack = by_model(make_stack, model, **SHORT_LIMIT)
    worker = stack.start_worker("limited", "--pool", "prefork", "--concurrency", "1")
    (child,) = worker.container.process.tree()[1:]
    (event_id,) = ingest([ONE], stack.deps)
    until(lambda: len(model.asked()) == 1, what="the call")
    child.suspend()
    until(lambda: "Hard time limit (3.0s) exceeded" in str(worker.logs()), what="the hard limit")
    entry = stack.entries([event_id])[event_id]
    assert entry.state is EventState.RUNNING
    transcript = stack.deps.transcripts.read(ONE.key())
    assert transcript is not None
    assert transcript.watermark == 0
    model.latency_s = 0.0
    entry = stack.done([event_id])[event_id]
    # On a machine that is busy enough an attempt of its own may overrun the soft limit; the kill is none of these.
    assert (entry.crashes, entry.attempts) == (1, 2 + entry.failures)
    assert held(stack.deps, [ONE]) == told([ONE])


@servers
@workers
def test_q13_an_outage_parks_events_in_postgres_not_in_workers(
    make_stack: MakeStack, model: LLMServer
) -> None:
    model.always(Fault(503))
    stack = by_model(make_stack, model, RETRY_BASE_S="60", LLM_ATTEMPTS="1")
    worker = stack.start_worker()
    talks = many_talks(150)
    ids = ingest(talks, stack.deps)
    until(
        lambda: {entry.state for entry in stack.entries(ids).values()} == {EventState.FAILED} and len(stack.entries(ids)) == 150,
        within_s=60,
        what="the outage of all",
    )  # fmt: skip
    entries = stack.entries(ids).values()
    assert sum(entry.failures for entry in entries) <= 10
    assert sum(entry.reason == "breaker_open" for entry in entries) >= 140
    assert len(model.asked()) <= 10
    broker = health(stack.deps).broker
    assert broker is not None
    until(lambda: sum(health(stack.deps).broker.waiting.values()) == 0, what="an empty queue")  # type: ignore[union-attr]
    assert worker.container.process.tree()[0].memory_info().rss < 512 * 2**20


@servers
@workers
def test_q15_nothing_piles_up_in_redis(make_stack: MakeStack) -> None:
    stack = make_stack(**SHORT, WORKING_TTL_S="1")
    stack.start_worker()
    with redis.Redis.from_url(stack.broker_url) as client:
        stack.done(ingest(many_talks(5), stack.deps))
        time.sleep(1.5)
        before = {key for key in client.scan_iter() if b"worker:" not in key}
        stack.done(
            ingest([replace(each, user=f"{each.user}-b") for each in many_talks(100)], stack.deps),
            within_s=90,
        )
        time.sleep(1.5)
        after = {key for key in client.scan_iter() if b"worker:" not in key}
        assert after <= before | {b"unacked_mutex"}
        assert client.execute_command("PUBSUB", "CHANNELS") == []


@servers
@workers
def test_q15_no_outcome_depends_on_a_result_store(make_stack: MakeStack) -> None:
    stack = make_stack(**SHORT)
    full = RedisTestBroker(local_redis(stack.folder / "results"))
    with redis.Redis.from_url(str(full.config()["host_url"])) as client:
        client.config_set("maxmemory", "1")  # from here on it refuses every write
        with pytest.raises(redis.exceptions.OutOfMemoryError):
            client.set("k", "v")
        stack.start_worker(environment={"CELERY_RESULT_BACKEND": str(full.config()["host_url"])})
        talks = many_talks(10)
        stack.done(ingest(talks, stack.deps), sweeping=False)
        assert held(stack.deps, talks) == told(talks)
        assert client.execute_command("PUBSUB", "CHANNELS") == []
    full.teardown()


@pytest.mark.parametrize(
    ("step", "reasons"),
    [
        (Fault(503), {"model_unavailable", "breaker_open"}),
        (Reply("I'd rather talk about the weather."), {"unparsable"}),
    ],
)
def test_m13_a_failure_is_never_an_empty_success(
    model: LLMServer, step: Fault | Reply, reasons: set[str]
) -> None:
    model.always(step)
    pipeline = in_memory_pipeline(
        extractor=extractor(model), attempts=Attempts(most=3, total=timedelta(hours=8))
    )
    ingest([ONE], pipeline.deps)
    (ref,) = pipeline.publisher.take()
    while isinstance(outcome := handle(ref, pipeline.deps), PutBack):
        assert outcome.reason in reasons
        pipeline.clock.advance(timedelta(hours=1))
    assert isinstance(outcome, Dead)
    assert outcome.reason in reasons
    transcript = pipeline.deps.transcripts.read(ONE.key())
    assert transcript is not None
    assert transcript.watermark == 0
    with LLMServer(rules_responder()) as well:
        deps = replace(pipeline.deps, extractor=extractor(well))
        (again,) = deps.ledger.retry(ACME, None, now=pipeline.clock.now())
        assert isinstance(handle(again, deps), Done)
        assert held(deps, [ONE]) == told([ONE])


def test_m13_a_valid_empty_reply_is_done_once(model: LLMServer) -> None:
    model.always(Reply('{"facts": [], "episodes": [], "summary": ""}'))
    pipeline = in_memory_pipeline(extractor=extractor(model))
    ingest([ONE], pipeline.deps)
    (outcome,) = pipeline.work()
    assert isinstance(outcome, Done)
    assert len(model.asked()) == 1
    transcript = pipeline.deps.transcripts.read(ONE.key())
    assert transcript is not None
    assert transcript.watermark == len(ONE.messages)


@pytest.mark.parametrize("fault", [Fault(hang=True), Fault(drip_s=0.3)], ids=["silent", "dripping"])
def test_l11_timeouts_do_not_multiply(model: LLMServer, fault: Fault) -> None:
    model.always(fault)
    pipeline = in_memory_pipeline(extractor=extractor(model, timeout_s=2.0, call_timeout_s=1.0))
    ingest([ONE], pipeline.deps)
    (ref,) = pipeline.publisher.take()
    began = time.monotonic()
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, PutBack)
    assert time.monotonic() - began < 3.5
    assert len(model.asked()) <= 3


def test_an_open_breaker_is_what_ends_a_flood(model: LLMServer) -> None:
    model.always(Fault(503))
    asking = extractor(model)
    pipeline = in_memory_pipeline(extractor=asking)
    talks = many_talks(30)
    ingest(talks, pipeline.deps)
    outcomes = [handle(ref, pipeline.deps) for ref in pipeline.publisher.take()]
    assert all(isinstance(each, PutBack) for each in outcomes)
    assert len(model.asked()) <= 6
    entries = pipeline.deps.ledger.entries(ACME, EventState.FAILED, 100)
    assert sum(entry.failures for entry in entries) <= 2
    with pytest.raises(BreakerOpen):
        asking.extract(ONE.messages)

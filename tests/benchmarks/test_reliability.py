"""Figures of delivery: what append and close cost, whether bulk starves live, whether anything piles up."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import psutil
import pytest
import redis

from memory_pipeline.adapters.redis.entries import message_entry
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import FactsImported, MemoryRemember
from memory_pipeline.pipeline.record import close_session, record_events, record_message
from memory_pipeline.ports.ledger import EventState, Lane
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from tests.support.server_pipelines import server_pipeline
from tests.support.stack import Stack, until
from tests.support.talks import ACME

pytestmark = [pytest.mark.servers, pytest.mark.workers, pytest.mark.timeout(3000)]

ROUNDS, MEASURED = 3000, 50
BULK = int(os.environ.get("BENCH_BULK", "5000"))
FLAT = int(os.environ.get("BENCH_FLAT", "10000"))
ALICE = Scope.of_user("alice")
TEXT = "I moved to Munich last week and I like it: the mountains are close, and the coffee is good. " * 3


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as pipeline:
        yield pipeline


def timed_ms(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1000


def report(**figures: object) -> None:
    print("\nFIGURES", json.dumps(figures), flush=True)  # noqa: T201


def test_append_and_close_cost_at_most_three_round_trips(pipeline: Pipeline) -> None:
    """Against one round trip of a script that appends to a list, given as many bytes as the call sends to Redis."""
    deps, info = pipeline.dependencies, SessionInfo(user_id="alice")
    client = redis.Redis.from_url(pipeline.urls.redis)
    bare = client.register_script("redis.call('RPUSH', KEYS[1], ARGV[1]) return 1")
    at = datetime.now(UTC)

    def message(number: int) -> Message:
        role = (Role.USER, Role.ASSISTANT)[
            number % 2
        ]  # a turn may cross the threshold, and then has an event
        return Message(f"m{number}", role, TEXT, at + timedelta(seconds=number))

    def key(number: int) -> SessionKey:
        return SessionKey(ACME, ALICE, f"s{number}")

    def append(number: int) -> None:
        record_message(key(ROUNDS), info, message(number), deps)

    def close(number: int) -> None:
        close_session(key(number), deps)

    for number in range(ROUNDS + 2 * MEASURED):
        record_message(key(number), info, message(number), deps)
    close(0)
    entry = message_entry(message(0))
    sent = {
        "append": bytes_sent(client, lambda n: append(ROUNDS + n)),
        "close": bytes_sent(client, lambda n: close(ROUNDS + n)),
    }
    alone = bytes_sent(client, lambda _: bare(keys=["bare"], args=[entry]))
    rest = {name: "x" * max(0, size - alone) for name, size in sent.items()}
    took: dict[str, list[float]] = {"bare_append": [], "append": [], "bare_close": [], "close": []}
    for n in range(ROUNDS):  # by turns, so that what else the machine does falls on all of them
        for name, call in (("append", append), ("close", close)):
            took[f"bare_{name}"].append(
                timed_ms(lambda name=name: bare(keys=["bare"], args=[entry, rest[name]]))  # type: ignore[misc]
            )
            took[name].append(timed_ms(lambda n=n, call=call: call(n)))  # type: ignore[misc]
    client.close()
    figures = {name: statistics.quantiles(values, n=100) for name, values in took.items()}
    report(
        bytes=sent,
        **{
            f"{name}_{p}_ms": round(each[n], 3)
            for name, each in figures.items()
            for p, n in (("p50", 49), ("p99", 98))
        },
    )
    assert figures["append"][98] <= 3 * figures["bare_append"][98]
    assert figures["close"][98] <= 3 * figures["bare_close"][98]


def bytes_sent(client: redis.Redis, call: Callable[[int], object]) -> int:
    """How many bytes a call sends to the server, by its own count."""
    before = int(client.info("stats")["total_net_input_bytes"])
    for number in range(MEASURED):
        call(number)
    return (int(client.info("stats")["total_net_input_bytes"]) - before) // MEASURED


def imported(number: int) -> FactsImported:
    return make(
        FactsImported, event_id=uuid4(), tenant=ACME, scope=f"team:t{number % 50}", occurred_at=datetime.now(UTC),
        ref=f"cmdb:{number}", subject=f"service-{number % 7}", predicate="version", object=f"{number}", source="CMDB",
    )  # fmt: skip


def test_bulk_does_not_starve_live(tmp_path: Path) -> None:
    stack = Stack(tmp_path, WORKER_THREADS="2")
    try:
        bulk = [imported(n) for n in range(BULK)]
        refs = record_events(bulk, stack.deps, lane=Lane.BULK)
        stack.start_worker()
        stack.start_beat()
        until(lambda: done(stack) > 20, what="bulk under way", within_s=60)
        remember = make(
            MemoryRemember, event_id=uuid4(), tenant=ACME, scope=str(ALICE), occurred_at=datetime.now(UTC),
            ref="r", text="I live in Oslo.",
        )  # fmt: skip
        began = time.monotonic()
        (ref,) = record_events([remember], stack.deps)
        until(
            lambda: stack.entries([ref.event_id])[ref.event_id].state is EventState.DONE,
            what="the live event",
        )
        live_s = time.monotonic() - began
        waiting = BULK - done(stack)
        stack.done([each.event_id for each in refs], within_s=2400, sweeping=False)
        report(
            bulk=BULK,
            live_s=round(live_s, 2),
            waiting_then=waiting,
            bulk_s=round(time.monotonic() - began, 1),
        )
        assert waiting > BULK // 4, "the bulk was over before the live event came"
        assert live_s <= 10
    finally:
        stack.close()


def done(stack: Stack) -> int:
    return int(stack.deps.ledger.stats().states.get(EventState.DONE, 0))


def test_nothing_piles_up(tmp_path: Path) -> None:
    stack = Stack(tmp_path, WORKER_THREADS="4", WORKING_TTL_S="1")
    try:
        worker = stack.start_worker()
        stack.start_beat()
        process = psutil.Process(worker.container.process.pid)
        with redis.Redis.from_url(stack.broker_url) as client:
            stack.done([ref.event_id for ref in record_events([imported(0)], stack.deps)])
            keys = client.dbsize()
            memory: list[int] = []
            for tenth in range(10):
                refs = record_events([imported(n) for n in range(FLAT // 10)], stack.deps)
                stack.done([ref.event_id for ref in refs], within_s=600, sweeping=False)
                memory.append(process.memory_info().rss)
                report(events=(tenth + 1) * FLAT // 10, rss_mb=round(memory[-1] / 2**20, 1))
            time.sleep(2)
            until(lambda: client.dbsize() <= keys, what=f"{keys} keys again")
        assert abs(memory[-1] - memory[1]) <= memory[1] / 10
    finally:
        stack.close()

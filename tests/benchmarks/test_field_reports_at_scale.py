"""Field reports at the size they were reported with; tests/faults/test_field_reports.py acts them out small in every run.

On two cores Q05 takes about a minute, Q13 up to an hour: one worker makes up for the outage at 7 to 17 sessions a second.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import psutil
import pytest

from memory_pipeline.adapters.openai.dialect import Dialects
from memory_pipeline.adapters.openai.extraction import OpenAIExtractor
from memory_pipeline.adapters.openai.settings import ChatSettings
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.pipeline.handle import Done
from memory_pipeline.pipeline.health import health
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.ports.ledger import EventState, Lane
from tests.support.forking import work_in_children
from tests.support.llm_clients import endpoint
from tests.support.llm_prompt import rules_responder
from tests.support.llm_server import Dialect, Fault, LLMServer
from tests.support.pipelines import in_memory_pipeline, objects
from tests.support.stack import Stack, until
from tests.support.stack_fixtures import MakeStack, make_stack
from tests.support.talks import ACME, Talk, ingest, many_talks, talk

__all__ = ["make_stack"]

pytestmark = [pytest.mark.servers, pytest.mark.workers, pytest.mark.timeout(7200)]

FORKED = int(os.environ.get("BENCH_FORKED", "400"))
RETRIES = int(os.environ.get("BENCH_RETRIES", "20000"))
_MOST_MEMORY = 512 * 2**20


@pytest.fixture
def model() -> Iterator[LLMServer]:
    with LLMServer(rules_responder()) as server:
        yield server


def by_model(make: MakeStack, model: LLMServer, **settings: str) -> Stack:
    return make(EXTRACTOR="openai", LLM_BASE_URL=model.base_url, LLM_API_KEY="k", LLM_MODEL="m", **settings)


def report(**figures: object) -> None:
    print("\nFIGURES", json.dumps(figures), flush=True)  # noqa: T201


def test_q05_four_hundred_tasks_over_tls_in_forked_children(
    make_stack: MakeStack, model: LLMServer, tmp_path: Path
) -> None:
    began = time.monotonic()
    forked = work_in_children(
        lambda: by_model(make_stack, model), model, tmp_path, many_talks(FORKED, people=80), within_s=900
    )
    report(q05_tasks=FORKED, s=round(time.monotonic() - began, 1), trouble=forked.trouble)
    assert forked.trouble == []
    assert all(forked.children <= openers for openers in forked.openers.values())


def test_l07_a_message_of_half_a_megabyte_is_read_in_parts(model: LLMServer) -> None:
    """By a model that takes 8,000 tokens and refuses what is longer: what is said first and last is found."""
    model.dialect = Dialect(refuses_beyond=8_000)
    chat = ChatSettings(endpoint(model, timeout_s=600, attempts=1), window_tokens=8_000, reply_tokens=2_000)
    pipeline = in_memory_pipeline(extractor=OpenAIExtractor(chat, Dialects()))
    rest = "and then we went on to talk of this and that, " * 11_500
    one = talk("long", "bo", f"I like rye bread. {rest}My dog is called Rex.")
    assert len(one.messages[0].content) > 500_000
    began = time.monotonic()
    ingest([one], pipeline.deps)
    (outcome,) = pipeline.work()
    assert isinstance(outcome, Done)
    report(
        l07_bytes=len(one.messages[0].content), calls=len(model.asked()), s=round(time.monotonic() - began, 1)
    )
    assert objects(pipeline.deps, ACME, one.scope, "likes") == ["rye bread"]
    assert objects(pipeline.deps, ACME, one.scope, "pet") == ["Rex"]


def small_talks(count: int) -> list[Talk]:
    return [talk(f"s-{n}", f"user-{n % 500}", f"I like tour {n}.", "Ok.", day=n / 100) for n in range(count)]


def test_q13_twenty_thousand_retries_fill_no_worker(make_stack: MakeStack, model: LLMServer) -> None:
    model.always(Fault(503))
    stack = by_model(
        make_stack, model, RETRY_BASE_S="60", RETRY_MAX_S="600", LLM_ATTEMPTS="1", WORKER_THREADS="8"
    )
    worker, _ = stack.start_worker(), stack.start_beat()
    highest = Highest(psutil.Process(worker.container.process.pid))
    began = time.monotonic()
    ids = ingest(small_talks(RETRIES), stack.deps, lane=Lane.BULK)
    fresh: list[float] = []

    def tried() -> int:
        states = stack.deps.ledger.stats().states
        return int(states.get(EventState.FAILED, 0))

    while tried() < RETRIES * 9 // 10:
        fresh.append(remembered_in_s(stack))
        time.sleep(5)
        assert time.monotonic() - began < 3600
    outage_s, calls, parked = time.monotonic() - began, len(model.asked()), highest.so_far
    model.recover()
    while stack.deps.ledger.stats().oldest_pending_at is not None:
        fresh.append(remembered_in_s(stack))
        time.sleep(5)
        assert time.monotonic() - began < 7000, health(stack.deps)
    states = stack.deps.ledger.stats().states
    report(
        q13_retries=len(ids), outage_s=round(outage_s), calls_in_outage=calls, all_s=round(time.monotonic() - began),
        slowest_fresh_s=round(max(fresh), 1), parked_rss_mb=round(parked / 2**20),
        highest_rss_mb=round(highest.end() / 2**20), states={str(s): n for s, n in states.items()},
    )  # fmt: skip
    assert highest.end() < _MOST_MEMORY
    assert max(fresh) < 30
    assert states.get(EventState.DEAD, 0) == 0
    assert {entry.state for entry in stack.entries(ids).values()} == {EventState.DONE}


def remembered_in_s(stack: Stack) -> float:
    """How long a fresh event takes through the same worker."""
    event = make(
        MemoryRemember, event_id=uuid4(), tenant=ACME, scope=str(Scope.of_user("fresh")), occurred_at=datetime.now(UTC),
        ref=str(uuid4()), text="I live in Oslo.",
    )  # fmt: skip
    began = time.monotonic()
    (ref,) = record_events([event], stack.deps)
    until(
        lambda: stack.entries([ref.event_id])[ref.event_id].state is EventState.DONE,
        what="a fresh event",
        within_s=60,
    )
    return time.monotonic() - began


class Highest(threading.Thread):
    """The highest resident memory of a process, looked at twice a second."""

    def __init__(self, process: psutil.Process) -> None:
        super().__init__(name="memory", daemon=True)
        self._process, self._over = process, threading.Event()
        self.so_far = 0
        self.start()

    def run(self) -> None:
        while not self._over.wait(0.5):
            self.so_far = max(self.so_far, self._process.memory_info().rss)

    def end(self) -> int:
        self._over.set()
        self.join()
        return self.so_far

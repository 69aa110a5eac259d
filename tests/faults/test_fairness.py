"""One user whose sessions hang holds some of the threads, never all: others are served in seconds, and the user in the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.codec import make
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.pipeline.record import record_events
from memory_pipeline.ports.ledger import EventState, LedgerEntry
from tests.faults.conftest import MakeStack
from tests.faults.test_kill import SHORT
from tests.support.llm_prompt import Block, rules_responder
from tests.support.llm_server import LLMServer
from tests.support.stack import Stack, until
from tests.support.talks import ACME, Talk, ingest, many_talks, talk
from tests.support.told import held, told

pytestmark = [pytest.mark.servers, pytest.mark.workers]

THREADS = 4
STUCK = 50


class Sticky:
    """A model that does not answer what Mallory says until it is let go."""

    def __init__(self) -> None:
        self.answer = rules_responder()
        self.let_go = threading.Event()
        self.asked = 0

    def __call__(self, blocks: Sequence[Block]) -> Mapping[str, Any]:
        if any("Mallory" in block.text for block in blocks):
            self.asked += 1
            self.let_go.wait(60)
        return self.answer(blocks)


@pytest.fixture
def model() -> Iterator[tuple[Sticky, LLMServer]]:
    sticky = Sticky()
    with LLMServer(sticky) as server:
        yield sticky, server
        sticky.let_go.set()


def by_model(make_stack: MakeStack, server: LLMServer, **settings: str) -> Stack:
    return make_stack(
        **{**SHORT, "WORKER_THREADS": str(THREADS), **settings},
        EXTRACTOR="openai", LLM_BASE_URL=server.base_url, LLM_API_KEY="k", LLM_MODEL="m",
    )  # fmt: skip


def mallorys(count: int) -> list[Talk]:
    return [
        talk(f"m-{n}", "mallory", f"My name is Mallory and I like tour {n}.", "Ok.", day=n)
        for n in range(count)
    ]


def test_a_user_whose_fifty_sessions_hang_blocks_nobody(
    make_stack: MakeStack, model: tuple[Sticky, LLMServer]
) -> None:
    sticky, server = model
    stack = by_model(
        make_stack, server,
        LLM_TIMEOUT_S="50", LLM_CALL_TIMEOUT_S="50", TASK_TIME_LIMIT_S="60", VISIBILITY_TIMEOUT_S="240",
    )  # fmt: skip
    stack.start_worker()
    stack.start_beat()
    stuck = mallorys(STUCK)
    ids = ingest(stuck, stack.deps)
    until(lambda: sticky.asked == THREADS - 1, what="calls that hang")
    until(lambda: len(_parked(stack, ids)) >= STUCK // 2, what="sessions that are parked")
    began = time.monotonic()
    alice = talk("a", "alice", "My name is Alice and I live in Berlin.", "Ok.")
    said = [
        make(
            MemoryRemember, event_id=uuid4(), tenant=ACME, scope=str(Scope.of_user(user)), occurred_at=datetime.now(UTC),
            ref="r", text="I live in Oslo.",
        )
        for user in ("bob", "mallory")
    ]  # fmt: skip
    remembered = [ref.event_id for ref in record_events(said, stack.deps)]
    stack.done([*ingest([alice], stack.deps), *remembered], within_s=10, sweeping=False)
    took_s = time.monotonic() - began
    assert sticky.asked == THREADS - 1
    assert took_s < 10, f"{took_s:.1f} s"
    assert {(entry.attempts, entry.state) for entry in _parked(stack, ids)} == {(0, EventState.PENDING)}
    # Let go, every place that is left goes to the next: nobody waits for a rest to be over.
    sticky.let_go.set()
    entries = stack.done(ids, within_s=150, sweeping=False)
    assert {(entry.attempts, entry.failures, entry.crashes) for entry in entries.values()} == {(1, 0, 0)}
    assert held(stack.deps, [alice]) == told([alice])


def test_a_sweep_does_not_stand_behind_a_backlog(make_stack: MakeStack) -> None:
    with LLMServer(rules_responder(), latency_s=0.3) as server:
        stack = by_model(make_stack, server, WORKER_THREADS="1")
        backlog = ingest([replace(each, user=f"u-{each.session_id}") for each in many_talks(40)], stack.deps)
        (lost,) = ingest([talk("lost", "alice", "I live in Berlin.", "Ok.")], stack.quick())
        stack.start_worker()
        stack.start_beat()
        until(lambda: lost in stack.entries([lost]), what="an event whose hint was lost", within_s=10)
        states = [entry.state for entry in stack.entries(backlog).values()]
        assert states.count(EventState.DONE) < len(backlog) // 2


def _parked(stack: Stack, ids: Sequence[EventId]) -> list[LedgerEntry]:
    return [entry for entry in stack.entries(ids).values() if entry.reason == "scope_busy"]


def test_timeouts_of_one_user_close_the_endpoint_to_nobody_else(
    make_stack: MakeStack, model: tuple[Sticky, LLMServer]
) -> None:
    sticky, server = model
    stack = by_model(make_stack, server, LLM_TIMEOUT_S="0.6", LLM_CALL_TIMEOUT_S="0.6", LLM_ATTEMPTS="1")
    stack.start_worker()
    ids = ingest(mallorys(8), stack.deps)
    until(
        lambda: any(entry.reason == "breaker_open" for entry in stack.entries(ids).values()),
        what="an open breaker",
    )
    alices = [talk(f"a-{n}", "alice", f"I like tour {n}.", "Ok.", day=n) for n in range(3)]
    entries = stack.done(ingest(alices, stack.deps), within_s=10, sweeping=False)
    assert {entry.attempts for entry in entries.values()} == {1}
    sticky.let_go.set()

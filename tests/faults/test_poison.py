"""An event that takes its process down every time ends dead, outside kills do not count, and nobody else is harmed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import psutil
import pytest

from memory_pipeline.ports.ledger import EventState
from tests.faults.conftest import MakeStack
from tests.faults.test_kill import SHORT
from tests.support.llm_prompt import Block, rules_responder
from tests.support.llm_server import LLMServer
from tests.support.stack import Stack, until
from tests.support.talks import ingest, many_talks, talk
from tests.support.told import held, told

pytestmark = [pytest.mark.servers, pytest.mark.workers]


class Deadly:
    """A model whose answer to one conversation is the end of the process that asks."""

    def __init__(self) -> None:
        self.answer = rules_responder()
        self.port = 0
        self.killed: list[int] = []

    def __call__(self, blocks: Sequence[Block]) -> Mapping[str, Any]:
        if any("poison" in block.text for block in blocks):
            asking = [
                psutil.Process(each.pid)
                for each in psutil.net_connections("tcp")
                if each.raddr and each.raddr.port == self.port and each.pid not in (None, os.getpid())
            ]
            # A worker keeps its connections open; the process that was lent to the event is younger than it.
            youngest = max(asking, key=lambda process: process.create_time())
            self.killed.append(youngest.pid)
            youngest.send_signal(signal.SIGKILL)
        return self.answer(blocks)


@pytest.fixture
def deadly() -> Iterator[tuple[Deadly, LLMServer]]:
    model = Deadly()
    with LLMServer(model, latency_s=0.05) as server:
        model.port = int(server.base_url.rsplit(":", 1)[1].split("/")[0])
        yield model, server


def test_a_poisonous_event_ends_dead_and_all_others_done(
    deadly: tuple[Deadly, LLMServer], make_stack: MakeStack
) -> None:
    model, server = deadly
    stack: Stack = make_stack(
        **{**SHORT, "MAX_ATTEMPTS": "3", "TASK_TIME_LIMIT_S": "20", "VISIBILITY_TIMEOUT_S": "80"},
        EXTRACTOR="openai", LLM_BASE_URL=server.base_url, LLM_API_KEY="k", LLM_MODEL="m",
    )  # fmt: skip
    talks = many_talks(8)
    (poison,) = ingest([talk("bad", "mallory", "This is poison for you.", "Ok.")], stack.deps)
    ids = ingest(talks, stack.deps)
    stack.start_beat()
    worker_pids = []
    for number in range(3):
        worker = stack.start_worker(f"worker-{number}")
        pid = worker.container.process.pid
        worker_pids.append(pid)
        until(lambda pid=pid: pid in model.killed, within_s=60, what=f"the death of worker {number}")  # type: ignore[misc]
    stack.start_worker("last")
    stack.done(ids, within_s=90)
    entry = stack.finish([poison], within_s=120)[poison]
    assert (entry.state, entry.reason) == (EventState.DEAD, "attempt_crashed")
    assert "SIGKILL" in str(entry.error)
    assert (entry.failures, entry.crashes) == (3, 3)
    assert len(model.killed) == 6
    assert set(model.killed[3:]).isdisjoint(worker_pids)
    assert held(stack.deps, talks) == told(talks)

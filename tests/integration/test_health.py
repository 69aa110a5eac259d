"""Health is the age of what waits, whatever runs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.pipeline.announce import announce
from memory_pipeline.pipeline.health import health
from memory_pipeline.pipeline.relay import relay
from tests.support.pipelines import in_memory_pipeline
from tests.support.server_pipelines import server_pipeline, work
from tests.support.talks import ingest, talk

ONE = talk("s", "alice", "I live in Berlin.", "Ok.")


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as pipeline:
        yield pipeline


@pytest.mark.servers
def test_what_waits_is_told_wherever_it_waits(pipeline: Pipeline) -> None:
    deps = pipeline.dependencies
    empty = health(deps)
    assert (empty.states, empty.oldest_pending, empty.last_done, empty.inbox, empty.outbox) == (
        {},
        None,
        None,
        0,
        0,
    )
    ingest([ONE, talk("t", "bob", "I live in Oslo.", "Ok.")], deps)
    waiting = health(deps)
    assert waiting.broker is not None
    assert (waiting.inbox, waiting.broker.waiting["live"], waiting.broker.unacked) == (2, 2, 0)
    work(deps)
    done = health(deps)
    assert done.states == {"done": 2}
    assert done.last_done is not None
    assert done.last_done < timedelta(seconds=30)
    assert done.outbox > 0
    assert done.oldest_announcement is not None
    assert not done.stuck(timedelta(0))
    announce(deps)
    assert health(deps).outbox == 0


def test_one_event_that_waits_too_long_is_enough() -> None:
    pipeline = in_memory_pipeline()
    ingest([ONE], pipeline.deps)
    pipeline.work()
    ingest([talk("t", "bob", "I live in Oslo.", "Ok.")], pipeline.deps)
    relay(pipeline.deps)
    pipeline.clock.advance(timedelta(minutes=6))
    found = health(pipeline.deps)
    assert found.oldest_pending == timedelta(minutes=6)
    assert found.stuck(timedelta(minutes=5))
    assert not found.stuck(timedelta(minutes=7))

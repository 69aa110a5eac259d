"""Two beats and twenty sends of a night's tick: the tenant's date is claimed, and each of its steps done, once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.forgetting.night import StandingClock
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold
from schedules import SCHEDULE
from tests.faults.conftest import MakeStack
from tests.faults.test_kill import SHORT
from tests.support.ageing import remember_ageing
from tests.support.stack import Stack, until
from tests.support.talks import ACME, ingest, talk

pytestmark = [pytest.mark.servers, pytest.mark.workers]


def settle_sessions(stack: Stack, number: int, at: datetime) -> None:
    """So many sessions of several people, consolidated by then, whose time in the working tier is over."""
    with connect(stack.urls.redis) as client:
        working = RedisWorkingMemory(client, clock=StandingClock(at))
        for each in range(number):
            key = SessionKey(ACME, Scope.of_user(f"u{each}"), "s")
            said = Message("m1", Role.USER, "你好", at)
            working.append(key, SessionInfo(), said, tokens=1, threshold=Threshold(99, 9_999))
            ended = working.close(key, at=at)
            assert ended is not None
            working.accept([ended.event_id])
            working.settle(key, "m1", timedelta(seconds=1))


def test_two_beats_and_twenty_sends_are_one_night(make_stack: MakeStack) -> None:
    stack = make_stack(**SHORT)
    due = remember_ageing(stack.deps, datetime.now(UTC), scopes=12)
    settle_sessions(stack, 30, datetime.now(UTC) - timedelta(days=2))
    for name in ("one", "two"):
        stack.start_worker(name)
    for _ in range(2):
        stack.start_beat()
    for _ in range(20):
        stack.app.send_task("memory.nightly", queue="forget", ignore_result=True)

    def status() -> list[tuple[str, int]]:
        with psycopg.connect(stack.urls.database) as connection:
            return connection.execute("SELECT status, left_due FROM forgetting_runs").fetchall()

    until(lambda: status() == [("done", 0)], within_s=60, what="the night")
    run = stack.deps.forgetting.latest(ACME)  # type: ignore[union-attr]
    assert run is not None
    assert run.date == SCHEDULE["nightly"].date(datetime.now(UTC), "UTC")
    assert run.counts == {**due, Step.EXPIRE: {"working": 30}}
    # What the two beats send all the time does its work all the same, and once.
    (event_id,) = ingest([talk("s", "alice", "I live in Berlin.", "Ok.")], stack.quick())
    entry = stack.done([event_id], sweeping=False)[event_id]
    assert entry.attempts == 1

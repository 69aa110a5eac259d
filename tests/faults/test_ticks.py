"""Two beats and twenty sends of a night's tick: the tenant's date is claimed, and each of its steps done, once."""

from __future__ import annotations

from datetime import UTC, datetime

import psycopg
import pytest

from schedules import SCHEDULE
from tests.faults.conftest import MakeStack
from tests.faults.test_kill import SHORT
from tests.support.ageing import remember_ageing
from tests.support.stack import until
from tests.support.talks import ACME, ingest, talk

pytestmark = [pytest.mark.servers, pytest.mark.workers]


def test_two_beats_and_twenty_sends_are_one_night(make_stack: MakeStack) -> None:
    stack = make_stack(**SHORT)
    due = remember_ageing(stack.deps, datetime.now(UTC), scopes=12)
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
    assert run.counts == due
    # What the two beats send all the time does its work all the same, and once.
    (event_id,) = ingest([talk("s", "alice", "I live in Berlin.", "Ok.")], stack.quick())
    entry = stack.done([event_id], sweeping=False)[event_id]
    assert entry.attempts == 1

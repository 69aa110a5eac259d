"""Two beats and twenty sends of a scheduled job: its period is claimed, and the job done, once."""

from __future__ import annotations

from datetime import UTC, datetime

import psycopg
import pytest

from schedules import SCHEDULE
from tests.faults.conftest import MakeStack
from tests.faults.test_kill import SHORT
from tests.support.stack import until
from tests.support.talks import ingest, talk

pytestmark = [pytest.mark.servers, pytest.mark.workers]


def test_two_beats_and_twenty_sends_are_one_run(make_stack: MakeStack) -> None:
    stack = make_stack(**SHORT)
    workers = [stack.start_worker(name) for name in ("one", "two")]
    for _ in range(2):
        stack.start_beat()
    first = SCHEDULE["reinforce"].period(datetime.now(UTC))
    for _ in range(20):
        stack.app.send_task("memory.reinforce", queue="forget", ignore_result=True)

    def finished() -> int:
        words = "".join(str(each.logs()) for each in workers)
        return sum(
            "memory.reinforce[" in line and "succeeded" in line
            for line in words.replace("\\n", "\n").splitlines()
        )

    until(lambda: finished() >= 20, within_s=60, what="twenty ticks")
    with psycopg.connect(stack.urls.database) as connection:
        claims = connection.execute("SELECT job, count(*) FROM job_claims GROUP BY job").fetchall()
    periods = {first, SCHEDULE["reinforce"].period(datetime.now(UTC))}  # two if an hour began meanwhile
    assert dict(claims) == {"reinforce": len(periods)}
    # What the two beats send all the time does its work all the same, and once.
    (event_id,) = ingest([talk("s", "alice", "I live in Berlin.", "Ok.")], stack.quick())
    entry = stack.done([event_id], sweeping=False)[event_id]
    assert entry.attempts == 1

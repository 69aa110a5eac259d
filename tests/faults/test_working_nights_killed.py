"""kill -9 between what a night did in the working tier and what it kept of it: the next one ends with the same report."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.forgetting import PostgresForgetting
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.keys import Keyspace
from memory_pipeline.adapters.redis.working_forgetting import RedisWorkingForgetting
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.absorb import absorb
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change
from memory_pipeline.pipeline.forgetting.run_night import forgetting_of, run_night
from memory_pipeline.ports.forgetting import RunStatus
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold
from tests.support.ageing import remember
from tests.support.assertions import TENANT, state
from tests.support.server_pipelines import server_pipeline

pytestmark = pytest.mark.servers

NEVER = Threshold(1000, 1_000_000)
WANTED = {Step.EXPIRE: 4, Step.DECAY: 4, Step.ARCHIVE: 4, Step.PURGE: 4}


def lived(deps: Dependencies, pipeline: Pipeline, now: datetime) -> None:
    """Four sessions that ran out, four that nobody settled, four that nobody closed, and four summaries of nobody's."""

    def say(number: int, kind: str) -> SessionKey:
        key = SessionKey(TENANT, Scope.of_user(f"u{number}"), kind)
        deps.working.append(
            key, SessionInfo(), Message("m1", Role.USER, "你好", now), tokens=1, threshold=NEVER
        )
        return key

    with connect(pipeline.urls.redis) as client:
        for number in range(4):
            for kind in ("settled", "ended", "open"):
                key = say(number, kind)
                if kind != "open":
                    deps.working.close(key, at=now)
                    log = deps.working.read(key)
                    assert log is not None
                    absorb(log, deps)
                if kind == "settled":
                    deps.working.settle(key, "m1", timedelta(hours=1))
            lost = SessionKey(TENANT, Scope.of_user(f"u{number}"), "lost")
            client.hset(Keyspace("mp:").session(lost).summary, "summary", "{}")


def die_in(step: Step, as_of: datetime, deps: Dependencies, pipeline: Pipeline) -> int:
    """How a forked process ended that runs the night and kills itself at the second session of that step: it is done and
    counted in Redis, and Postgres has not heard of it."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    heard = [0]

    def dies(change: Change) -> None:
        heard[0] += change.step is step and change.session_id is not None
        if heard[0] == 2:
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        database, client = (
            Database(pipeline.urls.database, "memory_pipeline_app"),
            connect(pipeline.urls.redis),
        )
        own = replace(
            deps,
            forgetting=PostgresForgetting(database, deps.digest),
            working=RedisWorkingMemory(client),
            working_forgetting=RedisWorkingForgetting(client),
        )
        run_night(TENANT, own, as_of=as_of, tell=dies)
    finally:
        os._exit(1)


def test_a_night_killed_in_each_step_of_the_working_tier_reports_like_one_that_was_not(
    tmp_path: Path,
) -> None:
    with server_pipeline(tmp_path) as pipeline:
        deps, now = pipeline.dependencies, datetime.now(UTC)
        remember(deps, state("Berlin", now), at=now)
        lived(deps, pipeline, now)
        as_of = now + timedelta(days=2)
        foreseen = dry_run(TENANT, deps, as_of=as_of)
        for step in WANTED:
            assert die_in(step, as_of, deps, pipeline) == -signal.SIGKILL, step
            run = forgetting_of(deps).latest(TENANT)
            assert run is not None
            assert run.status is RunStatus.RUNNING
        report = run_night(TENANT, deps, as_of=as_of)
        counted = {step: tiers.get("working", 0) for step, tiers in report.run.counts.items()}
        assert (report.run.status, counted) == (RunStatus.DONE, WANTED)
        assert {step: tiers.get("working", 0) for step, tiers in foreseen.counts.items() if tiers} == WANTED

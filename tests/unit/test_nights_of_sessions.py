"""Nights in a working tier in memory: what they leave of sessions and count follows from each session and the clock."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.working_forgetting import RedisWorkingForgetting
from memory_pipeline.domain.night import STEPS, Step
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change, StandingClock
from memory_pipeline.pipeline.forgetting.run_night import NightReport, forgetting_of, run_night
from memory_pipeline.pipeline.forgetting.run_step import run_step
from memory_pipeline.pipeline.forgetting.tick_nights import tick_nights
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.forgetting import RunStatus
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from schedules import SCHEDULE
from tests.contract.sessions import message
from tests.support.ageing import remember
from tests.support.assertions import SCOPE, TENANT, day, properties, state
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline
from tests.support.session_lives import NEVER, Fate, Sessions, counts_of, draw_lives, fall, left_by

HOUR = timedelta(hours=1)
KEY = SessionKey(TENANT, SCOPE, "s-1")


@pytest.fixture
def pipeline() -> InMemoryPipeline:
    made = in_memory_pipeline(day(0))
    remember(made.deps, state("Berlin", 0))  # the tenant is known
    return made


def at(pipeline: InMemoryPipeline, now: datetime) -> Any:
    pipeline.clock.set(now)
    return pipeline.deps


def night(pipeline: InMemoryPipeline, now: datetime, **more: Any) -> NightReport:
    return run_night(TENANT, at(pipeline, now), **more)


def sessions_of(counts: Mapping[Step, Mapping[str, int]]) -> dict[Step, int]:
    return {step: tiers["working"] for step, tiers in counts.items() if tiers.get("working")}


def say(pipeline: InMemoryPipeline, id_: str, key: SessionKey = KEY) -> None:
    pipeline.deps.working.append(
        key, SessionInfo(user_id=key.scope.id), message(id_), tokens=1, threshold=NEVER
    )


def settle(pipeline: InMemoryPipeline, id_: str, key: SessionKey = KEY) -> None:
    pipeline.deps.working.close(key, at=pipeline.clock.now())
    pipeline.deps.working.settle(key, id_, pipeline.deps.working_ttl)


# -- any lives, any nights


@settings(properties, max_examples=12)
@given(st.integers(0, 10**6), st.sets(st.integers(1, 60), min_size=1, max_size=12))
def test_what_a_night_leaves_and_counts_follows_from_the_sessions_and_the_clock(
    seed: int, on: set[int]
) -> None:
    pipeline = in_memory_pipeline(day(0))
    remember(pipeline.deps, state("Berlin", 0))
    found = draw_lives(12, day(0), 50, random.Random(seed))
    nights = [day(number) + 3 * HOUR for number in sorted(on)]
    sessions = Sessions(found, nights, day(0))
    for now in nights:
        sessions.until(now, lambda instant: at(pipeline, instant))
        seen: list[Change] = []
        done: list[Change] = []
        foreseen = dry_run(TENANT, at(pipeline, now), tell=seen.append)
        report = night(pipeline, now, tell=done.append)
        assert sorted(map(repr, seen)) == sorted(map(repr, done))
        assert sessions_of(foreseen.counts) == sessions_of(report.run.counts)
        assert sessions_of(report.run.counts) == counts_of(found, nights, now, pipeline.deps)
        assert set(pipeline.deps.working_erasure.sessions(TENANT, Scope.of_user("王小明"))) == {
            key for key in left_by(found, nights, now, pipeline.deps) if key.scope.id == "王小明"
        }


def test_the_lives_that_are_drawn_are_of_every_kind() -> None:
    found = draw_lives(200, day(0), 50, random.Random(1))
    nights = [day(number) for number in range(60)]
    falls = [fall(life, nights, in_memory_pipeline(day(0)).deps) for life in found]
    assert {life.fate for life in found} == set(Fate)
    assert all(any(getattr(each, name) for each in falls) for name in ("abandoned", "settled_late", "gone"))


# -- one by one


def test_a_session_that_ran_out_is_counted_whoever_removed_it(pipeline: InMemoryPipeline) -> None:
    for number in range(2):
        key = replace(KEY, session_id=f"s-{number}")
        say(pipeline, "m1", key)
        settle(pipeline, "m1", key)
    pipeline.clock.set(day(2))
    assert (
        pipeline.deps.working.read(replace(KEY, session_id="s-0")) is None
    )  # its TTL was over when it was read
    assert sessions_of(night(pipeline, day(2)).run.counts) == {Step.EXPIRE: 2}


def test_twice_in_a_night_is_once_and_the_next_night_counts_its_own(pipeline: InMemoryPipeline) -> None:
    say(pipeline, "m1")
    settle(pipeline, "m1")
    assert sessions_of(night(pipeline, day(2)).run.counts) == {Step.EXPIRE: 1}
    assert night(pipeline, day(2) + HOUR).already_done
    assert sessions_of(night(pipeline, day(3)).run.counts) == {}


def test_an_abandoned_session_is_ended_with_an_event_and_never_forgotten(pipeline: InMemoryPipeline) -> None:
    say(pipeline, "m1")
    assert sessions_of(night(pipeline, day(40)).run.counts) == {Step.ARCHIVE: 1}
    (hint,) = pipeline.publisher.take()
    (waiting,) = relay(pipeline.deps)
    assert hint == waiting
    for number in range(41, 400, 30):  # nobody works on it, for as long as that may be
        assert sessions_of(night(pipeline, day(number)).run.counts) == {}
    log = pipeline.deps.working.read(KEY)
    assert log is not None
    assert [getattr(each, "id", "mark") for each in log.entries] == ["m1", "mark"]


def test_a_session_that_speaks_is_no_nights_business(pipeline: InMemoryPipeline) -> None:
    pipeline.clock.set(day(1) - timedelta(minutes=29))
    say(pipeline, "m1")
    assert sessions_of(night(pipeline, day(1)).run.counts) == {}
    assert pipeline.deps.working.idle(before=day(2), limit=9) == [KEY]


def test_what_a_sweep_ended_is_left_to_it(pipeline: InMemoryPipeline) -> None:
    say(pipeline, "m1")
    assert pipeline.deps.working.close_if_idle(KEY, before=day(1), at=day(1)) is not None
    assert sessions_of(night(pipeline, day(1)).run.counts) == {}


def test_tenants_stay_apart(pipeline: InMemoryPipeline) -> None:
    other = SessionKey(Tenant("other"), SCOPE, "s-1")
    for key in (KEY, other, replace(other, session_id="s-2")):
        say(pipeline, "m1", key)
    settle(pipeline, "m1", other)
    assert sessions_of(night(pipeline, day(3)).run.counts) == {Step.ARCHIVE: 1}
    held = pipeline.deps.working_forgetting
    assert held is not None
    assert held.count_due(Tenant("other"), by=day(3)) == 1
    assert list(pipeline.deps.working.idle(before=day(3), limit=9)) == [replace(other, session_id="s-2")]


def test_shards_see_to_each_session_once_and_the_report_adds_them_up(pipeline: InMemoryPipeline) -> None:
    for number in range(20):
        key = SessionKey(TENANT, Scope.of_user(f"u{number}"), "s")
        say(pipeline, "m1", key)
        if number % 2:
            settle(pipeline, "m1", key)
    pipeline.clock.set(day(5) + 4 * HOUR)
    shards = tick_nights(pipeline.deps, SCHEDULE["nightly"].date, shards=4)
    for each in shards:
        step: Step | None = STEPS[0]
        while step is not None:
            for _ in range(2):  # sent twice
                following = run_step(TENANT, each.run_id, step, each.shard, pipeline.deps)
            step = following
    run = forgetting_of(pipeline.deps).latest(TENANT)
    assert run is not None
    assert (run.status, len(shards)) == (RunStatus.DONE, 4)
    assert sessions_of(run.counts) == {Step.EXPIRE: 10, Step.ARCHIVE: 10}


def test_memories_do_not_wait_for_a_working_tier_that_is_away(pipeline: InMemoryPipeline) -> None:
    say(pipeline, "m1")
    tier = pipeline.deps.working_forgetting
    nowhere = connect("redis://127.0.0.1:1/0", connect_timeout_s=0.2)
    away = replace(at(pipeline, day(181)), working_forgetting=RedisWorkingForgetting(nowhere))
    report = run_night(TENANT, away)
    assert report.run.status is RunStatus.PARTIAL
    assert report.run.counts[Step.ARCHIVE] == {"semantic": 1}
    assert tier is not None
    assert sessions_of(night(pipeline, day(182)).run.counts) == {Step.ARCHIVE: 1}


# -- a run that was cut short


def test_what_was_counted_before_a_run_was_cut_short_is_in_its_report(pipeline: InMemoryPipeline) -> None:
    """The count is where the change is: a night that ended between the two finds it there."""
    for number in range(3):
        key = replace(KEY, session_id=f"s-{number}")
        say(pipeline, "m1", key)
        settle(pipeline, "m1", key)
    dies: Callable[[Change], None] = _dies_at_second
    with pytest.raises(KeyboardInterrupt):
        night(pipeline, day(2), tell=dies)
    run = forgetting_of(pipeline.deps).latest(TENANT)
    assert run is not None
    assert (run.status, sessions_of(run.counts)) == (RunStatus.RUNNING, {})
    assert sessions_of(night(pipeline, day(2)).run.counts) == {Step.EXPIRE: 3}


def _dies_at_second(change: Change) -> None:
    if change.session_id == "s-1":
        raise KeyboardInterrupt


def test_a_standing_clock_is_what_the_night_goes_by(pipeline: InMemoryPipeline) -> None:
    """A night told to be of another instant is of that instant in all tiers."""
    say(pipeline, "m1")
    settle(pipeline, "m1")
    early = replace(pipeline.deps, clock=StandingClock(day(0) + 23 * HOUR))
    assert sessions_of(run_night(TENANT, early).run.counts) == {}
    assert sessions_of(run_night(TENANT, early, as_of=day(1) + HOUR).run.counts) == {Step.EXPIRE: 1}

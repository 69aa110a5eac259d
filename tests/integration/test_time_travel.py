"""Four hundred simulated days on real Postgres and Redis: nights leave exactly what the closed form says, however they fell.

In the working tier due instants are ours and by the told clock. Redis's own TTLs run by the server's, a day of which does not
pass here: what is gone was removed by a night.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import redis

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.keys import Keyspace
from memory_pipeline.adapters.redis.working_forgetting import RedisWorkingForgetting
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change, StandingClock
from memory_pipeline.pipeline.forgetting.restore import restore
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.forgetting import Counts
from memory_pipeline.ports.working_memory import SessionKey
from tests.support.ageing import Access, foretold, happened, held, remember
from tests.support.assertions import TENANT, day, state
from tests.support.server_pipelines import server_pipeline
from tests.support.session_lives import PEOPLE, Fate, Sessions, counts_of, draw_lives, left_by

pytestmark = pytest.mark.servers

SCOPES = tuple(Scope.parse(name) for name in ("user:alice", "user:阿丽", "team:sre"))
SINGLE = ("city", "employer", "job", "phone", "timezone", "birthday")
SOURCES = (Source.USER_STATED, Source.CMDB, Source.DOC, Source.AGENT_INFERRED)
CITIES = ("Berlin", "上海", "Porto", "Lima", "成都", "Oslo", "Quito", "Kyoto")


def lived(scope: Scope, chance: random.Random) -> tuple[list[Assertion], list[Episode]]:
    """What is said and what happens in a scope within 250 days: slots with a history, of all kinds of sources."""
    stated = [
        state(
            f"{value} {predicate}",
            day(chance.uniform(0, 250)),
            predicate=predicate,
            source=chance.choice(SOURCES),
            confidence=chance.choice((0.35, 0.6, 0.9)),
            scope=scope,
        )
        for predicate in SINGLE
        for value in chance.sample(CITIES, chance.randint(1, 4))
    ]
    told = [
        happened(f"trip {n} to {chance.choice(CITIES)}", day(chance.uniform(0, 250)), scope=scope, confidence=chance.choice((0.3, 0.5, 0.9)))
        for n in range(12)
    ]  # fmt: skip
    return stated, told


def _recorded_at(item: Assertion | Episode) -> datetime:
    assert item.recorded_at is not None
    return item.recorded_at


def at(deps: Dependencies, now: datetime, client: redis.Redis) -> Dependencies:
    """Everything that has a clock, with one that stands at `now`."""
    clock = StandingClock(now)
    return replace(
        deps,
        clock=clock,
        working=RedisWorkingMemory(client, clock=clock),
        working_forgetting=RedisWorkingForgetting(client, clock=clock),
    )


def there(deps: Dependencies) -> set[SessionKey]:
    """The sessions of which anything is left in the working tier."""
    scopes = {*SCOPES, *(Scope.of_user(name) for name in PEOPLE)}
    return {key for scope in scopes for key in deps.working_erasure.sessions(TENANT, scope)}


def lose_a_session(client: redis.Redis, now: datetime) -> None:
    """Leaves two keys of a session that is not there: its summary, and digests of what was said in it."""
    own = Keyspace("mp:").session(SessionKey(TENANT, SCOPES[0], f"lost-{now.isoformat()}"))
    client.hset(own.summary, "summary", "{}")
    client.hset(own.digests, "m1", "x")


def sessions_of(counts: Counts) -> dict[Step, int]:
    return {step: tiers["working"] for step, tiers in counts.items() if tiers.get("working")}


def hit(
    deps: Dependencies, scope: Scope, now: datetime, chance: random.Random, client: redis.Redis
) -> list[Access]:
    """Recalls of some memories that are still there: counted, and archived ones brought back."""
    facts = [
        f.id
        for f in deps.reader.facts(TENANT, scope, history=True, now=now, as_of=None)
        if f.valid_to is None
    ]
    told = [e.id for gone in (False, True) for e in deps.reader.episodes(TENANT, scope, archived=gone)]
    there = sorted([*facts, *told])
    wanted = chance.sample(there, min(2, len(there)))
    deps.reader.touch(TENANT, scope, wanted, at=now)
    restore(TENANT, scope, wanted, at(deps, now, client))
    return [Access(id_, now) for id_ in wanted]


def test_four_hundred_days_leave_what_the_closed_form_says(tmp_path: Path) -> None:
    chance = random.Random(20261129)
    lives = {scope: lived(scope, chance) for scope in SCOPES}
    nights = sorted({*chance.sample(range(1, 400), 40), 100, 210, 300, 399, 400})  # most are missed
    said: list[tuple[Scope, Assertion | Episode]] = []
    for scope, (stated, told) in lives.items():
        said += [(scope, each) for each in stated]
        said += [(scope, each) for each in told]
    said.sort(key=lambda each: (_recorded_at(each[1]), str(each[1].id)))
    accesses: dict[Scope, list[Access]] = {scope: [] for scope in SCOPES}
    instants = [day(night) + timedelta(hours=3) for night in nights]
    talks = draw_lives(40, day(0), 395, chance)
    sessions = Sessions(talks, instants, day(0))
    with server_pipeline(tmp_path) as pipeline, connect(pipeline.urls.redis) as client:
        deps = replace(pipeline.dependencies, embedder=InMemoryEmbedder(16))
        for night, now in zip(nights, instants, strict=True):
            sessions.until(now, lambda instant: at(deps, instant, client))
            lost = 2 * (night % 5 == 0)
            if lost:
                lose_a_session(client, now)
            while said and _recorded_at(said[0][1]) <= now:
                scope, item = said.pop(0)
                remember(deps, item, scope=scope)
            seen: list[Change] = []
            done: list[Change] = []
            if night % 7 == 0:
                dry_run(TENANT, at(deps, now, client), tell=seen.append)
            report = run_night(TENANT, at(deps, now, client), tell=done.append)
            assert (report.run.left, report.run.held_back) == (0, ())
            strays = {Step.PURGE: lost} if lost else {}
            assert sessions_of(report.run.counts) == {**counts_of(talks, instants, now, deps), **strays}, (
                night
            )
            assert there(deps) == left_by(talks, instants, now, deps), night
            if night % 7 == 0:
                assert sorted(map(repr, seen)) == sorted(map(repr, done))
            if night in (100, 210, 300, 400):
                for scope, (stated, told) in lives.items():
                    assert held(deps, scope, now) == foretold(stated, told, accesses[scope], now), (
                        night,
                        scope,
                    )
            if night % 2 == 0:
                for scope in SCOPES:
                    accesses[scope] += hit(deps, scope, now + timedelta(hours=1), chance, client)
    assert all(accesses.values())
    assert {life.fate for life in talks} == set(Fate)

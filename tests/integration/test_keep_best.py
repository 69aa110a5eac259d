"""Scopes on real Postgres that may hold so many memories at hand: the surplus goes to the archive, a hit brings it back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.policies import read_policy
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change, StandingClock
from memory_pipeline.pipeline.forgetting.restore import restore
from memory_pipeline.pipeline.forgetting.run_night import run_night
from tests.support.ageing import happened, held, remember
from tests.support.assertions import TENANT, day
from tests.support.server_pipelines import server_pipeline

pytestmark = pytest.mark.servers

ALICE, TEAM = Scope.parse("user:阿丽"), Scope.parse("team:sre")
BOUND = {"overrides": [{"scope_kind": "user", "keep_best": 3}]}


@pytest.fixture
def deps(tmp_path: Path) -> Iterator[Dependencies]:
    with server_pipeline(tmp_path) as pipeline:
        yield replace(pipeline.dependencies, embedder=InMemoryEmbedder())


def at(deps: Dependencies, now: datetime) -> Dependencies:
    return replace(deps, clock=StandingClock(now))


def at_hand(deps: Dependencies, scope: Scope, now: datetime) -> set[str]:
    return {what for _, what, _, status in held(deps, scope, now) if status == "active"}


def test_the_surplus_of_a_scope_is_archived_and_another_scope_is_left_alone(deps: Dependencies) -> None:
    trips = [happened(f"trip {n}", day(n), scope=ALICE) for n in range(5)]
    remember(deps, *trips, scope=ALICE)
    remember(deps, *(happened(f"alert {n}", day(n), scope=TEAM) for n in range(5)), scope=TEAM)
    deps.policies.save(TENANT, read_policy(BOUND))
    foreseen: list[Change] = []
    dry_run(TENANT, at(deps, day(6)), tell=foreseen.append)
    assert len(at_hand(deps, ALICE, day(6))) == 5  # foreseen, not done
    done: list[Change] = []
    run = run_night(TENANT, at(deps, day(6)), tell=done.append).run
    assert run.counts[Step.ARCHIVE] == {"episodic": 2}
    assert sorted(map(str, done)) == sorted(map(str, foreseen))
    assert at_hand(deps, ALICE, day(6)) == {"trip 2", "trip 3", "trip 4"}
    assert len(at_hand(deps, TEAM, day(6))) == 5
    # What was added is looked at the next night, what came back too; a quiet night does nothing.
    deps.reader.touch(TENANT, ALICE, [trips[0].id], at=day(7))
    restore(TENANT, ALICE, [trips[0].id], at(deps, day(7)))
    assert run_night(TENANT, at(deps, day(7))).run.counts[Step.ARCHIVE] == {"episodic": 1}
    assert at_hand(deps, ALICE, day(7)) == {"trip 0", "trip 3", "trip 4"}
    remember(deps, happened("trip 9", day(7), scope=ALICE), scope=ALICE)
    assert run_night(TENANT, at(deps, day(8))).run.counts[Step.ARCHIVE] == {"episodic": 1}
    assert at_hand(deps, ALICE, day(8)) == {"trip 0", "trip 4", "trip 9"}
    assert run_night(TENANT, at(deps, day(9))).run.counts.get(Step.ARCHIVE, {}) == {}

"""kill -9 in the middle of each step of a night: the next one ends with the same memories and the same counts."""

from __future__ import annotations

import signal
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.domain.episode import Action, EpisodeKind
from memory_pipeline.domain.night import STEPS
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.run_night import forgetting_of, run_night
from memory_pipeline.ports.forgetting import RunStatus
from tests.faults.night_that_dies import die_in
from tests.support.ageing import happened, held, remember, remember_ageing
from tests.support.assertions import TENANT, day, state
from tests.support.pipelines import in_memory_pipeline
from tests.support.server_pipelines import server_pipeline

pytestmark = pytest.mark.servers

NOW = day(400)
SCOPES = [Scope.parse(f"team:t{number}") for number in range(3)]


def lived(deps: Dependencies) -> None:
    """Three scopes in which every step has something to do."""
    remember_ageing(deps, NOW, scopes=len(SCOPES))
    for scope in SCOPES:
        at = NOW - timedelta(days=5)
        repeated = [
            replace(
                happened(f"order-service timed out {n}", at + timedelta(hours=5 * n), scope=scope),
                kind=EpisodeKind.INCIDENT,
                trigger="order-service timed out",
                summary="order-service timed out, the pool was exhausted",
                entities={"service": "order-service"},
                actions=(Action(1, "set_pool(connection_pool_max=200)"),),
                success=True,
            )
            for n in range(3)
        ]
        ending = [
            state(
                f"plan {n}",
                at,
                subject="checkout",
                predicate="note",
                expires_at=NOW - timedelta(days=1),
                scope=scope,
            )
            for n in range(2)
        ]
        for each in repeated:  # of a session each: a commit keeps one telling of what one session repeats
            remember(deps, each, scope=scope)
        remember(deps, *ending, scope=scope)


def test_a_night_killed_in_each_of_its_steps_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole = in_memory_pipeline(NOW)
    lived(whole.deps)
    wanted = run_night(TENANT, whole.deps).run
    assert set(wanted.counts) == set(STEPS), "every step has something to do"
    with server_pipeline(tmp_path) as pipeline:
        deps = replace(pipeline.dependencies, embedder=InMemoryEmbedder(64))
        lived(deps)
        for step in STEPS:
            assert die_in(step, NOW, deps, pipeline.urls.database) == -signal.SIGKILL, step
            run = forgetting_of(deps).latest(TENANT)
            assert run is not None
            assert run.status is RunStatus.RUNNING
        report = run_night(TENANT, deps, as_of=NOW)
        assert not report.already_done
        assert (report.run.status, report.run.counts) == (RunStatus.DONE, wanted.counts)
        for scope in SCOPES:
            assert held(deps, scope, NOW) == held(whole.deps, scope, NOW)

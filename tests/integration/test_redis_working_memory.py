"""What is Redis's own: one script per write, keys and their lives, ids made in Lua, restarts."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from uuid import UUID

import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_pipeline.adapters.redis.connection import connect, server_checks
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.errors import BrokerUnavailable, InvalidInput
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant, check_identifier
from memory_pipeline.events.identity import EVENT_NAMESPACE, SEPARATOR, EventId, event_id
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold
from tests.support.servers import fresh_redis, running_servers

pytestmark = pytest.mark.servers

KEY = SessionKey(Tenant("acme"), Scope.of_user("alice"), "s-1")
INFO = SessionInfo(user_id="alice")
NEVER = Threshold(turns=1000, tokens=1_000_000)
NOW = datetime(2026, 1, 5, tzinfo=UTC)


@pytest.fixture
def url() -> str:
    return fresh_redis(running_servers())


@pytest.fixture
def client(url: str) -> Iterator[redis.Redis]:
    made = connect(url)
    yield made
    made.close()


@pytest.fixture
def memory(client: redis.Redis) -> RedisWorkingMemory:
    return RedisWorkingMemory(client)


def append(memory: RedisWorkingMemory, id_: str, key: SessionKey = KEY, content: str = "hello") -> None:
    memory.append(key, INFO, Message(id_, Role.USER, content, NOW), tokens=1, threshold=NEVER)


def session_keys(client: redis.Redis) -> list[str]:
    return [key for key in all_keys(client) if key.startswith("mp:") and key.count(":") > 1]


def all_keys(client: redis.Redis) -> list[str]:
    return sorted(key.decode() if isinstance(key, bytes) else key for key in client.keys("*"))


def is_identifier(text: str) -> bool:
    try:
        return check_identifier(text, "the id") == text
    except InvalidInput:
        return False


# Every id that may come from outside: an id of invisible characters is refused before it gets here.
IDS = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=40).filter(is_identifier)


@given(user=IDS, session_id=IDS, message_id=IDS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lua_and_python_agree_on_event_ids(
    memory: RedisWorkingMemory, client: redis.Redis, user: str, session_id: str, message_id: str
) -> None:
    client.flushdb()
    key = SessionKey(Tenant("acme"), Scope("user", user), session_id)
    append(memory, message_id, key)
    emitted = memory.close(key, at=NOW)
    expected = event_id(key.tenant, key.scope, "session.closed", SEPARATOR.join([session_id, message_id]))
    assert emitted is not None
    assert emitted.event_id == expected
    (document,) = memory.inbox(10)
    assert (document["event_id"], document["session_id"], document["through_message_id"]) == (
        str(expected),
        session_id,
        message_id,
    )


def test_uuid5_in_lua_sets_version_and_variant_for_every_hash(client: redis.Redis) -> None:
    source = (files("memory_pipeline.adapters.redis") / "lua" / "event.lua").read_text(encoding="utf-8")
    script = client.register_script(source + "\nreturn uuid5(ARGV[1], ARGV[2])")
    for number in range(200):
        made = UUID(script(args=[EVENT_NAMESPACE.bytes, str(number)]).decode())
        assert (made.version, made.variant) == (5, "specified in RFC 4122")


def test_an_empty_working_tier_leaves_no_key(client: redis.Redis, memory: RedisWorkingMemory) -> None:
    append(memory, "m1")
    emitted = memory.close(KEY, at=NOW)
    assert emitted is not None
    memory.accept([emitted.event_id])
    assert client.exists("mp:inbox", "mp:open") == 0
    assert client.zrange("mp:awaiting:acme", 0, -1) != []
    memory.settle(KEY, "m1", timedelta(milliseconds=1))
    memory.read(KEY)
    assert client.exists("mp:awaiting:acme") == 0
    assert [key for key in session_keys(client) if client.pttl(key) == -1] == []


def test_all_keys_of_a_session_live_and_end_together(client: redis.Redis, memory: RedisWorkingMemory) -> None:
    append(memory, "m1")
    keys = session_keys(client)
    assert [key.split(":")[1] for key in keys] == ["digests", "log", "meta"]
    assert {client.ttl(key) for key in keys} == {-1}
    memory.close(KEY, at=NOW)
    memory.settle(KEY, "m1", timedelta(hours=1))
    assert all(3500 < int(client.ttl(key)) <= 3600 for key in keys)
    append(memory, "m2")
    assert {client.ttl(key) for key in keys} == {-1}


def test_nothing_but_the_prefix_is_touched(url: str, client: redis.Redis) -> None:
    one, two = RedisWorkingMemory(client, prefix="a:"), RedisWorkingMemory(client, prefix="b:")
    append(one, "m1")
    assert two.read(KEY) is None
    two.close(KEY, at=NOW)
    assert {key[:2] for key in all_keys(client)} == {"a:"}


def test_scripts_come_back_after_the_server_forgot_them(
    client: redis.Redis, memory: RedisWorkingMemory
) -> None:
    append(memory, "m1")
    client.script_flush()
    append(memory, "m2")
    client.script_flush()
    assert memory.close(KEY, at=NOW) is not None


def test_a_client_that_decodes_replies_works_too(url: str) -> None:
    with redis.Redis.from_url(url, decode_responses=True) as decoding:
        memory = RedisWorkingMemory(decoding)
        append(memory, "消息", content="你好 \ud800")
        log = memory.read(KEY)
        assert log is not None
        assert log.entries[0] == Message("消息", Role.USER, "你好 \ud800", NOW)
        emitted = memory.close(KEY, at=NOW)
        assert emitted is not None
        assert memory.waiting(emitted.event_id) == memory.inbox(1)[0]


def test_a_large_inbox_is_read_in_parts_that_do_not_starve_any(memory: RedisWorkingMemory) -> None:
    ids = [EventId(UUID(int=number)) for number in range(600)]
    for id_ in ids:
        memory.post({"event_id": str(id_)}, id_)
    seen: set[str] = set()
    for _ in range(200):
        part = memory.inbox(100)
        assert len({document["event_id"] for document in part}) == 100
        seen.update(document["event_id"] for document in part)
    assert len(seen) == 600


def _append_in_child(memory: RedisWorkingMemory, number: int) -> None:
    append(memory, f"child-{number}")


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")  # newer Pythons warn of it
def test_a_forked_child_uses_connections_of_its_own(memory: RedisWorkingMemory) -> None:
    append(memory, "m1")
    context = multiprocessing.get_context("fork")
    children = [context.Process(target=_append_in_child, args=(memory, number)) for number in range(3)]
    for child in children:
        child.start()
    append(memory, "m2")
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0, 0]
    log = memory.read(KEY)
    assert log is not None
    assert len(log.entries) == 5


def test_the_state_is_json_that_people_can_read(client: redis.Redis, memory: RedisWorkingMemory) -> None:
    append(memory, "m1")
    memory.close(KEY, at=NOW)
    log = [
        json.loads(entry) for entry in client.lrange(f"mp:log:acme{SEPARATOR}user:alice{SEPARATOR}s-1", 0, -1)
    ]
    assert [entry["kind"] for entry in log] == ["message", "closed"]


def test_doctor_learns_what_the_server_promises(client: redis.Redis) -> None:
    checks = server_checks(client)
    assert checks.appendonly is True
    assert checks.maxmemory_policy == "noeviction"
    assert checks.version is not None
    assert int(checks.version.split(".")[0]) >= 7


def test_a_clock_far_from_the_servers_cannot_close_a_session_that_just_spoke(
    memory: RedisWorkingMemory,
) -> None:
    append(memory, "m1")  # its time is years ago
    assert memory.close_if_idle(KEY, before=datetime.now(UTC) - timedelta(minutes=30), at=NOW) is None


def test_errors_are_translated_where_no_server_listens() -> None:
    memory = RedisWorkingMemory(connect("redis://user:hunter2@127.0.0.1:1/0", connect_timeout_s=0.5))
    calls: list[Callable[[], object]] = [
        lambda: append(memory, "m1"),
        lambda: memory.close(KEY, at=NOW),
        lambda: memory.close_if_idle(KEY, before=NOW, at=NOW),
        lambda: memory.post({}, EventId(UUID(int=1))),
        lambda: memory.inbox(1),
        lambda: memory.waiting(EventId(UUID(int=1))),
        lambda: memory.accept([EventId(UUID(int=1))]),
        lambda: memory.read(KEY),
        lambda: memory.settle(KEY, "m1", timedelta(hours=1)),
        lambda: memory.idle(before=NOW, limit=1),
    ]
    for call in calls:
        with pytest.raises(BrokerUnavailable, match="MEMORY_PIPELINE_REDIS_URL") as caught:
            call()
        assert "127.0.0.1:1" in str(caught.value)
        assert "hunter2" not in str(caught.value)

"""`status --max-pending-s` as a health check, and `migrate` as a one-shot."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_pipeline.adapters.postgres.migrate import head_revision
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold
from tests.support.cli import Cli, on_servers, talk, write_lines
from tests.support.servers import drop_database, fresh_database, fresh_redis, running_servers

pytestmark = pytest.mark.servers


@pytest.fixture
def cli(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cli]:
    """A ledger of the test's own: what waits is counted over all tenants."""
    urls = running_servers()
    database = fresh_database(urls)
    yield on_servers(tmp_path_factory.mktemp("cli"), database, fresh_redis(urls))
    drop_database(database)


def test_migrate_says_which_schema_there_is(cli: Cli) -> None:
    assert cli.json("migrate") == {"revision": head_revision()}
    assert cli.json("migrate") == {"revision": head_revision()}


def test_status_fails_when_an_event_waits_too_long(cli: Cli, tmp_path: Path) -> None:
    assert cli.json("status", "--max-pending-s", "0")["oldest_pending_s"] is None
    cli.run("ingest", write_lines(tmp_path / "one.jsonl", [talk("s", "bo", "I live in Oslo.")]))
    cli.run("ingest", write_lines(tmp_path / "two.jsonl", [talk("t", "bo", "I like tea.")]))
    state = cli.json("status")
    assert state["inbox"] + state["events"].get("pending", 0) == 2
    assert state["queues"]["live"] + state["queues"]["bulk"] >= 2
    assert state["unacked"] == {"count": 0, "oldest_s": None}
    cli.run("remember", "--scope", "user:bo", "My name is Bo.")
    assert cli.json("status")["last_done_s"] is not None
    assert cli.json("status")["outbox"]["waiting"] > 0


def test_a_recorded_event_that_nobody_takes_makes_it_exit_1(cli: Cli, tmp_path: Path) -> None:
    facts = '{"scope": "team:sre", "subject": "api", "predicate": "owner", "object": "Kim", "source": "CMDB", "at": "2026-01-05T09:00:00Z"}\n'
    file = tmp_path / "facts.jsonl"
    file.write_text(facts, encoding="utf-8")
    cli.run("import-facts", file)
    time.sleep(0.3)
    cli.run("status", "--max-pending-s", "300")
    stuck = cli.run("status", "--max-pending-s", "0.1", code=1)
    assert "an event has waited for" in stuck.stderr


def test_what_only_the_inbox_holds_makes_it_exit_1_too(cli: Cli) -> None:
    cli.json("migrate")
    key = SessionKey(Tenant("default"), Scope.of_user("bo"), "s")
    said = Message("m1", Role.USER, "I live in Oslo.", datetime(2026, 3, 2, tzinfo=UTC))
    with connect(cli.settings["REDIS_URL"]) as client:
        working = RedisWorkingMemory(client)
        working.append(key, SessionInfo(user_id="bo"), said, tokens=9, threshold=Threshold(30, 6_400))
        working.close(key, at=said.at)
    cli.run("status", "--max-pending-s", "300")
    time.sleep(0.3)
    stuck = cli.run("status", "--max-pending-s", "0.1", code=1)
    assert "an event has waited for" in stuck.stderr

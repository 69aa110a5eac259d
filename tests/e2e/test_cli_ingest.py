"""Conversations and structured facts through the real command line and real workers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.domain.instant import format_instant
from memory_pipeline.interfaces.client import MemoryClient
from tests.support.cli import Cli, talk, write_lines
from tests.support.llm_server import LLMServer
from tests.support.servers import drop_database, fresh_redis, migrated_database, running_servers

Current = Callable[[str, str], dict[str, str]]

pytestmark = [pytest.mark.servers, pytest.mark.workers]


@pytest.fixture
def current(memory: Callable[[str], MemoryClient]) -> Current:
    """What is true of a scope, by predicate."""

    def read(scope: str, tenant: str) -> dict[str, str]:
        return {fact.slot.predicate: fact.object for fact in memory(tenant).facts(scope)}

    return read


CONVERSATIONS = [
    talk("s-1", "ann", "Hi, my name is Ann. I live in Berlin.", at="2026-01-05T10:00:00+01:00"),
    talk("s-2", "ann", "I moved to Munich.", "I love coffee.", at="2026-02-05T10:00:00+01:00"),
    talk("s-3", "lin", "我叫林晓，我住在北京。", at="2026-01-06T10:00:00+08:00"),
    talk("s-4", "lin", "我搬到上海了。", at="2026-02-06T10:00:00+08:00"),
]


def test_a_file_becomes_facts_and_the_same_file_again_nothing(
    manned_cli: Cli, tmp_path: Path, current: Current
) -> None:
    file = write_lines(tmp_path / "talks.jsonl", CONVERSATIONS)
    first = manned_cli.json("ingest", file, "--wait", "--tenant", "twice")
    assert first["states"] == {"done": 4}
    assert len(set(first["events"])) == 4
    assert first["extractor_calls"] == 4
    assert first["rejected"] == []
    assert current("user:ann", "twice")["city"] == "Munich"
    assert current("user:lin", "twice") == {"name": "林晓", "city": "上海"}
    before = manned_cli.run("facts", "--scope", "user:ann", "--tenant", "twice", "--history", "--json").stdout

    again = manned_cli.json("ingest", file, "--wait", "--tenant", "twice")
    assert (again["extractor_calls"], again["states"], again["events"]) == (0, {"done": 4}, first["events"])
    after = manned_cli.run("facts", "--scope", "user:ann", "--tenant", "twice", "--history", "--json").stdout
    assert after == before


def test_the_order_of_sessions_leaves_no_trace(manned_cli: Cli, tmp_path: Path) -> None:
    """Byte for byte, ids included: on two databases, since a tenant's name is part of every id."""
    shuffled = random.Random(7).sample(CONVERSATIONS, len(CONVERSATIONS))
    assert shuffled != CONVERSATIONS
    urls = running_servers()
    other = manned_cli.having(DATABASE_URL=migrated_database(urls), REDIS_URL=fresh_redis(urls))
    manned_cli.run("ingest", write_lines(tmp_path / "a.jsonl", CONVERSATIONS), "--wait", "--tenant", "order")
    other.run("ingest", write_lines(tmp_path / "b.jsonl", shuffled), "--wait", "--tenant", "order")
    for scope in ("user:ann", "user:lin"):
        listing = ("facts", "--scope", scope, "--history", "--tenant", "order", "--json")
        assert manned_cli.run(*listing).stdout == other.run(*listing).stdout
    drop_database(other.settings["DATABASE_URL"])


def test_good_lines_go_on_where_others_are_rejected(
    manned_cli: Cli, tmp_path: Path, current: Current
) -> None:
    file = tmp_path / "mixed.jsonl"
    write_lines(
        file,
        [
            talk("s-1", "bo", "I live in Oslo."),
            "",
            "not json",
            {"session_id": "s-2", "user_id": "bo", "messages": [{"role": "robot", "content": "x"}]},
            talk("s-3", None, "I live in Rome."),
        ],
    )
    with file.open("ab") as more:
        more.write(
            b'{"session_id": "s-4", "user_id": "bo", "messages": [{"role": "user", "content": "\xff"}]}\n'
        )
    ran = manned_cli.run("ingest", file, "--wait", "--tenant", "mixed", "--json", code=3)
    rejected = {each["line"]: each["reason"] for each in ran.json["rejected"]}
    assert sorted(rejected) == [3, 4, 5, 6]
    assert "JSON" in rejected[3]
    assert "user" in rejected[4]
    assert "--user" in rejected[5]
    assert "UTF-8" in rejected[6]
    assert all(each["file"] == str(file) for each in ran.json["rejected"])
    assert f"{file}, line 3: " in ran.stderr
    assert current("user:bo", "mixed") == {"city": "Oslo"}


def test_a_file_of_rejected_lines_fails(manned_cli: Cli, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "bad.jsonl", ["{}", "[]", "3"])
    ran = manned_cli.run("ingest", file, "--tenant", "all-bad", "--json", code=1)
    assert [each["line"] for each in ran.json["rejected"]] == [1, 2, 3]
    assert "no line was accepted" in ran.json["error"]


def test_another_message_under_a_known_id_is_rejected(
    manned_cli: Cli, tmp_path: Path, current: Current
) -> None:
    first = write_lines(tmp_path / "a.jsonl", [talk("s", "bo", "I live in Oslo.")])
    other = write_lines(tmp_path / "b.jsonl", [talk("s", "bo", "I live in Rome.")])
    manned_cli.run("ingest", first, "--wait", "--tenant", "clash")
    ran = manned_cli.run("ingest", other, "--wait", "--tenant", "clash", "--json", code=1)
    assert "m1" in ran.json["rejected"][0]["reason"]
    assert current("user:bo", "clash") == {"city": "Oslo"}


def test_lines_without_a_person_go_to_the_one_named(
    manned_cli: Cli, tmp_path: Path, current: Current
) -> None:
    file = write_lines(tmp_path / "me.jsonl", [talk("s", None, "I live in Oslo.")])
    manned_cli.run("ingest", file, "--wait", "--user", "me", "--tenant", "named")
    assert current("user:me", "named") == {"city": "Oslo"}


def test_missing_times_come_from_what_is_nearest(
    manned_cli: Cli, tmp_path: Path, memory: Callable[[str], MemoryClient]
) -> None:
    timeless = talk("s-1", "bo", "I live in Oslo.", at="")
    file = write_lines(
        tmp_path / "times.jsonl", [timeless, talk("s-2", "kim", "I live in Rome.", at="2026-05-01")]
    )
    lonely = write_lines(tmp_path / "lonely.jsonl", [talk("s-3", "lee", "I live in Bonn.", at="")])
    quiet = manned_cli.run("ingest", file, "--wait", "--tenant", "times")
    assert quiet.complaints == []
    given = manned_cli.run("ingest", lonely, "--wait", "--tenant", "times", "--at", "2020-02-02")
    assert given.complaints == []
    warned = manned_cli.run("ingest", lonely, "--wait", "--tenant", "mtime")
    assert "--at" in warned.sentence()

    def since(scope: str, tenant: str) -> str:
        return format_instant(memory(tenant).facts(scope)[0].valid_from)

    assert since("user:bo", "times") == "2026-05-01T00:00:00Z"
    assert since("user:lee", "times") == "2020-02-02T00:00:00Z"
    assert since("user:lee", "mtime")[:4] not in {"1970", "2020"}


def test_an_open_session_waits_for_its_end(manned_cli: Cli, tmp_path: Path, current: Current) -> None:
    file = write_lines(tmp_path / "open.jsonl", [talk("s", "bo", "I live in Oslo.", closed=False)])
    opened = manned_cli.json("ingest", file, "--wait", "--tenant", "open")
    assert (opened["events"], opened["states"], opened["messages"]) == ([], {}, 1)
    closed = write_lines(tmp_path / "closed.jsonl", [talk("s", "bo", "I live in Oslo.", closed=True)])
    assert manned_cli.json("ingest", closed, "--wait", "--tenant", "open")["states"] == {"done": 1}
    assert current("user:bo", "open") == {"city": "Oslo"}


def test_an_agents_run_becomes_an_episode_that_is_shared(
    manned_cli: Cli, tmp_path: Path, memory: Callable[[str], MemoryClient]
) -> None:
    call = {"id": "c1", "function": {"name": "restart_host", "arguments": '{"service": "order-service"}'}}
    messages = [
        {
            "role": "user",
            "content": "order-service is timing out, please fix it.",
            "at": "2026-03-01T10:00:00Z",
        },
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "content": '{"result": "ok"}', "tool_call_id": "c1"},
        {"role": "assistant", "content": "I restarted order-service, the timeout is resolved."},
    ]
    line = {"session_id": "run", "user_id": "chen", "shared_with": ["team:sre"], "messages": messages}
    manned_cli.run("ingest", write_lines(tmp_path / "run.jsonl", [line]), "--wait", "--tenant", "agent")
    episode = manned_cli.json("episodes", "--scope", "team:sre", "--tenant", "agent")["episodes"][0]
    assert episode["trigger"].startswith("order-service is timing out")
    assert "restart_host" in episode["actions"][0]["action"]
    assert episode["success"] is True
    assert episode["occurred_at"] == "2026-03-01T10:00:00Z"
    assert episode["entities"] == {"service": "order-service"}
    assert [each.trigger for each in memory("agent").episodes("user:chen")] == [episode["trigger"]]
    assert manned_cli.json("explain", episode["id"], "--tenant", "agent")["memory"]["tier"] == "episodic"
    assert "restart_host" in manned_cli.run("episodes", "--scope", "team:sre", "--tenant", "agent").stdout


FACTS: list[dict[str, Any]] = [
    {"scope": "team:sre", "subject": "order-service", "predicate": "connection_pool_max", "object": 50, "source": "CMDB",
     "asserted_at": "2026-03-01T00:00:00Z", "confidence": 0.8, "ref": "cmdb://order-service", "cardinality": "one"},
    {"scope": "team:sre", "subject": "order-service", "predicate": "owner", "object": "Zhang Wei", "source": "DOC",
     "ref": "wiki://owners"},
]  # fmt: skip


def test_structured_facts_are_imported_once(manned_cli: Cli, tmp_path: Path) -> None:
    bad: list[Any] = [
        {**FACTS[0], "source": "USER_STATED"},
        {**FACTS[0], "scope": "sre"},
        {**FACTS[0], "confidence": 2},
        "{",
    ]
    file = write_lines(tmp_path / "facts.jsonl", [*FACTS, *bad])
    first = manned_cli.run("import-facts", file, "--wait", "--tenant", "cmdb", "--json", code=3)
    assert first.json["assertions"] == 2
    reasons = {each["line"]: each["reason"] for each in first.json["rejected"]}
    assert sorted(reasons) == [3, 4, 5, 6]
    assert "CMDB or DOC" in reasons[3]
    before = manned_cli.run("facts", "--scope", "team:sre", "--tenant", "cmdb", "--history", "--json")
    facts = {fact["predicate"]: fact for fact in before.json["facts"]}
    assert facts["connection_pool_max"]["object"] == "50"
    assert facts["connection_pool_max"]["confidence"] == 0.8
    assert facts["connection_pool_max"]["evidence"][0]["ref"] == "cmdb://order-service"
    assert facts["owner"]["valid_from"] == "2026-03-01T00:00:00Z"  # the latest time in the file

    again = manned_cli.run("import-facts", file, "--wait", "--tenant", "cmdb", "--json", code=3)
    assert again.json["assertions"] == 0
    after = manned_cli.run("facts", "--scope", "team:sre", "--tenant", "cmdb", "--history", "--json")
    assert after.stdout == before.stdout

    gone = write_lines(
        tmp_path / "gone.jsonl", [{**FACTS[1], "asserted_at": "2026-04-01", "object": "", "retract": True}]
    )
    manned_cli.run("import-facts", gone, "--wait", "--tenant", "cmdb")
    statuses = {
        fact["predicate"]: fact["status"]
        for fact in manned_cli.json("facts", "--scope", "team:sre", "--tenant", "cmdb", "--history")["facts"]
    }
    assert statuses == {"connection_pool_max": "current", "owner": "retracted"}


def test_without_a_worker_wait_borrows_one_and_gives_up_in_time(cli: Cli, tmp_path: Path) -> None:
    """On servers of its own, so that no worker of another test is there, nor sweeps what waits in the ledger."""
    servers = running_servers()
    lonely = cli.having(REDIS_URL=fresh_redis(servers), DATABASE_URL=migrated_database(servers))
    file = write_lines(tmp_path / "one.jsonl", [talk("s", "bo", "I live in Oslo.")])
    impatient = lonely.run("ingest", file, "--wait", "--timeout", "0", "--tenant", "lonely", "--json", code=1)
    assert impatient.json["states"] == {"pending": 1}
    assert "--timeout" in impatient.sentence()
    waiting = lonely.run("ingest", file, "--tenant", "lonely", "--json")
    assert waiting.json["states"] == {"pending": 1}
    assert "memory-pipeline up" in waiting.sentence()
    assert lonely.json("ingest", file, "--wait", "--tenant", "lonely")["states"] == {"done": 1}
    (fact,) = lonely.json("facts", "--scope", "user:bo", "--tenant", "lonely")["facts"]
    assert (fact["predicate"], fact["object"]) == ("city", "Oslo")
    assert lonely.json("status")["workers"] == []


def test_a_refused_key_makes_dead_events_that_can_be_retried(cli: Cli, tmp_path: Path) -> None:
    """On a database of its own: workers on another Redis would sweep up the event, and find nothing said."""
    file = write_lines(tmp_path / "one.jsonl", [talk("s", "bo", "I live in Oslo.")])
    servers = running_servers()
    with LLMServer(key="right") as server:
        asking = cli.having(
            DATABASE_URL=migrated_database(servers), REDIS_URL=fresh_redis(servers),
            EXTRACTOR="openai", LLM_BASE_URL=server.base_url, LLM_MODEL="local", LLM_API_KEY="wrong",
        )  # fmt: skip
        ran = asking.run("ingest", file, "--wait", "--tenant", "key", "--json", code=3)
        assert ran.json["states"] == {"dead": 1}
        assert ran.json["dead"][0]["reason"] == "model_refused_key"
        assert "LLM_API_KEY" in ran.sentence()
        assert "wrong" not in ran.stdout + ran.stderr
        dead = asking.json("events", "list", "--state", "dead", "--tenant", "key")["events"]
        assert [each["id"] for each in dead] == ran.json["events"]

        mended = asking.having(LLM_API_KEY="right")
        retried = mended.json("events", "retry", "--all-dead", "--tenant", "key")["events"]
        assert [(each["id"], each["state"]) for each in retried] == [(dead[0]["id"], "pending")]
        done = mended.json("ingest", file, "--wait", "--tenant", "key")
        assert done["states"] == {"done": 1}
        assert json.dumps(done["dead"]) == "[]"
    drop_database(asking.settings["DATABASE_URL"])

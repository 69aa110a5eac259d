"""Public conversations through the command line and a real worker: MemoryBank in two languages, tau-bench's runs."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline import MemoryClient
from memory_pipeline.domain.episode import Episode
from memory_pipeline.interfaces.rendering.documents import fact_document, facts_in_order
from memory_pipeline.settings import Settings
from tests.support import memorybank, tau_bench
from tests.support.command_line import CommandLine
from tests.support.keys import TEST_HMAC_KEY
from tests.support.servers import drop_database, fresh_redis, migrated_database, running_servers

pytestmark = [pytest.mark.servers, pytest.mark.workers]

_DATA = Path(__file__).parents[3] / "shared" / "data"
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_NAMED = re.compile(
    r"(?:my name is|I'm called|我叫|我的名字是|我是)\s*(?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)?|[\u3400-\u9fff]{2,3})"
)


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandLine]:
    urls = running_servers()
    database = migrated_database(urls)
    home = tmp_path_factory.mktemp("home")
    yield CommandLine(
        {
            "MEMORY_PIPELINE_HOME": str(home),
            "MEMORY_PIPELINE_DATABASE_URL": database,
            "MEMORY_PIPELINE_REDIS_URL": fresh_redis(urls),
            "MEMORY_PIPELINE_HMAC_KEY": TEST_HMAC_KEY,
        }
    )
    drop_database(database)


def _needs(path: Path) -> Path:
    if not path.exists():
        pytest.skip(f"{path} is not here: the corpora are not part of the project")
    return path


@pytest.fixture(scope="module")
def memorybank_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("memorybank")
    parts = []
    for language, file in (("en", "memory_bank_en.json"), ("zh", "memory_bank_cn.json")):
        part = folder / f"{language}.jsonl"
        memorybank.write(_needs(_DATA / "memorybank" / file), language, part)
        parts.append(part.read_text(encoding="utf-8"))
    both = folder / "both.jsonl"
    both.write_text("".join(parts), encoding="utf-8")
    return both


@pytest.fixture(scope="module")
def conversations(memorybank_file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in memorybank_file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def ingested(command: CommandLine, memorybank_file: Path) -> dict[str, Any]:
    document: dict[str, Any] = command.json("ingest", str(memorybank_file), "--wait")
    return document


@pytest.fixture(scope="module")
def facts(
    command: CommandLine, conversations: list[dict[str, Any]], ingested: dict[str, Any]
) -> dict[str, list[dict[str, Any]]]:
    del ingested
    return _facts(command, {item["user_id"] for item in conversations}, history=False)


def _facts(command: CommandLine, users: set[str], *, history: bool) -> dict[str, list[dict[str, Any]]]:
    """What `facts --json` would say of each user, read in this process: thirty commands would take half a minute."""
    with _client(command, "default") as client:
        return {
            user: [
                fact_document(fact) for fact in facts_in_order(client.facts(f"user:{user}", history=history))
            ]
            for user in sorted(users)
        }


def _client(command: CommandLine, tenant: str) -> MemoryClient:
    settings = Settings(
        database_url=command.environment["MEMORY_PIPELINE_DATABASE_URL"],
        redis_url=command.environment["MEMORY_PIPELINE_REDIS_URL"],
        hmac_key=TEST_HMAC_KEY,
    )
    return MemoryClient(tenant, settings=settings)


def test_every_event_ends_done(ingested: dict[str, Any], conversations: list[dict[str, Any]]) -> None:
    assert ingested["states"] == {"done": len(conversations)}
    assert len(set(ingested["events"])) == len(conversations)
    assert ingested["rejected"] == []
    assert ingested["extractor_calls"] >= len(conversations) * 0.9


def test_whoever_states_a_name_has_it(
    facts: dict[str, list[dict[str, Any]]], conversations: list[dict[str, Any]]
) -> None:
    stated: dict[str, str] = {}
    for conversation in conversations:
        for message in conversation["messages"]:
            found = _NAMED.search(message["content"]) if message["role"] == "user" else None
            if found and memorybank.user_id(found["name"]) == conversation["user_id"]:
                stated[conversation["user_id"]] = found["name"]
    assert len(stated) >= 20
    for user, name in stated.items():
        assert [f["object"] for f in facts[user] if f["predicate"] == "name"] == [name], user


def test_there_are_enough_facts(facts: dict[str, list[dict[str, Any]]]) -> None:
    assert sum(map(len, facts.values())) / len(facts) >= 3


def test_quotes_stand_in_their_messages_and_sources_follow_the_role(
    facts: dict[str, list[dict[str, Any]]], conversations: list[dict[str, Any]]
) -> None:
    said = {(c["session_id"], m["id"]): m for c in conversations for m in c["messages"]}
    seen = 0
    for fact in (fact for rows in facts.values() for fact in rows):
        cited = [said[item["session_id"], item["message_id"]] for item in fact["evidence"]]
        for item, message in zip(fact["evidence"], cited, strict=True):
            assert item["quote"] in message["content"]
            seen += bool(item["quote"])
        if fact["source"] == "USER_STATED":
            assert any(
                m["role"] == "user" and item["quote"] for item, m in zip(fact["evidence"], cited, strict=True)
            )
    assert seen > 100


def test_memories_keep_the_language_of_their_source(facts: dict[str, list[dict[str, Any]]]) -> None:
    for fact in (fact for rows in facts.values() for fact in rows):
        if _CHINESE.search(fact["object"]):
            assert any(_CHINESE.search(item["quote"]) for item in fact["evidence"])
        elif re.search(r"[A-Za-z]{4}", fact["object"]):
            assert any(re.search(r"[A-Za-z]{4}", item["quote"]) for item in fact["evidence"])


def test_the_same_file_again_adds_nothing(
    command: CommandLine, memorybank_file: Path, facts: dict[str, list[dict[str, Any]]]
) -> None:
    again = command.json("ingest", str(memorybank_file), "--wait")
    assert again["extractor_calls"] == 0
    assert set(again["states"]) == {"done"}
    assert _facts(command, set(facts), history=False) == facts
    user = next(iter(facts))
    assert command.json("facts", "--scope", f"user:{user}")["facts"] == facts[user]


def test_sessions_in_another_order_give_the_same_bytes(
    command: CommandLine,
    conversations: list[dict[str, Any]],
    facts: dict[str, list[dict[str, Any]]],
    tmp_path: Path,
) -> None:
    shuffled = conversations[:]
    random.Random(7).shuffle(shuffled)
    file = tmp_path / "shuffled.jsonl"
    file.write_text(
        "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in shuffled), encoding="utf-8"
    )
    urls = running_servers()
    database = migrated_database(urls)
    other = CommandLine(
        {
            **command.environment,
            "MEMORY_PIPELINE_DATABASE_URL": database,
            "MEMORY_PIPELINE_REDIS_URL": fresh_redis(urls),
        }
    )
    other.json("ingest", str(file), "--wait")
    users = set(facts)
    assert _facts(other, users, history=True) == _facts(command, users, history=True)
    for user in sorted(users)[:2]:
        arguments = ("--json", "facts", "--scope", f"user:{user}", "--history")
        assert other(*arguments).out == command(*arguments).out, user
    drop_database(database)


def test_every_tau_bench_run_gives_an_episode_with_its_actions(command: CommandLine, tmp_path: Path) -> None:
    source = _needs(_DATA / "tau_bench" / "gpt-4o-airline.trial0.first25.json")
    file = tmp_path / "tau.jsonl"
    assert tau_bench.write(source, file) == 25
    runs = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    ingested = command.json("--tenant", "airline", "ingest", str(file), "--wait")
    assert set(ingested["states"]) == {"done"}
    assert ingested["states"]["done"] >= 25  # the longest runs cross the threshold before they close
    episodes: dict[str, list[Episode]] = {}
    with _client(command, "airline") as client:
        for user in sorted({run["user_id"] for run in runs}):
            for episode in client.episodes(f"user:{user}"):
                episodes.setdefault(episode.session_id, []).append(episode)
    calling = 0
    for run in runs:
        called = {
            call["function"]["name"] for message in run["messages"] for call in message["tool_calls"] or []
        }
        told = " ".join(
            action.action for episode in episodes[run["session_id"]] for action in episode.actions
        )
        calling += bool(called)
        assert all(name in told for name in called), run["session_id"]
    assert calling >= 20  # a few runs end before any tool is called

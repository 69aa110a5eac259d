"""`forget` through the real command line: what it says, what it leaves, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.interfaces.client import MemoryClient
from tests.support.cli import Cli, talk, write_lines
from tests.support.dumps import dump_postgres, dump_redis

pytestmark = pytest.mark.servers


def kept(cli: Cli) -> str:
    return dump_postgres(cli.settings["DATABASE_URL"]) + dump_redis(cli.settings["REDIS_URL"])


def predicates(cli: Cli, *where: str) -> set[str]:
    return {fact["predicate"] for fact in cli.json("facts", *where)["facts"]}


def test_a_whole_scope_goes_with_a_receipt_and_stays_away(manned_cli: Cli, tmp_path: Path) -> None:
    cli, where = manned_cli, ("--tenant", "all", "--scope", "user:eve")
    file = write_lines(
        tmp_path / "talks.jsonl",
        [
            talk("e-1", "eve", "I live in Munich-Schwabing.", "I like quiltingfoo."),
            talk("b-1", "bob", "I live in Berlin."),
        ],
    )
    cli.json("--tenant", "all", "ingest", str(file), "--wait")
    bobs = cli.run("--tenant", "all", "facts", "--scope", "user:bob", "--json").stdout
    assert predicates(cli, *where) >= {"city", "likes"}

    shown = cli.json("forget", *where, "--all", "--dry-run")
    assert shown["dry_run"]
    assert shown["deleted"]["facts"] == 2
    assert len(cli.json("facts", *where)["facts"]) == 2

    receipt: dict[str, Any] = cli.json("forget", *where, "--all")
    assert (receipt["remaining"], receipt["verified"], receipt["notes"]) == (0, True, [])
    assert receipt["deleted"]["facts"] == 2
    assert receipt["receipt_id"]
    assert cli.json("facts", *where, "--history")["facts"] == []
    assert "Schwabing" not in kept(cli)
    again = cli.json("forget", *where, "--all")
    assert (again["deleted"], again["remaining"], again["verified"]) == ({}, 0, True)
    assert cli.run("--tenant", "all", "facts", "--scope", "user:bob", "--json").stdout == bobs

    told = cli.run("--tenant", "all", "ingest", str(file), "--wait", "--json")
    assert told.json["discarded"] == {"events": 1, "messages": 2, "assertions": 0, "episodes": 0}
    assert "about what has been erased: 2 messages" in told.stderr
    assert "Schwabing" not in kept(cli)


def test_parts_of_a_scope_go_one_by_one(cli: Cli, memory: Callable[[str], MemoryClient]) -> None:
    client, where = memory("parts"), ("--tenant", "parts", "--scope", "user:eve")
    (city,) = client.remember("user:eve", "I live in Munich-Schwabing.")
    client.remember("user:eve", "my locker is number 4711-locker")
    receipt = cli.json("forget", *where, "--memory", str(city))
    assert receipt["removed_facts"] == [str(city)]
    assert "Schwabing" not in kept(cli)
    assert "4711-locker" in kept(cli)
    assert cli.json("forget", *where, "--text", "4711-LOCKER", "--secret")["verified"]
    assert "4711-locker" not in kept(cli)
    assert cli.json("forget", *where, "--session", "no-such-session")["deleted"] == {}
    told = cli.run("forget", *where, "--all").stdout
    assert "verified" in told
    assert json.dumps(told)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "exactly one of --memory, --session, --text and --all"),
        (("--all", "--session", "s"), "exactly one of"),
        (("--all", "--secret"), "give the text too"),
        (("--memory", "not-an-id"), "is not an id"),
        (("--text", "  "), "there is nothing in it"),
    ],
)
def test_what_it_refuses(cli: Cli, words: tuple[str, ...], sentence: str) -> None:
    ran = cli.run("forget", "--tenant", "t", "--scope", "user:eve", *words, code=2)
    assert sentence in ran.stderr


def test_a_tenant_that_nobody_wrote_for_is_a_mistake(cli: Cli) -> None:
    ran = cli.run("forget", "--tenant", "nobody", "--scope", "user:eve", "--all", code=1)
    assert "there is no tenant 'nobody'" in ran.stderr

"""`keys`, `audit export` and `export` as people call them, in this process: each command opens its own pipeline."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.interfaces.cli import main
from memory_pipeline.settings import PREFIX
from tests.support.cli import on_servers
from tests.support.servers import drop_database, fresh_redis, migrated_database, running_servers

pytestmark = pytest.mark.servers


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a command line on a database of its own."""
    urls = running_servers()
    database = migrated_database(urls)
    folder = Path(tmp_path_factory.mktemp("cli"))
    yield on_servers(folder, database, fresh_redis(urls)).environment()
    drop_database(database)


class Line:
    """The command line; settings are variables without their prefix."""

    def __init__(
        self, servers: dict[str, str], patch: pytest.MonkeyPatch, printed: pytest.CaptureFixture[str]
    ) -> None:
        self.patch, self.printed = patch, printed
        for name in [name for name in os.environ if name.startswith(PREFIX)]:
            patch.delenv(name)
        for name, value in servers.items():
            if name.startswith(PREFIX):
                patch.setenv(name, value)

    def run(self, *words: str, code: int = 0) -> tuple[str, str]:
        """What it prints on stdout and stderr."""
        with pytest.raises(SystemExit) as ended:
            main(words)
        out, err = self.printed.readouterr()
        assert ended.value.code == code, err
        return out, err.strip().removeprefix("memory-pipeline: ")

    def json(self, *words: str) -> Any:
        return json.loads(self.run(*words, "--json")[0])


@pytest.fixture
def cli(servers: dict[str, str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Line:
    return Line(servers, monkeypatch, capfd)


def test_a_key_is_made_listed_and_revoked(cli: Line) -> None:
    made = cli.json("keys", "create", "--role", "reader", "--name", "the bot", "--tenant", "keyed")
    assert made["key"].startswith("mp_")
    assert (made["role"], made["tenant"], made["name"]) == ("reader", "keyed", "the bot")
    out, err = cli.run("keys", "create", "--expires", "2999-01-01T00:00:00Z", "--tenant", "keyed")
    assert "mp_" in out
    assert err == "this is the only time the key is shown"
    listed, _ = cli.run("keys", "list", "--tenant", "keyed", "--json")
    assert made["key"] not in listed
    assert [each["role"] for each in json.loads(listed)["keys"]] == ["reader", "writer"]
    assert cli.json("keys", "list", "--tenant", "unkeyed") == {"keys": []}
    assert cli.json("keys", "revoke", made["id"], "--tenant", "keyed")["revoked_at"] is not None
    assert "mp_" not in cli.run("keys", "list", "--tenant", "keyed")[0]
    assert "`keys list`" in cli.run("keys", "revoke", "nothing", "--tenant", "keyed", code=1)[1]
    assert "opens nothing" in cli.run("keys", "create", "--expires", "2001-01-01", code=2)[1]


def test_a_bad_key_in_the_settings_is_named_by_its_place(cli: Line) -> None:
    cli.patch.setenv(f"{PREFIX}API_KEYS", "secret:acme")
    _, refused = cli.run("keys", "list", code=2)
    assert refused.startswith("MEMORY_PIPELINE_API_KEYS: key 1 of 1 has 6 characters")
    assert "secret:" not in refused
    cli.patch.setenv(f"{PREFIX}API_KEYS", "0123456789abcdef-secret:keyed:admin")
    found, _ = cli.run("keys", "list", "--tenant", "keyed", "--json")
    assert "admin" in {each["role"] for each in json.loads(found)["keys"]}
    assert "0123456789abcdef" not in found


def test_everything_of_a_person_and_who_asked_for_it(cli: Line) -> None:
    cli.json("remember", "--tenant", "told", "--scope", "user:alice", "我对花生过敏。")
    cli.json("remember", "--tenant", "told", "--scope", "user:bob", "I am allergic to cashews.")
    document = cli.json("export", "--tenant", "told", "--scope", "user:alice")
    assert "花生" in json.dumps(document, ensure_ascii=False)
    assert "cashews" not in json.dumps(document)
    assert document["sections"]["facts"]["records"]
    assert "there is no tenant" in cli.run("export", "--tenant", "never", "--scope", "user:a", code=1)[1]
    out, _ = cli.run("audit", "export", "--tenant", "told")
    acts = [json.loads(line)["action"] for line in out.splitlines()]
    assert [act for act in acts if act != "read"] == ["remember", "remember", "export", "audit.read"]
    about, _ = cli.run("audit", "export", "--tenant", "told", "--id", "user:alice")
    assert {json.loads(line)["action"] for line in about.splitlines()} >= {"remember", "export"}
    assert "alice" not in about
    assert cli.run("audit", "export", "--tenant", "told", "--until", "2001-01-01")[0] == ""
    assert cli.run("audit", "export", "--tenant", "told", "--since", "2999-01-01")[0] == ""

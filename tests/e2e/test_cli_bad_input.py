"""What is wrong gets one sentence that says what to do, the right exit code, and never a traceback."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.support.cli import Cli, talk, write_lines
from tests.support.servers import drop_database, fresh_database, running_servers

pytestmark = pytest.mark.servers


def test_usage_is_exit_code_2_with_the_sentence_on_both_streams(cli: Cli) -> None:
    ran = cli.run("ingest", "no-such-file.jsonl", code=2)
    assert "no-such-file.jsonl" in ran.sentence()
    assert ran.stdout == ""
    as_json = cli.run("ingest", "no-such-file.jsonl", "--json", code=2)
    assert as_json.json == {"error": as_json.sentence()}


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_an_unreadable_file_is_exit_code_2(cli: Cli, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "closed.jsonl", [talk("s", "bo", "I live in Oslo.")])
    file.chmod(0)
    assert "closed.jsonl" in cli.run("ingest", file, code=2).sentence()


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"EXTRACTOR": "magic"}, "MEMORY_PIPELINE_EXTRACTOR"),
        ({"EXTRACTOR": "openai"}, "MEMORY_PIPELINE_LLM_MODEL"),
    ],
)
def test_wrong_settings_are_named(cli: Cli, settings: dict[str, str], named: str) -> None:
    assert named in cli.having(**settings).run("facts", "--scope", "user:a", code=2).sentence()


def test_doctor_names_wrong_settings_too(cli: Cli) -> None:
    checks = cli.having(EXTRACTOR="magic").json("doctor", code=1)["checks"]
    assert [(check["name"], check["ok"]) for check in checks] == [("settings", False)]
    assert "MEMORY_PIPELINE_EXTRACTOR" in checks[0]["detail"]


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_database_that_is_down_is_named(cli: Cli, closed_port: int) -> None:
    down = cli.having(DATABASE_URL=f"postgresql://me:secret@127.0.0.1:{closed_port}/memory")
    for words in (
        ["facts", "--scope", "user:a"],
        ["status"],
        ["remember", "--scope", "user:a", "I live in Oslo."],
    ):
        ran = down.run(*words, code=1)
        assert "MEMORY_PIPELINE_DATABASE_URL" in ran.sentence()
        assert "secret" not in ran.stderr
    checks = {check["name"]: check["ok"] for check in down.json("doctor", code=1)["checks"]}
    assert not checks["database role"]
    assert checks["redis"]


def test_a_redis_that_is_down_is_named(cli: Cli, closed_port: int, tmp_path: Path) -> None:
    down = cli.having(REDIS_URL=f"redis://:secret@127.0.0.1:{closed_port}/0")
    file = write_lines(tmp_path / "one.jsonl", [talk("s", "bo", "I live in Oslo.")])
    ran = down.run("ingest", file, "--wait", code=1)
    assert "MEMORY_PIPELINE_REDIS_URL" in ran.sentence()
    assert "secret" not in ran.stderr
    checks = {check["name"]: check["ok"] for check in down.json("doctor", code=1)["checks"]}
    assert checks["schema"]
    assert not checks["redis"]


@pytest.fixture
def without_pgvector(cli: Cli) -> Iterator[Cli]:
    """A database whose owner may not create the extension, as on a server where it was never installed."""
    urls = running_servers()
    url = fresh_database(urls)
    name = url.rsplit("/", 1)[1]
    with psycopg.connect(urls.database_url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    yield cli.having(DATABASE_URL=url)
    drop_database(url)


def test_a_database_without_pgvector_is_named(without_pgvector: Cli) -> None:
    assert "pgvector 0.7" in without_pgvector.run("facts", "--scope", "user:a", code=1).sentence()
    checks = {check["name"]: check for check in without_pgvector.json("doctor", code=1)["checks"]}
    assert "pgvector 0.7" in checks["schema"]["detail"]


def test_a_role_that_escapes_row_level_security_is_named(cli: Cli) -> None:
    with psycopg.connect(cli.settings["DATABASE_URL"]) as connection:
        row = connection.execute("SELECT rolname FROM pg_roles WHERE rolsuper LIMIT 1").fetchone()
    assert row is not None
    found = cli.having(DATABASE_ROLE=row[0]).json("doctor", code=1)["checks"]
    failed = {check["name"]: check["detail"] for check in found if not check["ok"]}
    assert list(failed) == ["database role"]
    assert "MEMORY_PIPELINE_DATABASE_ROLE" in failed["database role"]


@pytest.mark.parametrize(
    ("broken", "mended"),
    [
        ("ALTER TABLE facts DISABLE ROW LEVEL SECURITY", "ALTER TABLE facts ENABLE ROW LEVEL SECURITY"),
        ("CREATE POLICY hole ON facts USING (true)", "DROP POLICY hole ON facts"),
    ],
)
def test_a_table_that_shows_rows_to_strangers_is_named(cli: Cli, broken: str, mended: str) -> None:
    cli.run("remember", "--scope", "user:a", "I live in Oslo.")
    with psycopg.connect(cli.settings["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(broken)
        found = cli.json("doctor", code=1)["checks"]
        connection.execute(mended)
    failed = [check["detail"] for check in found if not check["ok"]]
    assert len(failed) == 1
    assert "facts" in failed[0]


def test_doctor_is_content_where_all_is_well(cli: Cli) -> None:
    cli.run("remember", "--scope", "user:a", "I live in Oslo.")
    checks = cli.json("doctor")["checks"]
    assert all(check["ok"] and check["detail"] for check in checks)
    assert {"settings", "schema", "pgvector", "row-level security", "redis", "embedder", "clock"} <= {
        check["name"] for check in checks
    }

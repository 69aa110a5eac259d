"""The embedded servers as promised: what they are, who shares them, how they stop."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from memory_pipeline.embedded import (
    ensure_servers,
    server_states,
    stop_servers,
)
from tests.support.embedded_home import (
    START,
    pids,
    read,
    roots,
    run_start,
    serving,
    write,
)

pytestmark = pytest.mark.servers


def test_an_empty_folder_becomes_a_database_and_a_queue_as_promised(new_home: Path) -> None:
    urls = ensure_servers(new_home)
    with psycopg.connect(urls.database_url) as connection:
        settings: dict[str, str] = dict(
            connection.execute(
                "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)",
                [["fsync", "max_connections", "TimeZone", "server_encoding", "server_version_num"]],
            ).fetchall()
        )
        assert settings["server_version_num"].startswith("18")
        assert (
            settings["fsync"],
            settings["max_connections"],
            settings["TimeZone"],
            settings["server_encoding"],
        ) == ("on", "200", "UTC", "UTF8")
        assert connection.execute("SELECT '[1,2,3]'::vector <-> '[1,2,4]'").fetchone() == (1.0,)
        assert connection.execute("SELECT lower('ÄÖ 北京')").fetchone() == ("äö 北京",)
        role = connection.execute(
            "SELECT current_user, rolsuper, rolbypassrls, rolcreaterole, pg_get_userbyid(datdba) "
            "FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()"
        ).fetchone()
        assert role == ("memory_pipeline", False, False, True, "memory_pipeline")
        connection.execute("CREATE TABLE plain (id int)")
        connection.execute("CREATE ROLE memory_pipeline_reader NOLOGIN NOBYPASSRLS")
    with redis.Redis.from_url(urls.redis_url, decode_responses=True) as client:
        wanted = {
            "appendonly": "yes",
            "appendfsync": "everysec",
            "maxmemory-policy": "noeviction",
            "bind": "127.0.0.1",
        }
        assert {name: client.config_get(name)[name] for name in wanted} == wanted


def test_no_one_gets_in_without_the_secret_and_no_other_user_reads_it(home: Path) -> None:
    urls = ensure_servers(home)
    database, queue = urlsplit(urls.database_url), urlsplit(urls.redis_url)
    for user in ("memory_pipeline", "postgres"):
        for password in ("", "guess"):
            with pytest.raises(psycopg.OperationalError, match="password"):
                psycopg.connect(
                    host="127.0.0.1",
                    port=database.port,
                    user=user,
                    password=password,
                    dbname="memory_pipeline",
                )
    with (
        redis.Redis(host="127.0.0.1", port=queue.port or 0, retry=Retry(NoBackoff(), 0)) as client,
        pytest.raises(redis.AuthenticationError),
    ):
        client.ping()
    secrets = {str(database.password), str(queue.password)}
    data = (home / "data").resolve()
    private = {*home.rglob("*"), *data.rglob("*")}
    for path in private:
        mode = path.lstat().st_mode
        if (
            stat.S_ISREG(mode)
            and path.stat().st_size < 100_000
            and any(s.encode() in path.read_bytes() for s in secrets)
        ):
            assert stat.S_IMODE(mode) == 0o600, path
    assert stat.S_IMODE((data / "postgres").stat().st_mode) == 0o700
    assert stat.S_IMODE((data / "valkey").stat().st_mode) == 0o700
    shown = " ".join(f"{state}" for state in server_states(home)) + " ".join(
        " ".join(psutil.Process(pid).cmdline()) for pid in pids(home).values()
    )
    assert not any(secret in shown for secret in secrets)


def test_a_second_call_shares_the_servers_at_once(home: Path) -> None:
    urls = ensure_servers(home)
    before = pids(home)
    timings = []
    for _ in range(9):
        begin = time.perf_counter()
        assert ensure_servers(home) == urls
        timings.append(time.perf_counter() - begin)
    assert pids(home) == before
    assert sorted(timings)[4] < 0.1  # 7 ms on an idle machine; the limit allows for a loaded one


def test_eight_processes_at_once_start_one_of_each(new_home: Path) -> None:
    starters = [run_start(new_home) for _ in range(8)]
    outputs = {starter.communicate(timeout=120)[0] for starter in starters}
    assert [starter.returncode for starter in starters] == [0] * 8, outputs
    assert len(outputs) == 1
    assert roots(new_home) == ["postgres", "valkey-server"]
    assert str(ensure_servers(new_home)) in next(iter(outputs))


def test_the_servers_outlive_a_killed_starter_and_hold_none_of_its_files(home: Path, tmp_path: Path) -> None:
    stop_servers(home)
    held = tmp_path / "held"
    script = f"f = open({str(held)!r}, 'w'); import os; os.set_inheritable(f.fileno(), True)\n{START}\nimport time; time.sleep(60)"
    starter = subprocess.Popen(
        [sys.executable, "-uc", script, str(home)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert starter.stdout
    assert "database_url" in starter.stdout.readline()
    before = pids(home)
    os.killpg(starter.pid, signal.SIGKILL)
    starter.communicate(timeout=10)  # ends only if no server holds the pipe
    assert pids(home) == before
    for pid in before.values():
        assert os.getsid(pid) != starter.pid
        names = {str(entry.readlink()) for entry in Path(f"/proc/{pid}/fd").iterdir() if entry.is_symlink()}
        assert str(held) not in names
    assert ensure_servers(home).database_url.startswith("postgresql://")
    assert pids(home) == before


def test_stopping_is_clean_and_may_be_repeated(home: Path, tmp_path: Path) -> None:
    urls = ensure_servers(home)
    write(urls, "kept")
    log = home / "logs/postgres.log"
    already = log.stat().st_size
    stop_servers(home)
    stop_servers(home)
    assert serving(home) == []
    assert [(state.running, state.pid, state.detail) for state in server_states(home)] == [
        (False, None, "not running")
    ] * 2
    assert "database system is shut down" in log.read_text()[-500:]
    assert read(ensure_servers(home)) == (["kept"], ["kept"])
    assert "not properly shut down" not in log.read_bytes()[already:].decode()
    never_started = tmp_path / "never"
    stop_servers(never_started)
    assert [state.running for state in server_states(never_started)] == [False, False]
    assert not never_started.exists()

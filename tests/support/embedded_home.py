"""Looks into a home of embedded servers from outside: who runs on it, what it keeps; and starts it from other processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import psycopg
import redis

from memory_pipeline.embedded import (
    ServerState,
    ServerUrls,
    server_states,
)

START = "import sys; from pathlib import Path; from memory_pipeline.embedded import ensure_servers; print(ensure_servers(Path(sys.argv[1])))"


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
    inside = set(serving(home))
    names = []
    for pid in inside:
        try:
            process = psutil.Process(pid)
            if process.ppid() not in inside:
                names.append(process.name())
        except psutil.NoSuchProcess:  # a child that ended while we looked
            continue
    return sorted(names)


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
        [sys.executable, "-c", START, str(home)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **environment},
    )


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def ended(pid: int) -> bool:
    """Whether the process ends within ten seconds; a zombie has."""
    try:
        psutil.Process(pid).wait(10)
    except psutil.TimeoutExpired:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        pass
    return True

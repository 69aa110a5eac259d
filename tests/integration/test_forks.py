"""Connections and models belong to one process: a child of a fork makes its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memory_pipeline.adapters.per_process import PerProcess
from tests.support.keys import TEST_HMAC_KEY
from tests.support.server_pipelines import server_pipeline

pytestmark = pytest.mark.servers

_FORKING = """
import json, os, sys, threading
from datetime import timedelta
import sqlalchemy as sa
from memory_pipeline import MemoryClient
from memory_pipeline.bootstrap import Pipeline, Urls
from memory_pipeline.settings import load_settings

settings = load_settings()
pipeline = Pipeline(settings, Urls(settings.database_url, settings.redis_url, settings.redis_url))
client = MemoryClient("acme", pipeline=pipeline)

def use(who):
    for n in range(15):
        client.remember(f"user:{who}", f"I like tour number {n}")
        with client.session(f"s-{who}-{n}", user=str(who)) as session:
            session.append("user", f"I like soup number {n}")
    assert len(client.facts(f"user:{who}")) == 15, who
    found = client.recall([f"user:{who}"], "likes tour", deadline=timedelta(seconds=30))
    assert len(found.memories) == 5 and not found.timed_out, who
    with pipeline._database.transaction(client.tenant) as connection:
        return connection.scalar(sa.text("SELECT pg_backend_pid()"))

def report(who):
    backend = use(who)
    client_id = pipeline._redis.client_id()
    os.write(pipe_out, (json.dumps([who, os.getpid(), backend, client_id]) + "\\n").encode())

pipe_in, pipe_out = os.pipe()
report("parent")
children = []
for number in range(4):
    pid = os.fork()
    if pid == 0:
        try:
            report(f"child-{number}")
        except BaseException as error:
            os.write(2, repr(error).encode())
            os._exit(1)
        os._exit(0)
    children.append(pid)
codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children]
report("parent-again")
client.close()
os.close(pipe_out)
print(json.dumps({"codes": codes, "reports": [json.loads(line) for line in os.fdopen(pipe_in)]}))
"""


def test_children_of_a_fork_open_their_own_connections_and_disturb_nobodys(tmp_path: Path) -> None:
    with server_pipeline(tmp_path) as pipeline:
        done = subprocess.run(
            [sys.executable, "-W", "ignore::DeprecationWarning", "-c", _FORKING],
            env={
                "MEMORY_PIPELINE_DATABASE_URL": pipeline.urls.database,
                "MEMORY_PIPELINE_REDIS_URL": pipeline.urls.redis,
                "MEMORY_PIPELINE_HOME": str(tmp_path),
                "MEMORY_PIPELINE_HMAC_KEY": TEST_HMAC_KEY,
            },
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        found = json.loads(done.stdout)
        assert found["codes"] == [0] * 4, done.stderr[-3000:]
        reports = found["reports"]
        assert len(reports) == 6
        children = reports[1:-1]
        assert len({backend for _, _, backend, _ in reports[:-1]}) == 5
        assert len({client for _, _, _, client in reports[:-1]}) == 5
        assert reports[0][2] not in {backend for _, _, backend, _ in children}
        assert len(pipeline.dependencies.working.inbox(1000)) == 6 * 15


def test_a_value_is_built_once_per_process_however_many_ask() -> None:
    import threading

    built = []
    barrier = threading.Barrier(8)

    def build() -> object:
        built.append(1)
        return object()

    holder = PerProcess(build)
    found: list[object] = []

    def ask() -> None:
        barrier.wait()
        found.append(holder.get())

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(built) == 1
    assert len(set(map(id, found))) == 1

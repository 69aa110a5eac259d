"""What `up` is: workers and beat as children that are started again when they die, until told to stop.

Run as a module it is the detached `up`. The servers are not its children: they outlive it.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import psutil

from memory_pipeline.adapters.postgres.migrate import migrate
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.worker_roll import WorkerRoll
from memory_pipeline.bootstrap import Urls, server_urls
from memory_pipeline.domain.errors import ServerStartFailed
from memory_pipeline.interfaces.checks import refuse_unsafe
from memory_pipeline.interfaces.processes import ProcessSpec, environment, processes
from memory_pipeline.settings import Settings, load_settings

_START_S = 60.0
_STOP_S = 20.0
_SERVERS_EVERY_S = 2.0
_log = logging.getLogger(__name__)


class Supervisor:
    """Keeps one child per spec alive; a child that dies at once is started again ever more slowly, up to 30 s.

    `keep_servers` is called every few seconds: embedded servers that were killed come back under the same URLs.
    """

    def __init__(
        self, specs: tuple[ProcessSpec, ...], urls: Urls, logs: Path, keep_servers: Callable[[], object]
    ) -> None:
        self._keep_servers = keep_servers
        self._servers_due = 0.0
        self._specs = specs
        self._environment = environment(urls)
        self._logs = logs
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._wait_s = dict.fromkeys((spec.name for spec in specs), 0.5)
        self._due = dict.fromkeys((spec.name for spec in specs), 0.0)
        self._stopping = False

    def run(self) -> None:
        """Returns after SIGTERM or SIGINT, when every child has ended."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        while not self._stopping:
            self._keep_servers_alive()
            for spec in self._specs:
                self._keep(spec)
            time.sleep(0.25)
        self._end_children()

    def _stop(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - a signal handler's signature
        self._stopping = True

    def _keep_servers_alive(self) -> None:
        if time.monotonic() < self._servers_due:
            return
        self._servers_due = time.monotonic() + _SERVERS_EVERY_S
        try:
            self._keep_servers()
        except ServerStartFailed as error:
            _log.error("the servers are down and do not come back: %s", error)

    def _keep(self, spec: ProcessSpec) -> None:
        child = self._children.get(spec.name)
        if child is not None and child.poll() is None:
            return
        now = time.monotonic()
        if child is not None:
            del self._children[spec.name]
            _log.warning("%s ended with %s and is started again", spec.name, child.returncode)
            self._due[spec.name] = now + self._wait_s[spec.name]
            self._wait_s[spec.name] = min(self._wait_s[spec.name] * 2, 30.0)
        if now >= self._due[spec.name]:
            self._children[spec.name] = self._start(spec)

    def _start(self, spec: ProcessSpec) -> subprocess.Popen[bytes]:
        self._logs.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self._logs / f"{spec.name}.log").open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
                spec.command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _end_children(self) -> None:
        for child in self._children.values():
            if child.poll() is None:
                child.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + _STOP_S
        for child in self._children.values():
            try:
                child.wait(timeout=max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def run_supervised(settings: Settings) -> None:
    """Brings up servers, schema, workers and beat, and stays until told to stop.

    Raises ServerStartFailed where another `up` works on the same home.
    """
    urls = server_urls(settings)
    migrate(urls.database, settings.database_role)
    refuse_unsafe(settings, urls)
    home = _home(settings)
    with _only_one(home / "run"):
        Supervisor(processes(settings), urls, home / "logs", lambda: server_urls(settings)).run()


def start_detached(settings: Settings) -> int:
    """The pid of an `up` in the background, whose workers are ready; the running one's if there is one already."""
    running = detached_pid(settings)
    if running is None:
        refuse_unsafe(settings, server_urls(settings))
        logs = _home(settings) / "logs"
        logs.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (logs / "up.log").open("ab") as log:
            child = subprocess.Popen(
                [sys.executable, "-m", "memory_pipeline.interfaces.supervisor"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        _await_workers(settings, child, logs)
        running = child.pid
    return running


def _await_workers(settings: Settings, child: subprocess.Popen[bytes], logs: Path) -> None:
    wanted = sum(spec.name != "beat" for spec in processes(settings))
    client = connect(server_urls(settings).redis)
    roll = WorkerRoll(client)
    deadline = time.monotonic() + _START_S
    try:
        while len(roll.present()) < wanted:
            if child.poll() is not None or time.monotonic() > deadline:
                raise ServerStartFailed(
                    f"the workers did not come up: see {logs / 'up.log'} and {logs / 'live.log'}"
                )
            time.sleep(0.2)
    finally:
        client.close()


def stop_detached(settings: Settings) -> bool:
    """Ends the running `up` of this home, waiting for its children; False if there is none."""
    pid = detached_pid(settings)
    if pid is None:
        return False
    process = psutil.Process(pid)
    process.terminate()
    try:
        process.wait(timeout=_STOP_S + 10)
    except psutil.TimeoutExpired:
        process.kill()
    return True


def detached_pid(settings: Settings) -> int | None:
    """The pid of the `up` that works on this home, foreground or detached; None if none does."""
    lock = _home(settings) / "run" / "up.lock"
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return int(json.loads(lock.read_text(encoding="utf-8"))["pid"])
    except OSError:
        return None
    return None


@contextmanager
def _only_one(run: Path) -> Iterator[None]:
    """Holds the home's `up` lock; the kernel drops it with the process, so no stale pid is ever believed."""
    run.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (run / "up.lock").open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ServerStartFailed(
                f"another `up` works on {run.parent}: `memory-pipeline down` ends it"
            ) from None
        file.truncate(0)
        file.write(json.dumps({"pid": os.getpid()}))
        file.flush()
        yield


def _home(settings: Settings) -> Path:
    return settings.home.expanduser().absolute()


if __name__ == "__main__":
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    run_supervised(load_settings())

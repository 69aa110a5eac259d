"""Programs of ours that are imported once and run in a fork each time: by `forks`, a process per program and pytest process."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

_SERVER = Path(__file__).with_name("forks.py")
_START_S = 120.0


@dataclass(frozen=True)
class Program:
    """How it is started (`path` leads what is imported from), what it imports beside ours, and its main function."""

    path: tuple[str, ...]
    modules: tuple[str, ...]
    entry: str


COMMAND_LINE = Program(
    (str(Path(sys.executable).parent),),
    (),
    "memory_pipeline.interfaces.cli.main:main",
)
CELERY = Program(
    (str(Path(__file__).parents[2]),),
    (
        "celery.__main__", "celery.bin.celery", "celery.apps.worker", "celery.apps.beat", "celery.concurrency.thread",
        "celery.concurrency.prefork", "workers.tasks", "workers.nights", "workers.lifecycle",
    ),
    "celery.__main__:main",
)  # fmt: skip


class Forked:
    """A process that was asked for, with what tests need of `subprocess.Popen`; any number of threads may ask it."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._answers = connection.makefile("rb")
        self.pid = int(self._answers.readline())
        self._ended = threading.Event()
        self._code = b""
        # One reader: two threads that ask at once would otherwise take each other's answer.
        threading.Thread(target=self._listen, name=f"end of {self.pid}", daemon=True).start()

    def _listen(self) -> None:
        with self._connection, self._answers:
            self._code = self._answers.readline()
        self._ended.set()

    @property
    def returncode(self) -> int | None:
        return self.poll()

    def poll(self) -> int | None:
        """The exit code once it has ended."""
        return int(self._code) if self._ended.is_set() else None

    def wait(self, timeout: float | None = None) -> int:
        """The exit code. Raises subprocess.TimeoutExpired."""
        if not self._ended.wait(timeout):
            raise subprocess.TimeoutExpired("a fork", timeout or 0.0)
        return int(self._code)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkedProgram:
    """A server of forks; asked from many threads, each gets its own."""

    def __init__(self, program: Program) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="memory-pipeline-forks-"))
        self._socket = self._folder / "socket"
        plan = {
            "path": program.path, "modules": program.modules, "entry": program.entry, "socket": str(self._socket),
        }  # fmt: skip
        # Its stdin is never written to: it closes with this process, however that ends, and the server ends then.
        self._server = subprocess.Popen(
            [sys.executable, str(_SERVER), json.dumps(plan)],
            stdin=subprocess.PIPE,
            env={
                **os.environ,
                "OPENBLAS_NUM_THREADS": "1",
            },  # its threads would be there before the first fork
        )
        atexit.register(self._end, os.getpid())

    def _end(self, owner: int) -> None:
        if os.getpid() == owner:  # not in a forked child
            self._server.communicate()
            shutil.rmtree(self._folder, ignore_errors=True)

    def start(
        self,
        argv: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        out: IO[bytes],
        err: IO[bytes],
        *,
        session: bool = False,
    ) -> Forked:
        """The process of one command line."""
        request = {
            "argv": list(argv), "folder": str(folder), "environment": dict(environment), "session": session,
        }  # fmt: skip
        connection = self._connected()
        socket.send_fds(connection, [json.dumps(request).encode()], [out.fileno(), err.fileno()])
        return Forked(connection)

    def run(
        self, argv: Sequence[str], folder: Path, environment: Mapping[str, str], limit_s: float
    ) -> tuple[int, str, str]:
        """The exit code, stdout and stderr. Raises subprocess.TimeoutExpired, once it was killed, where it takes too long."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = self.start(argv, folder, environment, out, err)
            try:
                code = process.wait(limit_s)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            out.seek(0)
            err.seek(0)
            return code, out.read().decode(), err.read().decode()

    def _connected(self) -> socket.socket:
        deadline = time.monotonic() + _START_S
        while True:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(None)  # whatever others made the default
            try:
                connection.connect(str(self._socket))
            except OSError:  # it is not there yet
                connection.close()
                if self._server.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            else:
                return connection


@cache
def forked(program: Program) -> ForkedProgram:
    """The one of this process, started on the first call."""
    return ForkedProgram(program)

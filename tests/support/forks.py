"""Serves forks of one process that has imported a program: a process each time, without the seconds that imports and tables take.

Run as a script by `forked_program`, whose document tells it what to be; it ends when its stdin does. A connection asks for
one process, with the descriptors of its output; the answers are its process id and, at its end, its exit code.
"""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import pkgutil
import select
import socket
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import memory_pipeline
from memory_pipeline.domain.comparison import compare_statements
from memory_pipeline.domain.terms import terms

_LONGEST = 1 << 20


def get_ready(modules: Sequence[str]) -> None:
    """Leaves them and all of ours imported and its tables made, but nothing begun: a fork would lack what runs beside it."""
    ours = (each.name for each in pkgutil.walk_packages(memory_pipeline.__path__, "memory_pipeline."))
    for module in (*modules, *ours):
        importlib.import_module(module)
    compare_statements("I live in Berlin.", "I live in Munich.")
    compare_statements("我住在柏林。", "我住在慕尼黑。")
    terms("lives in Berlin, 住在柏林")
    tasks = list(Path("/proc/self/task").iterdir())
    assert (threading.active_count(), len(tasks)) == (1, 1), threading.enumerate()
    gc.freeze()


def next_request(listener: socket.socket) -> Mapping[str, Any] | None:
    """Returns in each process that was asked for, with what was asked; in the serving one, with nothing, at its end."""
    waiting: set[int] = set()
    while True:
        waiting -= {pid for pid in waiting if os.waitpid(pid, os.WNOHANG)[0]}
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        if sys.stdin in ready:
            return None
        connection, _ = listener.accept()
        with connection:
            message, descriptors, _, _ = socket.recv_fds(connection, _LONGEST, 2)
            tells = os.fork()
            if tells == 0:
                asked_for = os.fork()
                if asked_for == 0:
                    return {**json.loads(message), "output": descriptors}
                _tell(connection, asked_for)
            waiting.add(tells)
            for descriptor in descriptors:
                os.close(descriptor)


def _tell(connection: socket.socket, pid: int) -> None:
    connection.sendall(f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def become(request: Mapping[str, Any]) -> None:
    """Makes this process what it were had the program been started so."""
    if request["session"]:
        os.setsid()
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    sys.argv = list(request["argv"])
    out, err = request["output"]
    for number, descriptor in enumerate((os.open(os.devnull, os.O_RDONLY), out, err)):
        os.dup2(descriptor, number)
        os.close(descriptor)
    unbuffered = bool(os.environ.get("PYTHONUNBUFFERED"))
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)))  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _writer(1, write_through=unbuffered)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _writer(2, errors="backslashreplace", line_buffering=True)  # type: ignore[misc]


def _writer(descriptor: int, **how: Any) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(io.FileIO(descriptor, "w", closefd=False)), **how)


if __name__ == "__main__":
    plan = json.loads(sys.argv[1])
    sys.path[:1] = plan["path"]
    get_ready(plan["modules"])
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(plan["socket"])
        listening.listen()
        asked = next_request(listening)
    if asked is not None:
        become(asked)
        module, _, function = plan["entry"].partition(":")
        getattr(sys.modules[module], function)()

"""Starts a server's process so that it outlives its starter, finds it again, and picks ports."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from memory_pipeline.domain.errors import ServerStartFailed

_PORTS = range(20000, 32000)  # below the range that the kernel hands out to outgoing connections
_LOG_LIMIT_BYTES = 10_000_000
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}  # nothing of the caller's: PGDATA, PGPORT, TZ


@dataclass(frozen=True, slots=True)
class Command:
    """One server as a process: what to run, where, as whom (None: the caller), writing to which log."""

    argv: tuple[str, ...]
    folder: Path
    uid: int | None
    log: Path


def launch(command: Command, life: int) -> None:
    """Starts the process in a session of its own, orphaned, with the life lock as its only inherited descriptor."""
    _rotate(command.log)
    descriptor = os.open(command.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        # The shell starts it in the background and ends, so that init and not we must reap it.
        subprocess.run(  # noqa: S603 - our own binaries
            ["/bin/sh", "-c", '"$@" &', "launch", *command.argv],
            check=True,
            cwd=command.folder,
            env=_ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=descriptor,
            stderr=descriptor,
            pass_fds=(life,),
            start_new_session=True,
            umask=0o077,
            user=command.uid,
            group=command.uid,
            extra_groups=None if command.uid is None else [],
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ServerStartFailed(f"cannot run {command.argv[0]}: {error}") from error
    finally:
        os.close(descriptor)


def run_tool(argv: Sequence[str], uid: int | None, life: int, stdin: str = "") -> None:
    """Runs a server's tool to its end; raises ServerStartFailed with what it said if it failed.

    It holds the life lock with us: if we are killed while it works, no one else touches the data before it ends.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own binaries
            list(argv),
            check=False,
            cwd="/",
            env=_ENVIRONMENT,
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            pass_fds=(life,),
            timeout=180,
            umask=0o077,
            user=uid,
            group=uid,
            extra_groups=None if uid is None else [],
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ServerStartFailed(f"cannot run {argv[0]}: {error}") from error
    if done.returncode != 0 or "ERROR:" in done.stdout or "FATAL:" in done.stdout:
        said = next((line for line in done.stdout.splitlines() if _tells(line)), "it said nothing")
        raise ServerStartFailed(
            f"{Path(argv[0]).name} failed: {said.strip()}. Free the cause (disk, memory, limits) and try again"
        )


def last_words(log: Path, offset: int) -> str | None:
    """The line of a log, after `offset`, that says why the server ended; None if it was ended, without a word."""
    try:
        with log.open("rb") as file:
            file.seek(offset)
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return None
    return next(
        (line.strip() for line in lines if _tells(line) and "the database system is" not in line), None
    )


def _tells(line: str) -> bool:
    return any(
        word in line
        for word in (
            "FATAL",
            "PANIC",
            "ERROR",
            "rror:",
            "Fatal",
            "FAIL",
            "ailed",
            "not found",
            "an't ",
            "ould not",
            "Bad ",
        )
    )


def _rotate(log: Path) -> None:
    if log.exists() and log.stat().st_size > _LOG_LIMIT_BYTES:
        log.replace(log.with_suffix(".log.1"))


def port_is_free(port: int) -> bool:
    """Whether a server could listen there now (connections of an earlier one that fade out do not count)."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def choose_port() -> int:
    """A port of 127.0.0.1 that nothing listens on."""
    for _ in range(100):
        port = secrets.choice(_PORTS)
        if port_is_free(port):
            return port
    raise ServerStartFailed(
        "no free port found between 20000 and 32000 on 127.0.0.1: end some of the programs that listen there"
    )


def find_server(program: str, folder: Path, pid_file: Path) -> int | None:
    """The pid of the live `program` that serves `folder`, by its pid file if that tells the truth, else by a search."""
    noted = _noted_pid(pid_file)
    if noted is not None and _serves(noted, program, folder):
        return noted
    return next((pid for pid in psutil.pids() if _serves(pid, program, folder)), None)


def _noted_pid(pid_file: Path) -> int | None:
    try:
        pid = int(pid_file.read_text(encoding="utf-8").split("\n", 1)[0])
    except (OSError, ValueError):
        return None
    return pid if pid > 0 else None


def _serves(pid: int, program: str, folder: Path) -> bool:
    """Whether it is that program and, by its command line or (started by hand) its working folder, on that data."""
    try:
        process = psutil.Process(pid)
        if process.name() != program or process.status() == psutil.STATUS_ZOMBIE:
            return False
        if any(
            Path(argument) == folder or folder in Path(argument).parents for argument in process.cmdline()[1:]
        ):
            return True
        return process.cwd() == str(folder)
    except psutil.Error:  # gone meanwhile, or another user's
        return False


def serves_deleted(pid: int, folder: Path) -> bool:
    """Whether that server still runs on a folder that was removed: `folder` is missing, or is a new one of the name."""
    try:
        return not folder.exists() or not Path(f"/proc/{pid}/cwd").samefile(folder)
    except PermissionError:
        return False
    except FileNotFoundError:  # the link of a removed folder leads nowhere
        return psutil.pid_exists(pid)

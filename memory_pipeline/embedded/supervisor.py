"""Starts, finds and stops the embedded servers of a home. Called by whatever needs a database: CLI, workers, API, tests.

Nothing runs in between: a server is alive while it holds its life lock, whoever started it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from signal import SIGKILL

from memory_pipeline.domain.errors import ServerStartFailed
from memory_pipeline.embedded.layout import Layout, Seat, cannot_write, make_home, read_seats, write_seats
from memory_pipeline.embedded.locks import is_alive, starting, take_life
from memory_pipeline.embedded.place import Place, settle
from memory_pipeline.embedded.postgres import Postgres
from memory_pipeline.embedded.processes import (
    choose_port,
    find_server,
    last_words,
    launch,
    port_is_free,
    serves_deleted,
)
from memory_pipeline.embedded.server import Server
from memory_pipeline.embedded.sweep import sweep_deleted_homes
from memory_pipeline.embedded.valkey import Valkey

_POSTGRES: Server = Postgres()
_VALKEY: Server = Valkey()
_SERVERS: tuple[Server, ...] = (_POSTGRES, _VALKEY)

_START_S = 90.0  # crash recovery of a large log included
_START_LOCK_S = 240.0  # others may wait for two starts
_POLL_S = 0.02
_START_ATTEMPTS = 6


@dataclass(frozen=True, slots=True)
class ServerUrls:
    database_url: str
    redis_url: str


@dataclass(frozen=True, slots=True)
class ServerState:
    """`url` has its secret masked: states are for showing."""

    name: str
    running: bool
    pid: int | None
    url: str | None
    detail: str


def ensure_servers(home: Path) -> ServerUrls:
    """The URLs of this home's servers, which answer; starts what does not run.

    Any number of processes may call it at once. Raises ServerStartFailed.
    """
    layout = Layout.at(home)
    seats = read_seats(layout)
    if not all(_answers(layout, server, seats) for server in _SERVERS):
        for server in _SERVERS:
            start_server(home, server.name)
        seats = read_seats(layout)
    return ServerUrls(_POSTGRES.url(seats[_POSTGRES.name]), _VALKEY.url(seats[_VALKEY.name]))


def start_server(home: Path, name: str) -> None:
    """Brings up one server, `postgres` or `valkey`, and waits until it answers. Raises ServerStartFailed."""
    layout = Layout.at(home)
    server = next(server for server in _SERVERS if server.name == name)
    make_home(layout)
    try:
        with starting(layout.start_lock, _START_LOCK_S):
            _bring_up(layout, server)
    except OSError as error:
        raise cannot_write(layout.home, error) from error


def server_states(home: Path) -> tuple[ServerState, ...]:
    """How each server of the home is; starts and makes nothing."""
    layout = Layout.at(home)
    seats = read_seats(layout)
    return tuple(_state(layout, server, seats.get(server.name)) for server in _SERVERS)


def stop_servers(home: Path) -> None:
    """Stops both servers cleanly; no error when they are down or were never started."""
    layout = Layout.at(home)
    if not layout.begun():
        return
    make_home(layout)
    with starting(layout.start_lock, _START_LOCK_S):
        for server in _SERVERS:
            _stop(layout, server)


def discard_servers(home: Path) -> None:
    """Stops both servers and deletes their data, logs and secrets, wherever they are; other files in the home stay."""
    layout = Layout.at(home)
    if not layout.begun():
        return
    stop_servers(home)
    note = layout.real_data / "home"
    if layout.data.is_symlink():
        if note.exists() and note.read_text(encoding="utf-8").strip() == str(layout.home):
            shutil.rmtree(layout.real_data)
        layout.data.unlink()
    for folder in (layout.data, layout.log("any").parent, layout.start_lock.parent):
        shutil.rmtree(folder, ignore_errors=True)
    layout.seats_file.unlink(missing_ok=True)
    layout.key_file.unlink(missing_ok=True)
    with suppress(OSError):  # not empty, or missing
        layout.home.rmdir()


def _answers(layout: Layout, server: Server, seats: dict[str, Seat]) -> bool:
    seat = seats.get(server.name)
    # The life lock first: while our server lives the port is its own, and no one else gets to see the secret.
    if seat is None or not is_alive(layout.life_lock(server.name)):
        return False
    return server.complaint(layout.real_data / server.name, seat) is None


def _state(layout: Layout, server: Server, seat: Seat | None) -> ServerState:
    folder = layout.real_data / server.name
    pid = find_server(server.program, folder, folder / server.pid_file)
    masked = None if seat is None else server.url(replace(seat, secret="***"))  # noqa: S106 - the mask
    if not is_alive(layout.life_lock(server.name)):
        detail = (
            "not running"
            if pid is None
            else f"pid {pid} serves {folder} but was not started from here: stop the servers"
        )
        return ServerState(server.name, running=False, pid=pid, url=masked, detail=detail)
    complaint = "servers.json is missing or damaged" if seat is None else server.complaint(folder, seat)
    detail = "answers" if complaint is None else f"runs but does not answer: {complaint}"
    return ServerState(server.name, running=complaint is None, pid=pid, url=masked, detail=detail)


def _bring_up(layout: Layout, server: Server) -> None:
    """Under the start lock: waits for a server that is starting or ending, starts one that is dead."""
    if not layout.data.exists():
        sweep_deleted_homes(_SERVERS)
    place = settle(layout)
    life_lock = layout.life_lock(server.name)
    deadline = time.monotonic() + _START_S
    attempts = 0
    while time.monotonic() < deadline:
        seats = read_seats(layout)
        if _answers(layout, server, seats):
            return
        life = take_life(life_lock)
        if life is not None:
            attempts += 1
            try:
                offset = _log_size(layout.log(server.name))
                seat = _start(layout, place, server, life)
            finally:
                os.close(life)
            _await_answer(layout, server, seat, deadline)
            if not is_alive(life_lock):
                _judge_death(layout, server, seat, attempts, offset)
        elif server.name not in seats:
            _stop(layout, server)  # it lives, but the secret that lets us in is lost
        time.sleep(_POLL_S)
    raise ServerStartFailed(
        f"{server.name} did not answer within {_START_S:.0f} s: see {layout.log(server.name)}, stop the servers and try again"
    )


def _start(layout: Layout, place: Place, server: Server, life: int) -> Seat:
    """Launches the server at its seat; moves the seat if someone else listens there."""
    folder = place.data / server.name
    _clear_leftover(server, folder)
    seats = read_seats(layout)
    known = seats.get(server.name)
    seat = known or Seat(choose_port(), secrets.token_hex(24))
    if not port_is_free(seat.port):
        secret = secrets.token_hex(24) if server.shows_secret else seat.secret
        seat = Seat(choose_port(), secret)
    command = server.prepare(place, seat, layout.log(server.name), life, secret_is_new=known is None)
    if seat != known:  # only now: a secret on file must be one that the server knows
        write_seats(layout, {**seats, server.name: seat})
    launch(command, life)
    return seat


def _await_answer(layout: Layout, server: Server, seat: Seat, deadline: float) -> None:
    while time.monotonic() < deadline and is_alive(layout.life_lock(server.name)):
        if server.complaint(layout.real_data / server.name, seat) is None:
            return
        time.sleep(_POLL_S)


def _judge_death(layout: Layout, server: Server, seat: Seat, attempts: int, log_offset: int) -> None:
    """Returns where another try may help: killed without a word, a port lost in a race, memory of the old server not yet released."""
    said = last_words(layout.log(server.name), log_offset)
    passing = said is None or "shared memory block" in said or not port_is_free(seat.port)
    if not passing or attempts >= _START_ATTEMPTS:
        raise ServerStartFailed(
            f"{server.name} ended while starting ({said or 'something killed it'}): "
            f"see {layout.log(server.name)}, remove the cause and try again"
        )
    time.sleep(0.1 * attempts)


def _clear_leftover(server: Server, folder: Path) -> None:
    """Ends a server whose folder was deleted under it; refuses to start beside one that someone else started."""
    while (pid := find_server(server.program, folder, folder / server.pid_file)) is not None:
        if not serves_deleted(pid, folder):
            raise ServerStartFailed(
                f"another {server.program} (pid {pid}), not started from here, already serves {folder}: "
                f"stop it (memory-pipeline down does) and try again"
            )
        with suppress(ProcessLookupError):
            os.kill(pid, SIGKILL)
        time.sleep(_POLL_S)


def _stop(layout: Layout, server: Server) -> None:
    folder = layout.real_data / server.name
    life_lock = layout.life_lock(server.name)
    pid = None
    for number, patience_s in server.signals:
        pid = find_server(server.program, folder, folder / server.pid_file)
        if pid is None and not is_alive(life_lock):
            return
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        deadline = time.monotonic() + patience_s
        while time.monotonic() < deadline:
            if (
                not is_alive(life_lock)
                and find_server(server.program, folder, folder / server.pid_file) is None
            ):
                return
            time.sleep(_POLL_S)
    raise ServerStartFailed(
        f"{server.name} (pid {pid}) does not stop, not even when killed: end its processes by hand, then try again"
    )


def _log_size(log: Path) -> int:
    return log.stat().st_size if log.exists() else 0

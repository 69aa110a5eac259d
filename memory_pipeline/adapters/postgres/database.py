"""The one place where transactions begin and end, and where driver errors become ours.

Every transaction takes on a role that row-level security binds, and names its tenant. The engine belongs to one
process: a forked child makes its own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sqlalchemy as sa

from memory_pipeline.domain.errors import DatabaseUnavailable, PermanentError, UnsafeSettings, WriteConflict
from memory_pipeline.domain.scope import Tenant

_RETRYABLE = {"40001", "40P01", "55P03"}
# A login that the server refuses carries no sqlstate: libpq gives its words alone.
_REFUSALS = ("authentication failed", "does not exist", "no pg_hba.conf entry", "no password supplied")
_TAKE_ON = sa.text("SELECT set_config('role', :role, true), set_config('app.tenant', :tenant, true)")
_SETTING = "MEMORY_PIPELINE_DATABASE_URL"


def make_engine(url: str, *, pool_size: int) -> sa.Engine:
    """An engine for a libpq URL; nothing is opened yet."""
    scheme, separator, rest = url.partition("://")
    if not separator or scheme.split("+")[0] not in {"postgresql", "postgres"}:
        raise UnsafeSettings(f"{_SETTING} should be postgresql://user:password@host:port/database")
    return sa.create_engine(
        f"postgresql+psycopg://{rest}",
        pool_size=pool_size,
        max_overflow=pool_size,
        pool_pre_ping=True,
        pool_recycle=1800,
        connect_args={"connect_timeout": 5, "application_name": "memory-pipeline", "prepare_threshold": None},
        # Plan caches and prepared statements would survive a pooler's server switch; each transaction stands alone.
    )


@contextmanager
def connection_error() -> Iterator[None]:
    """Driver errors leave as DatabaseUnavailable, WriteConflict or PermanentError; none of them carries row content."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise _translated(error) from None
    except sa.exc.TimeoutError:
        raise DatabaseUnavailable("no connection to Postgres became free in time") from None


def _translated(error: sa.exc.DBAPIError) -> Exception:
    state = getattr(error.orig, "sqlstate", None) or ""
    if not state and any(words in str(error.orig) for words in _REFUSALS):
        return UnsafeSettings(
            f"Postgres refused the connection: check user, password and database of {_SETTING}"
        )
    if state in _RETRYABLE:
        return WriteConflict(f"Postgres gave another transaction the way ({state})")
    if (
        error.connection_invalidated
        or state[:2] in {"08", "57", "53"}
        or (not state and isinstance(error, sa.exc.OperationalError))
    ):
        return DatabaseUnavailable(
            f"Postgres cannot be reached: check that it runs and that {_SETTING} is right"
        )
    if state[:2] == "28" or state == "3D000":
        return UnsafeSettings(
            f"Postgres refused the connection ({state}): check user, password and database of {_SETTING}"
        )
    if state == "42501":
        return UnsafeSettings("the database role may not do this (42501): run `memory-pipeline doctor`")
    detail = getattr(getattr(error.orig, "diag", None), "message_primary", None) or type(error.orig).__name__
    return PermanentError(f"Postgres refused a statement ({state}): {detail}")


@dataclass(frozen=True, slots=True)
class _Open:
    """The transaction that a thread is in."""

    tenant: Tenant | None
    connection: sa.Connection
    pid: int


class Database:
    """Transactions of one process, for one URL and one local role."""

    def __init__(self, url: str, role: str, *, pool_size: int = 10) -> None:
        self._url = url
        self._role = role
        self._pool_size = pool_size
        self._lock = threading.Lock()
        self._engine: sa.Engine | None = None
        self._pid = 0
        self._within = threading.local()

    @property
    def engine(self) -> sa.Engine:
        """This process's engine; a child after a fork never touches its parent's connections."""
        if self._engine is None or self._pid != os.getpid():
            with self._lock:
                if self._engine is None or self._pid != os.getpid():
                    if self._engine is not None:
                        self._engine.dispose(close=False)
                    self._engine, self._pid = make_engine(self._url, pool_size=self._pool_size), os.getpid()
        return self._engine

    @contextmanager
    def transaction(self, tenant: Tenant | None) -> Iterator[sa.Connection]:
        """One READ COMMITTED transaction as the bound role; None sees no tenant's rows.

        Within one of this thread's for the same tenant it is that one: threads that each held a connection and waited for
        a second would wait for ever once there are none left.
        """
        outer: _Open | None = getattr(self._within, "open", None)
        if outer is not None and outer.tenant == tenant and outer.pid == os.getpid():
            yield outer.connection
            return
        with connection_error(), self.engine.begin() as connection:
            connection.execute(_TAKE_ON, {"role": self._role, "tenant": tenant or ""})
            self._within.open = _Open(tenant, connection, os.getpid())
            try:
                yield connection
            finally:
                self._within.open = outer

    @contextmanager
    def snapshot(self, tenant: Tenant) -> Iterator[sa.Connection]:
        """The same for reading alone, all of it as of the first query: what is written meanwhile is not seen."""
        with connection_error(), self.engine.connect() as plain:
            connection = plain.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                connection.execute(_TAKE_ON, {"role": self._role, "tenant": tenant})
                yield connection

    def close(self) -> None:
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

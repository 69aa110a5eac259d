"""Embedded servers for tests: one Postgres and one Valkey per pytest process, a database or Redis number per test.

Under xdist every worker process has its own. They end with the process; what a killed run left is swept by the next.
"""

from __future__ import annotations

import atexit
import itertools
import os
import re
import secrets
import signal
import tempfile
import time
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psutil
import psycopg
import redis
from psycopg import sql

from memory_pipeline.adapters.postgres.migrate import migrate
from memory_pipeline.embedded import ServerUrls, discard_servers, ensure_servers, server_states

_PREFIX = "memory-pipeline-tests-"
APP_ROLE = "memory_pipeline_app"
_REDIS_DATABASES = 128
_handed_out = itertools.count()


@cache
def running_servers() -> ServerUrls:
    """The URLs of this process's servers, started on the first call and gone, with their data, at its exit."""
    _sweep()
    home = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    atexit.register(_discard_own, home, os.getpid())
    urls = ensure_servers(home)
    _spare_the_disk(home)
    return urls


def _spare_the_disk(home: Path) -> None:
    """Commits of this home wait for no disk: a server's death, which tests bring about, loses nothing by that; no test pulls the plug."""
    with (home / "data" / "postgres" / "postgresql.auto.conf").open("a", encoding="utf-8") as file:
        file.write("fsync = off\nfull_page_writes = off\n")
    (postgres,) = (state for state in server_states(home) if state.name == "postgres")
    assert postgres.pid
    os.kill(postgres.pid, signal.SIGHUP)


@cache
def _template(urls: ServerUrls) -> str:
    """The name of a database at the newest schema, of which others are copies; nobody connects to it any more."""
    url = fresh_database(urls)
    migrate(url, APP_ROLE)
    name = urlsplit(url).path.lstrip("/")
    with psycopg.connect(urls.database_url, autocommit=True) as connection:
        connection.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(sql.Identifier(name)))
    return name


def migrated_database(urls: ServerUrls) -> str:
    """The URL of a new database at the newest schema, a copy of one that was migrated; `APP_ROLE` is its role."""
    return _create_database(urls, template=_template(urls))


def fresh_database(urls: ServerUrls) -> str:
    """The URL of a new empty database with pgvector, owned by the same role."""
    return _create_database(urls, template="template1")


def _create_database(urls: ServerUrls, *, template: str) -> str:
    name = f"test_{secrets.token_hex(6)}"
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    with psycopg.connect(urls.database_url, autocommit=True) as connection:
        connection.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
    return _with_path(urls.database_url, name)


_TRIES = 20


def drop_database(database_url: str) -> None:
    """Drops a database of `fresh_database`, cutting its connections; for suites that make very many (8 MB each)."""
    name = urlsplit(database_url).path.lstrip("/")
    drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(_with_path(database_url, "memory_pipeline"), autocommit=True) as connection:
        for left in range(_TRIES, 0, -1):
            try:
                connection.execute(drop)
            except (
                psycopg.errors.InsufficientPrivilege
            ):  # a vacuum of the server's own is in there: it ends soon
                if left == 1:
                    raise
                time.sleep(1)
            else:
                return


def fresh_redis(urls: ServerUrls) -> str:
    """The URL of an empty logical database that no test uses: never 0, and flushed when its turn comes again after 127."""
    number = next(_handed_out) % (_REDIS_DATABASES - 1) + 1
    url = _with_path(urls.redis_url, str(number))
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return url


def _with_path(url: str, path: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{path}"))


def _discard_own(home: Path, owner: int) -> None:
    if os.getpid() == owner:  # not in a forked child
        discard_servers(home)


def _sweep() -> None:
    """Ends and deletes servers whose test process was killed before it could."""
    for home in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        match = re.match(rf"{_PREFIX}(\d+)-", home.name)
        if match and home.stat().st_uid == os.geteuid() and not psutil.pid_exists(int(match[1])):
            discard_servers(home)

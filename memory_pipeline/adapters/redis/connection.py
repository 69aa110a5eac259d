"""Opens Redis, tells what its server promises, and turns its errors into ours.

Called by the wiring and by doctor. Nothing here prints a URL: it may hold a password.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ConnectionError,  # noqa: A004 - redis-py's own
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,  # noqa: A004 - redis-py's own
)
from redis.retry import Retry

from memory_pipeline.domain.errors import BrokerUnavailable, InvalidInput

_SETTING = "MEMORY_PIPELINE_REDIS_URL"
# A connection that died unnoticed is replaced, and the command sent again: every script can be sent twice.
# An outage is reported within a second, a server that hangs after one timeout.
_RETRIES = 2
_SERVER_STATES = ("MISCONF", "OOM", "LOADING", "CLUSTERDOWN", "MASTERDOWN", "NOREPLICAS")


def connect(url: str, *, timeout_s: float = 30.0, connect_timeout_s: float = 5.0) -> redis.Redis:
    """A client of the server at `url`, which opens its first socket with the first command; safe in threads and forks.

    Raises InvalidInput where `url` is not a Redis URL.
    """
    try:
        return redis.Redis.from_url(
            url,
            socket_timeout=timeout_s,
            socket_connect_timeout=connect_timeout_s,
            socket_keepalive=True,
            health_check_interval=25,
            retry=Retry(
                ExponentialBackoff(cap=0.5, base=0.05), _RETRIES, supported_errors=(ConnectionError,)
            ),
        )
    except ValueError:
        raise InvalidInput(
            f"{_SETTING} is not a Redis URL: write redis://host:port/0, rediss:// or unix:///path/to/socket"
        ) from None


@dataclass(frozen=True, slots=True)
class ServerChecks:
    """None where the server does not say. Memory is safe with `noeviction` and the append-only file on."""

    version: str | None
    maxmemory_policy: str | None
    appendonly: bool | None


def server_checks(client: redis.Redis) -> ServerChecks:
    """What the server is and promises; from INFO, since managed servers forbid CONFIG. Raises BrokerUnavailable."""
    with translated_errors(client):
        info = client.info("everything")
    appendonly = info.get("aof_enabled")
    return ServerChecks(
        version=_known(info.get("valkey_version") or info.get("redis_version")),
        maxmemory_policy=_known(info.get("maxmemory_policy")),
        appendonly=None if appendonly is None else bool(int(appendonly)),
    )


def _known(value: object) -> str | None:
    return None if value is None else str(value)


@contextmanager
def translated_errors(client: redis.Redis) -> Iterator[None]:
    """Raises BrokerUnavailable for every way in which the server is not there or refuses to work."""
    try:
        yield
    except (AuthenticationError, AuthorizationError, NoPermissionError):
        raise BrokerUnavailable(
            f"Redis at {_place(client)} refuses the user or password: check those in {_SETTING}"
        ) from None
    except (ConnectionError, TimeoutError, OSError) as error:
        raise BrokerUnavailable(
            f"Redis at {_place(client)} cannot be reached ({type(error).__name__}): "
            f"check that it runs and that {_SETTING} names it"
        ) from None
    except OutOfMemoryError:
        raise BrokerUnavailable(
            f"Redis at {_place(client)} is full and refuses writes: raise its maxmemory, or empty it"
        ) from None
    except ReadOnlyError:
        raise BrokerUnavailable(
            f"Redis at {_place(client)} is a read-only replica: {_SETTING} must name the primary"
        ) from None
    except ResponseError as error:
        code = str(error).split(" ", 1)[0]
        if code not in _SERVER_STATES:
            raise
        raise BrokerUnavailable(
            f"Redis at {_place(client)} refuses to work now ({code}): see its log and INFO persistence"
        ) from None


def _place(client: redis.Redis) -> str:
    """Host and port, or the socket's path: never user or password."""
    arguments = client.get_connection_kwargs()
    path = arguments.get("path")
    return str(path) if path else f"{arguments.get('host', 'localhost')}:{arguments.get('port', 6379)}"

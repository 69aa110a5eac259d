"""The queues, and the settings of a connection to their broker, for the publisher and for workers.

Nothing here opens a socket.
"""

from __future__ import annotations

import ssl
from enum import StrEnum
from typing import Any, Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

from kombu.entity import Exchange, Queue

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.ports.ledger import Lane

EXCHANGE: Final = "memory"
_SETTING = "MEMORY_PIPELINE_BROKER_URL"
_REDIS_SCHEMES = frozenset({"redis", "rediss", "redis+socket"})
_AMQP_SCHEMES = frozenset({"amqp", "amqps", "pyamqp"})


class QueueName(StrEnum):
    """A worker group serves one or more of these; live traffic never stands behind the others."""

    LIVE = "live"
    BULK = "bulk"
    FORGET = "forget"
    MAINTENANCE = "maintenance"


LANE_QUEUE: Final = {Lane.LIVE: QueueName.LIVE, Lane.BULK: QueueName.BULK}


def task_queue(name: QueueName) -> Queue:
    """The durable queue of this name, bound to the product's exchange by its own name."""
    exchange = Exchange(EXCHANGE, type="direct", durable=True)  # type: ignore[no-untyped-call]
    return Queue(  # type: ignore[no-untyped-call]
        name.value,
        exchange=exchange,
        routing_key=name.value,
        durable=True,
    )


def task_queues() -> tuple[Queue, ...]:
    """All queues, in the order of the enum."""
    return tuple(task_queue(name) for name in QueueName)


def broker_url(url: str) -> str:
    """`url` as kombu writes it (a socket's path is spelled otherwise than by redis-py); raises InvalidInput."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return _socket_url(parts.path, parts.password, parse_qs(parts.query))
    if parts.scheme not in _REDIS_SCHEMES | _AMQP_SCHEMES:
        raise InvalidInput(
            f"{_SETTING} names no broker we know: write redis://, rediss://, unix:// or amqp://"
        )
    return url


def uses_redis(url: str) -> bool:
    """Whether the broker at this URL, as kombu writes it, is Redis."""
    return urlsplit(url).scheme in _REDIS_SCHEMES


def broker_ssl(url: str) -> dict[str, Any] | None:
    """TLS that checks the server's certificate for rediss:// (kombu alone would not), unless the URL itself says how."""
    parts = urlsplit(url)
    if parts.scheme != "rediss" or "ssl_cert_reqs" in parse_qs(parts.query):
        return None
    return {"ssl_cert_reqs": ssl.CERT_REQUIRED}


def transport_options(url: str, *, visibility_timeout_s: float, concurrency: int) -> dict[str, Any]:
    """Options of a worker's connections to the broker at `url`.

    `visibility_timeout_s` must be well above the longest task, since Redis hands a task out again when it is over.
    """
    if not uses_redis(url):
        return {"confirm_publish": True}
    return {
        "visibility_timeout": visibility_timeout_s,
        # What a killed worker held comes back within seconds of the timeout; the defaults take a minute and a half.
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        # A worker that stalls while it holds this lock would stop all redelivery for five minutes.
        "unacked_mutex_expire": 10,
        "socket_timeout": 30,
        "socket_connect_timeout": 5,
        "socket_keepalive": True,
        "health_check_interval": 25,
        "max_connections": concurrency + 20,
    }


def _socket_url(path: str, password: str | None, query: dict[str, list[str]]) -> str:
    secret = password or query.get("password", [""])[0]
    credentials = f":{quote(unquote(secret), safe='')}@" if secret else ""
    database = query.get("db", ["0"])[0]
    return f"redis+socket://{credentials}{path}?virtual_host={database}"

"""Sends the hint that an event waits, as a Celery task message that kombu alone writes.

So an agent backend that only appends never loads Celery.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from queue import Empty, Full, LifoQueue
from typing import Any, Final
from uuid import uuid4

from kombu.connection import Connection
from kombu.exceptions import KombuError
from kombu.messaging import Producer
from kombu.transport import redis

from memory_pipeline.adapters.broker.queues import LANE_QUEUE, broker_ssl, broker_url, task_queue, uses_redis
from memory_pipeline.domain.errors import BrokerUnavailable
from memory_pipeline.ports.ledger import EventRef

HANDLE_TASK: Final = "memory.handle"
_PERSISTENT = 2


@dataclass(slots=True)
class _Line:
    """One connection with its channel; used by one thread at a time."""

    connection: Connection
    producer: Producer
    declared: set[str] = field(default_factory=set)


class _RedisChannel(redis.Channel):
    """Publishes through one client; its parent makes a new one for every message, at the price of sending it."""

    @cached_property
    def _publishing_client(self) -> Any:
        # On one connection of its own: a line serves one thread at a time.
        return self._create_client().client()  # type: ignore[no-untyped-call]

    @contextmanager
    def conn_or_acquire(self, client: Any = None) -> Iterator[Any]:
        yield client or self._publishing_client


class _RedisTransport(redis.Transport):
    Channel = _RedisChannel


@dataclass(slots=True)
class _Pool:
    """Idle lines of the process `pid`."""

    size: int
    pid: int = field(default_factory=os.getpid)
    idle: LifoQueue[_Line] = field(init=False)

    def __post_init__(self) -> None:
        self.idle = LifoQueue(self.size)


class KombuPublisher:
    """Implements ports.publisher.Publisher for redis:// and amqp:// URLs; safe in threads and after a fork.

    Opens its first connection with the first hint. A broker that is down or hangs costs two seconds at most.
    """

    def __init__(self, url: str, *, timeout_s: float = 0.8, pool_size: int = 8) -> None:
        self._url = broker_url(url)
        self._timeout_s = timeout_s
        self._pool = _Pool(pool_size)
        # A forked child must neither use the parent's sockets nor close them, which dropping them would do.
        self._of_parents: list[_Pool] = []

    def publish(self, ref: EventRef) -> None:
        """Sends the hint; raises BrokerUnavailable, after which it may still have arrived."""
        pool = self._own_pool()
        started = time.monotonic()
        try:
            line = pool.idle.get_nowait()
        except Empty:
            self._send_on_new_line(pool, ref)
            return
        if self._send(line, pool, ref) is None:
            return
        # The broker may have restarted since the line was last used, which only its use can tell.
        if time.monotonic() - started > self._timeout_s / 2:
            raise self._unavailable("TimeoutError")
        self._drop_idle(pool)
        self._send_on_new_line(pool, ref)

    def close(self) -> None:
        """Closes the idle connections of this process; a later hint opens new ones."""
        self._drop_idle(self._own_pool())

    def _own_pool(self) -> _Pool:
        pool = self._pool
        if pool.pid != os.getpid():
            self._of_parents.append(pool)
            pool = self._pool = _Pool(pool.size)
        return pool

    def _drop_idle(self, pool: _Pool) -> None:
        with suppress(Empty):
            while True:
                _hang_up(pool.idle.get_nowait().connection)

    def _send_on_new_line(self, pool: _Pool, ref: EventRef) -> None:
        connection = Connection(  # type: ignore[no-untyped-call]
            self._url,
            connect_timeout=self._timeout_s,
            ssl=broker_ssl(self._url),
            transport=_RedisTransport if uses_redis(self._url) else None,
            transport_options=self._transport_options(),
        )
        try:
            connection.ensure_connection(max_retries=0)  # type: ignore[no-untyped-call]
            channel = connection.channel()  # type: ignore[no-untyped-call]
            line = _Line(connection, Producer(channel))  # type: ignore[no-untyped-call]
        except _errors(connection) as error:
            _hang_up(connection)
            raise self._unavailable(_name(error)) from None
        failure = self._send(line, pool, ref)
        if failure is not None:
            raise self._unavailable(failure)

    def _send(self, line: _Line, pool: _Pool, ref: EventRef) -> str | None:
        """The name of the error; None if the hint was sent and the line is back in the pool."""
        name = LANE_QUEUE[ref.lane]
        message = task_message(ref)
        try:
            publish_task(
                line.producer,
                message,
                name,
                declare=[] if name in line.declared else [task_queue(name)],
                timeout=self._timeout_s,
                confirm_timeout=self._timeout_s,
            )
        except _errors(line.connection) as error:
            _hang_up(line.connection)
            return _name(error)
        line.declared.add(name)
        try:
            pool.idle.put_nowait(line)
        except Full:
            _hang_up(line.connection)
        return None

    def _transport_options(self) -> dict[str, Any]:
        if not uses_redis(self._url):
            return {
                "confirm_publish": True,
                "read_timeout": self._timeout_s,
                "write_timeout": self._timeout_s,
            }
        return {
            "socket_timeout": self._timeout_s,
            "socket_connect_timeout": self._timeout_s,
            "socket_keepalive": True,
        }

    def _unavailable(self, reason: str) -> BrokerUnavailable:
        # No URL here: it may hold a password.
        return BrokerUnavailable(
            f"the broker does not take messages ({reason}): check that it runs and that "
            "MEMORY_PIPELINE_BROKER_URL (or, if that is not set, MEMORY_PIPELINE_REDIS_URL) names it"
        )


@dataclass(frozen=True, slots=True)
class TaskMessage:
    """Body and headers of Celery's message protocol, version 2."""

    body: tuple[tuple[()], dict[str, str], dict[str, None]]
    headers: dict[str, Any]


def task_message(ref: EventRef) -> TaskMessage:
    """The task `memory.handle` for this event: ids and nothing else."""
    task_id = str(uuid4())
    arguments = {
        "tenant": str(ref.tenant),
        "scope": str(ref.scope),
        "event_id": str(ref.event_id),
        "lane": ref.lane.value,
    }
    return TaskMessage(
        body=((), arguments, {"callbacks": None, "errbacks": None, "chain": None, "chord": None}),
        headers={
            "lang": "py",
            "task": HANDLE_TASK,
            "id": task_id,
            "root_id": task_id,
            "parent_id": None,
            "shadow": None,
            "eta": None,
            "expires": None,
            "group": None,
            "group_index": None,
            "retries": 0,
            "timelimit": [None, None],
            "argsrepr": "()",
            "kwargsrepr": repr(arguments),
            "origin": f"gen{os.getpid()}@{socket.gethostname()}",
            "ignore_result": True,
            "replaced_task_nesting": 0,
            "stamped_headers": None,
            "stamps": {},
        },
    )


def publish_task(producer: Producer, message: TaskMessage, queue: str, **options: Any) -> None:
    """Lays the message into the queue, by kombu."""
    # Straight there, as Celery does: on Redis the exchange is a list of bindings that a server without its append-only
    # file forgets, and then drops every message in silence.
    producer.publish(  # type: ignore[no-untyped-call]
        message.body,
        exchange="",
        routing_key=queue,
        serializer="json",
        headers=message.headers,
        delivery_mode=_PERSISTENT,
        correlation_id=message.headers["id"],
        reply_to="",
        **options,
    )


def _errors(connection: Connection) -> tuple[type[BaseException], ...]:
    """What its transport raises when the broker is away, refuses or hangs."""
    return (*connection.connection_errors, *connection.channel_errors, KombuError, OSError)


def _hang_up(connection: Connection) -> None:
    # Without a farewell, which a broker that hangs would never answer. What kombu is given here it makes the default of
    # every socket that any thread of this process opens meanwhile.
    with suppress(*_errors(connection)):
        connection.collect(socket_timeout=socket.getdefaulttimeout())  # type: ignore[no-untyped-call]


def _name(error: BaseException) -> str:
    """The transport's own error where kombu wrapped it."""
    return type(error.__cause__ or error).__name__

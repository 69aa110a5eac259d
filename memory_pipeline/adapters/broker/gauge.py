"""Reads the lengths of the broker's queues: by LLEN from Redis, by passive declaration from RabbitMQ."""

from __future__ import annotations

import time
from contextlib import closing
from typing import Any

import redis
from kombu.connection import Connection
from kombu.exceptions import KombuError

from memory_pipeline.adapters.broker.queues import QueueName, broker_url, task_queue, uses_redis
from memory_pipeline.adapters.redis.connection import connect, translated_errors
from memory_pipeline.domain.errors import BrokerUnavailable
from memory_pipeline.ports.queues import BrokerState

# The names that kombu's Redis transport gives its own books.
_UNACKED, _UNACKED_INDEX = "unacked", "unacked_index"


class KombuGauge:
    """Implements ports.queues.BrokerGauge; opens a connection for each look."""

    def __init__(self, url: str, *, timeout_s: float = 5.0) -> None:
        self._url, self._timeout_s = url, timeout_s

    def state(self) -> BrokerState:
        """Raises BrokerUnavailable."""
        if uses_redis(broker_url(self._url)):
            return self._of_redis()
        return self._of_amqp()

    def _of_redis(self) -> BrokerState:
        with closing(connect(self._url, timeout_s=self._timeout_s)) as client:
            return _books(client)

    def _of_amqp(self) -> BrokerState:
        connection = Connection(self._url, connect_timeout=self._timeout_s)  # type: ignore[no-untyped-call]
        try:
            connection.ensure_connection(max_retries=0)  # type: ignore[no-untyped-call]
            waiting = {name.value: _declared(connection, name) for name in QueueName}
        except (*connection.connection_errors, KombuError, OSError) as error:
            raise BrokerUnavailable(
                f"the broker does not tell its queues ({type(error).__name__}): check that it runs"
            ) from None
        finally:
            connection.release()  # type: ignore[no-untyped-call]
        return BrokerState(waiting, None, None)


def _books(client: redis.Redis) -> BrokerState:
    with translated_errors(client), client.pipeline(transaction=False) as pipe:
        for name in QueueName:
            pipe.llen(name.value)
        pipe.hlen(_UNACKED)
        pipe.zrange(_UNACKED_INDEX, 0, 0, withscores=True)
        *lengths, unacked, oldest = pipe.execute()
    waiting = dict(zip((name.value for name in QueueName), lengths, strict=True))
    age_s = max(0.0, time.time() - oldest[0][1]) if oldest else None
    return BrokerState(waiting, unacked, age_s)


def _declared(connection: Connection, name: QueueName) -> int:
    """A queue that nobody has used yet does not exist, and is empty."""
    channel: Any = connection.channel()  # type: ignore[no-untyped-call]
    try:
        queue: Any = task_queue(name)
        return int(queue.bind(channel).queue_declare(passive=True).message_count)
    except connection.channel_errors:
        return 0
    finally:
        channel.close()

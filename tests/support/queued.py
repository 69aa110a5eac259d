"""What stands in a queue of the broker, as a consumer takes it."""

from __future__ import annotations

from typing import Any

from kombu.connection import Connection

from memory_pipeline.adapters.broker.queues import QueueName, broker_url


def queued(url: str, queue: QueueName = QueueName.LIVE) -> list[Any]:
    """The decoded bodies of the tasks, oldest first; they are taken off the queue."""
    found: list[Any] = []
    with Connection(broker_url(url)) as connection:  # type: ignore[no-untyped-call]
        simple = connection.SimpleQueue(queue.value)
        while True:
            try:
                message = simple.get(block=False)
            except simple.Empty:
                simple.close()
                return found
            found.append(message.decode())
            message.ack()

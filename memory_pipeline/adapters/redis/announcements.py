"""Notifications as a Redis stream per tenant, read by consumer groups."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import redis
from redis.exceptions import ResponseError

from memory_pipeline.adapters.redis.connection import translated_errors
from memory_pipeline.domain.scope import Tenant, check_identifier
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.announcements import Delivery
from memory_pipeline.ports.outbox import Announcement

_MOST = 100_000  # about: what a group has not read by then must be fetched from the facts


class RedisAnnouncements:
    """Implements ports.announcements.Announcements; holds no state but the client, safe in threads."""

    def __init__(self, client: redis.Redis, *, prefix: str = "mp:") -> None:
        self._client = client
        self._prefix = f"{prefix}announcements:"
        patience_s = client.connection_pool.connection_kwargs.get("socket_timeout")
        # A server asked to wait for longer than its answer is waited for would count as one that hangs.
        self._longest_block_ms = sys.maxsize if patience_s is None else int(patience_s * 500)

    def publish(self, tenant: Tenant, items: Sequence[Announcement]) -> None:
        """Adds them in order. Without a stream nobody listens, and none is made: Redis is no archive."""
        with translated_errors(self._client), self._client.pipeline(transaction=True) as pipe:
            for item in items:
                fields: Any = {
                    "sequence": item.sequence,
                    "notification": item.notification.model_dump_json(),
                }
                pipe.xadd(self._key(tenant), fields, maxlen=_MOST, approximate=True, nomkstream=True)
            pipe.execute()

    def subscribe(self, tenant: Tenant, group: str) -> None:
        """Makes the group exist; a new one hears what is published from now on."""
        check_identifier(group, "the group's name")
        self._create(self._key(tenant), group, "$")

    def _create(self, key: str, group: str, start: str) -> None:
        try:
            with translated_errors(self._client):
                self._client.xgroup_create(key, group, id=start, mkstream=True)
        except ResponseError as error:
            if not str(error).startswith("BUSYGROUP"):
                raise

    def unacknowledged(self, tenant: Tenant, group: str, consumer: str, *, count: int) -> Sequence[Delivery]:
        """What was delivered to this consumer before and never acknowledged, the oldest first."""
        check_identifier(consumer, "the consumer's name")
        key = self._key(tenant)
        with translated_errors(self._client):
            own: Any = self._client.xreadgroup(group, consumer, {key: "0"}, count=count)
        return self._whole(key, group, _entries(own))

    def read(
        self, tenant: Tenant, group: str, consumer: str, *, count: int, wait: timedelta, abandoned: timedelta
    ) -> Sequence[Delivery]:
        """The next deliveries; see the port. Waits for half the socket's timeout at most."""
        check_identifier(consumer, "the consumer's name")
        key = self._key(tenant)
        idle_ms = int(abandoned.total_seconds() * 1000)
        block_ms = max(1, min(int(wait.total_seconds() * 1000), self._longest_block_ms))
        try:
            with translated_errors(self._client):
                claimed: Any = self._client.xautoclaim(key, group, consumer, idle_ms, count=count)
                found = list(claimed[1])
                if not found:
                    new: Any = self._client.xreadgroup(
                        group, consumer, {key: ">"}, count=count, block=block_ms
                    )
                    found = _entries(new)
            return self._whole(key, group, found)
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
        # A server that lost its data: whatever has been published since then is still to be read.
        self._create(key, group, "0")
        return []

    def _whole(self, key: str, group: str, found: Sequence[tuple[Any, Any]]) -> list[Delivery]:
        """What was trimmed away while it waited for its reader has no words any more: it is let go."""
        lost = [entry for entry, fields in found if not fields]
        if lost:
            with translated_errors(self._client):
                self._client.xack(key, group, *lost)
        return [_delivery(entry, fields) for entry, fields in found if fields]

    def acknowledge(self, tenant: Tenant, group: str, ids: Sequence[str]) -> None:
        """These will not be delivered to the group again."""
        if ids:
            with translated_errors(self._client):
                self._client.xack(self._key(tenant), group, *ids)

    def _key(self, tenant: Tenant) -> str:
        return f"{self._prefix}{tenant}"


def _entries(reply: Any) -> list[tuple[Any, Any]]:
    """The entries of the one stream that was asked for, in either form of the protocol."""
    if not reply:
        return []
    ((_, entries),) = reply.items() if isinstance(reply, dict) else reply
    if entries and isinstance(entries[0], list):
        entries = entries[0] if entries[0] and isinstance(entries[0][0], tuple | list) else entries
    return list(entries)


def _delivery(entry: Any, fields: Any) -> Delivery:
    notification = Notification.model_validate_json(fields[b"notification"])
    return Delivery(entry.decode(), Announcement(int(fields[b"sequence"]), notification))

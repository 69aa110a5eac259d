"""Outbox and stream of notifications in this process's memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from threading import RLock
from uuid import UUID

from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.domain.scope import Scope, Tenant, check_identifier
from memory_pipeline.ports.announcements import Delivery
from memory_pipeline.ports.outbox import Announcement, OutboxBacklog


class InMemoryOutbox:
    """Implements ports.outbox.Outbox on the state that the memory store writes to."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state
        self._lock = RLock()

    def scopes(self, limit: int) -> Sequence[tuple[Tenant, Scope]]:
        """Scopes with notifications that have not left, the longest waiting first."""
        return list(dict.fromkeys(scope for scope, _ in self._waiting()))[:limit]

    def drain(
        self,
        tenant: Tenant,
        scope: Scope,
        send: Callable[[Sequence[Announcement]], None],
        *,
        now: datetime,
        limit: int,
    ) -> int:
        """Hands the next notifications of a scope to `send`, in order, and then marks them as gone; how many."""
        with self._lock:
            items = [item for owner, item in self._waiting() if owner == (tenant, scope)][:limit]
            if items:
                send(items)
                with self._state.writing() as tables:
                    tables.outbox_published.update(dict.fromkeys((item.sequence for item in items), now))
        return len(items)

    def prune(self, *, before: datetime, limit: int) -> int:
        """Deletes notifications that left before an instant; how many."""
        with self._state.writing() as tables:
            old = [
                number
                for number, at in tables.outbox_published.items()
                if at < before and number in tables.outbox
            ][:limit]
            for number in old:
                tables.outbox.pop(number, None)
        return len(old)

    def backlog(self) -> OutboxBacklog:
        """How many wait, and since when."""
        waiting = self._waiting()
        return OutboxBacklog(len(waiting), min((item.notification.at for _, item in waiting), default=None))

    def _waiting(self) -> list[tuple[tuple[Tenant, Scope], Announcement]]:
        with self._state.reading() as tables:
            return [
                ((Tenant(each.tenant), Scope.parse(each.scope)), Announcement(number, each))
                for number, each in sorted(tables.outbox.items())
                if number not in tables.outbox_published
            ]


class InMemoryAnnouncements:
    """Implements ports.announcements.Announcements; a consumer never waits, and nothing is left for others."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._streams: dict[Tenant, list[Announcement]] = {}
        self._read: dict[tuple[Tenant, str], int] = {}
        self._unacknowledged: dict[tuple[Tenant, str, str], dict[str, Delivery]] = {}

    def publish(self, tenant: Tenant, items: Sequence[Announcement]) -> None:
        """Adds them in order, if anybody ever subscribed."""
        with self._lock:
            if tenant in self._streams:
                self._streams[tenant].extend(items)

    def subscribe(self, tenant: Tenant, group: str) -> None:
        """Makes the group exist; a new one hears what is published from now on."""
        check_identifier(group, "the group's name")
        with self._lock:
            stream = self._streams.setdefault(tenant, [])
            self._read.setdefault((tenant, group), len(stream))

    def unacknowledged(self, tenant: Tenant, group: str, consumer: str, *, count: int) -> Sequence[Delivery]:
        """What was delivered to this consumer before and never acknowledged, the oldest first."""
        with self._lock:
            return list(self._unacknowledged.get((tenant, group, consumer), {}).values())[:count]

    def read(
        self,
        tenant: Tenant,
        group: str,
        consumer: str,
        *,
        count: int,
        wait: timedelta,  # noqa: ARG002 - nothing comes while it waits
        abandoned: timedelta,
    ) -> Sequence[Delivery]:
        """The next deliveries; what others left counts as abandoned only where no time at all is given them."""
        with self._lock:
            own = self._unacknowledged.setdefault((tenant, group, consumer), {})
            if not abandoned:
                left = [
                    waiting
                    for (of_tenant, of_group, _), waiting in self._unacknowledged.items()
                    if (of_tenant, of_group) == (tenant, group)
                ]
                found = sorted((each for waiting in left for each in waiting.values()), key=_number)[:count]
                for waiting in left:
                    for each in found:
                        waiting.pop(each.id, None)
                own.update({each.id: each for each in found})
                if found:
                    return found
            first = self._read[tenant, group]
            items = self._streams[tenant][first : first + count]
            self._read[tenant, group] = first + len(items)
            found = [Delivery(f"{first + n}-0", item) for n, item in enumerate(items)]
            own.update({each.id: each for each in found})
            return found

    def remove(self, tenant: Tenant, scope: str, memory_ids: Collection[UUID] | None) -> int:
        """Takes what tells of these memories of the scope (None: of any) out of the stream; how many."""

        def goes(item: Announcement) -> bool:
            told = item.notification
            return told.scope == scope and (memory_ids is None or told.memory_id in memory_ids)

        with self._lock:
            stream = self._streams.get(tenant, [])
            for place, read in list(self._read.items()):
                if place[0] == tenant:
                    self._read[place] = sum(not goes(item) for item in stream[:read])
            for place_, waiting in self._unacknowledged.items():
                for id_ in [
                    id_ for id_, each in waiting.items() if place_[0] == tenant and goes(each.announcement)
                ]:
                    del waiting[id_]
            kept = [item for item in stream if not goes(item)]
            gone = len(stream) - len(kept)
            stream[:] = kept
        return gone

    def acknowledge(self, tenant: Tenant, group: str, ids: Sequence[str]) -> None:
        """These will not be delivered to the group again."""
        with self._lock:
            for (of_tenant, of_group, _), waiting in self._unacknowledged.items():
                if (of_tenant, of_group) == (tenant, group):
                    for each in ids:
                        waiting.pop(each, None)


def _number(delivery: Delivery) -> int:
    return int(delivery.id.split("-")[0])

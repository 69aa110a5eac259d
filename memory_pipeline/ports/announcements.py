"""The stream of notifications that applications subscribe to, one per tenant, with consumer groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.outbox import Announcement


@dataclass(frozen=True, slots=True)
class Delivery:
    """`id` is what an acknowledgement names."""

    id: str
    announcement: Announcement


class Announcements(Protocol):
    """Raises BrokerUnavailable."""

    def publish(self, tenant: Tenant, items: Sequence[Announcement]) -> None:
        """Adds them in order, if anybody ever subscribed; they may be there already."""

    def subscribe(self, tenant: Tenant, group: str) -> None:
        """Makes the group exist; a new one hears what is published from now on."""

    def unacknowledged(self, tenant: Tenant, group: str, consumer: str, *, count: int) -> Sequence[Delivery]:
        """What was delivered to this consumer before and never acknowledged, the oldest first."""

    def read(
        self, tenant: Tenant, group: str, consumer: str, *, count: int, wait: timedelta, abandoned: timedelta
    ) -> Sequence[Delivery]:
        """The next deliveries: first what any consumer left unacknowledged for longer than `abandoned`, then new ones,
        for which it waits."""

    def acknowledge(self, tenant: Tenant, group: str, ids: Sequence[str]) -> None:
        """These will not be delivered to the group again."""

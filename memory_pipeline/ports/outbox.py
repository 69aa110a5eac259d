"""Notifications on their way out: written with the memories they tell of, published after, in order within a scope."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.models import Notification


@dataclass(frozen=True, slots=True)
class Announcement:
    """`sequence` grows within a scope: a reader that has seen a later one of the same memory may drop it."""

    sequence: int
    notification: Notification


@dataclass(frozen=True, slots=True)
class OutboxBacklog:
    waiting: int
    oldest_at: datetime | None


class Outbox(Protocol):
    """Raises DatabaseUnavailable."""

    def scopes(self, limit: int) -> Sequence[tuple[Tenant, Scope]]:
        """Scopes of all tenants with notifications that have not left, the longest waiting first."""

    def drain(
        self,
        tenant: Tenant,
        scope: Scope,
        send: Callable[[Sequence[Announcement]], None],
        *,
        now: datetime,
        limit: int,
    ) -> int:
        """Hands the next notifications of a scope to `send`, in order, and then marks them as gone; how many.

        0 while another process drains the scope. If `send` raises, or the process dies, they are handed out again.
        """

    def prune(self, *, before: datetime, limit: int) -> int:
        """Deletes notifications that left before an instant; how many."""

    def backlog(self) -> OutboxBacklog: ...

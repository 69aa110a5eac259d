"""Whether events get through: judged by the oldest that waits and the last that was done, not by what runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.queues import BrokerState


@dataclass(frozen=True, slots=True)
class Health:
    """Ages are as of `at`; None where nothing waits, or nothing was ever done. `inbox` waits for the ledger.

    `over_budget` counts the events that rest for their tenant's budget, the first of them until `over_budget_until`.
    """

    at: datetime
    states: Mapping[str, int]
    oldest_pending: timedelta | None
    last_done: timedelta | None
    inbox: int
    outbox: int
    oldest_announcement: timedelta | None
    broker: BrokerState | None
    over_budget: int = 0
    over_budget_until: datetime | None = None

    def stuck(self, longest: timedelta) -> bool:
        """Whether an event has waited for longer than that."""
        return self.oldest_pending is not None and self.oldest_pending > longest


def health(deps: Dependencies) -> Health:
    """The state of all tenants. Raises DatabaseUnavailable, BrokerUnavailable: then nothing gets through at all."""
    now = deps.clock.now()
    stats = deps.ledger.stats()
    backlog = deps.outbox.backlog() if deps.outbox is not None else None
    return Health(
        at=now,
        states={state.value: count for state, count in sorted(stats.states.items())},
        oldest_pending=_age(now, stats.oldest_pending_at),
        last_done=_age(now, stats.last_done_at),
        inbox=deps.working.inbox_size(),
        outbox=backlog.waiting if backlog is not None else 0,
        oldest_announcement=_age(now, backlog.oldest_at) if backlog is not None else None,
        broker=deps.gauge.state() if deps.gauge is not None else None,
        over_budget=stats.over_budget,
        over_budget_until=stats.over_budget_until,
    )


def _age(now: datetime, at: datetime | None) -> timedelta | None:
    return None if at is None else max(now - at, timedelta(0))

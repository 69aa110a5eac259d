"""What the steps of a night go by: its instant, its share of the scopes, its time, and who hears of each change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from uuid import UUID

from memory_pipeline.domain.night import WHOLE, RunId, Shard, Step, Tally
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.models import Notification
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.forgetting import Aged, DueKey, Forgetting, HeldBack, Queue
from memory_pipeline.ports.memory_store import Tier

BATCH = 500


@dataclass(frozen=True, slots=True)
class StandingClock:
    """A clock that stands at the night's instant. Implements ports.clock.Clock."""

    at: datetime

    def now(self) -> datetime:
        return self.at


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one memory, or would become of it. `reason` is one sentence without content.

    Of the working tier it is about the session `session_id`, or a key of it.
    """

    step: Step
    scope: Scope
    tier: Tier
    memory_id: UUID
    due_at: datetime
    reason: str
    session_id: str | None = None


Tell = Callable[[Change], None]


def tell_nobody(_: Change) -> None:
    """For nights that nobody watches."""


@dataclass(frozen=True, slots=True)
class Night:
    """One run, or one shard of it. `deps` have a clock that stands at `as_of`; `time_is_up` ends steps between batches.

    `replanned_at` is when a policy that forgets otherwise was last seen to. `brakes` holds what was decided about scopes that would be thinned out: None where one may be purged.
    `begun_at` is the present, which `as_of` may be ahead of.
    """

    tenant: Tenant
    run_id: RunId
    as_of: datetime
    deps: Dependencies
    forgetting: Forgetting
    replanned_at: datetime | None = None
    shard: Shard = WHOLE
    time_is_up: Callable[[], bool] = lambda: False
    tell: Tell = tell_nobody
    brakes: dict[Scope, HeldBack | None] = field(default_factory=dict)
    begun_at: datetime | None = None

    @property
    def held_back(self) -> tuple[HeldBack, ...]:
        return tuple(held for _, held in sorted(self.brakes.items()) if held is not None)

    def tally(self, step: Step) -> Tally:
        return Tally(self.run_id, self.shard.number, step)

    def pages(self, queue: Queue) -> Iterator[list[DueKey]]:
        """What is due in this shard, batch by batch, until there is no more or the time is up."""
        after: DueKey | None = None
        while not self.time_is_up():
            page = self.forgetting.due(self.tenant, queue, as_of=self.as_of, after=after, limit=BATCH)
            if not page:
                return
            after = page[-1]
            own = [key for key in page if self.shard.holds(key.scope)]
            if own:
                yield own

    def change(self, step: Step, memory: Aged, due_at: datetime, reason: str) -> Change:
        return Change(step, memory.scope, memory.tier, memory.memory_id, due_at, reason)

    def notification(
        self,
        type_: Literal["memory.archived", "memory.forgotten", "memory.updated", "memory.created"],
        change: Change,
    ) -> Notification:
        return Notification(
            type=type_,
            tenant=self.tenant,
            scope=str(change.scope),
            tier=change.tier.value,
            memory_id=change.memory_id,
            at=self.as_of,
        )

"""What the steps of a night share where they work on the working tier: pages of sessions, their changes and counts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from uuid import UUID, uuid5

from memory_pipeline.domain.errors import BrokerUnavailable
from memory_pipeline.domain.night import Step, Tally
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import SEPARATOR
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.night import BATCH, Change, Night
from memory_pipeline.ports.memory_store import Tier
from memory_pipeline.ports.working_forgetting import DueSession, SessionQueue, WorkingForgetting
from memory_pipeline.ports.working_memory import SessionKey

_NAMESPACE = UUID("5a3f0a0e-6f0e-5b0e-9a55-0d6f3f1c7b42")
_log = logging.getLogger(__name__)

# What a step does on one shard's sessions; with `keep=False` it only tells.
OnSessions = Callable[[Night, WorkingForgetting, bool], None]


def on_sessions(night: Night, work: OnSessions, *steps: Step) -> None:
    """Does the working tier's share of a step, and keeps with the run what was counted there under these steps.

    Memories do not wait for Redis: while it is away they are taken through their steps, and the sessions are left.
    """
    tier = night.deps.working_forgetting
    if tier is None:
        return
    try:
        work(night, tier, True)
        counts = [(tally, tier.counted(night.tenant, tally)) for tally in _tallies(night, steps)]
    except BrokerUnavailable as error:
        _log.warning("a night leaves the working tier to the next one: %s", error)
        return
    for tally, number in counts:
        night.forgetting.keep_count(night.tenant, tally, Tier.WORKING, number)


def _tallies(night: Night, steps: tuple[Step, ...]) -> Iterator[Tally]:
    return (night.tally(step).outside for step in steps)


def sessions_due(tenant: Tenant, deps: Dependencies, *, as_of: datetime) -> int | None:
    """How many sessions have run out and are still there; None where the working tier cannot be asked."""
    if deps.working_forgetting is None:
        return 0
    try:
        return deps.working_forgetting.count_due(tenant, by=as_of)
    except BrokerUnavailable:
        return None


def pages(
    night: Night, tier: WorkingForgetting, queue: SessionQueue, *, by: datetime
) -> Iterator[list[DueSession]]:
    """The sessions of this shard in the queue, batch by batch, until there are no more or the time is up."""
    after: DueSession | None = None
    while not night.time_is_up():
        page = tier.due(night.tenant, queue, by=by, after=after, limit=BATCH)
        own = [due for due in page if night.shard.holds(due.key.scope)]
        if own:
            yield own
        if len(page) < BATCH:
            return
        after = page[-1]


def session_change(step: Step, key: SessionKey, due_at: datetime, reason: str) -> Change:
    """What became of a session. It has no memory's id: one is made of its name."""
    name = SEPARATOR.join((key.tenant, str(key.scope), key.session_id))
    return Change(
        step, key.scope, Tier.WORKING, uuid5(_NAMESPACE, name), due_at, reason, session_id=key.session_id
    )

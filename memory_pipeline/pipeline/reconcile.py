"""Finds what the broker lost and what fell idle. Run every few seconds; any number of times at once is harmless."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from memory_pipeline.domain.errors import BrokerUnavailable
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.finish_erasure import finish_erasures
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.ledger import EventRef, Lane

_GRACE = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class Swept:
    relayed: int
    republished: int
    idle: int


def reconcile(deps: Dependencies, *, limit: int = 500) -> Swept:
    """Ends erasures that were cut short, marks idle sessions, moves the inbox into the ledger, and publishes again what waits there and no worker holds."""
    finish_erasures(deps)
    idle = sweep_idle(deps, limit=limit)
    relayed = relay(deps, limit=limit)
    due = deps.ledger.due(now=deps.clock.now(), grace=_GRACE, limit=limit)
    lost = _lost_hints(deps, limit)
    published = _publish([*relayed, *due, *lost], deps)
    deps.ledger.hinted(published, now=deps.clock.now(), rest=deps.attempts.hint_rest)
    republished = len(published)
    return Swept(len(relayed), republished, idle)


def sweep_idle(deps: Dependencies, *, limit: int = 500) -> int:
    """How many sessions were marked idle: those without a message for as long as the settings say."""
    now = deps.clock.now()
    before = now - deps.idle_after
    keys = deps.working.idle(before=before, limit=limit)
    return sum(deps.working.close_if_idle(key, before=before, at=now) is not None for key in keys)


def _lost_hints(deps: Dependencies, limit: int) -> list[EventRef]:
    """Events that wait although their queue is empty: whatever hints were sent, none of them is there any more."""
    try:
        waiting = deps.gauge.state().waiting if deps.gauge is not None else {}
    except BrokerUnavailable:
        return []
    empty = {Lane(name) for name, count in waiting.items() if name in tuple(Lane) and not count}
    if not empty:
        return []
    unattended = deps.ledger.due(now=deps.clock.now(), grace=_GRACE, limit=limit, hinted=True)
    return [ref for ref in unattended if ref.lane in empty]


def _publish(refs: list[EventRef], deps: Dependencies) -> list[EventRef]:
    published: list[EventRef] = []
    for ref in dict.fromkeys(refs):
        try:
            deps.publisher.publish(ref)
        except BrokerUnavailable:
            break  # the ledger keeps them; the next sweep tries again
        published.append(ref)
    return published

"""Finds what the broker lost and what fell idle. Run every few seconds; any number of times at once is harmless."""

from __future__ import annotations

from collections.abc import Mapping
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
    published = _publish(_without_hint(relayed, deps, limit), deps)
    deps.ledger.hinted(published, now=deps.clock.now(), rest=deps.attempts.hint_rest)
    republished = len(published)
    return Swept(len(relayed), republished, idle)


def sweep_idle(deps: Dependencies, *, limit: int = 500) -> int:
    """How many sessions were marked idle: those without a message for as long as the settings say."""
    now = deps.clock.now()
    before = now - deps.idle_after
    keys = deps.working.idle(before=before, limit=limit)
    return sum(deps.working.close_if_idle(key, before=before, at=now) is not None for key in keys)


def _without_hint(relayed: list[EventRef], deps: Dependencies, limit: int) -> list[EventRef]:
    """Events that wait, those just `relayed` among them, and have no hint on the broker, as far as can be told.

    A queue that holds as many messages as events wait in its lane may hold all their hints: more would only be duplicates,
    each of which costs a worker a look. Of an empty queue all hints were lost, however lately they were sent.
    """
    now = deps.clock.now()
    due = deps.ledger.due(now=now, grace=_GRACE, limit=limit)
    held = _held_by_queues(deps)
    if not held:
        return [*relayed, *due]
    unattended = deps.ledger.due(now=now, grace=_GRACE, limit=limit, hinted=True)
    found = []
    for lane in Lane:
        waiting = [ref for ref in (*unattended, *relayed) if ref.lane is lane]
        rested = [ref for ref in (*due, *relayed) if ref.lane is lane]
        hints = held.get(lane)
        if hints is None:
            found += rested
        elif not hints:
            found += waiting
        else:
            found += rested[: max(0, len(waiting) - hints)]
    return found


def _held_by_queues(deps: Dependencies) -> Mapping[str, int]:
    try:
        return deps.gauge.state().waiting if deps.gauge is not None else {}
    except BrokerUnavailable:
        return {}


def _publish(refs: list[EventRef], deps: Dependencies) -> list[EventRef]:
    published: list[EventRef] = []
    for ref in dict.fromkeys(refs):
        try:
            deps.publisher.publish(ref)
        except BrokerUnavailable:
            break  # the ledger keeps them; the next sweep tries again
        published.append(ref)
    return published

"""Records an event and does it here and now: a worker would only do the same later."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memory_pipeline.domain.errors import PermanentError, TransientError
from memory_pipeline.events.models import Event
from memory_pipeline.pipeline.audit import handed_in
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import Dead, Done, PutBack, handle
from memory_pipeline.pipeline.record import new_event
from memory_pipeline.pipeline.screen_event import screened_event
from memory_pipeline.ports.ledger import EventRef, EventState


def at_once(event: Event, deps: Dependencies) -> Mapping[str, Any]:
    """The event's result. A transient failure is raised after the event is safe in the ledger: it is done without
    another call. An event that is there already is not done again: its result, or what keeps it from having one."""
    item = new_event(screened_event(event, deps))
    deps.ledger.record([handed_in(item, deps)], now=deps.clock.now())
    outcome = handle(item.ref, deps)
    if isinstance(outcome, Dead):
        raise PermanentError(outcome.error)
    if isinstance(outcome, PutBack):
        raise _later(outcome.next_attempt_at, outcome.reason)
    if isinstance(outcome, Done):
        return outcome.result
    return _as_it_stands(item.ref, deps)


def _as_it_stands(ref: EventRef, deps: Dependencies) -> Mapping[str, Any]:
    """What came of an event that an earlier call recorded. No result must be taken for one that is still to come."""
    entry = deps.ledger.states(ref.tenant, [ref.event_id]).get(ref.event_id)
    if entry is None or entry.state is EventState.DONE:
        return entry.result if entry is not None else {}
    if entry.state is EventState.DEAD:
        raise PermanentError(
            f"it was recorded before and is dead: {entry.error}; `events retry {ref.event_id}` tries it again"
        )
    if entry.state is EventState.RUNNING or entry.next_attempt_at is None:
        raise TransientError("it is recorded, and another process is writing it just now: call again")
    raise _later(entry.next_attempt_at, entry.reason or entry.state.value)


def _later(at: datetime, reason: str) -> TransientError:
    return TransientError(f"it is recorded and will be written at {at:%H:%M:%S} UTC; now: {reason}")

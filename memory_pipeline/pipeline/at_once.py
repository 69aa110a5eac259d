"""Records an event and does it here and now: a worker would only do the same later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_pipeline.domain.errors import PermanentError, TransientError
from memory_pipeline.events.models import Event
from memory_pipeline.pipeline.audit import handed_in
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import Dead, Done, PutBack, handle
from memory_pipeline.pipeline.record import new_event
from memory_pipeline.pipeline.screen_event import screened_event


def at_once(event: Event, deps: Dependencies) -> Mapping[str, Any]:
    """The event's result. A transient failure is raised after the event is safe in the ledger: it is done without
    another call."""
    item = new_event(screened_event(event, deps))
    deps.ledger.record([handed_in(item, deps)], now=deps.clock.now())
    outcome = handle(item.ref, deps)
    if isinstance(outcome, Dead):
        raise PermanentError(outcome.error)
    if isinstance(outcome, PutBack):
        raise TransientError(
            f"it is recorded and will be written at {outcome.next_attempt_at:%H:%M:%S} UTC; now: {outcome.reason}"
        )
    if isinstance(outcome, Done):
        return outcome.result
    entry = deps.ledger.states(item.ref.tenant, [item.ref.event_id]).get(item.ref.event_id)
    return entry.result if entry is not None else {}

"""Takes in what agent backends say: messages, ends of sessions, and events about no session."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memory_pipeline.domain.errors import BrokerUnavailable
from memory_pipeline.domain.message import Message, storable
from memory_pipeline.domain.scope import Scope, parse_tenant
from memory_pipeline.domain.segments import estimated_tokens
from memory_pipeline.events.codec import encode
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import Event
from memory_pipeline.pipeline.audit import handed_in
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.ledger import EventRef, Lane, NewEvent
from memory_pipeline.ports.working_memory import Appended, Emitted, SessionInfo, SessionKey, Threshold

_log = logging.getLogger(__name__)


def record_message(
    key: SessionKey, info: SessionInfo, message: Message, deps: Dependencies, *, lane: Lane = Lane.LIVE
) -> Appended:
    """Appends a message to its session, once; a threshold that it crosses is an event. One round trip to Redis."""
    clean = replace(message, content=storable(message.content))
    rules = deps.segment_rules
    appended = deps.working.append(
        key,
        info,
        clean,
        tokens=estimated_tokens(clean),
        threshold=Threshold(rules.turns, rules.tokens),
        lane=lane,
    )
    _hint(appended.emitted, lane, deps)
    return appended


def close_session(
    key: SessionKey, deps: Dependencies, *, at: datetime | None = None, lane: Lane = Lane.LIVE
) -> EventId | None:
    """Closes a session; the id of its session.closed event, None where nothing was said. Closing twice is one event."""
    emitted = deps.working.close(key, at=at or deps.clock.now(), lane=lane)
    _hint(emitted, lane, deps)
    return emitted.event_id if emitted is not None else None


def record_events(events: Sequence[Event], deps: Dependencies, *, lane: Lane = Lane.LIVE) -> list[EventRef]:
    """Writes events to the ledger before it returns, then tells the workers."""
    new = [new_event(event, lane) for event in events]
    deps.ledger.record([handed_in(item, deps) for item in new], now=deps.clock.now())
    for item in new:
        _publish(item.ref, deps)
    return [item.ref for item in new]


def new_event(event: Event, lane: Lane = Lane.LIVE) -> NewEvent:
    """The ledger's row for an event."""
    document = encode(event)
    ref = EventRef(parse_tenant(event.tenant), Scope.parse(event.scope), EventId(event.event_id), lane)
    return NewEvent(ref, document["type"], event.occurred_at, document)


def _hint(emitted: Emitted | None, lane: Lane, deps: Dependencies) -> None:
    if emitted is not None:
        _publish(EventRef(emitted.tenant, emitted.scope, emitted.event_id, lane), deps)


def _publish(ref: EventRef, deps: Dependencies) -> None:
    """A hint that is lost costs seconds: the sweeper finds the event in the inbox or the ledger."""
    try:
        deps.publisher.publish(ref)
    except BrokerUnavailable as error:
        _log.warning("event %s waits for the sweeper: %s", ref.event_id, error)

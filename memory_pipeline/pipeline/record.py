"""Takes in what agent backends say: messages, ends of sessions, and events about no session."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memory_pipeline.domain.errors import BrokerUnavailable, ScreenOutdated
from memory_pipeline.domain.message import Message, storable
from memory_pipeline.domain.scope import Scope, parse_tenant
from memory_pipeline.domain.secrets.conversation import needs_previous
from memory_pipeline.domain.segments import estimated_tokens
from memory_pipeline.events.codec import encode
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import Event
from memory_pipeline.pipeline.audit import handed_in
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.screen import LOOK_BACK, refuse_secret_ids, screen_of
from memory_pipeline.pipeline.screen_event import screened_event
from memory_pipeline.ports.ledger import EventRef, Lane, NewEvent
from memory_pipeline.ports.working_memory import Appended, Emitted, SessionInfo, SessionKey, Threshold

_log = logging.getLogger(__name__)
_SCREENINGS = 3


def record_message(
    key: SessionKey, info: SessionInfo, message: Message, deps: Dependencies, *, lane: Lane = Lane.LIVE
) -> Appended:
    """Appends a message to its session, once, without its secrets; a threshold that it crosses is an event.

    One round trip to Redis; two for a short message, which may go on with what was said before it, or where secrets were
    erased; more only in the instant when one is erased.
    """
    deps.limits.check_message(message)
    deps.limits.check_shared_with(len(info.shared_with))
    refuse_secret_ids(session_id=key.session_id, message_id=message.id, user_id=info.user_id)
    content = storable(message.content)
    plain = message if content == message.content else replace(message, content=content)
    for _ in range(_SCREENINGS):
        try:
            appended = _append(key, info, plain, deps, lane)
        except ScreenOutdated:
            continue
        _hint(appended.emitted, lane, deps)
        return appended
    return _append(key, info, plain, deps, lane)


def _append(key: SessionKey, info: SessionInfo, message: Message, deps: Dependencies, lane: Lane) -> Appended:
    mark = deps.working.mark(key.tenant)
    screen = screen_of(key.tenant, [key.scope, *info.shared_with], deps, mark=mark)
    previous: Sequence[Message] = ()
    if screen.known.size or needs_previous(message):
        previous = deps.working.before(key, message.id, LOOK_BACK)
    screened = screen.message(message, previous)
    for amended in screened.amended:
        deps.working.amend(key, amended)
    rules = deps.segment_rules
    return deps.working.append(
        key,
        info,
        screened.message,
        tokens=estimated_tokens(screened.message),
        threshold=Threshold(rules.turns, rules.tokens),
        lane=lane,
        mark=mark,
    )


def close_session(
    key: SessionKey, deps: Dependencies, *, at: datetime | None = None, lane: Lane = Lane.LIVE
) -> EventId | None:
    """Closes a session; the id of its session.closed event, None where nothing was said. Closing twice is one event."""
    emitted = deps.working.close(key, at=at or deps.clock.now(), lane=lane)
    _hint(emitted, lane, deps)
    return emitted.event_id if emitted is not None else None


def record_events(events: Sequence[Event], deps: Dependencies, *, lane: Lane = Lane.LIVE) -> list[EventRef]:
    """Writes events to the ledger before it returns, then tells the workers."""
    new = [new_event(screened_event(event, deps), lane) for event in events]
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
    if emitted is not None and not emitted.told:
        _publish(EventRef(emitted.tenant, emitted.scope, emitted.event_id, lane), deps)


def _publish(ref: EventRef, deps: Dependencies) -> None:
    """A hint that is lost costs seconds: the sweeper finds the event in the inbox or the ledger."""
    try:
        deps.publisher.publish(ref)
    except BrokerUnavailable as error:
        _log.warning("event %s waits for the sweeper: %s", ref.event_id, error)

"""Takes in messages and ends of sessions so that they are in Postgres before the call returns, with or without Redis."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime

from memory_pipeline.domain.errors import BrokerUnavailable
from memory_pipeline.domain.message import Message, storable
from memory_pipeline.events.identity import SEPARATOR, EventId, event_id
from memory_pipeline.events.models import SessionClosed, SessionIdle
from memory_pipeline.pipeline.absorb import absorb
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.record import close_session, new_event, record_events, record_message
from memory_pipeline.pipeline.relay import relay_one
from memory_pipeline.pipeline.screen import LOOK_BACK, screen_of
from memory_pipeline.ports.ledger import EventRef, Lane
from memory_pipeline.ports.working_memory import Appended, SessionInfo, SessionKey, SessionLog

_log = logging.getLogger(__name__)


def append_durably(
    key: SessionKey, info: SessionInfo, message: Message, deps: Dependencies, *, lane: Lane = Lane.LIVE
) -> Appended:
    """As record_message; the message is in the transcript, and its event in the ledger. Raises DatabaseUnavailable."""
    clean = replace(message, content=storable(message.content))
    try:
        appended = record_message(key, info, clean, deps, lane=lane)
        log = deps.working.read(key)
    except BrokerUnavailable as error:
        _log.warning("a message goes to Postgres alone: %s", error)
        appended, log = Appended(new=True, emitted=None), None
    absorb(log or SessionLog(key, info, (_screened_alone(key, info, clean, deps),)), deps)
    if log is None:
        _promise_an_end(key, clean, deps, lane)
    if appended.emitted is not None:
        _relay(key, appended.emitted.event_id, deps, lane)
    return appended


def _screened_alone(key: SessionKey, info: SessionInfo, message: Message, deps: Dependencies) -> Message:
    """What Redis would have screened the message after is in Postgres, as far as it is anywhere."""
    transcript = deps.transcripts.read(key)
    said = () if transcript is None else transcript.kept
    before = [each for each in said if each.id != message.id][-LOOK_BACK:]
    screened = screen_of(key.tenant, [key.scope, *info.shared_with], deps).message(message, before)
    for amended in screened.amended:
        deps.transcripts.amend(key, amended)
    return screened.message


def close_durably(
    key: SessionKey, deps: Dependencies, *, at: datetime | None = None, lane: Lane = Lane.LIVE
) -> EventId | None:
    """As close_session; the event is in the ledger, and what it is about in the transcript. Raises DatabaseUnavailable.

    Without Redis only a session of which Postgres holds messages can be closed: raises BrokerUnavailable for others.
    """
    now = deps.clock.now()
    try:
        closed = close_session(key, deps, at=at, lane=lane)
        log = deps.working.read(key)
    except BrokerUnavailable:
        return _close_without_redis(key, at or now, deps, lane)
    if closed is None:
        return _close_in_postgres(key, at or now, deps, lane)  # said while Redis was away, or nothing
    if log is not None:
        absorb(log, deps)
    _relay(key, closed, deps, lane)
    return closed


def _relay(key: SessionKey, id_: EventId, deps: Dependencies, lane: Lane) -> None:
    try:
        relay_one(EventRef(key.tenant, key.scope, id_, lane), deps)
    except BrokerUnavailable as error:
        _log.warning("event %s waits in the inbox, its messages are in Postgres: %s", id_, error)


def _close_without_redis(key: SessionKey, at: datetime, deps: Dependencies, lane: Lane) -> EventId:
    closed = _close_in_postgres(key, at, deps, lane)
    if closed is None:
        raise BrokerUnavailable(
            "Redis cannot be reached, and Postgres holds no message of this session: close it again when Redis is back"
        )
    return closed


def _close_in_postgres(key: SessionKey, at: datetime, deps: Dependencies, lane: Lane) -> EventId | None:
    transcript = deps.transcripts.read(key)
    if transcript is None or not transcript.messages:
        return None
    last = transcript.messages[-1].id
    event = SessionClosed(
        event_id=_id(key, "session.closed", last),
        tenant=key.tenant,
        scope=str(key.scope),
        occurred_at=at,
        session_id=key.session_id,
        through_message_id=last,
    )
    record_events([event], deps, lane=lane)
    return EventId(event.event_id)


def _promise_an_end(key: SessionKey, message: Message, deps: Dependencies, lane: Lane) -> None:
    """No sweeper of Redis will find this session idle, so the ledger is told now what is to be done then."""
    now = deps.clock.now()
    event = SessionIdle(
        event_id=_id(key, "session.idle", message.id),
        tenant=key.tenant,
        scope=str(key.scope),
        occurred_at=now,
        session_id=key.session_id,
        through_message_id=message.id,
    )
    deps.ledger.record([replace(new_event(event, lane), not_before=now + deps.idle_after)], now=now)


def _id(key: SessionKey, type_: str, message_id: str) -> EventId:
    return event_id(key.tenant, key.scope, type_, SEPARATOR.join([key.session_id, message_id]))

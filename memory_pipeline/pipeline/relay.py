"""Moves events from the inbox into the ledger. An entry leaves the inbox only after its row is committed."""

from __future__ import annotations

import logging
from typing import Any

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.events.codec import decode
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.record import new_event
from memory_pipeline.ports.ledger import EventRef, Lane, NewEvent

_log = logging.getLogger(__name__)


def relay(deps: Dependencies, *, limit: int = 500) -> list[EventRef]:
    """Up to `limit` waiting events, now in the ledger. Safe beside other relays and after a kill at any point."""
    return _accept([entry for entry in map(_readable, deps.working.inbox(limit)) if entry is not None], deps)


def relay_one(ref: EventRef, deps: Dependencies) -> None:
    """Brings one hinted event into the ledger, if it still waits in the inbox."""
    document = deps.working.waiting(ref.event_id)
    entry = None if document is None else _readable(document, ref.lane)
    if entry is not None:
        _accept([entry], deps)


def _accept(entries: list[NewEvent], deps: Dependencies) -> list[EventRef]:
    if entries:
        deps.ledger.record(entries, now=deps.clock.now())
        deps.working.accept([entry.ref.event_id for entry in entries])
    return [entry.ref for entry in entries]


def _readable(document: dict[str, Any], lane: Lane = Lane.LIVE) -> NewEvent | None:
    """None for a document of a version this program does not know: it stays in the inbox for one that does."""
    try:
        return new_event(decode(document), Lane(document.get("lane", lane)))
    except InvalidInput as error:
        _log.error("an event in the inbox cannot be read and stays there: %s", error)
        return None

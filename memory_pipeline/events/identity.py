"""Event ids from what an event is about: sending it twice is sending it once."""

from __future__ import annotations

from typing import Final, NewType
from uuid import UUID, uuid5

from memory_pipeline.domain.scope import Scope, Tenant

EventId = NewType("EventId", UUID)

# The inbox script derives the same ids in Lua, so that append, close and their event are one atomic step.
EVENT_NAMESPACE: Final = UUID("9d3c6c1e-8a52-5f6b-a1d4-6e0f2b7c9d04")
SEPARATOR: Final = "\x1e"


def event_id(tenant: Tenant, scope: Scope, type_: str, key: str) -> EventId:
    """The id of the event of `type_` that `key` (a session and message, an idempotency key) makes unique."""
    return EventId(uuid5(EVENT_NAMESPACE, SEPARATOR.join([tenant, str(scope), type_, key])))


def resolution_id(tenant: Tenant, conflict_id: UUID) -> EventId:
    """The id of the event that decides a conflict, whichever way: of two people who decide at once the first is heard."""
    return EventId(uuid5(EVENT_NAMESPACE, SEPARATOR.join([tenant, "conflict.resolve", str(conflict_id)])))

"""What the Lua scripts are made of, are told and answer. Used by the working tier's adapters, which alone call them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from uuid import UUID

from memory_pipeline.adapters.redis.entries import mark_template
from memory_pipeline.events.codec import encode
from memory_pipeline.events.identity import EVENT_NAMESPACE, SEPARATOR, EventId
from memory_pipeline.events.models import SessionClosed, SessionIdle, SessionThreshold
from memory_pipeline.ports.ledger import Lane
from memory_pipeline.ports.working_memory import Emitted, MarkKind, SessionKey

SessionEventType = type[SessionClosed] | type[SessionIdle] | type[SessionThreshold]
MARK_EVENT: dict[MarkKind, SessionEventType] = {MarkKind.CLOSED: SessionClosed, MarkKind.IDLE: SessionIdle}
_NOT_YET = UUID(int=0)  # the scripts fill in what only they know
_EPOCH, _MS = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)
KEPT_MS = timedelta(days=40) // _MS  # what nights count, and entries that none reads


def source_of(*names: str) -> str:
    """One script of the named pieces, in order."""
    folder = files("memory_pipeline.adapters.redis") / "lua"
    return "\n".join((folder / f"{name}.lua").read_text(encoding="utf-8") for name in names)


def mark_arguments(
    member: str, key: SessionKey, kind: MarkKind, at: datetime, lane: Lane = Lane.LIVE
) -> list[str | bytes]:
    """What mark.lua is told, up to the present."""
    return [
        member,
        kind.value,
        mark_template(kind, at),
        *event_arguments(MARK_EVENT[kind], key, at, lane),
    ]


def event_arguments(event: SessionEventType, key: SessionKey, at: datetime, lane: Lane) -> list[str | bytes]:
    """Namespace, identity up to the message's id, and the document without event and message id."""
    document = encode(
        event(
            event_id=_NOT_YET,
            tenant=key.tenant,
            scope=str(key.scope),
            occurred_at=at,
            session_id=key.session_id,
            through_message_id="",
        )
    )
    if lane is not Lane.LIVE:
        document["lane"] = lane.value  # not the event's: it says which workers the inbox entry waits for
    identity = SEPARATOR.join([key.tenant, str(key.scope), _type_name(event), key.session_id, ""])
    return [EVENT_NAMESPACE.bytes, identity, json.dumps(document)]


def _type_name(event: SessionEventType) -> str:
    return str(event.model_fields["type"].default)


def emitted_of(
    event_id: bytes | str | None, event: SessionEventType, key: SessionKey, *, told: bool = False
) -> Emitted | None:
    """The event whose id a script returned."""
    if event_id is None:
        return None
    return Emitted(EventId(UUID(text_of(event_id))), _type_name(event), key.tenant, key.scope, told)


def milliseconds(at: datetime) -> int:
    """As scores have it."""
    return (at - _EPOCH) // _MS


def instant(score: float) -> datetime:
    """What `milliseconds` made a score of."""
    return _EPOCH + int(score) * _MS


def text_of(value: bytes | str) -> str:
    """A reply as text, whether the client decodes or not."""
    return value.decode() if isinstance(value, bytes) else value

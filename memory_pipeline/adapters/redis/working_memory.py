"""The working tier in Redis. Every write is one script, so that a session and its event never part."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from importlib.resources import files
from itertools import takewhile
from typing import Any
from uuid import UUID, uuid4

import redis

from memory_pipeline.adapters.redis.connection import translated_errors
from memory_pipeline.adapters.redis.entries import content_digest, mark_template, message_entry, parse_entry
from memory_pipeline.adapters.redis.keys import Keyspace, SessionKeys, session_of
from memory_pipeline.domain.errors import InvalidInput, ScreenOutdated
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant, check_identifier
from memory_pipeline.events.codec import encode
from memory_pipeline.events.identity import EVENT_NAMESPACE, SEPARATOR, EventId
from memory_pipeline.events.models import SessionClosed, SessionIdle, SessionThreshold
from memory_pipeline.ports.ledger import Lane
from memory_pipeline.ports.working_memory import (
    Appended,
    Emitted,
    MarkKind,
    SessionInfo,
    SessionKey,
    SessionLog,
    Threshold,
)

_SessionEventType = type[SessionClosed] | type[SessionIdle] | type[SessionThreshold]
_MARK_EVENT: dict[MarkKind, _SessionEventType] = {MarkKind.CLOSED: SessionClosed, MarkKind.IDLE: SessionIdle}
_NOT_YET = UUID(int=0)  # the scripts fill in what only they know
_OUTDATED, _CONFLICT, _KNOWN = -2, -1, 0
_AMENDED = "amended"  # in place of a digest: whatever is said under the id again is what was said


class RedisWorkingMemory:
    """Implements ports.working_memory.WorkingMemory; holds no state but the client, safe in threads.

    Idle time runs from a message's arrival by the server's clock.
    """

    def __init__(self, client: redis.Redis, *, prefix: str = "mp:") -> None:
        self._client = client
        self._keys = Keyspace(prefix)
        self._append = client.register_script(_source("event", "append"))
        self._close = client.register_script(_source("event", "mark", "close"))
        self._close_if_idle = client.register_script(_source("event", "mark", "close_if_idle"))
        self._settle = client.register_script(_source("settle"))
        self._amend = client.register_script(_source("amend"))
        self._marks: dict[Tenant, str] = {}

    def append(
        self,
        key: SessionKey,
        info: SessionInfo,
        message: Message,
        *,
        tokens: int,
        threshold: Threshold,
        lane: Lane = Lane.LIVE,
        mark: str = "",
    ) -> Appended:
        """Adds a message once; emits session.threshold when a new turn begins past the threshold."""
        names = self._keys.session(key)
        check_identifier(message.id, "the message's id")
        if info.user_id is not None:
            check_identifier(info.user_id, "the user's id")
        with translated_errors(self._client):
            reply = self._append(
                keys=[*self._session_keys(names), self._keys.mark(key.tenant), names.summary],
                args=[
                    message.id,
                    message_entry(message),
                    content_digest(message),
                    int(message.role is Role.USER),
                    tokens,
                    threshold.turns,
                    threshold.tokens,
                    _info_pairs(info),
                    names.member,
                    *_event_arguments(SessionThreshold, key, message.at, lane),
                    mark,
                    _AMENDED,
                ],
            )
        if not self._is_new(int(reply[0]), key, message):
            return Appended(new=False, emitted=None)
        return Appended(new=True, emitted=_emitted(reply[1], SessionThreshold, key))

    def _is_new(self, outcome: int, key: SessionKey, message: Message) -> bool:
        if outcome == _OUTDATED:
            self._marks.pop(key.tenant, None)
            raise ScreenOutdated("a secret was erased while the message was being screened: append it again")
        if outcome == _CONFLICT:
            raise InvalidInput(
                f"session {key.session_id!r} already holds another message under the id {message.id!r}: "
                "give the new one an id of its own"
            )
        return outcome != _KNOWN

    def close(
        self, key: SessionKey, *, at: datetime, kind: MarkKind = MarkKind.CLOSED, lane: Lane = Lane.LIVE
    ) -> Emitted | None:
        """Marks the end; emits session.closed or session.idle. None where the session holds no message."""
        names = self._keys.session(key)
        with translated_errors(self._client):
            event_id = self._close(
                keys=self._session_keys(names), args=_mark_arguments(names, key, kind, at, lane)
            )
        return _emitted(event_id, _MARK_EVENT[kind], key)

    def close_if_idle(self, key: SessionKey, *, before: datetime, at: datetime) -> Emitted | None:
        """Marks a session idle, unless a message arrived since `before` or the session is not open."""
        names = self._keys.session(key)
        arguments = [*_mark_arguments(names, key, MarkKind.IDLE, at), _milliseconds(before)]
        with translated_errors(self._client):
            event_id = self._close_if_idle(keys=self._session_keys(names), args=arguments)
        return _emitted(event_id, SessionIdle, key)

    def post(self, document: dict[str, Any], event_id: EventId) -> None:
        """Puts an event that is about no session into the inbox, unless it waits there already."""
        with translated_errors(self._client):
            self._client.hsetnx(self._keys.inbox, str(event_id), json.dumps(document))

    def inbox(self, limit: int) -> Sequence[dict[str, Any]]:
        """Up to `limit` waiting event documents, at random: no document can keep the others from being seen."""
        with translated_errors(self._client):
            ids: Any = self._client.hrandfield(self._keys.inbox, limit)
            found: Any = self._client.hmget(self._keys.inbox, ids) if ids else []
        return [json.loads(document) for document in found if document is not None]

    def inbox_size(self) -> int:
        """How many events wait in the inbox."""
        with translated_errors(self._client):
            return int(self._client.hlen(self._keys.inbox))

    def waiting(self, event_id: EventId) -> dict[str, Any] | None:
        """The waiting document of one event."""
        with translated_errors(self._client):
            found: Any = self._client.hget(self._keys.inbox, str(event_id))
        return None if found is None else json.loads(found)

    def accept(self, event_ids: Sequence[EventId]) -> None:
        """Takes events off the inbox."""
        if event_ids:
            with translated_errors(self._client):
                self._client.hdel(self._keys.inbox, *(str(event_id) for event_id in event_ids))

    def read(self, key: SessionKey) -> SessionLog | None:
        """All that the working tier holds of a session; None where it holds nothing."""
        names = self._keys.session(key)
        with translated_errors(self._client), self._client.pipeline(transaction=True) as pipe:
            pipe.lrange(names.log, 0, -1)
            pipe.hmget(names.meta, ["shared_with", "user_id"])
            entries, (shared_with, user_id) = pipe.execute()
        if not entries:
            return None
        return SessionLog(
            key=key,
            info=SessionInfo(
                shared_with=tuple(Scope.parse(scope) for scope in json.loads(shared_with or "[]")),
                user_id=None if user_id is None else _text(user_id),
            ),
            entries=tuple(parse_entry(_text(entry)) for entry in entries),
        )

    def mark(self, tenant: Tenant) -> str:
        """Changes with every secret that is erased; remembered by this process until a write finds it changed."""
        if tenant not in self._marks:
            name = self._keys.mark(tenant)
            with translated_errors(self._client):
                self._client.set(name, uuid4().hex, nx=True)
                found: Any = self._client.get(name)
            self._marks[tenant] = _text(found or "")
        return self._marks[tenant]

    def renew_mark(self, tenant: Tenant) -> None:
        """Has every process screen anew, by the fingerprints that are there now."""
        with translated_errors(self._client):
            self._client.set(self._keys.mark(tenant), uuid4().hex)
        self._marks.pop(tenant, None)

    def before(self, key: SessionKey, message_id: str, limit: int) -> Sequence[Message]:
        """Up to `limit` messages that were said before this one, which the log may hold already; the oldest first."""
        names = self._keys.session(key)
        with translated_errors(self._client), self._client.pipeline(transaction=True) as pipe:
            pipe.lrange(names.log, -2 * limit, -1)
            pipe.hexists(names.digests, message_id)
            entries, known = pipe.execute()
        messages = _messages(entries)
        if known and not any(message.id == message_id for message in messages):
            with translated_errors(self._client):
                messages = _messages(self._client.lrange(names.log, 0, -1))
        earlier = list(takewhile(lambda message: message.id != message_id, messages))
        return earlier[-limit:]

    def amend(self, key: SessionKey, message: Message) -> bool:
        """Puts `message` in the place of the one with its id; False where the log holds none."""
        names = self._keys.session(key)
        with translated_errors(self._client):
            found = self._amend(
                keys=[names.log, names.digests, names.summary, names.meta],
                args=[message.id, message_entry(message), _AMENDED],
            )
        return bool(found)

    def settle(self, key: SessionKey, through_message_id: str, ttl: timedelta) -> None:
        """Starts the TTL, if no message came after `through_message_id`."""
        names = self._keys.session(key)
        with translated_errors(self._client):
            self._settle(
                keys=[names.log, names.digests, names.meta, names.summary],
                args=[through_message_id, max(1, ttl // timedelta(milliseconds=1))],
            )

    def idle(self, *, before: datetime, limit: int) -> Sequence[SessionKey]:
        """Open sessions without an arrival since `before`, the longest idle first."""
        with translated_errors(self._client):
            members: Any = self._client.zrangebyscore(
                self._keys.open, "-inf", f"({_milliseconds(before)}", start=0, num=limit
            )
        return [session_of(_text(member)) for member in members]

    def _session_keys(self, names: SessionKeys) -> list[str]:
        return [names.log, names.digests, names.meta, self._keys.open, self._keys.inbox]


def _source(*names: str) -> str:
    """One script of the named pieces, in order."""
    folder = files("memory_pipeline.adapters.redis") / "lua"
    return "\n".join((folder / f"{name}.lua").read_text(encoding="utf-8") for name in names)


def _messages(entries: Any) -> list[Message]:
    parsed = (parse_entry(_text(entry)) for entry in entries)
    return [entry for entry in parsed if isinstance(entry, Message)]


def _mark_arguments(
    names: SessionKeys, key: SessionKey, kind: MarkKind, at: datetime, lane: Lane = Lane.LIVE
) -> list[str | bytes]:
    return [
        names.member,
        kind.value,
        mark_template(kind, at),
        *_event_arguments(_MARK_EVENT[kind], key, at, lane),
    ]


def _event_arguments(
    event: _SessionEventType, key: SessionKey, at: datetime, lane: Lane
) -> list[str | bytes]:
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


def _type_name(event: _SessionEventType) -> str:
    return str(event.model_fields["type"].default)


def _emitted(event_id: bytes | str | None, event: _SessionEventType, key: SessionKey) -> Emitted | None:
    if event_id is None:
        return None
    return Emitted(EventId(UUID(_text(event_id))), _type_name(event), key.tenant, key.scope)


def _info_pairs(info: SessionInfo) -> str:
    pairs = ["shared_with", json.dumps([str(scope) for scope in info.shared_with])]
    if info.user_id is not None:
        pairs += ["user_id", info.user_id]
    return json.dumps(pairs)


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value

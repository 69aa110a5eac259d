"""The working tier in Redis. Every write is one script, so that a session and its event never part."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any
from uuid import uuid4

import redis

from memory_pipeline.adapters.redis.connection import translated_errors
from memory_pipeline.adapters.redis.entries import content_digest, message_entry, parse_entry
from memory_pipeline.adapters.redis.keys import Keyspace, session_of
from memory_pipeline.adapters.redis.scripts import (
    KEPT_MS,
    MARK_EVENT,
    emitted_of,
    event_arguments,
    mark_arguments,
    milliseconds,
    source_of,
    text_of,
)
from memory_pipeline.domain.errors import InvalidInput, ScreenOutdated
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant, check_identifier
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import SessionIdle, SessionThreshold
from memory_pipeline.ports.clock import Clock
from memory_pipeline.ports.ledger import Lane
from memory_pipeline.ports.publisher import HintWriter
from memory_pipeline.ports.working_memory import (
    Appended,
    Emitted,
    MarkKind,
    SessionInfo,
    SessionKey,
    SessionLog,
    Threshold,
)

_OUTDATED, _CONFLICT, _KNOWN = -2, -1, 0
_AMENDED = "amended"  # in place of a digest: whatever is said under the id again is what was said


class RedisWorkingMemory:
    """Implements ports.working_memory.WorkingMemory; holds no state but the client, safe in threads.

    Arrivals, ends and the instants at which sessions run out are by the server's clock, one for all backends, or by
    `clock` where one is given. Redis's own TTLs know no other clock than the server's. Where the server is the broker, too,
    `hints` has workers told of an event in the step that writes it.
    """

    def __init__(
        self,
        client: redis.Redis,
        *,
        prefix: str = "mp:",
        clock: Clock | None = None,
        hints: HintWriter | None = None,
    ) -> None:
        self._client = client
        self._hints = hints
        self._keys = Keyspace(prefix)
        self._clock = clock
        self._append = client.register_script(source_of("now", "event", "append"))
        self._close = client.register_script(source_of("now", "event", "mark", "close"))
        self._close_if_idle = client.register_script(source_of("now", "event", "mark", "close_if_idle"))
        self._settle = client.register_script(source_of("now", "settle"))
        self._amend = client.register_script(source_of("amend"))
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
        begins_turn = message.role is Role.USER
        event: list[str | bytes] = ["", "", ""]  # what scripts are told of no event
        queue, hint = list[str](), list[str]()
        if begins_turn:  # others emit nothing
            event = event_arguments(SessionThreshold, key, message.at, lane)
            queue, hint = self._hint(key, lane)
        with translated_errors(self._client):
            reply = self._append(
                keys=[*self._keys.parts(key), self._keys.mark(key.tenant), *queue],
                args=[
                    message.id,
                    message_entry(message),
                    content_digest(message),
                    int(begins_turn),
                    tokens,
                    threshold.turns,
                    threshold.tokens,
                    _info_pairs(info),
                    names.member,
                    *event,
                    mark,
                    _AMENDED,
                    self._now(),
                    *hint,
                ],
            )
        if not self._is_new(int(reply[0]), key, message):
            return Appended(new=False, emitted=None)
        return Appended(new=True, emitted=emitted_of(reply[1], SessionThreshold, key, told=bool(reply[2])))

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
        queue, hint = self._hint(key, lane)
        arguments = [*mark_arguments(self._keys.session(key).member, key, kind, at, lane), self._now(), *hint]
        with translated_errors(self._client):
            event_id, told = self._close(keys=[*self._keys.parts(key), *queue], args=arguments)
        return emitted_of(event_id, MARK_EVENT[kind], key, told=bool(told))

    def close_if_idle(self, key: SessionKey, *, before: datetime, at: datetime) -> Emitted | None:
        """Marks a session idle, unless a message arrived since `before` or the session is not open."""
        member = self._keys.session(key).member
        arguments = [*mark_arguments(member, key, MarkKind.IDLE, at), self._now(), milliseconds(before)]
        with translated_errors(self._client):
            event_id = self._close_if_idle(keys=self._keys.parts(key), args=arguments)
        return emitted_of(event_id, SessionIdle, key)

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
                user_id=None if user_id is None else text_of(user_id),
            ),
            entries=tuple(parse_entry(text_of(entry)) for entry in entries),
        )

    def mark(self, tenant: Tenant) -> str:
        """Changes with every secret that is erased; remembered by this process until a write finds it changed."""
        if tenant not in self._marks:
            name = self._keys.mark(tenant)
            with translated_errors(self._client):
                self._client.set(name, uuid4().hex, nx=True)
                found: Any = self._client.get(name)
            self._marks[tenant] = text_of(found or "")
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
        """Starts the TTL, if the session has ended and no message came after `through_message_id`."""
        member, ttl_ms = self._keys.session(key).member, max(1, ttl // timedelta(milliseconds=1))
        with translated_errors(self._client):
            self._settle(
                keys=[*self._keys.parts(key), self._keys.counts(key.tenant)],
                args=[member, through_message_id, ttl_ms, self._now(), KEPT_MS, ""],
            )

    def idle(self, *, before: datetime, limit: int) -> Sequence[SessionKey]:
        """Open sessions without an arrival since `before`, the longest idle first."""
        with translated_errors(self._client):
            members: Any = self._client.zrangebyscore(
                self._keys.open, "-inf", f"({milliseconds(before)}", start=0, num=limit
            )
        return [session_of(text_of(member)) for member in members]

    def _hint(self, key: SessionKey, lane: Lane) -> tuple[list[str], list[str]]:
        """The queue, and what a script pushes there."""
        if self._hints is None:
            return [], []
        hint = self._hints.hint(key.tenant, key.scope, lane)
        return [hint.queue], [hint.message, hint.event_id]

    def _now(self) -> int | str:
        """What scripts are told of the present: nothing, so that they ask the server, unless there is a clock."""
        return "" if self._clock is None else milliseconds(self._clock.now())


def _messages(entries: Any) -> list[Message]:
    parsed = (parse_entry(text_of(entry)) for entry in entries)
    return [entry for entry in parsed if isinstance(entry, Message)]


def _info_pairs(info: SessionInfo) -> str:
    pairs = ["shared_with", json.dumps([str(scope) for scope in info.shared_with])]
    if info.user_id is not None:
        pairs += ["user_id", info.user_id]
    return json.dumps(pairs)

"""The working tier in this process's memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import takewhile
from threading import RLock
from typing import Any
from uuid import uuid4

from memory_pipeline.adapters.system.clock import SystemClock
from memory_pipeline.domain.errors import InvalidInput, ScreenOutdated
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.rolling_summary import RollingSummary
from memory_pipeline.domain.scope import Tenant, check_identifier
from memory_pipeline.events.codec import encode
from memory_pipeline.events.identity import SEPARATOR, EventId, event_id
from memory_pipeline.events.models import SessionClosed, SessionIdle, SessionThreshold
from memory_pipeline.ports.clock import Clock
from memory_pipeline.ports.ledger import Lane
from memory_pipeline.ports.working_forgetting import SessionQueue
from memory_pipeline.ports.working_memory import (
    Appended,
    Emitted,
    Mark,
    MarkKind,
    SessionInfo,
    SessionKey,
    SessionLog,
    Threshold,
)

_SessionEventType = type[SessionClosed] | type[SessionIdle] | type[SessionThreshold]
_MARK_EVENT: Mapping[MarkKind, _SessionEventType] = {
    MarkKind.CLOSED: SessionClosed,
    MarkKind.IDLE: SessionIdle,
}


@dataclass(slots=True)
class _Session:
    """`turns` and `tokens` count since the last cut; `marks` are those after the last message."""

    info: SessionInfo
    entries: list[Message | Mark] = field(default_factory=list)
    messages: dict[str, Message] = field(default_factory=dict)
    last: str = ""
    turns: int = 0
    tokens: int = 0
    marks: set[MarkKind] = field(default_factory=set)
    amended: set[str] = field(default_factory=set)
    expires_at: datetime | None = None
    summary: RollingSummary | None = None


class InMemoryWorkingMemory:
    """Implements ports.working_memory.WorkingMemory; safe in threads. Idle time and TTLs run by `clock`."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock: Clock = clock or SystemClock()
        self._lock = RLock()
        self._sessions: dict[SessionKey, _Session] = {}
        self._open: dict[SessionKey, datetime] = {}
        self._awaiting: dict[SessionKey, datetime] = {}
        self._leaving: dict[SessionKey, datetime] = {}
        self._inbox: dict[EventId, dict[str, Any]] = {}
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
        _check(key)
        check_identifier(message.id, "the message's id")
        if info.user_id is not None:
            check_identifier(info.user_id, "the user's id")
        with self._lock:
            if mark not in ("", self.mark(key.tenant)):
                raise ScreenOutdated(
                    "a secret was erased while the message was being screened: append it again"
                )
            session = self._live(key) or _Session(info)
            known = session.messages.get(message.id)
            if known is not None:
                if message.id not in session.amended and replace(known, at=message.at) != message:
                    raise InvalidInput(
                        f"session {key.session_id!r} already holds another message under the id {message.id!r}: "
                        "give the new one an id of its own"
                    )
                return Appended(new=False, emitted=None)
            emitted = self._cross(key, session, message, threshold, lane)
            self._add(key, session, message, tokens)
            return Appended(new=True, emitted=emitted)

    def close(
        self, key: SessionKey, *, at: datetime, kind: MarkKind = MarkKind.CLOSED, lane: Lane = Lane.LIVE
    ) -> Emitted | None:
        """Marks the end; emits session.closed or session.idle. None where the session holds no message."""
        _check(key)
        with self._lock:
            self._open.pop(key, None)
            session = self._live(key)
            if session is None:
                return None
            if kind not in session.marks:
                session.entries.append(Mark(kind, session.last, at))
                session.marks.add(kind)
                session.turns, session.tokens = 0, 0
                session.expires_at = None
                self._leaving.pop(key, None)
                self._awaiting[key] = self._clock.now()
            return self._emit(_MARK_EVENT[kind], key, session.last, at, lane)

    def close_if_idle(self, key: SessionKey, *, before: datetime, at: datetime) -> Emitted | None:
        """Marks a session idle, unless a message arrived since `before` or the session is not open."""
        with self._lock:
            arrived_at = self._open.get(key)
            if arrived_at is None or arrived_at >= before:
                return None
            return self.close(key, at=at, kind=MarkKind.IDLE)

    def post(self, document: dict[str, Any], event_id: EventId) -> None:
        """Puts an event that is about no session into the inbox, unless it waits there already."""
        with self._lock:
            self._inbox.setdefault(event_id, dict(document))

    def inbox(self, limit: int) -> Sequence[dict[str, Any]]:
        """Up to `limit` waiting event documents."""
        with self._lock:
            return [dict(document) for document in list(self._inbox.values())[:limit]]

    def inbox_size(self) -> int:
        """How many events wait in the inbox."""
        with self._lock:
            return len(self._inbox)

    def waiting(self, event_id: EventId) -> dict[str, Any] | None:
        """The waiting document of one event."""
        with self._lock:
            document = self._inbox.get(event_id)
            return None if document is None else dict(document)

    def accept(self, event_ids: Sequence[EventId]) -> None:
        """Takes events off the inbox."""
        with self._lock:
            for each in event_ids:
                self._inbox.pop(each, None)

    def read(self, key: SessionKey) -> SessionLog | None:
        """All that the working tier holds of a session; None where it holds nothing."""
        _check(key)
        with self._lock:
            session = self._live(key)
            return None if session is None else SessionLog(key, session.info, tuple(session.entries))

    def mark(self, tenant: Tenant) -> str:
        """Changes with every secret that is erased."""
        with self._lock:
            return self._marks.setdefault(tenant, uuid4().hex)

    def renew_mark(self, tenant: Tenant) -> None:
        """Has everybody screen anew."""
        with self._lock:
            self._marks[tenant] = uuid4().hex

    def before(self, key: SessionKey, message_id: str, limit: int) -> Sequence[Message]:
        """Up to `limit` messages that were said before this one, which the log may hold already; the oldest first."""
        log = self.read(key)
        said = [] if log is None else [entry for entry in log.entries if isinstance(entry, Message)]
        return list(takewhile(lambda message: message.id != message_id, said))[-limit:]

    def amend(self, key: SessionKey, message: Message) -> bool:
        """Puts `message` in the place of the one with its id; False where the log holds none."""
        with self._lock:
            session = self._live(key)
            if session is None or message.id not in session.messages:
                return False
            old = session.messages[message.id]
            session.entries = [message if entry is old else entry for entry in session.entries]
            session.messages[message.id] = message
            session.amended.add(message.id)
            session.summary = None  # it may hold the words that were masked
            return True

    def summary(self, key: SessionKey) -> RollingSummary | None:
        """What InMemorySummaries keeps with the session."""
        with self._lock:
            session = self._live(key)
            return None if session is None else session.summary

    def put_summary(self, key: SessionKey, summary: RollingSummary, after: str | None) -> bool:
        """Puts it in the place of the one that goes through `after`; False where another is there, or no session."""
        with self._lock:
            session = self._live(key)
            if session is None:
                return False
            if (session.summary.through_message_id if session.summary is not None else None) != after:
                return False
            session.summary = summary
            return True

    def settle(self, key: SessionKey, through_message_id: str, ttl: timedelta) -> None:
        """Starts the TTL, if the session has ended and no message came after `through_message_id`."""
        self.settle_at(key, through_message_id, self._clock.now() + ttl)

    def settle_at(self, key: SessionKey, through_message_id: str, until: datetime) -> bool:
        """Has the session run out then, if it has ended and no message came after `through_message_id`."""
        with self._lock:
            session = self._live(key)
            if session is None or session.last != through_message_id or key in self._open:
                return False
            session.expires_at = self._leaving[key] = until
            self._awaiting.pop(key, None)
            return True

    def idle(self, *, before: datetime, limit: int) -> Sequence[SessionKey]:
        """Open sessions without an arrival since `before`, the longest idle first."""
        with self._lock:
            found = sorted((arrived_at, key) for key, arrived_at in self._open.items() if arrived_at < before)
        return [key for _, key in found[:limit]]

    @property
    def lock(self) -> RLock:
        """Held, nothing of this working memory changes but by the holder."""
        return self._lock

    def standing(self, queue: SessionQueue) -> dict[SessionKey, datetime]:
        """The sessions of one index with their instants; what is taken out of it is taken out for good."""
        places = {
            SessionQueue.OPEN: self._open,
            SessionQueue.AWAITING: self._awaiting,
            SessionQueue.LEAVING: self._leaving,
        }
        return places[queue]

    def last(self, key: SessionKey) -> str | None:
        """The id of the session's last message."""
        with self._lock:
            session = self._live(key)
            return None if session is None else session.last

    def held(self) -> Sequence[SessionKey]:
        """The sessions that are there, sorted."""
        with self._lock:
            return sorted(key for key in list(self._sessions) if self._live(key) is not None)

    def drop(self, key: SessionKey) -> None:
        """Forgets the session."""
        with self._lock:
            for place in (self._sessions, self._open, self._awaiting, self._leaving):
                place.pop(key, None)

    def take_out(self, key: SessionKey, message_ids: Collection[str]) -> int:
        """Forgets these messages of the session, and with the last of them the session; how many."""
        with self._lock:
            session = self._live(key)
            if session is None:
                return 0
            gone = [id_ for id_ in message_ids if session.messages.pop(id_, None) is not None]
            session.entries = [e for e in session.entries if not isinstance(e, Message) or e.id not in gone]
            session.summary = None if gone else session.summary
            if not session.messages:
                self.drop(key)
            return len(gone)

    def _live(self, key: SessionKey) -> _Session | None:
        session = self._sessions.get(key)
        if session is not None and session.expires_at is not None and session.expires_at <= self._clock.now():
            del self._sessions[key]
            return None
        return session

    def _cross(
        self, key: SessionKey, session: _Session, message: Message, threshold: Threshold, lane: Lane
    ) -> Emitted | None:
        past = session.turns >= threshold.turns or session.tokens >= threshold.tokens
        if not (session.last and message.role is Role.USER and past):
            return None
        session.turns, session.tokens = 0, 0
        return self._emit(SessionThreshold, key, session.last, message.at, lane)

    def _add(self, key: SessionKey, session: _Session, message: Message, tokens: int) -> None:
        session.entries.append(message)
        session.messages[message.id] = message
        session.last = message.id
        session.turns += message.role is Role.USER
        session.tokens += tokens
        session.marks.clear()
        session.expires_at = None
        self._sessions[key] = session
        self._open[key] = self._clock.now()
        self._awaiting.pop(key, None)
        self._leaving.pop(key, None)

    def _emit(
        self, event: _SessionEventType, key: SessionKey, message_id: str, at: datetime, lane: Lane
    ) -> Emitted:
        type_ = str(event.model_fields["type"].default)
        id_ = event_id(key.tenant, key.scope, type_, SEPARATOR.join([key.session_id, message_id]))
        document = event(
            event_id=id_,
            tenant=key.tenant,
            scope=str(key.scope),
            occurred_at=at,
            session_id=key.session_id,
            through_message_id=message_id,
        )
        self._inbox.setdefault(id_, encode(document) | ({} if lane is Lane.LIVE else {"lane": lane.value}))
        return Emitted(id_, type_, key.tenant, key.scope)


def _check(key: SessionKey) -> None:
    check_identifier(key.scope.id, "the scope's id")
    check_identifier(key.session_id, "the session's id")

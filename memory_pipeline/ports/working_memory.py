"""The working tier: messages of live sessions, and the inbox of events that they gave rise to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Protocol

from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import Lane


@dataclass(frozen=True, slots=True, order=True)
class SessionKey:
    """Sessions of two people are two sessions, even under one id."""

    tenant: Tenant
    scope: Scope
    session_id: str


class MarkKind(StrEnum):
    CLOSED = "closed"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Mark:
    """Ends a segment right after the message `after_message_id`."""

    kind: MarkKind
    after_message_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """What the session was opened with. `started_at` orders nothing; it is shown."""

    shared_with: tuple[Scope, ...] = ()
    user_id: str | None = None


@dataclass(frozen=True, slots=True)
class SessionLog:
    """The session as the working tier holds it, in order of arrival; `entries` are messages and marks."""

    key: SessionKey
    info: SessionInfo
    entries: tuple[Message | Mark, ...]


@dataclass(frozen=True, slots=True)
class Emitted:
    """An event that a write put into the inbox, for the broker's hint; `told` where the same step has sent that, too."""

    event_id: EventId
    type: str
    tenant: Tenant
    scope: Scope
    told: bool = False


@dataclass(frozen=True, slots=True)
class Appended:
    """`new` is false where the session already held this message, word for word."""

    new: bool
    emitted: Emitted | None


class WorkingMemory(Protocol):
    """Raises BrokerUnavailable when Redis cannot be reached; every write is one atomic step."""

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
        """Adds a message once; emits session.threshold when a new turn begins past the threshold.

        Raises InvalidInput where the session holds another message under this id, and ScreenOutdated where `mark`, if
        given, is no longer the tenant's.
        """

    def mark(self, tenant: Tenant) -> str:
        """Changes with every secret that is erased. As this process knows it: a write finds out whether it changed."""

    def renew_mark(self, tenant: Tenant) -> None:
        """Called before and after a fingerprint is added: no message that was screened without it is written after."""

    def before(self, key: SessionKey, message_id: str, limit: int) -> Sequence[Message]:
        """Up to `limit` messages that were said before this one, which the log may hold already; the oldest first."""

    def amend(self, key: SessionKey, message: Message) -> bool:
        """Puts `message` in the place of the one with its id, which counts as the same message from then on; False where
        the log holds none."""

    def close(
        self, key: SessionKey, *, at: datetime, kind: MarkKind = MarkKind.CLOSED, lane: Lane = Lane.LIVE
    ) -> Emitted | None:
        """Marks the end; emits session.closed or session.idle. None where the session holds no message.

        Closing what is closed emits the same event again, under the same id.
        """

    def post(self, document: dict[str, Any], event_id: EventId) -> None:
        """Puts an event that is about no session into the inbox."""

    def inbox(self, limit: int) -> Sequence[dict[str, Any]]:
        """Up to `limit` waiting event documents, in no order."""

    def inbox_size(self) -> int:
        """How many events wait in the inbox."""

    def waiting(self, event_id: EventId) -> dict[str, Any] | None:
        """The waiting document of one event."""

    def accept(self, event_ids: Sequence[EventId]) -> None:
        """Takes events off the inbox; called once their ledger rows are committed."""

    def read(self, key: SessionKey) -> SessionLog | None:
        """All that the working tier holds of a session; None where it holds nothing."""

    def settle(self, key: SessionKey, through_message_id: str, ttl: timedelta) -> None:
        """Starts the TTL, if nothing came after `through_message_id`, which the transcript now holds.

        Not of a session that is open: its end comes first, and the event of its end settles it.
        """

    def idle(self, *, before: datetime, limit: int) -> Sequence[SessionKey]:
        """Open sessions without a message since `before`."""

    def close_if_idle(self, key: SessionKey, *, before: datetime, at: datetime) -> Emitted | None:
        """Marks a session idle, unless a message came since `before`."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """When a live session asks for consolidation before it closes."""

    turns: int
    tokens: int

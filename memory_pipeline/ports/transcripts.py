"""The durable transcript of each session, its segments, and the extraction accepted for each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.ledger import Claim
from memory_pipeline.ports.working_memory import MarkKind, SessionInfo, SessionKey, SessionLog


@dataclass(frozen=True, slots=True)
class TranscriptMark:
    """`position` is that of the last message before the mark."""

    kind: MarkKind
    position: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Transcript:
    """`messages[i]` has position i. Messages below `watermark` have been consolidated.

    `past_retention` are the positions whose words were dropped: such a message has its place, id, role, name and time, and
    no content and no tool calls. `revision` changes when something of the session is erased.
    """

    key: SessionKey
    info: SessionInfo
    messages: tuple[Message, ...]
    marks: tuple[TranscriptMark, ...]
    watermark: int
    revision: str = field(default="", compare=False)
    past_retention: frozenset[int] = frozenset()

    @property
    def kept(self) -> tuple[Message, ...]:
        """The messages whose words are there."""
        return tuple(each for place, each in enumerate(self.messages) if place not in self.past_retention)

    @property
    def wordless(self) -> frozenset[str]:
        """The ids of the others."""
        return frozenset(self.messages[place].id for place in self.past_retention)


@dataclass(frozen=True, slots=True)
class SegmentRange:
    """Positions `first` (inclusive) to `end` (exclusive) of a session's transcript."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class AcceptedExtraction:
    """The one reply that counts for a segment: a JSON document of the extraction, and who made it.

    `stands_in_for` is the extractor that was to make it and could not be asked; from `redo_at` on it may do so.
    """

    extractor: str
    reply: dict[str, Any]
    stands_in_for: str | None = None
    redo_at: datetime | None = None


class Transcripts(Protocol):
    """Every call is its own short transaction. Raises DatabaseUnavailable, WriteConflict."""

    def absorb(self, log: SessionLog, *, now: datetime) -> Sequence[str]:
        """Adds what the working tier holds and the transcript does not, in order; known messages are left alone. A mark after a
        message that is refused, or not known, stands after the one before it in the log.

        The ids of messages that were refused because they were erased. Raises ScopeBusy while that goes on.
        """

    def read(self, key: SessionKey) -> Transcript | None:
        """The whole session; None if nothing of it was ever absorbed."""

    def wordless(
        self, tenant: Tenant, scope: Scope, cited: Collection[tuple[str, str]]
    ) -> frozenset[tuple[str, str]]:
        """Of these messages (session and message id) that the scope's memories cite, those whose words were dropped: of the
        scope's own sessions, or of those that are shared with it."""

    def amend(self, key: SessionKey, message: Message) -> None:
        """Puts `message` in the place of the one with its id, if it is there with its words: a secret in it became known."""

    def accepted(self, key: SessionKey, segment: SegmentRange) -> AcceptedExtraction | None:
        """The reply stored for a segment that is not committed yet."""

    def accept(
        self,
        key: SessionKey,
        segment: SegmentRange,
        extraction: AcceptedExtraction,
        *,
        now: datetime,
        revision: str = "",
    ) -> AcceptedExtraction:
        """Stores a reply unless the segment has one; returns the one that counts.

        One to what the session said at another `revision` (if any is given) is not stored.
        """

    def scopes_to_redo(self, *, now: datetime, limit: int) -> Sequence[tuple[Tenant, Scope]]:
        """Scopes of all tenants with committed segments whose time to be redone has come, the longest due first."""

    def take_redo(
        self, tenant: Tenant, scope: Scope, *, now: datetime, until: datetime
    ) -> tuple[SessionKey, SegmentRange] | None:
        """A segment of the scope that is due to be redone, taken: nobody else is given it before `until`."""

    def put_off_redo(self, key: SessionKey, segment: SegmentRange, until: datetime | None) -> None:
        """It is due again at `until`; None: what the rules found stays."""

    def hold(self, key: SessionKey, claim: Claim, *, now: datetime) -> bool:
        """Takes the session for this attempt; False while another event's attempt works on it.

        The hold is as alive as the lease of the event that has it: nothing needs to give it back.
        """

    def sessions(self, tenant: str, scope: str) -> Sequence[SessionKey]:
        """The sessions of a scope, by id."""

"""Transcripts, segments and accepted extractions in this process's memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from memory_pipeline.adapters.in_memory.barriers import DIGEST, Barriers
from memory_pipeline.adapters.in_memory.state import InMemoryState, Segment
from memory_pipeline.domain.errors import ScopeBusy
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.retention import month_of
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.ledger import Claim, EventState
from memory_pipeline.ports.tombstone_keys import TombstoneKeys, refused_messages
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange, Transcript, TranscriptMark
from memory_pipeline.ports.working_memory import SessionKey, SessionLog


class InMemoryTranscripts:
    """Implements ports.transcripts.Transcripts on a state that it may share with ledger and memory store."""

    def __init__(self, state: InMemoryState | None = None, digest: KeyedDigest = DIGEST) -> None:
        self._state = state or InMemoryState()
        self._digest = digest

    def absorb(self, log: SessionLog, *, now: datetime) -> Sequence[str]:
        """Adds what the transcript does not hold yet, in order; the ids of messages that were refused as erased."""
        key = log.key
        with self._state.writing() as tables:
            barriers = Barriers(tables, key.tenant)
            if barriers.erasing([key.scope]):
                raise ScopeBusy("an erasure removes the scope's memories just now", 2.0)
            refused = refused_messages(log, barriers, TombstoneKeys(self._digest, key.tenant, key.scope))
            said = [entry for entry in log.entries if isinstance(entry, Message)]
            if refused and all(message.id in refused for message in said) and key not in tables.transcripts:
                return sorted(refused)
            tables.scopes[key.tenant, key.scope] = None
            held = tables.transcripts.get(key) or Transcript(key, log.info, (), (), 0, uuid4().hex)
            grown = tables.transcripts[key] = _grown(held, log, refused)
            new = range(len(held.messages), len(grown.messages))
            tables.word_months.update({(key, position): month_of(now) for position in new})
            stored = {message.id: message.content for message in grown.kept}
            return sorted(refused - {each.id for each in said if stored.get(each.id) == each.content})

    def read(self, key: SessionKey) -> Transcript | None:
        """The whole session; None if nothing of it was ever absorbed."""
        with self._state.reading() as tables:
            return tables.transcripts.get(key)

    def wordless(
        self, tenant: Tenant, scope: Scope, cited: Collection[tuple[str, str]]
    ) -> frozenset[tuple[str, str]]:
        """Of these messages, those whose words were dropped."""
        with self._state.reading() as tables:
            return frozenset(
                (key.session_id, message_id)
                for key, held in tables.transcripts.items()
                if key.tenant == tenant and scope in (key.scope, *held.info.shared_with)
                for message_id in held.wordless
                if (key.session_id, message_id) in cited
            )

    def amend(self, key: SessionKey, message: Message) -> None:
        """Puts `message` in the place of the one with its id, if it is there with its words."""
        with self._state.writing() as tables:
            held = tables.transcripts.get(key)
            if held is not None and message.id not in held.wordless:
                said = tuple(message if each.id == message.id else each for each in held.messages)
                tables.transcripts[key] = replace(held, messages=said)

    def accepted(self, key: SessionKey, segment: SegmentRange) -> AcceptedExtraction | None:
        """The reply stored for a segment that is not committed yet."""
        with self._state.reading() as tables:
            stored = tables.segments.get((key, segment.first))
        return stored.extraction if stored is not None and stored.end == segment.end else None

    def accept(
        self,
        key: SessionKey,
        segment: SegmentRange,
        extraction: AcceptedExtraction,
        *,
        now: datetime,  # noqa: ARG002 - no recording time is kept here
        revision: str = "",
    ) -> AcceptedExtraction:
        """Stores a reply unless the segment has one; returns the one that counts."""
        with self._state.writing() as tables:
            held = tables.transcripts.get(key)
            if revision and (held is None or held.revision != revision):
                return extraction
            stored = tables.segments.get((key, segment.first))
            if stored is None or (stored.extraction is not None and stored.end != segment.end):
                tables.segments[key, segment.first] = Segment(segment.end, extraction)
                return extraction
            return stored.extraction or extraction

    def scopes_to_redo(self, *, now: datetime, limit: int) -> Sequence[tuple[Tenant, Scope]]:
        """Scopes with committed segments whose time to be redone has come, the longest due first."""
        with self._state.reading() as tables:
            due = sorted(
                (stored.redo_at, key)
                for (key, _), stored in tables.segments.items()
                if stored.extraction is None and stored.redo_at is not None and stored.redo_at <= now
            )
        return list(dict.fromkeys((key.tenant, key.scope) for _, key in due))[:limit]

    def take_redo(
        self, tenant: Tenant, scope: Scope, *, now: datetime, until: datetime
    ) -> tuple[SessionKey, SegmentRange] | None:
        """A segment of the scope that is due to be redone, not given to anybody else before `until`."""
        with self._state.writing() as tables:
            due = sorted(
                (stored.redo_at, key, first)
                for (key, first), stored in tables.segments.items()
                if (key.tenant, key.scope) == (tenant, scope)
                and stored.extraction is None
                and stored.redo_at is not None
                and stored.redo_at <= now
            )
            if not due:
                return None
            _, key, first = due[0]
            taken = replace(tables.segments[key, first], redo_at=until)
            tables.segments[key, first] = taken
            return key, SegmentRange(first, taken.end)

    def put_off_redo(self, key: SessionKey, segment: SegmentRange, until: datetime | None) -> None:
        """It is due again at `until`; None: what the rules found stays."""
        with self._state.writing() as tables:
            stored = tables.segments.get((key, segment.first))
            if stored is not None:
                tables.segments[key, segment.first] = replace(stored, redo_at=until)

    def hold(self, key: SessionKey, claim: Claim, *, now: datetime) -> bool:
        """Takes the session for this attempt; False while another event's attempt works on it."""
        with self._state.writing() as tables:
            event_id, holder = tables.session_holds.get(key, (None, ""))
            if event_id is not None and event_id != claim.ref.event_id:
                other = tables.events.get(((key.tenant, key.scope), event_id))
                if (
                    other is not None
                    and other.state is EventState.RUNNING
                    and other.holder == holder
                    and other.lease_until is not None
                    and other.lease_until > now
                ):
                    return False
            tables.session_holds[key] = (claim.ref.event_id, claim.holder)
            return True

    def sessions(self, tenant: str, scope: str) -> Sequence[SessionKey]:
        """The sessions of a scope, by id."""
        with self._state.reading() as tables:
            return sorted(
                key for key in tables.transcripts if (key.tenant, str(key.scope)) == (tenant, scope)
            )


def _grown(held: Transcript, log: SessionLog, refused: set[str]) -> Transcript:
    messages = list(held.messages)
    marks = {mark.position: mark for mark in held.marks}
    positions = {message.id: position for position, message in enumerate(messages)}
    before: int | None = None
    for entry in log.entries:
        if isinstance(entry, Message):
            if entry.id not in positions and entry.id not in refused:
                positions[entry.id] = len(messages)
                messages.append(entry)
            before = positions.get(entry.id, before)
            continue
        position = positions.get(entry.after_message_id, before)
        if position is not None:
            marks.setdefault(position, TranscriptMark(entry.kind, position, entry.at))
    return replace(held, messages=tuple(messages), marks=tuple(marks[place] for place in sorted(marks)))

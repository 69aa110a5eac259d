"""Transcripts, segments and accepted extractions in Postgres."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

import sqlalchemy as sa
import tenacity
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.barriers import Barriers, erasing
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.ledger import ensure_scopes
from memory_pipeline.adapters.postgres.schema import (
    events,
    scopes,
    segments,
    session_marks,
    sessions,
    transcript,
    transcript_words,
)
from memory_pipeline.adapters.postgres.selects import owned
from memory_pipeline.adapters.postgres.transcript_months import TranscriptMonths
from memory_pipeline.adapters.postgres.transcript_rows import (
    MonthIsMissing,
    add_messages,
    key_values,
    of_session,
    read_transcript,
    rewrite_words,
    words_of,
)
from memory_pipeline.domain.errors import DatabaseUnavailable, ScopeBusy, WriteConflict
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.retention import month_of
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.ledger import Claim, EventState
from memory_pipeline.ports.tombstone_keys import TombstoneKeys, refused_messages
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange, Transcript
from memory_pipeline.ports.working_memory import SessionKey, SessionLog


class PostgresTranscripts:
    def __init__(self, database: Database, digest: KeyedDigest, *, patience_s: float = 30.0) -> None:
        self._database = database
        self._digest = digest
        self._months = TranscriptMonths(database)
        self._patiently = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(DatabaseUnavailable),
            wait=tenacity.wait_exponential_jitter(multiplier=0.2, max=2.0, jitter=0.2),
            stop=tenacity.stop_after_delay(patience_s),
            reraise=True,
        )

    def absorb(self, log: SessionLog, *, now: datetime) -> Sequence[str]:
        for again in (False, True, True, True):
            self._months.ensure(month_of(now), again=again)
            with suppress(MonthIsMissing):  # it was dropped since: the clock that `now` is from is far behind
                return self._absorb(log, now)
        raise WriteConflict("the month of the messages was dropped again and again")

    def _absorb(self, log: SessionLog, now: datetime) -> Sequence[str]:
        key = log.key
        with self._database.transaction(key.tenant) as connection:
            ensure_scopes(connection, key.tenant, {key.scope})
            refused = self._refused(connection, log)
            welcome = any(isinstance(entry, Message) and entry.id not in refused for entry in log.entries)
            if refused and not welcome and not self._is_there(connection, key):
                return sorted(refused)  # not even the session's name is kept of what was erased
            self._open(connection, log, now)
            known = self._positions(connection, key)
            new_messages: dict[int, Message] = {}
            marks: dict[int, dict[str, Any]] = {}
            before: int | None = None
            for entry in log.entries:
                if isinstance(entry, Message):
                    if entry.id not in known and entry.id not in refused:
                        new_messages[len(known)] = entry
                        known[entry.id] = len(known)
                    before = known.get(entry.id, before)
                    continue
                # Of a refused message the mark is that of the one before: what was said ends there all the same.
                position = known.get(entry.after_message_id, before)
                if position is not None:
                    # The first mark of a place stays, whether the next one comes in the same log or a later one.
                    marks.setdefault(
                        position,
                        {**key_values(key), "position": position, "kind": entry.kind, "at": entry.at},
                    )
            add_messages(connection, key, new_messages, now)
            if marks:
                connection.execute(
                    insert(session_marks).values(list(marks.values())).on_conflict_do_nothing()
                )
            return sorted(refused - self._as_stored(connection, log, refused & known.keys()))

    def _refused(self, connection: sa.Connection, log: SessionLog) -> set[str]:
        """Ids of messages that were erased, read under a lock that erasures wait for and that waits for them."""
        key = log.key
        connection.execute(
            sa.select(scopes.c.scope).where(*owned(scopes, key.tenant, key.scope)).with_for_update(read=True)
        )
        if erasing(connection, key.tenant, [key.scope]):
            raise ScopeBusy("an erasure removes the scope's memories just now", 2.0)
        barriers = Barriers(connection, key.tenant, self._digest)
        return refused_messages(log, barriers, TombstoneKeys(self._digest, key.tenant, key.scope))

    def _as_stored(self, connection: sa.Connection, log: SessionLog, ids: set[str]) -> set[str]:
        """Those of the messages that the log holds as the transcript does: masked, where a part of them was erased."""
        if not ids:
            return set()
        query = sa.select(transcript).where(
            *of_session(transcript, log.key), transcript.c.message_id.in_(sorted(ids))
        )
        spine = connection.execute(query).all()
        words = words_of(connection, log.key, spine)
        stored = {row.message_id: words[row.position].content for row in spine if row.position in words}
        return {
            entry.id
            for entry in log.entries
            if isinstance(entry, Message) and stored.get(entry.id) == entry.content
        }

    def _is_there(self, connection: sa.Connection, key: SessionKey) -> bool:
        return connection.scalar(sa.select(sa.literal(1)).where(*of_session(sessions, key))) is not None

    def _open(self, connection: sa.Connection, log: SessionLog, now: datetime) -> None:
        """Creates the session's row and locks it: two workers absorb one session one after the other."""
        connection.execute(
            insert(sessions)
            .values(
                **key_values(log.key),
                user_id=log.info.user_id,
                shared_with=[str(scope) for scope in log.info.shared_with],
                recorded_at=now,
            )
            .on_conflict_do_nothing()
        )
        connection.execute(
            sa.select(sessions.c.watermark).where(*of_session(sessions, log.key)).with_for_update()
        )

    def _positions(self, connection: sa.Connection, key: SessionKey) -> dict[str, int]:
        rows = connection.execute(
            sa.select(transcript.c.message_id, transcript.c.position).where(*of_session(transcript, key))
        )
        return {row.message_id: row.position for row in rows}

    def read(self, key: SessionKey) -> Transcript | None:
        with self._database.transaction(key.tenant) as connection:
            return read_transcript(connection, key)

    def wordless(
        self, tenant: Tenant, scope: Scope, cited: Collection[tuple[str, str]]
    ) -> frozenset[tuple[str, str]]:
        if not cited:
            return frozenset()
        wanted = sa.tuple_(transcript.c.session_id, transcript.c.message_id).in_(sorted(cited))
        home = sa.or_(sessions.c.scope == str(scope), sessions.c.shared_with.contains([str(scope)]))
        same = [sessions.c[name] == transcript.c[name] for name in ("tenant", "scope", "session_id")]
        words = [
            transcript_words.c[name] == transcript.c[name]
            for name in ("tenant", "scope", "session_id", "position")
        ]
        query = (
            sa.select(transcript.c.session_id, transcript.c.message_id)
            .join(sessions, sa.and_(*same))
            .where(sessions.c.tenant == tenant, sessions.c.session_id.in_(sorted({id_ for id_, _ in cited})))
            .where(wanted, home, ~sa.exists().where(*words))
        )
        with self._database.transaction(tenant) as connection:
            return frozenset((row.session_id, row.message_id) for row in connection.execute(query))

    def amend(self, key: SessionKey, message: Message) -> None:
        with self._database.transaction(key.tenant) as connection:
            rewrite_words(connection, key, transcript.c.message_id == message.id, message)

    def accepted(self, key: SessionKey, segment: SegmentRange) -> AcceptedExtraction | None:
        with self._database.transaction(key.tenant) as connection:
            return self._accepted(connection, key, segment)

    def _accepted(
        self, connection: sa.Connection, key: SessionKey, segment: SegmentRange
    ) -> AcceptedExtraction | None:
        row = connection.execute(
            sa.select(
                segments.c.extractor, segments.c.reply, segments.c.stands_in_for, segments.c.redo_at
            ).where(
                *of_session(segments, key),
                segments.c.first_position == segment.first,
                segments.c.end_position == segment.end,
                segments.c.committed_at.is_(None),
            )
        ).one_or_none()
        if row is None:
            return None
        return AcceptedExtraction(row.extractor, row.reply, row.stands_in_for, row.redo_at)

    def accept(
        self,
        key: SessionKey,
        segment: SegmentRange,
        extraction: AcceptedExtraction,
        *,
        now: datetime,
        revision: str = "",
    ) -> AcceptedExtraction:
        row = {
            **key_values(key),
            "first_position": segment.first,
            "end_position": segment.end,
            "extractor": extraction.extractor,
            "reply": extraction.reply,
            "accepted_at": now,
            "stands_in_for": extraction.stands_in_for,
            "redo_at": extraction.redo_at,
        }
        # A reply is paid for: while Postgres is away for seconds it is kept here, not bought again.
        return self._patiently(lambda: self._accept(key, segment, extraction, row, revision))

    def _accept(
        self,
        key: SessionKey,
        segment: SegmentRange,
        extraction: AcceptedExtraction,
        row: dict[str, Any],
        revision: str,
    ) -> AcceptedExtraction:
        with self._database.transaction(key.tenant) as connection:
            if revision and self._revision(connection, key) != revision:
                return extraction  # what it was made of was erased: it is refused when it is to be committed
            statement = insert(segments).values(row)
            new = statement.excluded
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["tenant", "scope", "session_id", "first_position"],
                    set_={
                        name: new[name]
                        for name in ("end_position", "extractor", "reply", "stands_in_for", "redo_at")
                    },
                    # A reply for a segment that is now cut otherwise will never be asked for.
                    where=sa.and_(
                        segments.c.committed_at.is_(None), segments.c.end_position != new.end_position
                    ),
                )
            )
            return self._accepted(connection, key, segment) or extraction

    def scopes_to_redo(self, *, now: datetime, limit: int) -> Sequence[tuple[Tenant, Scope]]:
        query = sa.text("SELECT tenant, scope FROM scopes_to_redo(:now, :limit)")
        with self._database.transaction(None) as connection:
            found = connection.execute(query, {"now": now, "limit": limit}).all()
        return [(Tenant(row.tenant), Scope.parse(row.scope)) for row in found]

    def take_redo(
        self, tenant: Tenant, scope: Scope, *, now: datetime, until: datetime
    ) -> tuple[SessionKey, SegmentRange] | None:
        due = (
            sa.select(segments.c.session_id, segments.c.first_position)
            .where(
                segments.c.tenant == tenant,
                segments.c.scope == str(scope),
                segments.c.committed_at.is_not(None),
                segments.c.redo_at <= now,
            )
            .order_by(segments.c.redo_at, segments.c.session_id, segments.c.first_position)
            .limit(1)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        statement = (
            sa.update(segments)
            .where(
                segments.c.tenant == tenant,
                segments.c.scope == str(scope),
                segments.c.session_id == due.c.session_id,
                segments.c.first_position == due.c.first_position,
            )
            .values(redo_at=until)
            .returning(segments.c.session_id, segments.c.first_position, segments.c.end_position)
        )
        with self._database.transaction(tenant) as connection:
            row = connection.execute(statement).one_or_none()
        if row is None:
            return None
        return SessionKey(tenant, scope, row.session_id), SegmentRange(row.first_position, row.end_position)

    def put_off_redo(self, key: SessionKey, segment: SegmentRange, until: datetime | None) -> None:
        with self._database.transaction(key.tenant) as connection:
            connection.execute(
                sa.update(segments)
                .where(*of_session(segments, key), segments.c.first_position == segment.first)
                .values(redo_at=until)
            )

    def _revision(self, connection: sa.Connection, key: SessionKey) -> str | None:
        """Held to the end of the transaction: an erasure that comes now finds the reply and removes it."""
        query = sa.select(sessions.c.revision).where(*of_session(sessions, key)).with_for_update(read=True)
        found = connection.scalar(query)
        return None if found is None else str(found)

    def hold(self, key: SessionKey, claim: Claim, *, now: datetime) -> bool:
        held = sa.exists().where(
            events.c.tenant == key.tenant,
            events.c.scope == str(key.scope),
            events.c.event_id == sessions.c.held_by,
            events.c.state == EventState.RUNNING,
            events.c.holder == sessions.c.held_as,
            events.c.lease_until > now,
        )
        statement = (
            sa.update(sessions)
            .where(
                *of_session(sessions, key),
                sa.or_(sessions.c.held_by.is_(None), sessions.c.held_by == claim.ref.event_id, ~held),
            )
            .values(held_by=claim.ref.event_id, held_as=claim.holder)
        )
        with self._database.transaction(key.tenant) as connection:
            return connection.execute(statement).rowcount == 1

    def sessions(self, tenant: str, scope: str) -> Sequence[SessionKey]:
        query = (
            sa.select(sessions.c.session_id)
            .where(sessions.c.tenant == tenant, sessions.c.scope == scope)
            .order_by(sessions.c.session_id)
        )
        with self._database.transaction(Tenant(tenant)) as connection:
            return [
                SessionKey(Tenant(tenant), Scope.parse(scope), row.session_id)
                for row in connection.execute(query)
            ]

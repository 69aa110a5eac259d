"""The unit of work that takes rows away, under the scopes' row locks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows, selects
from memory_pipeline.adapters.postgres.erasure_receipts import erasure_of, erasure_row
from memory_pipeline.adapters.postgres.erasure_stores import STORES, Store
from memory_pipeline.adapters.postgres.ledger import entry_of
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryUnit
from memory_pipeline.adapters.postgres.schema import (
    assertions,
    episodes,
    erasures,
    events,
    evidence,
    forgetting_runs,
    outbox,
    scopes,
    segments,
    sessions,
    transcript,
)
from memory_pipeline.adapters.postgres.transcript_rows import read_transcript, rewrite_words
from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.erased_text import texts_within
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.erasure import Erasure
from memory_pipeline.ports.ledger import FINAL, LedgerEntry
from memory_pipeline.ports.memory_store import Placed
from memory_pipeline.ports.transcripts import Transcript
from memory_pipeline.ports.working_memory import SessionKey

_FORGOTTEN = "memory.forgotten"
_FORGET = "memory.forget"
_BATCH = 1_000


class PostgresErasureUnit(PostgresMemoryUnit):
    """Implements ports.erasure.ErasureUnit."""

    def keep(self, erasure: Erasure) -> None:
        row = erasure_row(erasure, self._digest)
        self._connection.execute(
            sa.delete(erasures).where(
                erasures.c.tenant == erasure.tenant, erasures.c.receipt_id == erasure.receipt_id
            )
        )
        self._connection.execute(insert(erasures).values(row))

    def kept(self, receipt_id: UUID) -> Erasure | None:
        query = sa.select(erasures).where(
            erasures.c.tenant == self._tenant, erasures.c.receipt_id == receipt_id
        )
        row = self._connection.execute(query).one_or_none()
        return None if row is None else erasure_of(row)

    def transcript(self, key: SessionKey) -> Transcript | None:
        return read_transcript(self._connection, key)

    def transcripts(self, scope: Scope) -> Iterator[Transcript]:
        query = (
            sa.select(sessions.c.session_id)
            .where(*selects.owned(sessions, self._tenant, scope))
            .order_by(sessions.c.session_id)
        )
        for session_id in self._connection.scalars(query).all():
            found = self.transcript(SessionKey(self._tenant, scope, session_id))
            if found is not None:
                yield found

    def namesakes(self, scope: Scope, session_id: str) -> Sequence[Transcript]:
        query = sa.select(sessions.c.scope).where(
            sessions.c.tenant == self._tenant,
            sessions.c.session_id == session_id,
            sessions.c.shared_with.contains([str(scope)]),
        )
        keys = [
            SessionKey(self._tenant, Scope.parse(home), session_id)
            for home in self._connection.scalars(query.order_by(sessions.c.scope)).all()
        ]
        return [found for key in keys if (found := self.transcript(key)) is not None]

    def cited(
        self, scope: Scope, session_id: str | None, *, after: datetime | None = None
    ) -> Sequence[Placed]:
        conditions: list[sa.ColumnElement[bool]] = []
        if session_id is not None:
            conditions.append(
                assertions.c.id.in_(
                    sa.select(evidence.c.memory_id).where(
                        *selects.owned(evidence, self._tenant, scope), evidence.c.session_id == session_id
                    )
                )
            )
        if after is not None:
            conditions.append(assertions.c.asserted_at > after)
        return selects.placed_where(self._connection, self._tenant, scope, *conditions)

    def episodes(self, scope: Scope) -> Sequence[Episode]:
        return selects.episodes_of(self._connection, self._tenant, scope)

    def renew(self, keys: Collection[SessionKey]) -> None:
        for key in sorted(keys):
            mine = (*selects.owned(sessions, key.tenant, key.scope), sessions.c.session_id == key.session_id)
            # The row first: whoever stores a reply holds it, and what was stored before is found.
            self._connection.execute(
                sa.update(sessions).where(*mine).values(revision=sa.func.gen_random_uuid())
            )
            self._connection.execute(
                sa.delete(segments).where(
                    *selects.owned(segments, key.tenant, key.scope),
                    segments.c.session_id == key.session_id,
                    segments.c.committed_at.is_(None),
                )
            )

    def remove_assertions(self, scope: Scope, ids: Collection[AssertionId]) -> Mapping[str, int]:
        return self._remove_cited(assertions, scope, ids)

    def remove_episodes(self, scope: Scope, ids: Collection[UUID]) -> Mapping[str, int]:
        return self._remove_cited(episodes, scope, ids)

    def _remove_cited(self, table: sa.Table, scope: Scope, ids: Collection[UUID]) -> Mapping[str, int]:
        gone = Counter[str]()
        wanted = list(ids)
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            gone[table.name] += self._delete(table, scope, table.c.id.in_(batch))
            gone["evidence"] += self._delete(evidence, scope, evidence.c.memory_id.in_(batch))
        return gone

    def remove_memories(self, scope: Scope, ids: Collection[UUID]) -> Mapping[str, int]:
        gone = Counter[str]()
        wanted = list(ids)
        for store in STORES:
            for start in range(0, len(wanted), _BATCH) if store.memories else ():
                batch = wanted[start : start + _BATCH]
                about = sa.or_(*(store.table.c[name].in_(batch) for name in store.memories))
                gone[store.name] += self._delete(store.table, scope, about)
        for start in range(0, len(wanted), _BATCH):
            told = outbox.c.payload["memory_id"].astext.in_(
                [str(id_) for id_ in wanted[start : start + _BATCH]]
            )
            gone["outbox"] += self._delete(outbox, scope, told, outbox.c.topic != _FORGOTTEN)
        return gone

    def remove_session(self, key: SessionKey) -> Mapping[str, int]:
        self.renew([key])
        return Counter(
            {
                store.name: self._delete(
                    store.table, key.scope, store.table.c[store.session] == key.session_id
                )
                for store in STORES
                if store.session is not None
            }
        )

    def remove_texts(self, scope: Scope, wanted: Callable[[str], bool]) -> Mapping[str, int]:
        return Counter(
            {store.name: self._remove_texts(store, scope, wanted) for store in STORES if store.loose}
        )

    def _remove_texts(self, store: Store, scope: Scope, wanted: Callable[[str], bool]) -> int:
        table, keys = store.table, list(store.table.primary_key)
        words = [table.c[name] for name in sorted(store.loose)]
        found = self._connection.execute(
            sa.select(*keys, *words).where(*selects.owned(table, self._tenant, scope))
        ).all()
        gone = [
            tuple(row[: len(keys)])
            for row in found
            if any(wanted(text) for value in row[len(keys) :] for text in texts_within(value))
        ]
        return self._delete(table, scope, sa.tuple_(*keys).in_(gone)) if gone else 0

    def mask_message(self, key: SessionKey, position: int, message: Message) -> None:
        rewrite_words(self._connection, key, transcript.c.position == position, message)

    def replace_evidence(self, scope: Scope, memory_id: UUID, evidence_: Sequence[Evidence]) -> None:
        self._delete(evidence, scope, evidence.c.memory_id == memory_id)
        self._connection.execute(
            insert(evidence), rows.evidence_rows(self._tenant, scope, memory_id, "assertion", evidence_)
        )

    def clear_retracted(self, scope: Scope, ids: Collection[AssertionId]) -> None:
        if ids:
            self._connection.execute(
                sa.update(assertions)
                .where(*selects.owned(assertions, self._tenant, scope), assertions.c.id.in_(list(ids)))
                .values(retracts=None)
            )

    def redo(self, keys: Mapping[SessionKey, Collection[int]], *, now: datetime) -> int:
        due = 0
        for key, positions in sorted(keys.items()):
            holds = [
                sa.and_(segments.c.first_position <= position, segments.c.end_position > position)
                for position in sorted(positions)
            ]
            if holds:
                due += self._connection.execute(
                    sa.update(segments)
                    .where(
                        *selects.owned(segments, key.tenant, key.scope),
                        segments.c.session_id == key.session_id,
                        segments.c.committed_at.is_not(None),
                        sa.or_(*holds),
                    )
                    .values(redo_at=now)
                ).rowcount
        return due

    def ledger(self, scope: Scope) -> Iterator[LedgerEntry]:
        query = sa.select(events).where(*selects.owned(events, self._tenant, scope))
        for row in self._connection.execute(query).all():
            yield entry_of(row)

    def rewrite_event(self, entry: LedgerEntry, *, scope: Scope | None = None) -> None:
        ref = entry.ref
        if scope is not None:
            # An older one may stand there: of the same work, sent again after an earlier erasure.
            self._delete(events, scope, events.c.event_id == ref.event_id)
        self._connection.execute(
            sa.update(events)
            .where(*selects.owned(events, ref.tenant, ref.scope), events.c.event_id == ref.event_id)
            .values(
                scope=str(scope or ref.scope),
                state=entry.state,
                document=dict(entry.document),
                result=dict(entry.result),
                reason=entry.reason,
                error=entry.error,
                done_at=entry.done_at,
                lease_until=entry.lease_until,
                next_attempt_at=entry.next_attempt_at,
                hint_at=None,
            )
        )

    def remove_page(self, scope: Scope, limit: int) -> Mapping[str, int]:
        gone, left = Counter[str](), limit
        for store in STORES:
            if left <= 0:
                break
            number = self._delete(store.table, scope, _page_of(store, self._tenant, scope, left))
            gone[store.name] += number
            left -= number
        return +gone

    def remove_announced(self, scope: Scope) -> None:
        self._delete(outbox, scope, outbox.c.published_at.is_not(None))

    def rows(self, scope: Scope) -> Mapping[str, int]:
        counts = {}
        for store in STORES:
            query = sa.select(sa.func.count()).where(
                *selects.owned(store.table, self._tenant, scope), *removable(store, waiting=True)
            )
            counts[store.name] = int(self._connection.scalar(query) or 0)
        return counts

    def remove_scope(self, scope: Scope) -> None:
        new = [
            sa.exists().where(*selects.owned(table, self._tenant, scope))
            for table in (events, sessions, assertions, outbox)
        ]
        self._connection.execute(
            sa.delete(scopes).where(*selects.owned(scopes, self._tenant, scope), ~sa.or_(*new))
        )
        self._unname(scope)

    def _unname(self, scope: Scope) -> None:
        """A night's run that left the scope out names it no more."""
        query = sa.select(forgetting_runs.c.run_id, forgetting_runs.c.held_back).where(
            forgetting_runs.c.tenant == self._tenant,
            sa.cast(forgetting_runs.c.held_back, sa.Text).contains(str(scope), autoescape=True),
        )
        for row in self._connection.execute(query).all():
            kept = [each for each in row.held_back if str(scope) not in set(texts_within(each))]
            self._connection.execute(
                sa.update(forgetting_runs)
                .where(forgetting_runs.c.tenant == self._tenant, forgetting_runs.c.run_id == row.run_id)
                .values(held_back=kept)
            )

    def _delete(self, table: sa.Table, scope: Scope, *conditions: sa.ColumnElement[bool]) -> int:
        return self._connection.execute(
            sa.delete(table).where(*selects.owned(table, self._tenant, scope), *conditions)
        ).rowcount


def _page_of(store: Store, tenant: Tenant, scope: Scope, limit: int) -> sa.ColumnElement[bool]:
    """Up to `limit` rows of the scope: by their place on disk, which in a partitioned table tells no row from another."""
    mine = (*selects.owned(store.table, tenant, scope), *removable(store))
    if store.table.dialect_kwargs.get("postgresql_partition_by"):
        keys = list(store.table.primary_key)
        return sa.tuple_(*keys).in_(sa.select(*keys).where(*mine).limit(limit))
    place: sa.Select[Any] = (
        sa.select(sa.literal_column("ctid")).select_from(store.table).where(*mine).limit(limit)
    )
    return sa.literal_column("ctid") == sa.any_(sa.func.array(place.scalar_subquery()))


def removable(store: Store, *, waiting: bool = False) -> tuple[sa.ColumnElement[bool], ...]:
    """Of the ledger what is done (with `waiting` what waits too), and no request to forget; of the outbox what is not
    itself the word that something was forgotten."""
    if store.table is events:
        done = () if waiting else (events.c.state.in_([str(state) for state in FINAL]),)
        return (events.c.type != _FORGET, *done)
    if store.table is outbox:
        return (outbox.c.topic != _FORGOTTEN,)
    return ()

"""The event ledger in Postgres. Each call is one short transaction of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.schema import events, scopes, tenants
from memory_pipeline.adapters.postgres.shares import has_room, let_in, parking, rested, take_turns
from memory_pipeline.domain.errors import LeaseLost
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import (
    NO_BOUND,
    Claim,
    EventRef,
    EventState,
    HintRest,
    Lane,
    LedgerEntry,
    LedgerStats,
    NewEvent,
    Shares,
)

_DUE = sa.text("SELECT tenant, scope, event_id, lane FROM due_events(:now, :since, :limit)")
_UNATTENDED = sa.text("SELECT tenant, scope, event_id, lane FROM unattended_events(:now, :since, :limit)")
_OPEN = (EventState.PENDING, EventState.RUNNING, EventState.FAILED)


class PostgresLedger:
    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, new_events: Sequence[NewEvent], *, now: datetime) -> int:
        by_tenant: dict[Tenant, list[NewEvent]] = defaultdict(list)
        for event in new_events:
            by_tenant[event.ref.tenant].append(event)
        return sum(self._record(tenant, items, now) for tenant, items in sorted(by_tenant.items()))

    def _record(self, tenant: Tenant, items: Sequence[NewEvent], now: datetime) -> int:
        rows = [
            {
                **_key(item.ref),
                "type": item.type,
                "lane": item.ref.lane,
                "state": EventState.PENDING,
                "occurred_at": item.occurred_at,
                "recorded_at": now,
                "next_attempt_at": item.not_before,
                "document": dict(item.document),
            }
            # In one order, whatever order the inbox gave: two sweepers that write the same events would deadlock.
            for item in sorted(items, key=lambda item: item.ref)
        ]
        with self._database.transaction(tenant) as connection:
            ensure_scopes(connection, tenant, {item.ref.scope for item in items})
            written = connection.execute(
                insert(events).on_conflict_do_nothing().returning(events.c.event_id), rows
            )
            return len(written.all())

    def claim(
        self, ref: EventRef, *, now: datetime, lease: timedelta, holder: str = "", shares: Shares = NO_BOUND
    ) -> Claim | None:
        not_early = sa.or_(events.c.next_attempt_at.is_(None), events.c.next_attempt_at <= now)
        free = sa.or_(
            sa.and_(events.c.state.in_([EventState.PENDING, EventState.FAILED]), not_early),
            sa.and_(events.c.state == EventState.RUNNING, events.c.lease_until <= now),
        )
        taken_over = sa.case((events.c.state == EventState.RUNNING, 1), else_=0)
        room = has_room(shares, now=now) if shares.bounded else sa.true()
        statement = (
            sa.update(events)
            .where(*_where(ref), free, room)
            .values(
                state=EventState.RUNNING,
                attempts=events.c.attempts + 1,
                crashes=events.c.crashes + taken_over,
                holder=holder,
                lease_until=now + lease,
                next_attempt_at=None,
                hint_at=None,
                parked_until=None,
            )
            .returning(
                events.c.type,
                events.c.attempts,
                events.c.document,
                events.c.failures,
                events.c.crashes,
                sa.func.greatest(events.c.recorded_at, events.c.budget_until).label("recorded_at"),
                events.c.result,
            )
        )
        with self._database.transaction(ref.tenant) as connection:
            if shares.bounded:
                if not connection.scalar(sa.select(sa.exists().where(*_where(ref), free))):
                    return None  # a second copy of a hint: most of those that find nothing
                take_turns(connection, ref, shares)
            row = connection.execute(statement).one_or_none()
            if row is None and shares.bounded:
                parked = sa.update(events).where(*_where(ref), free, sa.not_(room))
                if not connection.execute(parked.values(**parking(shares.rest, now=now))).rowcount:
                    row = connection.execute(statement).one_or_none()  # there may be room since
        if row is None:
            return None
        return Claim(
            ref, row.type, row.attempts, row.document, row.failures, row.crashes, holder, row.recorded_at, row.result
        )  # fmt: skip

    def let_in(self, ref: EventRef, *, now: datetime, shares: Shares) -> Sequence[EventRef]:
        with self._database.transaction(ref.tenant) as connection:
            return let_in(connection, ref, shares, now=now)

    def renew(self, claim: Claim, *, now: datetime, lease: timedelta) -> bool:
        with self._database.transaction(claim.ref.tenant) as connection:
            held = connection.execute(sa.update(events).where(*_held(claim)).values(lease_until=now + lease))
            return held.rowcount == 1

    def complete(self, claim: Claim, *, now: datetime, result: Mapping[str, Any]) -> None:
        with self._database.transaction(claim.ref.tenant) as connection:
            complete_event(connection, claim, now=now, result=result)

    def fail(
        self, claim: Claim, *, next_attempt_at: datetime, reason: str, error: str, counted: bool = True
    ) -> None:
        self._end(
            claim,
            state=EventState.FAILED,
            next_attempt_at=next_attempt_at,
            done_at=None,
            reason=reason,
            error=error,
            failures=events.c.failures + int(counted),
        )

    def park(self, claim: Claim, *, until: datetime, reason: str, error: str) -> None:
        self._end(
            claim,
            state=EventState.PENDING,
            attempts=events.c.attempts - 1,
            next_attempt_at=until,
            budget_until=until,
            reason=reason,
            error=error,
        )

    def bury(self, claim: Claim, *, now: datetime, reason: str, error: str) -> None:
        self._end(
            claim,
            state=EventState.DEAD,
            next_attempt_at=None,
            done_at=now,
            reason=reason,
            error=error,
            failures=events.c.failures + 1,
        )

    def _end(self, claim: Claim, **values: Any) -> None:
        with self._database.transaction(claim.ref.tenant) as connection:
            connection.execute(
                sa.update(events).where(*_held(claim)).values(lease_until=None, hint_at=None, **values)
            )

    def due(self, *, now: datetime, grace: timedelta, limit: int, hinted: bool = False) -> Sequence[EventRef]:
        query = _UNATTENDED if hinted else _DUE
        with self._database.transaction(None) as connection:
            rows = connection.execute(query, {"now": now, "since": now - grace, "limit": limit}).all()
        return [
            EventRef(Tenant(r.tenant), Scope.parse(r.scope), EventId(r.event_id), Lane(r.lane)) for r in rows
        ]

    def hinted(self, refs: Sequence[EventRef], *, now: datetime, rest: HintRest) -> None:
        by_tenant: dict[Tenant, list[EventId]] = defaultdict(list)
        for ref in refs:
            by_tenant[ref.tenant].append(ref.event_id)
        for tenant, event_ids in sorted(by_tenant.items()):
            with self._database.transaction(tenant) as connection:
                connection.execute(
                    sa.update(events)
                    .where(events.c.tenant == tenant, events.c.event_id.in_(event_ids))
                    .values(hint_at=now + rested(rest, now=now))
                )

    def states(self, tenant: Tenant, event_ids: Sequence[EventId]) -> Mapping[EventId, LedgerEntry]:
        query = sa.select(events).where(events.c.tenant == tenant, events.c.event_id.in_(list(event_ids)))
        # What was ended by an erasure stands under a veiled scope; recorded anew, it is what counts.
        query = query.order_by(events.c.scope.like("erased:%").desc())
        with self._database.transaction(tenant) as connection:
            return {EventId(row.event_id): entry_of(row) for row in connection.execute(query)}

    def entries(self, tenant: Tenant, state: EventState | None, limit: int) -> Sequence[LedgerEntry]:
        query = sa.select(events).where(events.c.tenant == tenant)
        if state is not None:
            query = query.where(events.c.state == state)
        query = query.order_by(events.c.recorded_at.desc(), events.c.event_id).limit(limit)
        with self._database.transaction(tenant) as connection:
            return [entry_of(row) for row in connection.execute(query)]

    def retry(
        self, tenant: Tenant, event_ids: Sequence[EventId] | None, *, now: datetime
    ) -> Sequence[EventRef]:
        chosen = (
            events.c.state == EventState.DEAD
            if event_ids is None
            else sa.and_(
                events.c.event_id.in_(list(event_ids)),
                sa.or_(
                    events.c.state.in_([EventState.DEAD, EventState.FAILED]),
                    sa.and_(
                        events.c.state == EventState.PENDING,
                        events.c.budget_until.is_not(None),
                        events.c.next_attempt_at.is_not(None),
                    ),
                ),
            )
        )
        statement = (
            sa.update(events)
            .where(events.c.tenant == tenant, chosen)
            .values(
                state=EventState.PENDING,
                attempts=0,
                failures=0,
                crashes=0,
                holder=None,
                hint_at=None,
                parked_until=None,
                next_attempt_at=None,
                lease_until=None,
                done_at=None,
                reason=None,
                error=None,
                budget_until=None,
                recorded_at=now,
            )
            .returning(events.c.scope, events.c.event_id, events.c.lane)
        )
        with self._database.transaction(tenant) as connection:
            rows = connection.execute(statement).all()
        return [EventRef(tenant, Scope.parse(r.scope), EventId(r.event_id), Lane(r.lane)) for r in rows]

    def stats(self) -> LedgerStats:
        with self._database.transaction(None) as connection:
            rows = connection.execute(
                sa.text("SELECT state, events, oldest_recorded_at FROM ledger_stats()")
            ).all()
            last_done_at = connection.scalar(sa.text("SELECT last_done_at()"))
            parked = connection.execute(
                sa.text("SELECT events, next_attempt_at FROM events_over_budget()")
            ).one()
        oldest = [row.oldest_recorded_at for row in rows if row.state in _OPEN]
        states = {EventState(row.state): row.events for row in rows}
        return LedgerStats(
            states, min(oldest, default=None), last_done_at, parked.events, parked.next_attempt_at
        )


def ensure_scopes(connection: sa.Connection, tenant: Tenant, wanted: set[Scope]) -> None:
    """Makes tenant and scopes exist; their first write creates them."""
    connection.execute(insert(tenants).values(tenant=tenant).on_conflict_do_nothing())
    rows = [{"tenant": tenant, "scope": str(scope)} for scope in sorted(wanted)]
    if rows:
        connection.execute(insert(scopes).values(rows).on_conflict_do_nothing())


def complete_event(
    connection: sa.Connection,
    claim: Claim,
    *,
    now: datetime,
    result: Mapping[str, Any],
    document: Mapping[str, Any] | None = None,
) -> None:
    """Ends the event done within the caller's transaction; raises LeaseLost if the attempt was taken over."""
    words = {} if document is None else {"document": dict(document)}
    ended = connection.execute(
        sa.update(events)
        .where(*_held(claim))
        .values(
            state=EventState.DONE,
            lease_until=None,
            done_at=now,
            reason=None,
            error=None,
            result=dict(result),
            **words,
        )
    )
    _be_held(claim, ended.rowcount)


def keep_progress(connection: sa.Connection, claim: Claim, *, result: Mapping[str, Any]) -> None:
    """Keeps a result so far within the caller's transaction; raises LeaseLost if the attempt was taken over."""
    kept = connection.execute(sa.update(events).where(*_held(claim)).values(result=dict(result)))
    _be_held(claim, kept.rowcount)


def _be_held(claim: Claim, rows: int) -> None:
    if rows != 1:
        raise LeaseLost(
            f"event {claim.ref.event_id} was taken over while attempt {claim.attempt} worked on it"
        )


def _held(claim: Claim) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        *_where(claim.ref),
        events.c.state == EventState.RUNNING,
        events.c.attempts == claim.attempt,
        events.c.holder == claim.holder,
    )


def _key(ref: EventRef) -> dict[str, Any]:
    return {"tenant": ref.tenant, "scope": str(ref.scope), "event_id": ref.event_id}


def _where(ref: EventRef) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        events.c.tenant == ref.tenant,
        events.c.scope == str(ref.scope),
        events.c.event_id == ref.event_id,
    )


def entry_of(row: sa.Row[Any]) -> LedgerEntry:
    """A row of the ledger."""
    ref = EventRef(Tenant(row.tenant), Scope.parse(row.scope), EventId(row.event_id), Lane(row.lane))
    return LedgerEntry(
        ref=ref,
        type=row.type,
        state=EventState(row.state),
        attempts=row.attempts,
        occurred_at=row.occurred_at,
        recorded_at=row.recorded_at,
        next_attempt_at=row.next_attempt_at,
        lease_until=row.lease_until,
        done_at=row.done_at,
        error=row.error,
        reason=row.reason,
        result=row.result,
        document=row.document,
        failures=row.failures,
        crashes=row.crashes,
        holder=row.holder,
        budget_until=row.budget_until,
    )

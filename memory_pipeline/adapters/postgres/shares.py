"""What one scope, and one tenant, may hold of the workers: counted in the ledger, under a lock of the claimants alone."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.schema import events
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import ASKING, EventRef, EventState, HintRest, Shares

_LOCK = sa.text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 16))")
_REASON = "scope_busy"
_running = events.alias("running_events")


def take_turns(connection: sa.Connection, ref: EventRef, shares: Shares) -> None:
    """Who claims for a scope, and who lets in, do so one after the other: two would take one place otherwise, and an
    event that is parked just as the last attempt ends would be overlooked."""
    name = ref.tenant if shares.tenant is not None else f"{ref.tenant}/{ref.scope}"
    connection.execute(_LOCK, {"name": name})


def has_room(shares: Shares, *, now: datetime) -> sa.ColumnElement[bool]:
    """Whether an event may begin: it asks no model, or its scope and tenant have not got their share of its lane."""
    bounds: list[sa.ColumnElement[bool]] = [sa.true()]
    if shares.scope is not None:
        bounds.append(_count(_running.c.scope == events.c.scope, now=now) < shares.scope)
    if shares.tenant is not None:
        bounds.append(_count(sa.true(), now=now) < shares.tenant)
    return sa.or_(events.c.type.not_in(ASKING), sa.and_(*bounds))


def _count(which: sa.ColumnElement[bool], *, now: datetime) -> sa.ScalarSelect[int]:
    """How many attempts run, in the tenant and lane of the event. One whose lease ran out holds nobody's thread."""
    return (
        sa.select(sa.func.count())
        .select_from(_running)
        .where(
            _running.c.tenant == events.c.tenant,
            _running.c.lane == events.c.lane,
            _running.c.state == EventState.RUNNING,
            _running.c.lease_until > now,
            _running.c.type.in_(ASKING),
            which,
        )
        .correlate(events)
        .scalar_subquery()
    )


def parking(rest: HintRest, *, now: datetime) -> dict[str, object]:
    """The values of an event that is parked."""
    return {"parked_until": now + rested(rest, now=now), "reason": sa.func.coalesce(events.c.reason, _REASON)}


def rested(rest: HintRest, *, now: datetime) -> sa.ColumnElement[object]:
    """As long as the event has waited already, within the bounds of `rest`."""
    waited = sa.literal(now, sa.DateTime(timezone=True)) - events.c.recorded_at
    return sa.func.least(sa.func.greatest(waited, rest.shortest), rest.longest)


def let_in(connection: sa.Connection, ref: EventRef, shares: Shares, *, now: datetime) -> list[EventRef]:
    """Takes as many events out of the park as there is room for, and counts them as hinted."""
    take_turns(connection, ref, shares)
    if not connection.scalar(sa.select(sa.exists().where(*_parked(ref)))):
        return []
    found: list[EventRef] = []
    for scope, places in _places(connection, ref, shares, now=now):
        oldest = (
            sa.select(events.c.event_id)
            .where(*_parked(ref), events.c.scope == scope)
            .order_by(events.c.recorded_at, events.c.event_id)
            .limit(places)
        )
        ids = list(connection.execute(oldest).scalars())
        connection.execute(
            sa.update(events)
            .where(events.c.tenant == ref.tenant, events.c.scope == scope, events.c.event_id.in_(ids))
            .values(parked_until=None, hint_at=now + rested(shares.rest, now=now))
        )
        found += [EventRef(ref.tenant, Scope.parse(scope), EventId(each), ref.lane) for each in ids]
    return found


def _parked(ref: EventRef) -> tuple[sa.ColumnElement[bool], ...]:
    return (events.c.tenant == ref.tenant, events.c.lane == ref.lane, events.c.parked_until.is_not(None))


def _places(
    connection: sa.Connection, ref: EventRef, shares: Shares, *, now: datetime
) -> list[tuple[str, int]]:
    """Which scopes have room for how many: the one of `ref`, or, of a bounded tenant, the least busy ones."""
    held = (
        sa.select(_running.c.scope, sa.func.count().label("held"))
        .where(
            _running.c.tenant == ref.tenant,
            _running.c.lane == ref.lane,
            _running.c.state == EventState.RUNNING,
            _running.c.lease_until > now,
            _running.c.type.in_(ASKING),
        )
        .group_by(_running.c.scope)
    )
    if shares.tenant is None:
        held = held.where(_running.c.scope == str(ref.scope))
    running = Counter({row.scope: int(row.held) for row in connection.execute(held)})
    if shares.tenant is None:
        free = (shares.scope or 0) - running[str(ref.scope)]
        return [(str(ref.scope), free)] if free > 0 else []
    waiting = (
        sa.select(events.c.scope).where(*_parked(ref)).group_by(events.c.scope).order_by(sa.func.min(events.c.recorded_at))
    )  # fmt: skip
    scopes = [
        scope
        for scope in connection.execute(waiting).scalars()
        if shares.scope is None or running[scope] < shares.scope
    ]
    scopes.sort(key=lambda scope: running[scope])
    free = max(0, shares.tenant - running.total())
    return [(scope, 1) for scope in scopes[:free]]

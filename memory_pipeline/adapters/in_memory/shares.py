"""What one scope, and one tenant, may hold of the workers, counted over the tables in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from memory_pipeline.adapters.in_memory.state import Tables
from memory_pipeline.domain.scope import Scope
from memory_pipeline.ports.ledger import ASKING, EventRef, EventState, HintRest, LedgerEntry, Shares


def has_room(tables: Tables, entry: LedgerEntry, shares: Shares, now: datetime) -> bool:
    """Whether an event may begin: it asks no model, or its scope and tenant have not got their share of its lane."""
    if entry.type not in ASKING or not shares.bounded:
        return True
    running = _running(tables, entry.ref, now)
    within_scope = shares.scope is None or running[entry.ref.scope] < shares.scope
    return within_scope and (shares.tenant is None or running.total() < shares.tenant)


def let_in(tables: Tables, ref: EventRef, shares: Shares, now: datetime) -> list[LedgerEntry]:
    """The parked events that there is room for, the oldest first."""
    running = _running(tables, ref, now)
    parked = sorted(_parked(tables, ref), key=lambda entry: (entry.recorded_at, entry.ref.event_id))
    if shares.tenant is None:
        own = [entry for entry in parked if entry.ref.scope == ref.scope]
        return own[: max(0, (shares.scope or 0) - running[ref.scope])]
    oldest: dict[Scope, LedgerEntry] = {}
    for entry in parked:
        if shares.scope is None or running[entry.ref.scope] < shares.scope:
            oldest.setdefault(entry.ref.scope, entry)
    least_busy = sorted(oldest.values(), key=lambda entry: running[entry.ref.scope])
    return least_busy[: max(0, shares.tenant - running.total())]


def rested(entry: LedgerEntry, rest: HintRest, now: datetime) -> timedelta:
    """As long as the event has waited already, within the bounds of `rest`."""
    return min(max(now - entry.recorded_at, rest.shortest), rest.longest)


def _parked(tables: Tables, ref: EventRef) -> Iterator[LedgerEntry]:
    for key in tables.parked:
        entry = tables.events[key]
        if (entry.ref.tenant, entry.ref.lane) == (ref.tenant, ref.lane):
            yield entry


def _running(tables: Tables, ref: EventRef, now: datetime) -> Counter[Scope]:
    """How many attempts of each scope run, in the tenant and lane. One whose lease ran out holds nobody's thread."""
    return Counter(
        entry.ref.scope
        for entry in tables.events.values()
        if (entry.ref.tenant, entry.ref.lane) == (ref.tenant, ref.lane)
        and entry.state is EventState.RUNNING
        and entry.lease_until is not None
        and entry.lease_until > now
        and entry.type in ASKING
    )

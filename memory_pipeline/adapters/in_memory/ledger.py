"""The event ledger in this process's memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from memory_pipeline.adapters.in_memory.shares import has_room, let_in, rested
from memory_pipeline.adapters.in_memory.state import InMemoryState, Owner, Tables
from memory_pipeline.domain.errors import LeaseLost
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import (
    FINAL,
    NO_BOUND,
    Claim,
    EventRef,
    EventState,
    HintRest,
    LedgerEntry,
    LedgerStats,
    NewEvent,
    Shares,
)


class InMemoryLedger:
    """Implements ports.ledger.Ledger on a state that it may share with transcripts and memory store."""

    def __init__(self, state: InMemoryState | None = None) -> None:
        self._state = state or InMemoryState()

    def record(self, events: Sequence[NewEvent], *, now: datetime) -> int:
        """Writes events that are not there yet; how many were new."""
        new = 0
        with self._state.writing() as tables:
            for event in events:
                ref = event.ref
                tables.scopes[ref.tenant, ref.scope] = None
                key = ((ref.tenant, ref.scope), ref.event_id)
                if key not in tables.events:
                    tables.events[key] = _pending(event, now)
                    new += 1
        return new

    def claim(
        self, ref: EventRef, *, now: datetime, lease: timedelta, holder: str = "", shares: Shares = NO_BOUND
    ) -> Claim | None:
        """Takes the event for one attempt; None if it is final, leased to another, not due, unknown, or parked now."""
        with self._state.writing() as tables:
            entry = tables.events.get(((ref.tenant, ref.scope), ref.event_id))
            if entry is None or not _free(entry, now):
                return None
            if not has_room(tables, entry, shares, now):
                tables.parked[_key(entry)] = now + rested(entry, shares.rest, now)
                tables.events[_key(entry)] = replace(entry, reason=entry.reason or "scope_busy")
                return None
            tables.parked.pop(_key(entry), None)
            entry = replace(
                entry,
                state=EventState.RUNNING,
                attempts=entry.attempts + 1,
                crashes=entry.crashes + (entry.state is EventState.RUNNING),
                holder=holder,
                lease_until=now + lease,
                next_attempt_at=None,
            )
            _put(tables, entry)
        return Claim(
            ref,
            entry.type,
            entry.attempts,
            entry.document,
            entry.failures,
            entry.crashes,
            holder,
            max(entry.recorded_at, entry.budget_until or entry.recorded_at),
            entry.result,
        )

    def let_in(self, ref: EventRef, *, now: datetime, shares: Shares) -> Sequence[EventRef]:
        """The parked events that there is room for now that an attempt of `ref` has ended; they count as hinted."""
        with self._state.writing() as tables:
            found = let_in(tables, ref, shares, now)
            for entry in found:
                del tables.parked[_key(entry)]
                tables.hints[_key(entry)] = now + rested(entry, shares.rest, now)
        return [entry.ref for entry in found]

    def renew(self, claim: Claim, *, now: datetime, lease: timedelta) -> bool:
        """Holds the event for another lease; False when the attempt was taken over."""
        with self._state.writing() as tables:
            entry = _held(tables, claim)
            if entry is not None:
                _put(tables, replace(entry, lease_until=now + lease))
        return entry is not None

    def complete(self, claim: Claim, *, now: datetime, result: Mapping[str, Any]) -> None:
        """Ends the event done; raises LeaseLost when the attempt was taken over."""
        with self._state.writing() as tables:
            complete_event(tables, claim, now=now, result=result)

    def fail(
        self, claim: Claim, *, next_attempt_at: datetime, reason: str, error: str, counted: bool = True
    ) -> None:
        """Puts the event back for a later attempt; a lost lease changes nothing."""
        with self._state.writing() as tables:
            entry = _held(tables, claim)
            if entry is not None:
                ended = replace(entry, state=EventState.FAILED, lease_until=None, reason=reason, error=error)
                failures = entry.failures + counted
                _put(tables, replace(ended, next_attempt_at=next_attempt_at, failures=failures))

    def park(self, claim: Claim, *, until: datetime, reason: str, error: str) -> None:
        """Lets the event rest as if it had not been tried; a lost lease changes nothing."""
        with self._state.writing() as tables:
            entry = _held(tables, claim)
            if entry is not None:
                rests = replace(entry, state=EventState.PENDING, lease_until=None, reason=reason, error=error)
                rests = replace(rests, next_attempt_at=until, budget_until=until)
                _put(tables, replace(rests, attempts=entry.attempts - 1))

    def bury(self, claim: Claim, *, now: datetime, reason: str, error: str) -> None:
        """Ends the event dead; a lost lease changes nothing."""
        with self._state.writing() as tables:
            entry = _held(tables, claim)
            if entry is not None:
                ended = replace(entry, state=EventState.DEAD, lease_until=None, reason=reason, error=error)
                _put(tables, replace(ended, done_at=now, failures=entry.failures + 1))

    def due(self, *, now: datetime, grace: timedelta, limit: int, hinted: bool = False) -> Sequence[EventRef]:
        """Events of all tenants that no worker holds and whose time has come, the longest recorded first."""

        with self._state.reading() as tables:
            hints = {} if hinted else tables.hints

            def waits(entry: LedgerEntry) -> bool:
                if any(_key(entry) in rests and rests[_key(entry)] > now for rests in (hints, tables.parked)):
                    return False
                young = entry.state is EventState.PENDING and entry.recorded_at > now - grace
                return not young and _free(entry, now)

            found = sorted(filter(waits, tables.events.values()), key=lambda entry: entry.recorded_at)
        return [entry.ref for entry in found[:limit]]

    def hinted(self, refs: Sequence[EventRef], *, now: datetime, rest: HintRest) -> None:
        """Says that hints of these were sent: until a rest has passed, or their state changed, they are not due."""
        with self._state.writing() as tables:
            for ref in refs:
                entry = tables.events.get(((ref.tenant, ref.scope), ref.event_id))
                if entry is not None:
                    tables.hints[_key(entry)] = now + rested(entry, rest, now)

    def states(self, tenant: Tenant, event_ids: Sequence[EventId]) -> Mapping[EventId, LedgerEntry]:
        """The entries of these events, as far as they are recorded."""
        wanted = set(event_ids)
        with self._state.reading() as tables:
            return {
                entry.ref.event_id: entry
                for entry in tables.events.values()
                if entry.ref.tenant == tenant and entry.ref.event_id in wanted
            }

    def entries(self, tenant: Tenant, state: EventState | None, limit: int) -> Sequence[LedgerEntry]:
        """The newest entries of a tenant first."""
        with self._state.reading() as tables:
            found = [
                entry
                for entry in tables.events.values()
                if entry.ref.tenant == tenant and state in (None, entry.state)
            ]
        found.sort(key=lambda entry: entry.ref.event_id)
        found.sort(key=lambda entry: entry.recorded_at, reverse=True)
        return found[:limit]

    def retry(
        self, tenant: Tenant, event_ids: Sequence[EventId] | None, *, now: datetime
    ) -> Sequence[EventRef]:
        """Makes dead, failed or over-budget events (None: all dead ones) pending again, attempts from zero."""

        def chosen(entry: LedgerEntry) -> bool:
            if event_ids is None:
                return entry.state is EventState.DEAD
            return entry.ref.event_id in event_ids and (
                entry.state in (EventState.DEAD, EventState.FAILED) or _over_budget(entry)
            )

        with self._state.writing() as tables:
            found = [
                entry for entry in tables.events.values() if entry.ref.tenant == tenant and chosen(entry)
            ]
            for entry in found:
                tables.parked.pop(_key(entry), None)
                _put(tables, _again(entry, now))
        return [entry.ref for entry in found]

    def stats(self) -> LedgerStats:
        """Counts by state, and when the longest-waiting unfinished event was recorded."""
        with self._state.reading() as tables:
            entries = list(tables.events.values())
        waiting = (_waits_since(entry) for entry in entries if entry.state not in FINAL)
        done = (entry.done_at for entry in entries if entry.state is EventState.DONE and entry.done_at)
        states = Counter(entry.state for entry in entries)
        parked = [entry.next_attempt_at for entry in entries if _over_budget(entry) and entry.next_attempt_at]
        return LedgerStats(
            states,
            min(waiting, default=None),
            max(done, default=None),
            len(parked),
            min(parked, default=None),
        )


def complete_event(
    tables: Tables,
    claim: Claim,
    *,
    now: datetime,
    result: Mapping[str, Any],
    document: Mapping[str, Any] | None = None,
) -> None:
    """Ends the event done within the caller's unit; raises LeaseLost if the attempt was taken over."""
    entry = _still_held(tables, claim)
    words = entry.document if document is None else dict(document)
    ended = replace(entry, state=EventState.DONE, lease_until=None, reason=None, error=None)
    _put(tables, replace(ended, done_at=now, result=dict(result), document=words))


def keep_progress(tables: Tables, claim: Claim, *, result: Mapping[str, Any]) -> None:
    """Keeps a result so far within the caller's unit; raises LeaseLost if the attempt was taken over."""
    entry = _still_held(tables, claim)
    tables.events[_key(entry)] = replace(entry, result=dict(result))


def _still_held(tables: Tables, claim: Claim) -> LedgerEntry:
    entry = _held(tables, claim)
    if entry is None:
        raise LeaseLost(
            f"event {claim.ref.event_id} was taken over while attempt {claim.attempt} worked on it"
        )
    return entry


def _pending(event: NewEvent, now: datetime) -> LedgerEntry:
    return LedgerEntry(
        ref=event.ref,
        type=event.type,
        state=EventState.PENDING,
        attempts=0,
        occurred_at=event.occurred_at,
        recorded_at=now,
        next_attempt_at=event.not_before,
        lease_until=None,
        done_at=None,
        error=None,
        reason=None,
        result={},
        document=dict(event.document),
    )


def _again(entry: LedgerEntry, now: datetime) -> LedgerEntry:
    event = NewEvent(entry.ref, entry.type, entry.occurred_at, entry.document)
    return replace(_pending(event, now), result=entry.result)


def _waits_since(entry: LedgerEntry) -> datetime:
    """What was recorded for later, or rested for a budget, counts as waiting from then on."""
    if entry.budget_until is not None:
        return max(entry.recorded_at, entry.budget_until)
    if entry.state is EventState.PENDING and entry.next_attempt_at is not None:
        return max(entry.recorded_at, entry.next_attempt_at)
    return entry.recorded_at


def _over_budget(entry: LedgerEntry) -> bool:
    return (
        entry.state is EventState.PENDING
        and entry.budget_until is not None
        and entry.next_attempt_at is not None
    )


def _free(entry: LedgerEntry, now: datetime) -> bool:
    match entry.state:
        case EventState.PENDING | EventState.FAILED:
            return entry.next_attempt_at is None or entry.next_attempt_at <= now
        case EventState.RUNNING:
            return entry.lease_until is not None and entry.lease_until <= now
        case _:
            return False


def _held(tables: Tables, claim: Claim) -> LedgerEntry | None:
    ref = claim.ref
    entry = tables.events.get(((ref.tenant, ref.scope), ref.event_id))
    if entry is None or entry.state is not EventState.RUNNING:
        return None
    return entry if (entry.attempts, entry.holder) == (claim.attempt, claim.holder) else None


def _key(entry: LedgerEntry) -> tuple[Owner, EventId]:
    return (entry.ref.tenant, entry.ref.scope), entry.ref.event_id


def _put(tables: Tables, entry: LedgerEntry) -> None:
    """A new state is news: hints sent before it do not count any more."""
    tables.events[_key(entry)] = entry
    tables.hints.pop(_key(entry), None)

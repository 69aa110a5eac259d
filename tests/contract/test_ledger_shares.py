"""What every ledger promises about shares: nobody holds more of the workers than theirs, and nobody is forgotten."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import (
    Claim,
    EventRef,
    EventState,
    HintRest,
    Lane,
    Ledger,
    LedgerEntry,
    NewEvent,
    Shares,
)
from tests.contract.conftest import Stores

ACME, OTHER = Tenant("acme"), Tenant("other")
ALICE, BOB, CLAIRE = (Scope.of_user(name) for name in ("alice", "bob", "claire"))
NOW = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
LEASE = 5 * MINUTE
TWO = Shares(scope=2)


@pytest.fixture
def ledger(stores: Stores) -> Ledger:
    return stores.ledger


def recorded(
    ledger: Ledger,
    *numbers: int,
    scope: Scope = ALICE,
    tenant: Tenant = ACME,
    lane: Lane = Lane.LIVE,
    type_: str = "session.closed",
) -> list[EventRef]:
    """Events that came one second after the other."""
    refs = [EventRef(tenant, scope, EventId(UUID(int=number)), lane) for number in numbers]
    for ref in refs:
        at = NOW + ref.event_id.int * SECOND
        assert ledger.record([NewEvent(ref, type_, NOW, {})], now=at) == 1
    return refs


def claimed(
    ledger: Ledger, ref: EventRef, shares: Shares = TWO, now: datetime = NOW + MINUTE
) -> Claim | None:
    return ledger.claim(ref, now=now, lease=LEASE, holder="h", shares=shares)


def taken(ledger: Ledger, *refs: EventRef, shares: Shares = TWO) -> list[Claim]:
    claims = [claimed(ledger, ref, shares) for ref in refs]
    return [claim for claim in claims if claim is not None]


def entry(ledger: Ledger, ref: EventRef) -> LedgerEntry:
    return ledger.states(ref.tenant, [ref.event_id])[ref.event_id]


def due(ledger: Ledger, now: datetime, *, hinted: bool = False) -> list[EventRef]:
    return list(ledger.due(now=now, grace=SECOND, limit=100, hinted=hinted))


def test_what_comes_on_top_is_parked_and_costs_no_attempt(ledger: Ledger) -> None:
    refs = recorded(ledger, 1, 2, 3)
    assert len(taken(ledger, *refs)) == 2
    parked = entry(ledger, refs[2])
    assert (parked.state, parked.attempts, parked.failures) == (EventState.PENDING, 0, 0)
    assert parked.reason == "scope_busy"
    assert ledger.stats().oldest_pending_at == NOW + SECOND


def test_others_have_shares_of_their_own(ledger: Ledger) -> None:
    taken(ledger, *recorded(ledger, 1, 2, 3))
    others = [
        *recorded(ledger, 4, scope=BOB),
        *recorded(ledger, 5, tenant=OTHER),
        *recorded(ledger, 6, lane=Lane.BULK),
    ]
    assert len(taken(ledger, *others)) == 3


def test_what_asks_no_model_is_never_parked_and_takes_no_place(ledger: Ledger) -> None:
    quick = recorded(ledger, 1, 2, 3, type_="memory.remember")
    assert len(taken(ledger, *quick)) == 3
    assert len(taken(ledger, *recorded(ledger, 4, 5, 6))) == 2
    assert len(taken(ledger, *recorded(ledger, 7, type_="memory.remember"))) == 1


def test_a_lease_that_ran_out_holds_no_place(ledger: Ledger) -> None:
    refs = recorded(ledger, 1, 2, 3)
    taken(ledger, *refs)
    assert claimed(ledger, refs[2], now=NOW + MINUTE + LEASE) is not None
    again = [claimed(ledger, ref, now=NOW + MINUTE + LEASE) for ref in refs[:2]]
    assert [claim is not None for claim in again] == [True, False]
    assert entry(ledger, refs[1]).crashes == 0


def test_nobody_hints_what_is_parked_before_its_time(ledger: Ledger) -> None:
    refs = recorded(ledger, 1, 2, 3)
    first, _ = taken(ledger, *refs)
    ledger.complete(first, now=NOW + MINUTE, result={})
    waited = MINUTE - 3 * SECOND  # it rests for as long as it has waited
    for hinted in (False, True):
        assert due(ledger, NOW + MINUTE + waited - SECOND, hinted=hinted) == []
        assert due(ledger, NOW + MINUTE + waited, hinted=hinted) == [refs[2]]
    assert claimed(ledger, refs[2], now=NOW + MINUTE + waited) is not None
    assert due(ledger, NOW + 2 * MINUTE) == []


def test_a_claim_needs_no_leave_once_there_is_room(ledger: Ledger) -> None:
    refs = recorded(ledger, 1, 2, 3)
    first, _ = taken(ledger, *refs)
    ledger.complete(first, now=NOW, result={})
    claim = claimed(ledger, refs[2])
    assert claim is not None
    assert claim.attempt == 1
    ledger.complete(claim, now=NOW, result={})
    assert entry(ledger, refs[2]).reason is None


def test_the_place_of_one_that_ended_goes_to_the_oldest(ledger: Ledger) -> None:
    running = recorded(ledger, 8, 9)
    first, _ = taken(ledger, *running)
    refs = recorded(ledger, 1, 2, 3)
    assert taken(ledger, *reversed(refs)) == []
    assert ledger.let_in(running[0], now=NOW + MINUTE, shares=TWO) == []
    ledger.fail(first, next_attempt_at=NOW + 9 * MINUTE, reason="r", error="e")
    assert ledger.let_in(running[0], now=NOW + MINUTE, shares=TWO) == [refs[0]]
    # It was hinted just now: the sweep need not, unless every hint was lost.
    assert due(ledger, NOW + MINUTE + SECOND) == []
    assert due(ledger, NOW + MINUTE + SECOND, hinted=True) == [refs[0]]
    assert claimed(ledger, refs[0]) is not None


def test_as_many_are_let_in_as_there_is_room_for(ledger: Ledger) -> None:
    running = recorded(ledger, 8, 9)
    claims = taken(ledger, *running)
    refs = recorded(ledger, 1, 2, 3)
    taken(ledger, *refs)
    for claim in claims:
        ledger.complete(claim, now=NOW, result={})
    assert ledger.let_in(running[0], now=NOW + MINUTE, shares=TWO) == refs[:2]
    assert ledger.let_in(recorded(ledger, 7, scope=BOB)[0], now=NOW + MINUTE, shares=TWO) == []
    assert ledger.let_in(recorded(ledger, 6, lane=Lane.BULK)[0], now=NOW + MINUTE, shares=TWO) == []


def test_a_failed_event_is_parked_as_well_and_keeps_its_reason(ledger: Ledger) -> None:
    (ref,) = recorded(ledger, 1)
    (claim,) = taken(ledger, ref)
    ledger.fail(claim, next_attempt_at=NOW + MINUTE, reason="model_unavailable", error="e")
    first, _ = taken(ledger, *recorded(ledger, 2, 3))
    assert claimed(ledger, ref, now=NOW + 2 * MINUTE) is None
    assert (entry(ledger, ref).state, entry(ledger, ref).reason) == (EventState.FAILED, "model_unavailable")
    ledger.complete(first, now=NOW, result={})
    assert ledger.let_in(ref, now=NOW + 2 * MINUTE, shares=TWO) == [ref]


def test_a_retry_takes_an_event_out_of_the_park(ledger: Ledger) -> None:
    (ref,) = recorded(ledger, 1)
    (claim,) = taken(ledger, ref)
    ledger.fail(claim, next_attempt_at=NOW, reason="r", error="e")
    taken(ledger, *recorded(ledger, 2, 3), ref)
    assert ledger.retry(ACME, [ref.event_id], now=NOW + MINUTE) == [ref]
    assert due(ledger, NOW + MINUTE + SECOND) == [ref]


def test_a_bounded_tenant_serves_its_least_busy_scope_first(ledger: Ledger) -> None:
    shares = Shares(scope=2, tenant=3, rest=HintRest())
    alices = recorded(ledger, 1, 2, 3, 4)
    (bobs,) = recorded(ledger, 5, scope=BOB)
    claires = recorded(ledger, 6, 7, scope=CLAIRE)
    claims = taken(ledger, *alices, bobs, *claires, shares=shares)
    assert [claim.ref for claim in claims] == [*alices[:2], bobs]
    assert len(taken(ledger, *recorded(ledger, 8, tenant=OTHER), shares=shares)) == 1
    ledger.complete(claims[0], now=NOW, result={})
    assert ledger.let_in(alices[0], now=NOW + MINUTE, shares=shares) == [claires[0]]
    assert claimed(ledger, claires[1], shares) is not None
    assert claimed(ledger, claires[0], shares) is None
    ledger.complete(claims[1], now=NOW, result={})
    ledger.complete(claims[2], now=NOW, result={})
    found = ledger.let_in(bobs, now=NOW + MINUTE, shares=replace(shares, tenant=9))
    assert found == [alices[2], claires[0]]


def test_of_many_threads_as_many_get_in_as_there_is_room_for(ledger: Ledger) -> None:
    refs = recorded(ledger, *range(1, 9))
    gate = threading.Barrier(len(refs))
    got: list[Claim | None] = []

    def work(ref: EventRef) -> None:
        gate.wait()
        got.append(claimed(ledger, ref))

    threads = [threading.Thread(target=work, args=(ref,)) for ref in refs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    claims = [claim for claim in got if claim is not None]
    assert len(claims) == 2
    for claim in claims:
        ledger.complete(claim, now=NOW, result={})
    let_in = ledger.let_in(refs[0], now=NOW + MINUTE, shares=TWO)
    assert len(let_in) == 2

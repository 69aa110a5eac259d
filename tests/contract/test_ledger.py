"""What every ledger promises."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from memory_pipeline.domain.errors import LeaseLost
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
)
from tests.contract.conftest import Stores

ACME, OTHER = Tenant("acme"), Tenant("other")
ALICE = Scope.of_user("alice")
NOW = datetime(2026, 1, 5, 12, 0, 0, 123456, tzinfo=UTC)
LEASE = timedelta(minutes=5)
MINUTE = timedelta(minutes=1)
GRACE = timedelta(seconds=30)


@pytest.fixture
def ledger(stores: Stores) -> Ledger:
    return stores.ledger


def new(
    number: int = 1,
    *,
    tenant: Tenant = ACME,
    scope: Scope = ALICE,
    lane: Lane = Lane.LIVE,
    id_: UUID | None = None,
) -> NewEvent:
    ref = EventRef(tenant, scope, EventId(id_ or UUID(int=number)), lane)
    document = {
        "type": "session.closed",
        "session_id": "会话",
        "n": number,
        "none": None,
        "nested": {"a": [1, "二"]},
    }
    return NewEvent(ref, "session.closed", NOW - timedelta(hours=number), document)


def record(ledger: Ledger, *events: NewEvent, now: datetime = NOW) -> list[EventRef]:
    assert ledger.record(events, now=now) == len(events)
    return [event.ref for event in events]


def claim(ledger: Ledger, ref: EventRef, now: datetime = NOW) -> Claim:
    taken = ledger.claim(ref, now=now, lease=LEASE)
    assert taken is not None
    return taken


def entry(ledger: Ledger, ref: EventRef) -> LedgerEntry:
    return ledger.states(ref.tenant, [ref.event_id])[ref.event_id]


def due(ledger: Ledger, now: datetime = NOW, limit: int = 100) -> list[EventRef]:
    return list(ledger.due(now=now, grace=GRACE, limit=limit))


# -- record


def test_a_recorded_event_is_pending_with_its_document(ledger: Ledger) -> None:
    event = new(1, scope=Scope.of_user("王小明"), lane=Lane.BULK)
    (ref,) = record(ledger, event)
    assert entry(ledger, ref) == LedgerEntry(
        ref=ref,
        type="session.closed",
        state=EventState.PENDING,
        attempts=0,
        occurred_at=event.occurred_at,
        recorded_at=NOW,
        next_attempt_at=None,
        lease_until=None,
        done_at=None,
        error=None,
        reason=None,
        result={},
        document=event.document,
    )


def test_recording_again_changes_nothing(ledger: Ledger) -> None:
    first = new(1)
    record(ledger, first)
    again = replace(first, type="memory.confirm", document={}, occurred_at=NOW)
    assert ledger.record([again, new(2), new(2)], now=NOW + MINUTE) == 1
    assert entry(ledger, first.ref).document == first.document
    assert entry(ledger, first.ref).recorded_at == NOW
    assert ledger.record([], now=NOW) == 0


def test_recording_does_not_revive_what_is_done(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    ledger.complete(claim(ledger, ref), now=NOW, result={})
    assert ledger.record([new()], now=NOW) == 0
    assert entry(ledger, ref).state is EventState.DONE


def test_recording_makes_the_tenant_known(stores: Stores) -> None:
    stores.ledger.record([new()], now=NOW)
    assert stores.reader.facts(ACME, ALICE, history=True, now=NOW, as_of=None) == []


# -- claim


def test_an_event_is_claimed_by_one(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    taken = claim(ledger, ref)
    assert taken == Claim(ref, "session.closed", 1, new().document)
    assert ledger.claim(ref, now=NOW, lease=LEASE) is None
    held = entry(ledger, ref)
    assert (held.state, held.attempts, held.lease_until) == (EventState.RUNNING, 1, NOW + LEASE)


def test_of_many_threads_one_gets_the_event(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    taken: list[Claim | None] = []
    threads = [
        threading.Thread(target=lambda: taken.append(ledger.claim(ref, now=NOW, lease=LEASE)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 6
    assert len([each for each in taken if each is not None]) == 1


@pytest.mark.parametrize(
    "change", [{"tenant": OTHER}, {"scope": Scope.of_user("bob")}, {"event_id": EventId(UUID(int=9))}]
)
def test_an_unknown_event_is_not_claimed(ledger: Ledger, change: dict[str, object]) -> None:
    (ref,) = record(ledger, new())
    assert ledger.claim(replace(ref, **change), now=NOW, lease=LEASE) is None  # type: ignore[arg-type]


def test_an_expired_lease_can_be_taken_over(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    claim(ledger, ref)
    assert ledger.claim(ref, now=NOW + LEASE - MINUTE, lease=LEASE) is None
    assert claim(ledger, ref, NOW + LEASE).attempt == 2


def test_a_renewed_lease_is_not_taken_over(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    taken = claim(ledger, ref)
    assert ledger.renew(taken, now=NOW + LEASE - MINUTE, lease=LEASE)
    assert ledger.claim(ref, now=NOW + LEASE, lease=LEASE) is None
    assert due(ledger, NOW + LEASE) == []
    other = claim(ledger, ref, NOW + 2 * LEASE)
    assert not ledger.renew(taken, now=NOW + 2 * LEASE, lease=LEASE)
    assert entry(ledger, ref).lease_until == NOW + 3 * LEASE
    assert ledger.renew(other, now=NOW + 2 * LEASE, lease=LEASE)


def test_take_overs_count_as_crashes_and_errors_as_failures(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    assert (claim(ledger, ref).failures, entry(ledger, ref).crashes) == (0, 0)
    second = claim(ledger, ref, NOW + LEASE)
    assert (second.attempt, second.failures, second.crashes) == (2, 0, 1)
    ledger.fail(second, next_attempt_at=NOW, reason="r", error="e")
    third = claim(ledger, ref)
    assert (third.attempt, third.failures, third.crashes) == (3, 1, 1)
    ledger.fail(third, next_attempt_at=NOW, reason="breaker_open", error="e", counted=False)
    assert (entry(ledger, ref).failures, entry(ledger, ref).reason) == (1, "breaker_open")
    ledger.bury(claim(ledger, ref), now=NOW, reason="r", error="e")
    assert (entry(ledger, ref).failures, entry(ledger, ref).crashes) == (2, 1)
    ledger.retry(ACME, None, now=NOW)
    assert (entry(ledger, ref).failures, entry(ledger, ref).crashes) == (0, 0)


def test_the_holder_is_part_of_the_fence(ledger: Ledger) -> None:
    """A retry begins to count at zero: the attempt's number alone would let an old worker in again."""
    (ref,) = record(ledger, new())
    slow = ledger.claim(ref, now=NOW, lease=LEASE, holder="slow")
    assert slow is not None
    ledger.bury(claim(ledger, ref, NOW + LEASE), now=NOW, reason="r", error="e")
    ledger.retry(ACME, None, now=NOW)
    fresh = ledger.claim(ref, now=NOW, lease=LEASE, holder="fresh")
    assert fresh is not None
    assert fresh.attempt == slow.attempt
    with pytest.raises(LeaseLost):
        ledger.complete(slow, now=NOW, result={})
    assert not ledger.renew(slow, now=NOW, lease=LEASE)
    ledger.complete(fresh, now=NOW, result={})


def test_an_event_can_be_recorded_for_later(ledger: Ledger) -> None:
    later = replace(new(), not_before=NOW + 10 * MINUTE)
    (ref,) = record(ledger, later)
    assert ledger.claim(ref, now=NOW + 9 * MINUTE, lease=LEASE) is None
    assert due(ledger, NOW + 9 * MINUTE) == []
    assert ledger.stats().oldest_pending_at == NOW + 10 * MINUTE
    assert due(ledger, NOW + 10 * MINUTE) == [ref]
    assert claim(ledger, ref, NOW + 10 * MINUTE).attempt == 1


def test_a_final_event_is_not_claimed(ledger: Ledger) -> None:
    done, dead = record(ledger, new(1), new(2))
    ledger.complete(claim(ledger, done), now=NOW, result={})
    ledger.bury(claim(ledger, dead), now=NOW, reason="r", error="e")
    for ref in (done, dead):
        assert ledger.claim(ref, now=NOW + timedelta(days=365), lease=LEASE) is None


# -- ends of an attempt


def test_completing_keeps_the_result(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    result = {"facts": 3, "ids": ["a"], "为": None}
    ledger.complete(claim(ledger, ref), now=NOW + MINUTE, result=result)
    done = entry(ledger, ref)
    assert (done.state, done.done_at, done.result) == (EventState.DONE, NOW + MINUTE, result)
    assert (done.lease_until, done.error, done.reason) == (None, None, None)


def test_a_failed_event_waits_for_its_time(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    later = NOW + 10 * MINUTE
    ledger.fail(claim(ledger, ref), next_attempt_at=later, reason="model_unavailable", error="模型不可用")
    failed = entry(ledger, ref)
    assert (failed.state, failed.attempts, failed.next_attempt_at) == (EventState.FAILED, 1, later)
    assert (failed.lease_until, failed.reason, failed.error) == (None, "model_unavailable", "模型不可用")
    assert ledger.claim(ref, now=later - MINUTE, lease=LEASE) is None
    assert claim(ledger, ref, later).attempt == 2
    assert entry(ledger, ref).next_attempt_at is None


def test_a_success_clears_what_went_wrong_before(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    ledger.fail(claim(ledger, ref), next_attempt_at=NOW, reason="r", error="e")
    ledger.complete(claim(ledger, ref), now=NOW, result={})
    assert (entry(ledger, ref).reason, entry(ledger, ref).error) == (None, None)


def test_a_buried_event_keeps_its_reason(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    ledger.bury(claim(ledger, ref), now=NOW, reason="invalid_input", error="e")
    dead = entry(ledger, ref)
    assert (dead.state, dead.reason, dead.error, dead.done_at) == (EventState.DEAD, "invalid_input", "e", NOW)
    assert dead.lease_until is None


def test_an_attempt_that_was_taken_over_writes_nothing(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    lost = claim(ledger, ref)
    claim(ledger, ref, NOW + LEASE)
    before = entry(ledger, ref)
    with pytest.raises(LeaseLost):
        ledger.complete(lost, now=NOW, result={})
    ledger.fail(lost, next_attempt_at=NOW, reason="r", error="e")
    ledger.bury(lost, now=NOW, reason="r", error="e")
    assert entry(ledger, ref) == before


def test_an_attempt_is_ended_once(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    taken = claim(ledger, ref)
    ledger.complete(taken, now=NOW, result={"n": 1})
    with pytest.raises(LeaseLost):
        ledger.complete(taken, now=NOW, result={"n": 2})
    ledger.bury(taken, now=NOW, reason="r", error="e")
    assert entry(ledger, ref).result == {"n": 1}
    assert entry(ledger, ref).state is EventState.DONE


# -- due


def test_pending_events_are_due_after_the_grace(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    assert due(ledger, NOW + GRACE / 2) == []
    assert due(ledger, NOW + GRACE) == [ref]


def test_running_events_are_due_when_the_lease_is_over(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    claim(ledger, ref)
    assert due(ledger, NOW + LEASE - MINUTE) == []
    assert due(ledger, NOW + LEASE) == [ref]


def test_failed_events_are_due_at_their_time(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    ledger.fail(claim(ledger, ref), next_attempt_at=NOW + 2 * MINUTE, reason="r", error="e")
    assert due(ledger, NOW + MINUTE) == []
    assert due(ledger, NOW + 2 * MINUTE) == [ref]


def test_final_events_are_never_due(ledger: Ledger) -> None:
    done, dead = record(ledger, new(1), new(2))
    ledger.complete(claim(ledger, done), now=NOW, result={})
    ledger.bury(claim(ledger, dead), now=NOW, reason="r", error="e")
    assert due(ledger, NOW + timedelta(days=365)) == []


def test_due_spans_tenants_and_gives_the_oldest_first(ledger: Ledger) -> None:
    second = record(ledger, new(1, tenant=OTHER, lane=Lane.BULK), now=NOW + MINUTE)
    first = record(ledger, new(2))
    assert due(ledger, NOW + 5 * MINUTE) == first + second
    assert due(ledger, NOW + 5 * MINUTE, limit=1) == first


def test_what_was_hinted_rests_as_long_as_it_has_waited(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    ledger.hinted([ref], now=NOW + 2 * MINUTE, rest=HintRest())
    assert due(ledger, NOW + 3 * MINUTE) == []
    assert list(ledger.due(now=NOW + 3 * MINUTE, grace=GRACE, limit=9, hinted=True)) == [ref]
    assert due(ledger, NOW + 4 * MINUTE) == [ref]
    ledger.hinted([ref], now=NOW + timedelta(hours=9), rest=HintRest(longest=10 * MINUTE))
    assert due(ledger, NOW + timedelta(hours=9) + 9 * MINUTE) == []
    assert due(ledger, NOW + timedelta(hours=9) + 10 * MINUTE) == [ref]


def test_a_hint_before_the_last_change_of_state_does_not_count(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    ledger.hinted([ref], now=NOW + MINUTE, rest=HintRest(shortest=60 * MINUTE, longest=60 * MINUTE))
    taken = claim(ledger, ref, NOW + MINUTE)
    assert due(ledger, NOW + MINUTE + LEASE) == [ref]
    ledger.hinted([ref], now=NOW + MINUTE, rest=HintRest(shortest=60 * MINUTE, longest=60 * MINUTE))
    ledger.fail(taken, next_attempt_at=NOW + 2 * MINUTE, reason="r", error="e")
    assert due(ledger, NOW + 2 * MINUTE) == [ref]
    ledger.hinted([], now=NOW, rest=HintRest())


# -- look-ups


def test_states_are_those_of_the_tenant(ledger: Ledger) -> None:
    mine, _ = record(ledger, new(1), new(2, tenant=OTHER))
    found = ledger.states(ACME, [EventId(UUID(int=n)) for n in (1, 2, 3)])
    assert list(found) == [mine.event_id]
    assert ledger.states(ACME, []) == {}
    assert ledger.states(Tenant("nobody"), [mine.event_id]) == {}


def test_entries_come_newest_first(ledger: Ledger) -> None:
    refs = [record(ledger, new(number), now=NOW + number * MINUTE)[0] for number in (1, 2, 3)]
    record(ledger, new(4, tenant=OTHER))
    ledger.bury(claim(ledger, refs[1]), now=NOW, reason="r", error="e")
    assert [each.ref for each in ledger.entries(ACME, None, 10)] == refs[::-1]
    assert [each.ref for each in ledger.entries(ACME, None, 2)] == [refs[2], refs[1]]
    assert [each.ref for each in ledger.entries(ACME, EventState.DEAD, 10)] == [refs[1]]
    assert ledger.entries(ACME, EventState.RUNNING, 10) == []
    assert ledger.entries(Tenant("nobody"), None, 10) == []


# -- retry


def test_a_dead_event_can_be_tried_again_from_zero(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    ledger.bury(claim(ledger, ref), now=NOW, reason="r", error="e")
    assert ledger.retry(ACME, [ref.event_id], now=NOW + MINUTE) == [ref]
    again = entry(ledger, ref)
    assert (again.state, again.attempts, again.done_at) == (EventState.PENDING, 0, None)
    assert (again.reason, again.error, again.next_attempt_at) == (None, None, None)
    assert claim(ledger, ref).attempt == 1


def test_a_failed_event_need_not_wait(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    ledger.fail(claim(ledger, ref), next_attempt_at=NOW + timedelta(days=1), reason="r", error="e")
    assert ledger.retry(ACME, [ref.event_id], now=NOW) == [ref]
    claim(ledger, ref)


def test_retrying_all_means_the_dead_ones_of_the_tenant(ledger: Ledger) -> None:
    dead, failed, pending, running, foreign = record(
        ledger, new(1), new(2), new(3), new(4), new(5, tenant=OTHER)
    )
    for ref in (dead, foreign):
        ledger.bury(claim(ledger, ref), now=NOW, reason="r", error="e")
    ledger.fail(claim(ledger, failed), next_attempt_at=NOW + MINUTE, reason="r", error="e")
    claim(ledger, running)
    assert ledger.retry(ACME, None, now=NOW) == [dead]
    assert entry(ledger, failed).state is EventState.FAILED
    assert entry(ledger, running).state is EventState.RUNNING
    assert entry(ledger, foreign).state is EventState.DEAD
    assert ledger.retry(ACME, [pending.event_id, running.event_id, foreign.event_id], now=NOW) == []


def test_a_retry_takes_the_event_from_whoever_was_slow(ledger: Ledger) -> None:
    (ref,) = record(ledger, new())
    slow = claim(ledger, ref)
    other = claim(ledger, ref, NOW + LEASE)
    ledger.bury(other, now=NOW, reason="r", error="e")
    ledger.retry(ACME, None, now=NOW)
    with pytest.raises(LeaseLost):
        ledger.complete(slow, now=NOW, result={})


# -- stats


def test_stats_count_all_tenants_and_find_the_longest_waiting(ledger: Ledger) -> None:
    assert ledger.stats().oldest_pending_at is None
    assert ledger.stats().last_done_at is None
    assert sum(ledger.stats().states.values()) == 0
    done, *_ = record(ledger, new(1), now=NOW - MINUTE)
    running, _ = record(ledger, new(2), new(3, tenant=OTHER))
    record(ledger, new(4), now=NOW + MINUTE)
    ledger.complete(claim(ledger, done), now=NOW, result={})
    claim(ledger, running)
    stats = ledger.stats()
    assert stats.states == {EventState.DONE: 1, EventState.RUNNING: 1, EventState.PENDING: 2}
    assert stats.oldest_pending_at == NOW
    assert stats.last_done_at == NOW


def test_a_thousand_events_at_once(ledger: Ledger) -> None:
    events = [new(id_=uuid4()) for _ in range(1000)]
    assert ledger.record(events, now=NOW) == 1000
    assert len(due(ledger, NOW + MINUTE, limit=5000)) == 1000

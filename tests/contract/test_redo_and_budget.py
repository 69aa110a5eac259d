"""What every transcript promises of segments to be read again, and every ledger of events that rest for a budget."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.ledger import Claim, EventRef, EventState, NewEvent
from memory_pipeline.ports.transcripts import AcceptedExtraction, SegmentRange
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, SessionLog
from tests.contract.conftest import Stores

ACME, OTHER = Tenant("acme"), Tenant("other")
BO, AL = Scope.of_user("bo"), Scope.of_user("al")
NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
MINUTE, LEASE = timedelta(minutes=1), timedelta(minutes=5)
SEGMENT = SegmentRange(0, 1)
REPLY: dict[str, list[object]] = {"facts": [], "episodes": []}


def committed(
    stores: Stores, key: SessionKey, redo_at: datetime | None, rejected: tuple[RejectedItem, ...] = ()
) -> None:
    """A session of one segment that the rules read in a model's place."""
    log = SessionLog(key, SessionInfo(user_id="bo"), (Message("m1", Role.USER, "hello", NOW),))
    stores.transcripts.absorb(log, now=NOW)
    made = AcceptedExtraction("rules/3", REPLY, "openai/m/v1", redo_at)
    assert stores.transcripts.accept(key, SEGMENT, made, now=NOW) == made
    assert stores.transcripts.accepted(key, SEGMENT) == made
    with stores.store.unit(key.tenant, [key.scope]) as unit:
        assert unit.commit_segment(key, SEGMENT, now=NOW)
        unit.keep_rejections(key, SEGMENT, rejected)


def test_a_segment_is_due_once_its_time_has_come_and_is_given_to_one(stores: Stores) -> None:
    transcripts = stores.transcripts
    key, later = SessionKey(ACME, BO, "s1"), SessionKey(ACME, BO, "s2")
    committed(stores, key, NOW + MINUTE)
    committed(stores, later, NOW + 3 * MINUTE)
    committed(stores, SessionKey(ACME, AL, "never"), None)
    assert transcripts.scopes_to_redo(now=NOW, limit=9) == []
    assert transcripts.take_redo(ACME, BO, now=NOW, until=NOW + LEASE) is None
    now = NOW + MINUTE
    assert transcripts.scopes_to_redo(now=now, limit=9) == [(ACME, BO)]
    assert transcripts.take_redo(ACME, BO, now=now, until=now + LEASE) == (key, SEGMENT)
    assert transcripts.take_redo(ACME, BO, now=now, until=now + LEASE) is None
    assert transcripts.take_redo(ACME, AL, now=now, until=now + LEASE) is None
    assert transcripts.take_redo(ACME, BO, now=now + LEASE, until=now + 2 * LEASE) == (later, SEGMENT)
    assert transcripts.take_redo(ACME, BO, now=now + LEASE, until=now + 2 * LEASE) == (key, SEGMENT)


def test_a_segment_can_be_put_off_or_left_as_it_is(stores: Stores) -> None:
    transcripts, key = stores.transcripts, SessionKey(ACME, BO, "s1")
    committed(stores, key, NOW)
    transcripts.put_off_redo(key, SEGMENT, NOW + MINUTE)
    assert transcripts.take_redo(ACME, BO, now=NOW, until=NOW + LEASE) is None
    assert transcripts.take_redo(ACME, BO, now=NOW + MINUTE, until=NOW + LEASE) == (key, SEGMENT)
    transcripts.put_off_redo(key, SEGMENT, None)
    assert transcripts.scopes_to_redo(now=NOW + 9 * LEASE, limit=9) == []


def test_scopes_come_the_longest_due_first_and_of_all_tenants(stores: Stores) -> None:
    committed(stores, SessionKey(ACME, BO, "s1"), NOW)
    committed(stores, SessionKey(OTHER, AL, "s2"), NOW - MINUTE)
    assert stores.transcripts.scopes_to_redo(now=NOW, limit=9) == [(OTHER, AL), (ACME, BO)]
    assert stores.transcripts.scopes_to_redo(now=NOW, limit=1) == [(OTHER, AL)]


def test_a_segment_that_was_not_committed_is_not_read_again(stores: Stores) -> None:
    key = SessionKey(ACME, BO, "s1")
    log = SessionLog(key, SessionInfo(), (Message("m1", Role.USER, "hello", NOW),))
    stores.transcripts.absorb(log, now=NOW)
    stores.transcripts.accept(key, SEGMENT, AcceptedExtraction("rules/3", REPLY, "openai/m/v1", NOW), now=NOW)
    assert stores.transcripts.scopes_to_redo(now=NOW + MINUTE, limit=9) == []
    assert stores.transcripts.take_redo(ACME, BO, now=NOW + MINUTE, until=NOW + LEASE) is None


def test_a_reading_replaces_the_earlier_ones_rejections_and_is_due_no_more(stores: Stores) -> None:
    key = SessionKey(ACME, BO, "s1")
    committed(stores, key, NOW, (RejectedItem("joke", "", "a"), RejectedItem("joke", "", "b")))
    new = RejectedItem("figure_not_in_evidence", "", "c")
    with stores.store.unit(ACME, [BO]) as unit:
        unit.replace_extraction(key, SEGMENT, "openai/m/v1", [new])
    assert stores.reader.rejections(ACME, BO, "s1") == [new]
    assert stores.transcripts.scopes_to_redo(now=NOW + LEASE, limit=9) == []


REF = EventRef(ACME, BO, EventId(UUID(int=1)))


def claimed(stores: Stores, now: datetime = NOW) -> Claim:
    stores.ledger.record([NewEvent(REF, "session.closed", NOW, {"n": 1})], now=NOW)
    claim = stores.ledger.claim(REF, now=now, lease=LEASE, holder="w")
    assert claim is not None
    return claim


def test_an_event_over_budget_is_pending_as_if_it_had_not_been_tried(stores: Stores) -> None:
    ledger, until = stores.ledger, NOW + timedelta(hours=8)
    ledger.park(claimed(stores), until=until, reason="budget", error="used up")
    entry = ledger.states(ACME, [REF.event_id])[REF.event_id]
    assert (entry.state, entry.attempts, entry.failures) == (EventState.PENDING, 0, 0)
    assert (entry.next_attempt_at, entry.reason, entry.error) == (until, "budget", "used up")
    assert ledger.due(now=until - MINUTE, grace=timedelta(0), limit=9) == []
    assert ledger.claim(REF, now=until - MINUTE, lease=LEASE) is None
    stats = ledger.stats()
    assert (stats.over_budget, stats.over_budget_until) == (1, until)
    assert stats.oldest_pending_at == until

    assert ledger.due(now=until, grace=timedelta(0), limit=9) == [REF]
    again = ledger.claim(REF, now=until, lease=LEASE)
    assert again is not None
    assert (again.attempt, again.recorded_at) == (1, until)
    assert (ledger.stats().over_budget, ledger.stats().oldest_pending_at) == (0, until)


def test_who_lost_the_lease_parks_nothing(stores: Stores) -> None:
    first = claimed(stores)
    later = NOW + 2 * LEASE
    second = stores.ledger.claim(REF, now=later, lease=LEASE, holder="other")
    assert second is not None
    stores.ledger.park(first, until=later + LEASE, reason="budget", error="")
    assert stores.ledger.states(ACME, [REF.event_id])[REF.event_id].state is EventState.RUNNING


def test_an_event_over_budget_can_be_taken_up_at_once(stores: Stores) -> None:
    stores.ledger.park(claimed(stores), until=NOW + timedelta(hours=8), reason="budget", error="used up")
    assert stores.ledger.retry(ACME, None, now=NOW) == []  # it is not dead
    assert stores.ledger.retry(ACME, [REF.event_id], now=NOW) == [REF]
    assert stores.ledger.claim(REF, now=NOW, lease=LEASE) is not None
    assert stores.ledger.stats().over_budget == 0

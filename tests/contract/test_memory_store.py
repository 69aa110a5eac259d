"""What every store and reader of the episodic and semantic tiers promises."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from memory_pipeline.domain.assertion import Cardinality, Forgettability
from memory_pipeline.domain.episode import EpisodeStatus
from memory_pipeline.domain.errors import LeaseLost, UnknownTenant
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.slot import Slot
from memory_pipeline.events.identity import EventId
from memory_pipeline.events.models import Notification
from memory_pipeline.ports.ledger import Claim, EventRef, EventState, NewEvent
from memory_pipeline.ports.memory_store import (
    MemoryTerms,
    MemoryVector,
    Placed,
    Tier,
)
from memory_pipeline.ports.transcripts import SegmentRange
from memory_pipeline.ports.working_memory import SessionKey
from tests.contract.conftest import Stores
from tests.contract.memories import (
    BOB,
    HOUR,
    OTHER,
    SPACE,
    add,
    add_episodes,
    episode,
    facts,
    search,
)
from tests.support.assertions import NOW, SCOPE, TENANT, correct, day, project, slot, state

# -- assertions


def test_an_assertion_comes_back_as_it_was(stores: Stores) -> None:
    full = replace(
        state(
            '上海 "x" \\ 😀',
            day(2) + timedelta(microseconds=7),
            cardinality=Cardinality.MANY,
            forgettability=Forgettability.LOW,
            expires_at=day(30),
            valid_from=day(1),
            confidence=0.123456789,
        ),
        evidence=(
            Evidence("s-1", "m2", "b"),
            Evidence(None, None, "a", ref="cmdb://x"),
            Evidence("s-1", "m1", ""),
        ),
    )
    items = [Placed(full, slot("city")), Placed(correct("北京", "上海", 3), slot("city"))]
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        assert set(unit.add(items)) == {item.assertion.id for item in items}
        assert unit.placed(SCOPE, None) == items
    assert stores.reader.placed(TENANT, SCOPE, None) == items


def test_writing_an_assertion_twice_is_writing_it_once(stores: Stores) -> None:
    first = state("Berlin", 1)
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        assert unit.add([Placed(first, slot()), Placed(first, slot())]) == [first.id]
        assert unit.add([]) == []
    later = replace(first, confidence=0.1, recorded_at=day(9))
    second = state("Munich", 2)
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        assert unit.add([Placed(later, slot("hometown")), Placed(second, slot())]) == [second.id]
    assert stores.reader.placed(TENANT, SCOPE, None) == [Placed(first, slot()), Placed(second, slot())]


def test_assertions_are_found_by_slot_oldest_first(stores: Stores) -> None:
    said = [state("c", 3), state("a", 1), state("b", 2), state("tea", 1, predicate="likes")]
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        unit.add(Placed(each, slot(each.predicate)) for each in said)
        assert [p.assertion.object for p in unit.placed(SCOPE, [slot("city")])] == ["a", "b", "c"]
        assert [p.assertion.object for p in unit.placed(SCOPE, [slot("likes"), slot("job")])] == ["tea"]
        assert [p.assertion.object for p in unit.placed_under(SCOPE, "city")] == ["a", "b", "c"]
        assert unit.placed(SCOPE, []) == []
        assert len(unit.placed(SCOPE, None)) == 4
    reader = stores.reader
    assert [p.assertion.object for p in reader.placed(TENANT, SCOPE, [slot("city")])] == ["a", "b", "c"]


def test_statements_of_one_instant_are_in_the_order_of_their_ids(stores: Stores) -> None:
    said = [state(f"v{number}", 1, id_=UUID(int=number)) for number in (3, 1, 2)]
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        unit.add(Placed(each, slot()) for each in said)
        assert [p.assertion.object for p in unit.placed(SCOPE, None)] == ["v1", "v2", "v3"]


def test_a_statement_moves_to_another_slot_and_stays_what_it_is(stores: Stores) -> None:
    said = state("Berlin", 1, subject="王小明")
    stranger = Slot(TENANT, SCOPE, "王小明", "city")
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        unit.add([Placed(said, stranger), Placed(state("x", 2), slot())])
        assert unit.placed_under(SCOPE, "city")[0].assertion == said
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        unit.replace_slots([(said.id, slot("city"))], SCOPE)
        assert unit.placed(SCOPE, [stranger]) == []
        assert unit.placed(SCOPE, [slot("city")])[0] == Placed(said, slot("city"))


# -- episodes and rejections


def test_an_episode_comes_back_as_it_was(stores: Stores) -> None:
    plain = episode(
        "none", outcome=None, success=None, entities={}, actions=(), evidence=(), occurred_at=day(2)
    )
    told = episode()
    assert set(add_episodes(stores, told, plain)) == {told.id, plain.id}
    assert stores.reader.episodes(TENANT, SCOPE, archived=False) == [plain, told]
    assert stores.reader.episode(TENANT, told.id) == told
    assert stores.reader.episode(TENANT, UUID(int=1)) is None
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        assert unit.session_episodes(SCOPE, "s-1") == [plain, told]
        assert unit.session_episodes(SCOPE, "s-2") == []


def test_an_episode_is_written_once(stores: Stores) -> None:
    told = episode()
    assert list(add_episodes(stores, told, told)) == [told.id]
    assert list(add_episodes(stores, replace(told, summary="other"))) == []
    assert stores.reader.episode(TENANT, told.id) == told


def test_archived_episodes_stand_apart(stores: Stores) -> None:
    active, archived = episode("a"), episode("b", status=EpisodeStatus.ARCHIVED)
    add_episodes(stores, active, archived)
    assert stores.reader.episodes(TENANT, SCOPE, archived=False) == [active]
    assert stores.reader.episodes(TENANT, SCOPE, archived=True) == [archived]


def test_rejections_are_kept_once_in_order(stores: Stores) -> None:
    items = [RejectedItem("joke", f"第 {n} 条", '{"object": "x"}') for n in range(3)]
    later = [RejectedItem("malformed", "d", "?")]
    key = SessionKey(TENANT, SCOPE, "s-1")
    for _ in range(2):
        with stores.store.unit(TENANT, [SCOPE]) as unit:
            unit.keep_rejections(key, SegmentRange(4, 9), later)
            unit.keep_rejections(key, SegmentRange(0, 4), items)
            unit.keep_rejections(replace(key, session_id="s-0"), SegmentRange(0, 1), later)
            unit.keep_rejections(key, SegmentRange(9, 12), [])
    assert stores.reader.rejections(TENANT, SCOPE, "s-1") == items + later
    assert stores.reader.rejections(TENANT, SCOPE, None) == later + items + later
    assert stores.reader.rejections(TENANT, SCOPE, "s-9") == []
    assert stores.reader.rejections(TENANT, BOB, None) == []


# -- the unit of work


def claimed(stores: Stores) -> Claim:
    ref = EventRef(TENANT, SCOPE, EventId(UUID(int=1)))
    stores.ledger.record([NewEvent(ref, "session.closed", NOW, {})], now=NOW)
    claim = stores.ledger.claim(ref, now=NOW, lease=HOUR)
    assert claim is not None
    return claim


def notification(scope: Scope = SCOPE, number: int = 1) -> Notification:
    return Notification(
        type="memory.created",
        tenant=TENANT,
        scope=str(scope),
        tier="semantic",
        memory_id=UUID(int=number),
        at=NOW,
    )


def test_a_unit_counts_as_a_whole(stores: Stores) -> None:
    claim = claimed(stores)
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        unit.add([Placed(state("Berlin", 1), slot())])
        unit.add_episodes([episode()])
        unit.notify([notification(number=1), notification(number=2)])
        unit.complete(claim, now=NOW, result={"assertions": 1})
    entry = stores.ledger.states(TENANT, [claim.ref.event_id])[claim.ref.event_id]
    assert (entry.state, entry.done_at, entry.result) == (EventState.DONE, NOW, {"assertions": 1})
    assert stores.outbox() == [notification(number=n).model_dump(mode="json") for n in (1, 2)]
    assert len(stores.reader.placed(TENANT, SCOPE, None)) == 1


class _InterruptedError(RuntimeError):
    """What ends a unit in the middle."""


def begin_and_fail(stores: Stores, claim: Claim, known: UUID) -> None:
    """Writes to every table there is, and then fails."""
    with stores.store.unit(TENANT, [SCOPE, BOB]) as unit:
        unit.add([Placed(state("Munich", 2), slot())])
        unit.add_episodes([episode()])
        unit.save_projections(SCOPE, project([state("Munich", 2)]).slots)
        unit.put_terms(SCOPE, [MemoryTerms(known, Tier.SEMANTIC, frozenset({"x"}))])
        unit.put_vectors(SCOPE, SPACE, [MemoryVector(known, Tier.SEMANTIC, "t", (1.0, 0.0, 0.0))])
        session = SessionKey(TENANT, SCOPE, "s-1")
        unit.keep_rejections(session, SegmentRange(0, 1), [RejectedItem("joke", "", "")])
        unit.notify([notification()])
        unit.complete(claim, now=NOW, result={})
        raise _InterruptedError


def test_a_unit_that_fails_leaves_nothing(stores: Stores) -> None:
    claim = claimed(stores)
    add(stores, state("Berlin", 1))
    before = facts(stores, history=True)
    with pytest.raises(_InterruptedError):
        begin_and_fail(stores, claim, before[0].id)
    assert facts(stores, history=True) == before
    assert len(stores.reader.placed(TENANT, SCOPE, None)) == 1
    assert stores.reader.episodes(TENANT, SCOPE, archived=False) == []
    assert stores.reader.rejections(TENANT, SCOPE, None) == []
    assert stores.outbox() == []
    assert search(stores, vector=(1.0, 0.0, 0.0), tokens=["x"]) == []
    entry = stores.ledger.states(TENANT, [claim.ref.event_id])[claim.ref.event_id]
    assert entry.state is EventState.RUNNING


def write_and_complete(stores: Stores, claim: Claim) -> None:
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        unit.add([Placed(state("Berlin", 1), slot())])
        unit.complete(claim, now=NOW, result={})


def test_a_lost_lease_takes_the_whole_unit_back(stores: Stores) -> None:
    claim = claimed(stores)
    stores.ledger.claim(claim.ref, now=NOW + HOUR, lease=HOUR)
    with pytest.raises(LeaseLost):
        write_and_complete(stores, claim)
    assert stores.reader.placed(TENANT, SCOPE, None) == []


def test_a_unit_sees_its_own_writes(stores: Stores) -> None:
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        unit.add([Placed(state("Berlin", 1), slot())])
        assert len(unit.placed(SCOPE, None)) == 1
        unit.add_episodes([episode()])
        assert unit.session_episodes(SCOPE, "s-1") == [episode()]


def test_units_of_one_scope_run_one_after_the_other(stores: Stores) -> None:
    """Each reads how many statements there are and writes the next number: none may be lost."""

    def work() -> None:
        for _ in range(5):
            with stores.store.unit(TENANT, [BOB, SCOPE]) as unit:
                number = len(unit.placed(SCOPE, None))
                unit.add([Placed(state(f"v{number}", number), slot())])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [p.assertion.object for p in stores.reader.placed(TENANT, SCOPE, None)]
    assert found == [f"v{number}" for number in range(20)]


# -- isolation


def test_an_unknown_tenant_is_an_error_on_every_read(stores: Stores) -> None:
    add(stores, state("Berlin", 1))
    reader, id_ = stores.reader, UUID(int=1)
    reads: list[Callable[[], object]] = [
        lambda: reader.facts(OTHER, SCOPE, history=False, now=NOW, as_of=None),
        lambda: reader.episodes(OTHER, SCOPE, archived=False),
        lambda: reader.fact_rows(OTHER, id_),
        lambda: reader.episode(OTHER, id_),
        lambda: reader.placed(OTHER, SCOPE, None),
        lambda: reader.rejections(OTHER, SCOPE, None),
        lambda: reader.candidates(OTHER, [SCOPE], space=SPACE, vector=None, tokens=["x"], now=NOW, limit=5),
    ]
    for read in reads:
        with pytest.raises(UnknownTenant, match="other"):
            read()


def test_an_unknown_scope_of_a_known_tenant_is_empty(stores: Stores) -> None:
    add(stores, state("Berlin", 1))
    assert facts(stores, scope=BOB) == []
    assert stores.reader.episodes(TENANT, BOB, archived=False) == []


def test_another_tenant_sees_nothing(stores: Stores) -> None:
    add(stores, state("Berlin", 1))
    add_episodes(stores, episode())
    berlin = facts(stores)[0]
    with stores.store.unit(OTHER, [SCOPE]) as unit:
        assert unit.placed(SCOPE, None) == []
        assert unit.session_episodes(SCOPE, "s-1") == []
        assert unit.missing_vectors(SCOPE, SPACE) == []
    reader = stores.reader
    assert reader.facts(OTHER, SCOPE, history=True, now=NOW, as_of=None) == []
    assert reader.fact_rows(OTHER, berlin.id) == []
    assert reader.episode(OTHER, episode().id) is None

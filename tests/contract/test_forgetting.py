"""Any store of due instants: what is due in its order, units that stay or leave nothing, and runs claimed once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

import pytest

from memory_pipeline.adapters.in_memory.forgetting import InMemoryForgetting
from memory_pipeline.adapters.in_memory.memory_reader import InMemoryMemoryReader
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.policies import InMemoryPolicies
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.forgetting import PostgresForgetting
from memory_pipeline.adapters.postgres.memory_reader import PostgresMemoryReader
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryStore
from memory_pipeline.adapters.postgres.policies import PostgresPolicies
from memory_pipeline.domain.episode import EpisodeStatus
from memory_pipeline.domain.errors import UnknownTenant
from memory_pipeline.domain.fact import FactStatus, Projection
from memory_pipeline.domain.lifecycle import TransitionKind
from memory_pipeline.domain.night import Step, Tally, run_id
from memory_pipeline.domain.policy import OPS_POLICY, Policy
from memory_pipeline.domain.purge import Cut
from memory_pipeline.domain.schedule import Schedule, parked
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.slot import FactId
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.forgetting import DueKey, Forgetting, HeldBack, MemoryState, Queue, Run, RunStatus
from memory_pipeline.ports.memory_store import (
    MemoryReader,
    MemoryStore,
    MemoryTerms,
    MemoryVector,
    Placed,
    Tier,
)
from memory_pipeline.ports.policies import Policies
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.support.ageing import happened
from tests.support.assertions import SCOPE, TENANT, day, project, slot, state
from tests.support.keys import TEST_DIGEST

BOB = Scope.of_user("bob")
SPACE = EmbeddingSpace("test", 3)
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Nights:
    forgetting: Forgetting
    store: MemoryStore
    reader: MemoryReader
    policies: Policies


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def nights(request: pytest.FixtureRequest) -> Iterator[Nights]:
    if request.param == "in_memory":
        state_ = InMemoryState()
        yield Nights(
            InMemoryForgetting(state_),
            InMemoryMemoryStore(state_),
            InMemoryMemoryReader(state_),
            InMemoryPolicies(state_),
        )
        return
    database = Database(request.getfixturevalue("empty_database"), ROLE)
    yield Nights(
        PostgresForgetting(database, TEST_DIGEST),
        PostgresMemoryStore(database, TEST_DIGEST),
        PostgresMemoryReader(database),
        PostgresPolicies(database),
    )
    database.close()


BERLIN, TEA = state("Berlin", 0), state("tea", 1, predicate="likes", expires_at=day(50))
TRIP, VISIT = happened("trip", day(2)), happened("visit", day(0), scope=BOB)


@pytest.fixture
def remembered(nights: Nights) -> Nights:
    """Two facts and an episode of Alice, and an episode of Bob."""
    with nights.store.unit(TENANT, [SCOPE, BOB]) as unit:
        unit.add([Placed(BERLIN, slot()), Placed(TEA, slot("likes"))])
        unit.save_projections(SCOPE, project([BERLIN, TEA], now=day(3)).slots)
        unit.add_episodes([TRIP, VISIT])
    return nights


def ids(nights: Nights) -> dict[str, UUID]:
    facts = nights.reader.facts(TENANT, SCOPE, history=True, now=day(3), as_of=None)
    return {**{fact.object: fact.id for fact in facts}, "trip": TRIP.id, "visit": VISIT.id}


def due(
    nights: Nights, queue: Queue, as_of: datetime, after: DueKey | None = None, limit: int = 10
) -> list[DueKey]:
    return list(nights.forgetting.due(TENANT, queue, as_of=as_of, after=after, limit=limit))


def test_what_is_due_comes_the_longest_due_first_and_in_pages(remembered: Nights) -> None:
    named = ids(remembered)
    whole = due(remembered, Queue.DECAY, day(40))
    assert [key.memory_id for key in whole] == [named["Berlin"], VISIT.id, named["tea"], TRIP.id]
    assert [key.due_at for key in whole] == sorted(key.due_at for key in whole)
    paged: list[DueKey] = []
    while page := due(remembered, Queue.DECAY, day(40), paged[-1] if paged else None, 1):
        paged += page
    assert paged == whole
    assert due(remembered, Queue.DECAY, day(30)) == []
    assert due(remembered, Queue.ARCHIVE, day(4000)) == []
    assert [key.memory_id for key in due(remembered, Queue.EXPIRE, day(50))] == [named["tea"]]
    assert due(remembered, Queue.EXPIRE, day(49)) == []
    assert remembered.forgetting.count_due(TENANT, as_of=day(50)) == 5


def test_a_tenant_nobody_wrote_to_has_nothing_due_and_is_unknown(nights: Nights) -> None:
    assert due(nights, Queue.DECAY, day(4000)) == []
    with pytest.raises(UnknownTenant):
        nights.forgetting.count_due(TENANT, as_of=day(0))
    with pytest.raises(UnknownTenant):
        nights.forgetting.states(TENANT, SCOPE)
    assert nights.forgetting.tenants() == []


def test_a_unit_gives_memories_with_accesses_and_pins(remembered: Nights) -> None:
    berlin = ids(remembered)["Berlin"]
    remembered.reader.touch(TENANT, SCOPE, [berlin], at=day(20))
    remembered.reader.touch(TENANT, SCOPE, [berlin], at=day(10))
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        unit.pin(SCOPE, TRIP.id, pinned=True)
        assert unit.scopes == {SCOPE}
        found = {
            each.memory_id: each for each in unit.aged((SCOPE, id_) for id_ in (berlin, TRIP.id, UUID(int=5)))
        }
    assert set(found) == {berlin, TRIP.id}
    assert found[berlin].ageing.idle_from == day(20)
    assert (found[berlin].tier, found[TRIP.id].tier) == (Tier.SEMANTIC, Tier.EPISODIC)
    assert found[berlin].ageing.by_person
    assert found[TRIP.id].ageing.pinned
    assert remembered.forgetting.states(TENANT, SCOPE) == {
        berlin: MemoryState(2, day(20)),
        TRIP.id: MemoryState(pinned=True),
    }
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        unit.pin(SCOPE, TRIP.id, pinned=False)
    assert not remembered.forgetting.states(TENANT, SCOPE).get(TRIP.id, MemoryState()).pinned


def test_what_is_settled_is_due_then_and_what_is_parked_is_not(remembered: Nights) -> None:
    berlin = ids(remembered)["Berlin"]
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        rows = {each.memory_id: each for each in unit.aged([(SCOPE, berlin), (SCOPE, TRIP.id)])}
        plan = Schedule(day(40), TransitionKind.PURGE, day(45), day(31))
        unit.settle([(rows[berlin], plan), (rows[TRIP.id], parked(plan))])
    assert due(remembered, Queue.PURGE, day(45)) == [DueKey(day(45), SCOPE, berlin)]
    assert remembered.forgetting.may_go(TENANT, SCOPE, as_of=day(45)) == 2
    assert remembered.forgetting.may_go(TENANT, SCOPE, as_of=day(44)) == 1
    assert remembered.forgetting.holds(TENANT, SCOPE, up_to=10) == 3
    assert remembered.forgetting.holds(TENANT, SCOPE, up_to=2) == 2
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        assert [each.schedule for each in unit.due_in(SCOPE, Queue.PURGE, as_of=day(45))] == [plan]
        assert unit.aged([(SCOPE, berlin)])[0].ageing.candidate_since == day(31)
        assert unit.rows_in(SCOPE) == 3
        unit.make_due(SCOPE, as_of=day(46))
    assert len(due(remembered, Queue.DECAY, day(46))) == 4


def test_what_waits_for_its_slot_is_due_again_when_the_slot_changes(remembered: Nights) -> None:
    berlin = ids(remembered)["Berlin"]
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        [row] = unit.aged([(SCOPE, berlin)])
        unit.settle([(row, parked(Schedule(day(40))))])
    munich = state("Munich", 5)
    with remembered.store.unit(TENANT, [SCOPE]) as memory:
        memory.add([Placed(munich, slot())])
        memory.save_projections(SCOPE, project([BERLIN, munich], now=day(41)).slots)
    keys = {key.memory_id for queue in Queue for key in due(remembered, queue, day(4000))}
    assert berlin in keys


def test_archived_memories_keep_rows_and_terms_and_come_back(remembered: Nights) -> None:
    named = ids(remembered)
    with remembered.store.unit(TENANT, [SCOPE]) as memory:
        for id_, tier in ((named["Berlin"], Tier.SEMANTIC), (TRIP.id, Tier.EPISODIC)):
            memory.put_vectors(SCOPE, SPACE, [MemoryVector(id_, tier, "t", (1.0, 0.0, 0.0))])
            memory.put_terms(SCOPE, [MemoryTerms(id_, tier, frozenset({"word"}))])
    both = [(SCOPE, named["Berlin"]), (SCOPE, TRIP.id)]
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        unit.archive(unit.aged(both))
    facts = {
        fact.object: fact.status
        for fact in remembered.reader.facts(TENANT, SCOPE, history=True, now=day(3), as_of=None)
    }
    assert facts == {"Berlin": FactStatus.ARCHIVED, "tea": FactStatus.CURRENT}
    assert [each.status for each in remembered.reader.episodes(TENANT, SCOPE, archived=True)] == [
        EpisodeStatus.ARCHIVED
    ]
    found = remembered.reader.candidates(
        TENANT, [SCOPE], space=SPACE, vector=(1.0, 0.0, 0.0), tokens=["word"], now=day(3), limit=10
    )
    assert {(each.id, each.archived, each.cosine) for each in found} == {(id_, True, None) for _, id_ in both}
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        archived = unit.aged(both)
        assert all(each.ageing.archived for each in archived)
        unit.restore(archived)
        assert not any(each.ageing.archived for each in unit.aged(both))
        assert {each.memory_id for each in unit.memory.missing_vectors(SCOPE, SPACE)} == set(
            named.values()
        ) - {VISIT.id}


def test_a_unit_that_is_not_kept_leaves_nothing(remembered: Nights) -> None:
    berlin = ids(remembered)["Berlin"]
    with remembered.forgetting.unit(TENANT, [SCOPE], keep=False) as unit:
        unit.archive(unit.aged([(SCOPE, berlin)]))
        unit.purge_episodes(SCOPE, [TRIP.id])
        assert unit.rows_in(SCOPE) == 2
    facts = remembered.reader.facts(TENANT, SCOPE, history=True, now=day(3), as_of=None)
    assert {fact.status for fact in facts} == {FactStatus.CURRENT}
    assert len(remembered.reader.episodes(TENANT, SCOPE, archived=False)) == 1


def test_what_is_purged_is_gone_with_all_that_hangs_on_it(remembered: Nights) -> None:
    berlin = ids(remembered)["Berlin"]
    remembered.reader.touch(TENANT, SCOPE, [berlin, TRIP.id], at=day(20))
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        assert unit.slots(SCOPE, [berlin]) == {berlin: slot()}
        assert [fact.id for fact in unit.rows_of(SCOPE, [slot()])] == [berlin]
        assert [each.memory_id for each in unit.aged_in(SCOPE, [slot()])] == [berlin]
        unit.purge_episodes(SCOPE, [TRIP.id])
        cut = Cut(day(0), frozenset({BERLIN.id}), frozenset({FactId(berlin)}), slot())
        unit.purge_assertions(SCOPE, [cut])
        unit.memory.save_projections(SCOPE, [replace(project([BERLIN]).slots[0], facts=(), verdicts=())])
    assert remembered.reader.placed(TENANT, SCOPE, [slot()]) == []
    assert remembered.reader.episodes(TENANT, SCOPE, archived=False) == []
    assert remembered.forgetting.states(TENANT, SCOPE) == {}
    assert remembered.forgetting.holds(TENANT, SCOPE, up_to=10) == 1


def run_of(number: int) -> Run:
    at = day(number)
    return Run(run_id(TENANT, at.date()), TENANT, at.date(), at, RunStatus.RUNNING, shards=2, due=7)


def test_a_run_is_claimed_once_counted_and_ended(remembered: Nights) -> None:
    port, now = remembered.forgetting, day(9)
    run, made = port.claim(run_of(3), now=now)
    assert made
    assert (run.status, run.due, run.started_at) == (RunStatus.RUNNING, 7, now)
    other, again = port.claim(replace(run_of(3), as_of=day(3) + HOUR, shards=5), now=now + HOUR)
    assert not again
    assert (other.as_of, other.shards) == (day(3), 2)
    for _ in range(2):
        with port.unit(TENANT, [SCOPE]) as unit:
            unit.memory.tally(Tally(run.id, 0, Step.DECAY), Tier.SEMANTIC, 2)
            unit.memory.tally(Tally(run.id, 1, Step.DECAY), Tier.SEMANTIC, 1)
            unit.memory.tally(Tally(run.id, 1, Step.PURGE), Tier.EPISODIC, 0)
    with port.unit(TENANT, [SCOPE], keep=False) as unit:
        unit.memory.tally(Tally(run.id, 0, Step.DECAY), Tier.SEMANTIC, 100)
    held = HeldBack(SCOPE, 30, 110)
    assert not port.shard_done(TENANT, run.id, 1, [held], now=now)
    assert not port.shard_done(TENANT, run.id, 1, [held], now=now)
    assert port.shard_done(TENANT, run.id, 0, [], now=now)
    ended = port.finish(TENANT, run.id, RunStatus.PARTIAL, left=4, now=now + HOUR, held_back=[held])
    assert ended == port.run(TENANT, run.id) == port.latest(TENANT)
    assert ended.counts == {Step.DECAY: {"semantic": 6}}
    assert (ended.status, ended.left, ended.held_back, ended.took) == (RunStatus.PARTIAL, 4, (held,), HOUR)
    assert port.run(TENANT, run_id(TENANT, day(77).date())) is None


def test_a_later_run_ends_those_that_were_left_open(remembered: Nights) -> None:
    port = remembered.forgetting
    lost, _ = port.claim(run_of(3), now=day(3))
    assert not port.stir(TENANT, lost.id, now=day(3) + HOUR, idle_for=2 * HOUR)
    assert port.stir(TENANT, lost.id, now=day(3) + 2 * HOUR, idle_for=2 * HOUR)
    assert not port.stir(TENANT, lost.id, now=day(3) + 3 * HOUR, idle_for=2 * HOUR)
    run, _ = port.claim(run_of(4), now=day(4))
    assert port.latest(TENANT) == run
    port.finish(TENANT, run.id, RunStatus.DONE, left=0, now=day(4), held_back=[])
    closed = port.run(TENANT, lost.id)
    assert closed is not None
    assert closed.status is RunStatus.PARTIAL
    assert not port.stir(TENANT, lost.id, now=day(9), idle_for=HOUR)


def test_only_a_policy_that_forgets_otherwise_makes_everything_due(remembered: Nights) -> None:
    port = remembered.forgetting
    assert not port.policy_changed(TENANT)
    remembered.policies.save(TENANT, Policy(zone="Europe/Berlin"))
    assert not port.replan(TENANT, as_of=day(5))
    assert port.replanned_at(TENANT) is None
    remembered.policies.save(TENANT, OPS_POLICY)
    assert port.policy_changed(TENANT)
    assert port.replan(TENANT, as_of=day(5))
    assert len(due(remembered, Queue.DECAY, day(5))) == 4
    assert not port.replan(TENANT, as_of=day(6))
    assert (port.replanned_at(TENANT), port.policy_changed(TENANT)) == (day(5), False)


def test_scopes_wait_to_be_reinforced_from_the_day_after(remembered: Nights) -> None:
    assert port_marked(remembered, day(2)) == [BOB]
    assert port_marked(remembered, day(3)) == [BOB, SCOPE]
    assert remembered.forgetting.tenants() == [TENANT]


def port_marked(nights: Nights, as_of: datetime) -> list[object]:
    return [due.scope for due in nights.forgetting.marked(TENANT, as_of=as_of, limit=10)]


def test_accesses_and_pins_of_an_absorbed_fact_are_its_heirs(remembered: Nights) -> None:
    berlin = ids(remembered)["Berlin"]
    remembered.reader.touch(TENANT, SCOPE, [berlin], at=day(20))
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        unit.pin(SCOPE, berlin, pinned=True)
    (heir,) = project([state("Berlin, Germany", 0)]).facts
    with remembered.store.unit(TENANT, [SCOPE]) as memory:
        memory.save_projections(SCOPE, [Projection(slot(), (heir,), (), ((FactId(berlin), heir.id),))])
    remembered.reader.touch(TENANT, SCOPE, [heir.id], at=day(10))
    assert remembered.forgetting.states(TENANT, SCOPE) == {heir.id: MemoryState(2, day(20), pinned=True)}
    with remembered.forgetting.unit(TENANT, [SCOPE]) as unit:
        (row,) = unit.aged([(SCOPE, heir.id)])
        assert (row.ageing.pinned, row.schedule.kind) == (True, TransitionKind.DECAY)

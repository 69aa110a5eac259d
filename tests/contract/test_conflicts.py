"""What every review queue promises: flagged rows beside what they speak against, and a model's advice kept beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from memory_pipeline.adapters.in_memory.conflicts import InMemoryConflicts
from memory_pipeline.adapters.in_memory.memory_reader import InMemoryMemoryReader
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.postgres import (
    Database,
    PostgresConflicts,
    PostgresMemoryReader,
    PostgresMemoryStore,
)
from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.conflict import Advice, Conflict, Keep, conflict_id
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import UnknownTenant
from memory_pipeline.domain.fact import FactStatus
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.domain.projection import predicate_resolver, project_scope
from memory_pipeline.domain.registry import REGISTRY
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.conflicts import Conflicts
from memory_pipeline.ports.memory_store import MemoryReader, MemoryStore, Placed
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.support.assertions import NOW, SCOPE, TENANT, confirm, day, state
from tests.support.keys import TEST_DIGEST

BOB = Scope.of_user("bob")


@dataclass(frozen=True, slots=True)
class Queue:
    conflicts: Conflicts
    store: MemoryStore
    reader: MemoryReader

    def say(self, *said: Assertion, scope: Scope = SCOPE) -> None:
        """Adds statements and projects their scope, as a commit does."""
        predicate_of = predicate_resolver(REGISTRY, DEFAULT_POLICY)
        with self.store.unit(TENANT, [scope]) as unit:
            unit.add(Placed(each, Slot(TENANT, scope, "user", predicate_of(each.predicate))) for each in said)
            stored = [item.assertion for item in unit.placed(scope, None)]
            projected = project_scope(
                TENANT,
                scope,
                stored,
                now=NOW,
                policy=DEFAULT_POLICY,
                registry=REGISTRY,
                predicate_of=predicate_of,
            )
            unit.save_projections(scope, projected.slots)

    def waiting(self, scope: Scope | None = None) -> list[Conflict]:
        return list(self.conflicts.waiting(TENANT, scope, now=NOW))


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def queue(request: pytest.FixtureRequest) -> Iterator[Queue]:
    if request.param == "postgres":
        database = Database(request.getfixturevalue("empty_database"), ROLE)
        yield Queue(
            PostgresConflicts(database),
            PostgresMemoryStore(database, TEST_DIGEST),
            PostgresMemoryReader(database),
        )
        database.close()
        return
    shared = InMemoryState()
    yield Queue(InMemoryConflicts(shared), InMemoryMemoryStore(shared), InMemoryMemoryReader(shared))


def against(
    old: str, new: str, at: float, *, predicate: str = "city", scope: Scope = SCOPE
) -> list[Assertion]:
    return [
        state(old, at, predicate=predicate, scope=scope),
        state(new, at + 1, source=Source.CMDB, predicate=predicate, scope=scope),
    ]


def test_a_conflict_shows_both_sides_the_reason_and_since_when(queue: Queue) -> None:
    queue.say(*against("北京", "上海", 1))
    (found,) = queue.waiting()
    assert (found.incumbent.object, found.challenger.object) == ("北京", "上海")
    assert (found.incumbent.status, found.challenger.status) == (FactStatus.CURRENT, FactStatus.CONTESTED)
    assert found.since == day(2)
    assert "a person must decide" in found.reason
    assert found.id == conflict_id(found.challenger.id, day(2))
    assert found.advice is None
    stored = queue.reader.facts(TENANT, SCOPE, history=True, now=NOW, as_of=None)
    assert {found.incumbent, found.challenger} == set(stored)


def test_the_longest_waiting_come_first_and_a_scope_may_be_named(queue: Queue) -> None:
    queue.say(*against("Berlin", "Munich", 10))
    queue.say(*against("cook", "nurse", 5, predicate="job"))
    queue.say(*against("Rome", "Milan", 1, scope=BOB), scope=BOB)
    assert [each.challenger.object for each in queue.waiting()] == ["Milan", "nurse", "Munich"]
    assert [each.challenger.object for each in queue.waiting(SCOPE)] == ["nurse", "Munich"]
    assert queue.waiting(Scope.of_user("carol")) == []


def test_an_answered_conflict_is_gone(queue: Queue) -> None:
    queue.say(*against("Berlin", "Munich", 10))
    queue.say(confirm("Berlin", 20))
    assert queue.waiting() == []


def test_a_side_that_has_expired_by_the_clock_leaves_nothing_to_decide(queue: Queue) -> None:
    queue.say(state("Berlin", 1, expires_at=day(900)), state("Munich", 2, source=Source.CMDB))
    assert len(queue.waiting()) == 1
    assert list(queue.conflicts.waiting(TENANT, None, now=day(901))) == []


def test_the_first_advice_stays_beside_its_conflict(queue: Queue) -> None:
    queue.say(*against("Berlin", "Munich", 10))
    queue.say(*against("cook", "nurse", 5, predicate="job"))
    nurse, _ = queue.waiting()
    queue.conflicts.advise(nurse, Advice(Keep.CHALLENGER, "openai/m"), now=NOW)
    queue.conflicts.advise(nurse, Advice(Keep.INCUMBENT, "openai/other"), now=NOW)
    assert [each.advice for each in queue.waiting()] == [Advice(Keep.CHALLENGER, "openai/m"), None]


def test_scopes_are_listed_sorted_and_an_unknown_tenant_is_an_error(queue: Queue) -> None:
    queue.say(state("Rome", 1, scope=BOB), scope=BOB)
    queue.say(state("Berlin", 1))
    assert list(queue.reader.scopes(TENANT)) == [SCOPE, BOB]
    with pytest.raises(UnknownTenant):
        queue.conflicts.waiting(Tenant("nobody"), None, now=NOW)
    with pytest.raises(UnknownTenant):
        queue.reader.scopes(Tenant("nobody"))

"""Memories to write, and short ways to write and read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.episode import Action, Episode, EpisodeKind, episode_id
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.fact import Fact, Projection
from memory_pipeline.domain.rendering import episode_text, statement_text
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import FactId
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.memory_store import (
    Candidate,
    FactChanges,
    MemoryTerms,
    MemoryVector,
    Placed,
    Tier,
)
from tests.contract.conftest import Stores
from tests.support.assertions import NOW, SCOPE, TENANT, day, project, slot, state

BOB = Scope.of_user("bob")
OTHER = Tenant("other")
SPACE = EmbeddingSpace("test", 3)
HOUR = timedelta(hours=1)


def add(stores: Stores, *assertions: Assertion, scope: Scope = SCOPE) -> FactChanges:
    """Writes statements and the projection of the scope, as a commit does."""
    with stores.store.unit(TENANT, [scope]) as unit:
        unit.add(Placed(each, slot(each.predicate)) for each in assertions)
        stored = [item.assertion for item in unit.placed(scope, None)]
        return unit.save_projections(scope, project(stored).slots)


def save(stores: Stores, *projections: Projection) -> FactChanges:
    with stores.store.unit(TENANT, [SCOPE]) as unit:
        return unit.save_projections(SCOPE, projections)


def facts(
    stores: Stores, *, scope: Scope = SCOPE, history: bool = False, day_: float | None = None
) -> list[Fact]:
    as_of = None if day_ is None else day(day_)
    return list(stores.reader.facts(TENANT, scope, history=history, now=NOW, as_of=as_of))


def objects(rows: Iterable[Fact]) -> list[str]:
    return [fact.object for fact in rows]


def fact(object_: str, *, predicate: str = "city", at: float = 1, **change: object) -> Fact:
    """One open row of its own."""
    (made,) = project([state(object_, at, predicate=predicate)]).facts
    return replace(made, **change)  # type: ignore[arg-type]


def alone(*rows: Fact, redirects: tuple[tuple[FactId, FactId], ...] = ()) -> Projection:
    return Projection(rows[0].slot, rows, (), redirects)


def episode(trigger: str = "order-service timed out", *, scope: Scope = SCOPE, **change: object) -> Episode:
    made = Episode(
        id=episode_id(TENANT, scope, "s-1", "m1", EpisodeKind.INCIDENT, trigger),
        tenant=TENANT,
        scope=scope,
        session_id="s-1",
        kind=EpisodeKind.INCIDENT,
        occurred_at=day(3),
        trigger=trigger,
        summary="连接池已满 / pool exhausted",
        outcome="raised to 50",
        success=True,
        confidence=0.9,
        evidence=(Evidence("s-1", "m1", "it timed out"), Evidence("s-1", "消息", "已经好了")),
        entities={"service": "order-service", "团队": "订单"},
        actions=(Action(1, "looked at the pool", "50 of 50"), Action(2, "raised it")),
        recorded_at=day(4),
    )
    return replace(made, **change)  # type: ignore[arg-type]


def add_episodes(stores: Stores, *episodes: Episode) -> Sequence[UUID]:
    with stores.store.unit(TENANT, sorted({each.scope for each in episodes})) as unit:
        return unit.add_episodes(episodes)


EAST, NORTH, NEAR_EAST = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.6, 0.8, 0.0)


def search(
    stores: Stores,
    *,
    vector: tuple[float, ...] | None = None,
    tokens: Sequence[str] = (),
    scopes: Sequence[Scope] = (SCOPE,),
    limit: int = 10,
) -> list[Candidate]:
    return list(
        stores.reader.candidates(
            TENANT, scopes, space=SPACE, vector=vector, tokens=tokens, now=NOW, limit=limit
        )
    )


def index(
    stores: Stores, memory: Fact | Episode, vector: tuple[float, ...] | None, terms: str, entities: str = ""
) -> None:
    tier = Tier.SEMANTIC if isinstance(memory, Fact) else Tier.EPISODIC
    scope = memory.slot.scope if isinstance(memory, Fact) else memory.scope
    text = statement_text(memory.slot, memory.object) if isinstance(memory, Fact) else episode_text(memory)
    with stores.store.unit(TENANT, [scope]) as unit:
        if vector is not None:
            unit.put_vectors(scope, SPACE, [MemoryVector(memory.id, tier, text, vector)])
        found = MemoryTerms(memory.id, tier, frozenset(terms.split()), frozenset(entities.split()))
        unit.put_terms(scope, [found])

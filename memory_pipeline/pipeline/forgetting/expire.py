"""Ends what has outlived its time: the slot is projected again, and a contested value may take over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from memory_pipeline.domain.fact import Fact, FactStatus, Projection
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.slot import FactId
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.forgetting.in_batches import in_batches
from memory_pipeline.pipeline.forgetting.night import Change, Night
from memory_pipeline.pipeline.forgetting.places import places_of, project_again
from memory_pipeline.pipeline.index_facts import index_facts
from memory_pipeline.ports.forgetting import Aged, ForgettingUnit, Queue
from memory_pipeline.ports.memory_store import Tier

_Row = tuple[FactId, datetime]


def expire(night: Night) -> None:
    """Projects the slots in which a time to live, a probation or the wait for a plan's day has ended."""
    for scope in sorted(in_batches(night, Queue.EXPIRE, Step.EXPIRE, expire_scope)):
        fill_vectors(night.tenant, scope, night.deps)  # of what took over


def expire_scope(unit: ForgettingUnit, scope: Scope, rows: Sequence[Aged], night: Night) -> Sequence[Change]:
    """The facts that ended in the slots of these rows of one scope."""
    slots = unit.slots(scope, [row.memory_id for row in rows])
    found = places_of(unit.memory, scope, set(slots.values()), night)
    before = {(fact.id, fact.valid_from): fact for fact in unit.rows_of(scope, found.slots)}
    projections: list[Projection] = []
    for together, place in found.places.items():
        projections.extend(project_again(together, place, found.rules))
    written = unit.memory.save_projections(scope, projections)
    after = [fact for projection in projections for fact in projection.facts]
    stood = {id_ for (id_, _), fact in before.items() if _open(fact)}
    index_facts(unit.memory, scope, [fact for fact in after if _open(fact) and fact.id not in stood], None)
    changes = [_change(fact, night) for fact in _ended(before, after)]
    unit.memory.notify(
        [
            night.notification(
                "memory.updated", Change(Step.EXPIRE, scope, Tier.SEMANTIC, id_, night.as_of, "")
            )
            for id_ in written.updated
        ]
    )
    return changes


def _open(fact: Fact) -> bool:
    return fact.valid_to is None and fact.status in (FactStatus.CURRENT, FactStatus.ARCHIVED)


def _ended(before: dict[_Row, Fact], after: Iterable[Fact]) -> list[Fact]:
    """Rows that were open and have expired now."""
    ended = []
    for fact in after:
        was = before.get((fact.id, fact.valid_from))
        if was is not None and _open(was) and fact.status is FactStatus.EXPIRED:
            ended.append(fact)
    return ended


def _change(fact: Fact, night: Night) -> Change:
    return Change(
        Step.EXPIRE,
        fact.slot.scope,
        Tier.SEMANTIC,
        fact.id,
        fact.valid_to or night.as_of,
        "Its time to live or its probation ended.",
    )

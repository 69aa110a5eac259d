"""Brings archived memories back: a hit, a pin or a person's word on one says that it is wanted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from uuid import UUID

from memory_pipeline.domain.schedule import scheduled
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.models import Notification
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.ports.forgetting import Aged, ForgettingUnit


def restore(tenant: Tenant, scope: Scope, memory_ids: Collection[UUID], deps: Dependencies) -> int:
    """How many of these were archived and are not any more. Their vectors are made anew, outside the transaction.

    Whoever calls has counted the access: idle time runs from it.
    """
    if deps.forgetting is None:
        return 0
    with deps.forgetting.unit(tenant, [scope]) as unit:
        archived = [each for each in unit.aged((scope, id_) for id_ in memory_ids) if each.ageing.archived]
        restore_rows(unit, archived)
        unit.memory.notify([_notification(tenant, each, deps) for each in archived])
    if archived:
        fill_vectors(tenant, scope, deps)
    return len(archived)


def restore_rows(unit: ForgettingUnit, archived: Collection[Aged]) -> None:
    """Takes the mark away and finds the next due instant of each."""
    if not archived:
        return
    policy = unit.memory.policy().policy
    unit.restore(archived)
    unit.settle(
        (each, scheduled(replace(each.ageing, archived=False), each.schedule.settled_at, each.under(policy)))
        for each in archived
    )


def _notification(tenant: Tenant, memory: Aged, deps: Dependencies) -> Notification:
    return Notification(
        type="memory.updated",
        tenant=tenant,
        scope=str(memory.scope),
        tier=memory.tier.value,
        memory_id=memory.memory_id,
        at=deps.clock.now(),
    )

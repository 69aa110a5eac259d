"""Pins a memory, or unpins it: what is pinned is neither archived nor purged by score, and comes back if it was archived."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from memory_pipeline.domain.errors import UnknownMemory
from memory_pipeline.domain.schedule import scheduled
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.audit import line
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.forgetting.restore import restore_rows
from memory_pipeline.pipeline.forgetting.run_night import forgetting_of
from memory_pipeline.ports.audit import Action


def pin(tenant: Tenant, memory_id: UUID, deps: Dependencies, *, pinned: bool = True) -> UUID:
    """The memory's own id: that of a fact which absorbed another is not the one it was asked by.

    Raises UnknownMemory, UnknownTenant.
    """
    scope, own_id = _addressed(tenant, memory_id, deps)
    with forgetting_of(deps).unit(tenant, [scope]) as unit:
        unit.pin(scope, own_id, pinned=pinned)
        policy = unit.memory.policy().policy
        found = [
            replace(each, ageing=replace(each.ageing, pinned=pinned)) for each in unit.aged([(scope, own_id)])
        ]
        unit.settle(
            (each, scheduled(each.ageing, each.schedule.settled_at, each.under(policy))) for each in found
        )
        back = [each for each in found if pinned and each.ageing.archived]
        restore_rows(unit, back)
        unit.memory.audit([line(Action.PIN, tenant, deps, scope=scope, ids=[own_id], count=1)])
    if back:
        fill_vectors(tenant, scope, deps)
    return own_id


def _addressed(tenant: Tenant, memory_id: UUID, deps: Dependencies) -> tuple[Scope, UUID]:
    rows = deps.reader.fact_rows(tenant, memory_id)
    if rows:
        return rows[-1].slot.scope, rows[-1].id
    episode = deps.reader.episode(tenant, memory_id)
    if episode is None:
        raise UnknownMemory(
            f"there is no memory {memory_id} in tenant {tenant}: `facts` and `episodes` list ids"
        )
    return episode.scope, episode.id

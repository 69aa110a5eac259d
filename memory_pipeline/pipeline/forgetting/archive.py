"""Takes memories that nobody touches out of the vector index. Their rows stay, and their words still find them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_pipeline.domain.lifecycle import TransitionKind, archive_reason
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.schedule import Schedule, scheduled
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.forgetting.in_batches import in_batches
from memory_pipeline.pipeline.forgetting.night import Change, Night
from memory_pipeline.ports.forgetting import Aged, ForgettingUnit, Queue


def archive(night: Night) -> None:
    """Archives what has been idle long enough and is worth little enough by now."""
    in_batches(night, Queue.ARCHIVE, Step.ARCHIVE, archive_scope)


def archive_scope(
    unit: ForgettingUnit, _scope: Scope, rows: Sequence[Aged], night: Night
) -> Sequence[Change]:
    """What was archived of these rows of one scope; the others find another instant."""
    policy = unit.memory.policy().policy
    settled: list[tuple[Aged, Schedule]] = []
    gone: list[Aged] = []
    changes: list[Change] = []
    for row in rows:
        settled_at = row.schedule.settled_at
        own = row.under(policy)
        plan = scheduled(row.ageing, settled_at, own)
        if plan.is_due(TransitionKind.ARCHIVE, night.as_of) and plan.due_at is not None:
            reason = archive_reason(row.ageing, own)
            changes.append(night.change(Step.ARCHIVE, row, plan.due_at, reason))
            gone.append(row)
            plan = scheduled(replace(row.ageing, archived=True), settled_at, own)
        settled.append((row, plan))
    if gone:
        unit.archive(gone)
    unit.settle(settled)
    unit.memory.notify([night.notification("memory.archived", change) for change in changes])
    return changes

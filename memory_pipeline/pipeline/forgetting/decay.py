"""Notes that memories faded. Nothing is multiplied into them: what a memory is worth follows from its row and the clock."""

from __future__ import annotations

from collections.abc import Sequence

from memory_pipeline.domain.lifecycle import TransitionKind
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.schedule import Schedule, scheduled
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.forgetting.in_batches import count
from memory_pipeline.pipeline.forgetting.night import Change, Night
from memory_pipeline.ports.forgetting import Aged, ForgettingUnit, Queue

_PASSES = 3


def decay(night: Night) -> None:
    """Counts the memories whose fading began or took effect since it was last counted, and when they fade next.

    No scope is locked: only due instants are written, and rows that somebody else holds are met again in the next pass.
    """
    for _ in range(_PASSES):
        missed = 0
        for page in night.pages(Queue.DECAY):
            with night.forgetting.unit(night.tenant, ()) as unit:
                rows = unit.aged((key.scope, key.memory_id) for key in page)
                changes = decay_rows(unit, rows, night)
                count(unit, changes, Step.DECAY, night)
            missed += len(page) - len(rows)
            for change in changes:
                night.tell(change)
        if not missed:
            return


def decay_scope(unit: ForgettingUnit, _scope: Scope, rows: Sequence[Aged], night: Night) -> Sequence[Change]:
    """The same for rows of one scope."""
    return decay_rows(unit, rows, night)


def decay_rows(unit: ForgettingUnit, rows: Sequence[Aged], night: Night) -> list[Change]:
    """Those of the rows that faded. One that was touched meanwhile finds a later instant, and is only moved."""
    policy = unit.memory.policy().policy
    settled: list[tuple[Aged, Schedule]] = []
    changes: list[Change] = []
    for row in rows:
        own = row.under(policy)
        plan = scheduled(row.ageing, row.schedule.settled_at, own)
        if plan.is_due(TransitionKind.DECAY, night.as_of) and plan.due_at is not None:
            changes.append(night.change(Step.DECAY, row, plan.due_at, "A further step without a touch."))
            plan = scheduled(row.ageing, max(row.schedule.settled_at, night.as_of), own)
        settled.append((row, plan))
    unit.settle(settled)
    return changes

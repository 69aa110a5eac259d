"""Puts memories under observation: candidates for purge, which any touch saves until it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_pipeline.domain.lifecycle import TransitionKind
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.schedule import Schedule, scheduled
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.forgetting.in_batches import in_batches
from memory_pipeline.pipeline.forgetting.night import Change, Night
from memory_pipeline.ports.forgetting import Aged, ForgettingUnit, Queue


def observe(night: Night) -> None:
    """Makes candidates of what may go. It counts from the instant at which each could, so that missed nights are
    caught up; but from no earlier one than a change of policy that let it."""
    in_batches(night, Queue.OBSERVE, Step.PURGE, observe_scope)


def observe_scope(
    unit: ForgettingUnit, _scope: Scope, rows: Sequence[Aged], night: Night
) -> Sequence[Change]:
    """No change that is counted: these rows of one scope are candidates now, or find another instant."""
    policy = unit.memory.policy().policy
    settled: list[tuple[Aged, Schedule]] = []
    for row in rows:
        settled_at = row.schedule.settled_at
        own = row.under(policy)
        plan = scheduled(row.ageing, settled_at, own)
        if plan.is_due(TransitionKind.OBSERVE, night.as_of) and plan.due_at is not None:
            since = max(plan.due_at, night.replanned_at or plan.due_at)
            plan = scheduled(replace(row.ageing, candidate_since=since), settled_at, own)
        settled.append((row, plan))
    unit.settle(settled)
    return ()

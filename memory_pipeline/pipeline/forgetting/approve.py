"""Lets through what a run held back: a person has looked at it, and says that it may go."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.night import WHOLE, RunId, Step
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.in_batches import in_batches
from memory_pipeline.pipeline.forgetting.night import Night, Tell, tell_nobody
from memory_pipeline.pipeline.forgetting.purge import purge_scope
from memory_pipeline.pipeline.forgetting.run_night import BUDGET, NightReport, forgetting_of, night_of
from memory_pipeline.ports.forgetting import Queue, RunStatus


def approve(
    tenant: Tenant,
    run_id: RunId,
    deps: Dependencies,
    *,
    budget: timedelta = BUDGET,
    tell: Tell = tell_nobody,
) -> NightReport:
    """The run, with what it had held back purged by its own instant, brake off: whatever was touched since stays.

    Without anything held back nothing is done. Raises InvalidInput for a run that is not there or not over.
    """
    forgetting = forgetting_of(deps)
    run = forgetting.run(tenant, run_id)
    if run is None:
        raise InvalidInput(f"tenant {tenant} has no run {run_id}: `nightly` and `status` tell the run's id")
    if not run.finished:
        raise InvalidInput(f"the run {run_id} is not over yet: call `nightly` again first")
    if not run.held_back:
        return NightReport(run, already_done=True)
    ends_at = monotonic() + budget.total_seconds()
    night = night_of(run, deps, WHOLE, lambda: monotonic() >= ends_at, tell)
    approved = {held.scope for held in run.held_back}

    def let_through(scope: Scope, _night: Night) -> bool:
        return scope in approved

    in_batches(night, Queue.PURGE, Step.PURGE, purge_scope, let_through)
    left = forgetting.count_due(tenant, as_of=run.as_of)
    held = run.held_back if night.time_is_up() else ()
    status = RunStatus.PARTIAL if left or held else RunStatus.DONE
    return NightReport(
        forgetting.finish(tenant, run_id, status, left=left, now=deps.clock.now(), held_back=held)
    )

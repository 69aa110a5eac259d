"""One step of one shard of a run, as a worker does it: short, and handed on where its time is up."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic

from memory_pipeline.domain.night import STEPS, RunId, Shard, Step
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.run_night import BUDGET, STEP_WORK, finish, forgetting_of, night_of
from memory_pipeline.ports.forgetting import HeldBack

TURN = timedelta(seconds=45)


def run_step(
    tenant: Tenant,
    run_id: RunId,
    step: Step,
    shard: int,
    deps: Dependencies,
    *,
    turn: timedelta = TURN,
    budget: timedelta = BUDGET,
) -> Step | None:
    """Which step of the shard is to be done next: the same one where the turn was over, None at the end.

    With the last shard the run ends. A step that is done twice, or by two at once, is done once.
    """
    forgetting, now = forgetting_of(deps), deps.clock.now()
    run = forgetting.run(tenant, run_id)
    if run is None or run.finished:
        return None
    forgetting.stir(tenant, run_id, now=now, idle_for=timedelta(0))
    over = run.started_at is not None and now - run.started_at > budget
    held: tuple[HeldBack, ...] = ()
    if not over:
        ends_at = monotonic() + turn.total_seconds()
        night = night_of(run, deps, Shard(shard, run.shards), lambda: monotonic() >= ends_at)
        STEP_WORK[step](night)
        held = night.held_back
        if night.time_is_up():
            return step
        following = STEPS.index(step) + 1
        if following < len(STEPS):
            return STEPS[following]
    if forgetting.shard_done(tenant, run_id, shard, held, now=now):
        finish(run, deps)
    return None

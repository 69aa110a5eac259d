"""A tenant's night: claimed once per date, taken through its steps, and reported. Called again it resumes or does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from time import monotonic

from memory_pipeline.domain.errors import MissingDependency
from memory_pipeline.domain.night import STEPS, WHOLE, RunId, Shard, Step, date_of, run_id
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.archive import archive
from memory_pipeline.pipeline.forgetting.decay import decay
from memory_pipeline.pipeline.forgetting.drop_transcripts import drop_transcripts
from memory_pipeline.pipeline.forgetting.end_abandoned import end_abandoned
from memory_pipeline.pipeline.forgetting.expire import expire
from memory_pipeline.pipeline.forgetting.expire_sessions import expire_sessions
from memory_pipeline.pipeline.forgetting.keep_best import keep_best
from memory_pipeline.pipeline.forgetting.night import Night, StandingClock, Tell, tell_nobody
from memory_pipeline.pipeline.forgetting.observe import observe
from memory_pipeline.pipeline.forgetting.purge import purge
from memory_pipeline.pipeline.forgetting.reinforce_marked import reinforce_marked
from memory_pipeline.pipeline.forgetting.remove_strays import remove_strays
from memory_pipeline.pipeline.forgetting.sessions import on_sessions, sessions_due
from memory_pipeline.pipeline.forgetting.start_ttl import start_ttl
from memory_pipeline.ports.forgetting import Forgetting, Run, RunStatus

BUDGET = timedelta(hours=1)


def _expire(night: Night) -> None:
    expire(night)
    on_sessions(night, expire_sessions, Step.EXPIRE, Step.PURGE)


def _decay(night: Night) -> None:
    decay(night)
    on_sessions(night, start_ttl, Step.DECAY)


def _keep_best_and_archive(night: Night) -> None:
    keep_best(night)
    archive(night)
    decay(night)  # what was due here and had been touched since may have faded by now instead
    on_sessions(night, end_abandoned, Step.ARCHIVE)


def _observe_and_purge(night: Night) -> None:
    observe(night)
    purge(night)
    on_sessions(night, remove_strays, Step.PURGE)
    drop_transcripts(night)


STEP_WORK: Mapping[Step, Callable[[Night], None]] = {
    Step.REINFORCE: reinforce_marked,
    Step.EXPIRE: _expire,
    Step.DECAY: _decay,
    Step.ARCHIVE: _keep_best_and_archive,
    Step.PURGE: _observe_and_purge,
}


@dataclass(frozen=True, slots=True)
class NightReport:
    """`already_done` where an earlier call had ended the run of this date: `run` is that one, and nothing was done."""

    run: Run
    already_done: bool = False


def forgetting_of(deps: Dependencies) -> Forgetting:
    """The port that nights need; raises MissingDependency where a pipeline was built without it."""
    if deps.forgetting is None:
        raise MissingDependency("this pipeline was built without nights")
    return deps.forgetting


def run_night(
    tenant: Tenant,
    deps: Dependencies,
    *,
    as_of: datetime | None = None,
    budget: timedelta = BUDGET,
    steps: Sequence[Step] = STEPS,
    tell: Tell = tell_nobody,
) -> NightReport:
    """The night of the date that `as_of` (now) has in the tenant's zone, here and in this process.

    A run that was begun and not ended goes on, by its own instant; what was changed is changed once and counted once,
    whoever else works on it. Nights that were missed are in this one: everything goes by elapsed time. Raises
    UnknownTenant.
    """
    forgetting, now = forgetting_of(deps), deps.clock.now()
    run, _ = claim(tenant, deps, as_of=as_of or now, shards=1)
    if run.finished:
        return NightReport(run, already_done=True)
    ends_at = monotonic() + budget.total_seconds()
    night = night_of(run, deps, WHOLE, lambda: monotonic() >= ends_at, tell)
    for step in STEPS:
        if step in steps:
            STEP_WORK[step](night)
    for shard in range(run.shards):
        forgetting.shard_done(tenant, run.id, shard, night.held_back if shard == 0 else (), now=now)
    return NightReport(finish(run, deps))


def claim(tenant: Tenant, deps: Dependencies, *, as_of: datetime, shards: int) -> tuple[Run, bool]:
    """The run of the date, and whether this call made it. Whatever a change of policy moved is seen to first."""
    forgetting = forgetting_of(deps)
    day = date_of(as_of, deps.policies.of(tenant).policy.zone)
    known = forgetting.run(tenant, run_id(tenant, day))
    if known is not None and known.finished:
        return known, False
    due = forgetting.count_due(tenant, as_of=as_of) + (sessions_due(tenant, deps, as_of=as_of) or 0)
    new = Run(run_id(tenant, day), tenant, day, as_of, RunStatus.RUNNING, shards, due=due)
    run, made = forgetting.claim(new, now=deps.clock.now())
    forgetting.replan(tenant, as_of=run.as_of)
    return run, made


def night_of(
    run: Run, deps: Dependencies, shard: Shard, time_is_up: Callable[[], bool], tell: Tell = tell_nobody
) -> Night:
    """A share of a run, at its instant whenever it is worked on."""
    forgetting = forgetting_of(deps)
    return Night(
        run.tenant,
        run.id,
        run.as_of,
        replace(deps, clock=StandingClock(run.as_of)),
        forgetting,
        replanned_at=forgetting.replanned_at(run.tenant),
        shard=shard,
        time_is_up=time_is_up,
        tell=tell,
        begun_at=deps.clock.now(),
    )


def finish(run: Run, deps: Dependencies) -> Run:
    """Ends the run: done, or in part where something due was left or held back, or the working tier is away."""
    forgetting, tenant = forgetting_of(deps), run.tenant
    current = forgetting.run(tenant, RunId(run.id)) or run
    sessions = sessions_due(tenant, deps, as_of=run.as_of)
    left = forgetting.count_due(tenant, as_of=run.as_of) + (sessions or 0)
    over = not left and not current.held_back and sessions is not None
    status = RunStatus.DONE if over else RunStatus.PARTIAL
    return forgetting.finish(
        tenant, run.id, status, left=left, now=deps.clock.now(), held_back=current.held_back
    )

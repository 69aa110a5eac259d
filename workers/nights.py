"""The tasks of nights. A tick claims what is due; then each step of each shard is a task, which sends the next one.

A hint that is lost leaves a run without a sign of life, and a later tick sends it out again. Sent twice, a step finds
nothing left to do.
"""

from __future__ import annotations

import logging
from uuid import UUID

from memory_pipeline.domain.errors import TransientError
from memory_pipeline.domain.night import RunId, Step
from memory_pipeline.domain.scope import parse_tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.run_step import run_step
from memory_pipeline.pipeline.forgetting.tick_nights import tick_nights
from memory_pipeline.pipeline.reinforce import reinforce_due
from schedules import SCHEDULE
from workers.app import app
from workers.lifecycle import pipeline

SHARDS = 4
_QUEUE = SCHEDULE["nightly"].queue
_log = logging.getLogger(__name__)


@app.task(name="memory.nightly", max_retries=0)
def nightly() -> None:
    """Claims the nights that have come in their tenants' zones, and sends out their shards."""
    try:
        wanted = tick_nights(pipeline.get().dependencies, SCHEDULE["nightly"].date, shards=SHARDS)
    except TransientError as error:
        _log.warning("nights wait for the next tick: %s", error)
        return
    for each in wanted:
        _send(Step.REINFORCE, each.tenant, each.run_id, each.shard)


@app.task(name="memory.reinforce", max_retries=0)
def reinforce(tenant: str | None = None, run_id: str | None = None, shard: int = 0) -> None:
    """Distils what repeats in the shard's scopes that got episodes on an earlier day; in all tenants' without a run."""
    if tenant is None or run_id is None:
        _reinforce_everywhere(pipeline.get().dependencies)
    else:
        _do(Step.REINFORCE, tenant, run_id, shard)


@app.task(name="memory.expire", max_retries=0)
def expire(tenant: str, run_id: str, shard: int) -> None:
    """Ends what has outlived its time."""
    _do(Step.EXPIRE, tenant, run_id, shard)


@app.task(name="memory.decay", max_retries=0)
def decay(tenant: str, run_id: str, shard: int) -> None:
    """Notes what faded."""
    _do(Step.DECAY, tenant, run_id, shard)


@app.task(name="memory.archive", max_retries=0)
def archive(tenant: str, run_id: str, shard: int) -> None:
    """Takes what nobody touches out of the vector index."""
    _do(Step.ARCHIVE, tenant, run_id, shard)


@app.task(name="memory.purge", max_retries=0)
def purge(tenant: str, run_id: str, shard: int) -> None:
    """Removes what was observed to the end."""
    _do(Step.PURGE, tenant, run_id, shard)


def _do(step: Step, tenant: str, run_id: str, shard: int) -> None:
    owner, run = parse_tenant(tenant), RunId(UUID(run_id))
    try:
        following = run_step(owner, run, step, shard, pipeline.get().dependencies)
    except TransientError as error:
        _log.warning("a night's %s ends early, a later tick goes on: %s", step, error)
        return
    if following is not None:
        _send(following, tenant, run, shard)


def _send(step: Step, tenant: str, run_id: RunId, shard: int) -> None:
    app.send_task(f"memory.{step}", args=(tenant, str(run_id), shard), queue=_QUEUE)


def _reinforce_everywhere(deps: Dependencies) -> None:
    try:
        done = reinforce_due(deps)
    except TransientError as error:
        _log.warning("reinforcement ends early: %s", error)
        return
    if done.scopes or done.failed:
        _log.info(
            "reinforced %d scopes: %d new assertions, %d scopes failed",
            done.scopes, done.assertions, done.failed,
        )  # fmt: skip

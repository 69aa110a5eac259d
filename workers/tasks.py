"""The tasks. Their names are part of the wire: they never change."""

from __future__ import annotations

import logging
from uuid import UUID

from memory_pipeline.domain.errors import TransientError, UnsafeSettings
from memory_pipeline.domain.scope import Scope, parse_tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.pipeline.announce import announce
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.fill_vectors import fill_vectors_everywhere
from memory_pipeline.pipeline.handle import handle
from memory_pipeline.pipeline.keep_up import keep_up
from memory_pipeline.pipeline.read_audit import expire_audit
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.pipeline.redo import Redone, redo_due
from memory_pipeline.pipeline.run_scheduled import run_scheduled
from memory_pipeline.ports.ledger import EventRef, Lane
from schedules import SCHEDULE
from workers.app import app
from workers.lifecycle import pipeline
from workers.verdicts import acknowledged

_log = logging.getLogger(__name__)


@app.task(name="memory.handle", max_retries=3)
def handle_event(tenant: str, scope: str, event_id: str, lane: str = "live") -> str:
    """Takes one event through one attempt."""
    ref = EventRef(parse_tenant(tenant), Scope.parse(scope), EventId(UUID(event_id)), Lane(lane))
    return acknowledged(lambda: handle(ref, pipeline.get().dependencies))


@app.task(name="memory.sweep", max_retries=0)
def sweep() -> None:
    """Finds what was lost on the way: idle sessions, the inbox, events no worker holds, memories without a vector."""
    deps = pipeline.get().dependencies
    try:
        swept = reconcile(deps)
        announced = announce(deps)
        filled = fill_vectors_everywhere(deps)
    except TransientError as error:
        _log.warning("the sweep ends early, the next one goes on: %s", error)
        return
    if swept.relayed or swept.republished or swept.idle or announced or filled:
        _log.info(
            "swept: %d from the inbox, %d sent again, %d idle, %d notifications, %d vectors",
            swept.relayed, swept.republished, swept.idle, announced, filled,
        )  # fmt: skip


@app.task(name="memory.expire_audit", max_retries=0)
def expire_old_lines() -> None:
    """Lets go of lines of the audit trail that are older than is kept."""
    deps = pipeline.get().dependencies
    period = SCHEDULE["expire_audit"].period(deps.clock.now())
    try:
        run_scheduled("expire_audit", period, lambda: _log_expired(expire_audit(deps)), deps)
    except TransientError as error:
        _log.warning("old lines of the audit trail stay for now: %s", error)


@app.task(name="memory.upkeep", max_retries=0)
def upkeep() -> None:
    """Builds indexes anew of which too much is air, once a day."""
    deps = pipeline.get().dependencies
    period = SCHEDULE["upkeep"].period(deps.clock.now())
    try:
        run_scheduled("upkeep", period, lambda: _keep_up(deps), deps)
    except TransientError as error:
        _log.warning("indexes stay as they are until tomorrow: %s", error)
    except UnsafeSettings as error:
        _log.info("indexes are left to whoever owns them: %s", error)


def _keep_up(deps: Dependencies) -> None:
    for each in keep_up(deps)[1]:
        _log.info("built %s anew: it was %.1f times its best size", each.before.name, each.before.bloat)


def _log_expired(lines: int) -> None:
    if lines:
        _log.info("%d old lines of the audit trail are gone", lines)


@app.task(name="memory.redo", max_retries=0)
def redo() -> None:
    """Reads segments again whose time has come, for a part of the time that a task has."""
    deps = pipeline.get().dependencies
    period = SCHEDULE["redo"].period(deps.clock.now())
    try:
        run_scheduled("redo", period, lambda: _redo(deps), deps)
    except TransientError as error:
        _log.warning("reading again ends early, the next tick goes on: %s", error)


def _redo(deps: Dependencies) -> None:
    done = redo_due(deps)
    if done != Redone():
        _log.info(
            "read again: %d segments, %d put off, %d left as they were",
            done.segments,
            done.put_off,
            done.given_up,
        )

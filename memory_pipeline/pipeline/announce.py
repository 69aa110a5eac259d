"""Publishes what the outbox holds. Run every few seconds; any number of times at once is harmless."""

from __future__ import annotations

from datetime import datetime, timedelta

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.announcements import Announcements
from memory_pipeline.ports.outbox import Outbox

_BATCH = 500
_KEPT = timedelta(days=1)


def announce(deps: Dependencies, *, limit: int = 200) -> int:
    """How many notifications left, of up to `limit` scopes. At least once, in order within a scope."""
    if deps.outbox is None or deps.announcements is None:
        return 0
    now = deps.clock.now()
    gone = sum(
        _drain(deps.outbox, deps.announcements, tenant, scope, now)
        for tenant, scope in deps.outbox.scopes(limit)
    )
    deps.outbox.prune(before=now - _KEPT, limit=5000)
    return gone


def announce_scope(tenant: Tenant, scope: Scope, deps: Dependencies) -> int:
    """How many notifications of one scope left; what another process is about to send is left to it."""
    outbox, announcements, gone = deps.outbox, deps.announcements, 0
    if outbox is None or announcements is None:
        return 0
    while number := _drain(outbox, announcements, tenant, scope, deps.clock.now()):
        gone += number
    return gone


def _drain(outbox: Outbox, announcements: Announcements, tenant: Tenant, scope: Scope, now: datetime) -> int:
    return outbox.drain(
        tenant, scope, lambda items: announcements.publish(tenant, items), now=now, limit=_BATCH
    )

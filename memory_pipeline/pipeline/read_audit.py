"""Reads the audit trail, which is itself an act that stands in it; and lets go of what is older than is kept."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memory_pipeline.domain.errors import MissingDependency
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.audit import line, veiled
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.audit import Action, Audit, AuditLine

_BATCH = 10_000


def read_audit(
    tenant: Tenant,
    deps: Dependencies,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    about: str | None = None,
) -> Iterator[AuditLine]:
    """The tenant's lines, oldest first; with `about` those that name it: a scope, the id of a memory, session, event or
    key, or an actor, in the clear. Raises UnknownTenant."""
    trail = _trail(deps)
    deps.reader.scopes(tenant)
    named = [] if about is None else [veiled(tenant, about, deps)]
    trail.record(tenant, [line(Action.AUDIT_READ, tenant, deps, ids=[] if about is None else [about])])
    return trail.lines(tenant, since=since, until=until, about=named)


def expire_audit(deps: Dependencies) -> int:
    """Deletes lines of all tenants that are older than is kept; how many."""
    if deps.audit is None:
        return 0
    gone, before = 0, deps.clock.now() - deps.audit_kept
    while True:
        batch = deps.audit.expire(before=before, limit=_BATCH)
        gone += batch
        if batch < _BATCH:
            return gone


def _trail(deps: Dependencies) -> Audit:
    if deps.audit is None:
        raise MissingDependency("this pipeline was built without an audit trail")
    return deps.audit

"""Lists a scope's facts as they stand at this instant, whatever instant their rows were last projected at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory_pipeline.domain.archiving import marked_archived
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.projection import stale_at
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.project_as_believed import project_as_believed, valid_at


def list_facts(
    tenant: Tenant, scope: Scope, deps: Dependencies, *, history: bool = False, as_of: datetime | None = None
) -> Sequence[Fact]:
    """Current facts; all rows with `history`; those valid at `as_of`. Raises UnknownTenant.

    Where the clock alone has outdated rows since they were written (an expiry, a plan's day), the scope is projected
    again for this answer: what took over is listed, though no event has come since.
    """
    now = deps.clock.now()
    rows = deps.reader.facts(tenant, scope, history=True, now=now, as_of=None)
    due = stale_at(rows)
    if due is not None and due <= now:
        anew = project_as_believed(tenant, scope, now, deps, history=True)
        rows = _still_archived(rows, anew)
    if as_of is not None:
        return [fact for fact in rows if valid_at(fact, as_of)]
    if history:
        return rows
    return [fact for fact in rows if fact.valid_to is None and fact.status is FactStatus.CURRENT]


def _still_archived(rows: Sequence[Fact], anew: Sequence[Fact]) -> list[Fact]:
    archived = {fact.id: frozenset(fact.assertions) for fact in rows if fact.status is FactStatus.ARCHIVED}
    return [marked_archived(fact, archived) for fact in anew]

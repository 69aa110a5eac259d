"""What the pipeline believed at an earlier instant: the projection of the assertions that it had recorded by then."""

from __future__ import annotations

from datetime import datetime

from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.projection import project_scope
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.place import place
from memory_pipeline.pipeline.reproject import as_placed


def project_as_believed(
    tenant: Tenant,
    scope: Scope,
    believed_at: datetime,
    deps: Dependencies,
    *,
    history: bool = False,
    as_of: datetime | None = None,
) -> list[Fact]:
    """The facts current by that belief; all rows with `history`; those valid at `as_of`. Raises UnknownTenant."""
    placed = [
        item for item in deps.reader.placed(tenant, scope, None) if item.assertion.recorded_at <= believed_at
    ]
    policy = deps.policies.of(tenant).policy
    projected = project_scope(
        tenant,
        scope,
        [item.assertion for item in placed],
        now=min(believed_at, deps.clock.now()),
        policy=policy,
        registry=deps.registry,
        predicate_of=as_placed(placed, place([], deps, policy)),
    )
    if as_of is not None:
        return [fact for fact in projected.facts if valid_at(fact, as_of)]
    if history:
        return list(projected.facts)
    return [fact for fact in projected.facts if fact.valid_to is None and fact.status is FactStatus.CURRENT]


def valid_at(fact: Fact, at: datetime) -> bool:
    """Whether the fact's interval holds `at`."""
    ends = [end for end in (fact.valid_to, fact.expires_at) if end is not None]
    return fact.valid_from <= at and all(at < end for end in ends)

"""What a pipeline holds, and what one holds that was told the same one talk after the other: to be equal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from tests.support.pipelines import Memories, in_memory_pipeline, memories
from tests.support.talks import ACME, Talk, ingest


def told(talks: Sequence[Talk], tenant: Tenant = ACME) -> dict[str, Memories]:
    """The memories of one worker, in memory and by the rules, that is told these talks one after the other."""
    pipeline = in_memory_pipeline(datetime.now(UTC))
    for one in talks:
        ingest([one], pipeline.deps, tenant=tenant)
        pipeline.work(rounds=100)
    return memories(pipeline.deps, tenant, _scopes(talks))


def held(deps: Dependencies, talks: Sequence[Talk], tenant: Tenant = ACME) -> dict[str, Memories]:
    """The memories of the scopes of these talks."""
    return memories(deps, tenant, _scopes(talks))


def _scopes(talks: Sequence[Talk]) -> list[Scope]:
    return [*(one.scope for one in talks), *(scope for one in talks for scope in one.shared_with)]

"""Embeds memories that have no vector of their present text: after a commit, a change of model, or a crash between."""

from __future__ import annotations

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.embed import embed_texts
from memory_pipeline.ports.memory_store import MemoryVector


def fill_vectors(tenant: Tenant, scope: Scope, deps: Dependencies) -> int:
    """How many vectors were added to the scope. The model is called between two short transactions."""
    space = deps.embedder.space
    with deps.store.unit(tenant, [scope]) as unit:
        missing = unit.missing_vectors(scope, space)
    if not missing:
        return 0
    vectors = embed_texts([item.text for item in missing], deps.embedder).vectors
    with deps.store.unit(tenant, [scope]) as unit:
        still = {(item.memory_id, item.text) for item in unit.missing_vectors(scope, space)}
        ready = [
            MemoryVector(item.memory_id, item.tier, item.text, vectors[item.text])
            for item in missing
            if (item.memory_id, item.text) in still and item.text in vectors
        ]
        unit.put_vectors(scope, space, ready)
    return len(ready)


def fill_vectors_everywhere(deps: Dependencies, limit: int = 100) -> int:
    """The same for up to `limit` scopes of all tenants."""
    scopes = deps.store.scopes_with_missing_vectors(deps.embedder.space, limit)
    return sum(fill_vectors(tenant, scope, deps) for tenant, scope in scopes)

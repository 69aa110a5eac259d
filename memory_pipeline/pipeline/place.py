"""Finds the slot's predicate for words the registry does not know: the nearest anchor, if it is near enough."""

from __future__ import annotations

from collections.abc import Iterable

from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection import PredicateOf, predicate_resolver
from memory_pipeline.domain.registry import Registry, normal_name
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.embedder import Embedder


def place(predicates: Iterable[str], deps: Dependencies) -> PredicateOf:
    """How these raw predicates become canonical. Calls the embedder, for unknown ones only."""
    exact = predicate_resolver(deps.registry, deps.policy)
    unknown = {
        name
        for raw in predicates
        if (name := normal_name(raw)) and not _known(raw, deps.registry, deps.policy)
    }
    if not unknown:
        return exact
    nearest = _nearest(sorted(unknown), deps.registry, deps.embedder, deps.anchor_threshold)
    return predicate_resolver(deps.registry, deps.policy, nearest)


def _known(raw: str, registry: Registry, policy: Policy) -> bool:
    name = normal_name(raw)
    return registry.resolve(raw) is not None or any(normal_name(alias) == name for alias in policy.aliases)


def _nearest(names: list[str], registry: Registry, embedder: Embedder, threshold: float) -> dict[str, str]:
    """Unknown names whose nearest anchor is above the threshold. A pure function of name, registry and model:
    what was seen before has no say, and unknown names never meet each other."""
    anchors = sorted(registry.predicates.values(), key=lambda predicate: predicate.name)
    vectors = embedder.embed([anchor.anchor for anchor in anchors])
    found: dict[str, str] = {}
    for name, vector in zip(names, embedder.embed(names), strict=True):
        scores = [sum(a * b for a, b in zip(vector, anchor, strict=True)) for anchor in vectors]
        best = max(range(len(scores)), key=lambda index: (scores[index], -index))
        if scores[best] >= threshold:
            found[name] = anchors[best].name
    return found

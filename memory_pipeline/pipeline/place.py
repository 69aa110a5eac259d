"""Finds the slot's predicate for words the registry does not know: the nearest anchor, if it is near enough."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection import PredicateOf, predicate_resolver
from memory_pipeline.domain.registry import Registry, normal_name
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.embedder import Embedder


@dataclass(frozen=True, slots=True)
class Placing:
    """How raw predicates become canonical under one policy; called with a raw predicate, it answers with the slot's.

    `nearest` holds what embedding found for the words in `asked`, by normal name; it depends on no policy.
    """

    registry: Registry
    policy: Policy
    nearest: Mapping[str, str] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    _resolve: PredicateOf = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        resolve = predicate_resolver(self.registry, self.policy, self.nearest)
        object.__setattr__(self, "_resolve", resolve)

    def __call__(self, raw: str) -> str:
        return self._resolve(raw)

    def under(self, policy: Policy) -> Placing:
        """The same words placed under another policy: a change of aliases between thinking and writing."""
        return self if policy == self.policy else replace(self, policy=policy)

    def unknown(self, predicates: Iterable[str]) -> frozenset[str]:
        """The normal names of those that neither registry nor policy nor an earlier question places."""
        aliases = {normal_name(alias) for alias in self.policy.aliases}
        names = {normal_name(raw): raw for raw in predicates}
        return frozenset(
            name
            for name, raw in names.items()
            if name and name not in aliases and name not in self.asked and self.registry.resolve(raw) is None
        )


def place(
    predicates: Iterable[str], deps: Dependencies, policy: Policy, *, earlier: Placing | None = None
) -> Placing:
    """How these raw predicates become canonical. Calls the embedder, for unknown ones only; `earlier` answers stay."""
    placing = earlier.under(policy) if earlier else Placing(deps.registry, policy)
    unknown = placing.unknown(predicates)
    if not unknown:
        return placing
    found = _nearest(sorted(unknown), deps.registry, deps.embedder, deps.anchor_threshold)
    return replace(placing, nearest={**placing.nearest, **found}, asked=placing.asked | unknown)


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

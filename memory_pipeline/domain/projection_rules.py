"""What a projection is a function of, beside its assertions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.domain.assertion import Assertion, Cardinality, Forgettability
from memory_pipeline.domain.horizon import Horizons
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.registry import Registry, ValueType
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.value_classes import Comparer


@dataclass(frozen=True, slots=True)
class Rules:
    """Clock, policy, registry, horizons and the comparison of values, with the questions asked of them together."""

    now: datetime
    policy: Policy
    registry: Registry
    horizons: Horizons
    comparer: Comparer

    def value_type(self, predicate: str) -> ValueType:
        known = self.registry.get(predicate)
        return known.value_type if known else ValueType.TEXT

    def normal(self, slot: Slot, text: str) -> str:
        return self.comparer.normal(text, self.value_type(slot.predicate))

    def policy_of(self, slot: Slot) -> Policy:
        """What of the policy holds in a slot; what is to last has no time to live."""
        policy = self.policy.for_memory(slot.scope, "semantic")
        if policy.ttl is None or self.forgettability(slot) is not Forgettability.LOW:
            return policy
        return replace(policy, ttl=None)

    def cardinality(self, slot: Slot, members: Iterable[Assertion]) -> Cardinality:
        """The policy's word before the registry's; where both are silent, many if any assertion says many."""
        stated = self.policy.cardinality.get(slot.predicate)
        if stated is not None:
            return stated
        known = self.registry.get(slot.predicate)
        if known is not None:
            return known.cardinality
        many = any(member.cardinality is Cardinality.MANY for member in members)
        return Cardinality.MANY if many else Cardinality.ONE

    def forgettability(self, slot: Slot) -> Forgettability:
        known = self.registry.get(slot.predicate)
        default = known.forgettability if known else Forgettability.MEDIUM
        return self.policy.forgettability.get(slot.predicate, default)

"""Projects a scope's stored statements within a unit of work: the slots that changed, or all of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_pipeline.domain.fact import Projection
from memory_pipeline.domain.horizon import Horizons
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection import (
    PredicateOf,
    person_names,
    project_scope,
    project_slots,
    slot_of,
    slots_together,
)
from memory_pipeline.domain.registry import Registry, normal_name
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.horizon_keys import horizons_of, slot_horizon
from memory_pipeline.ports.memory_store import MemoryUnit, Placed

NAME = "name"


@dataclass(frozen=True, slots=True)
class Reprojection:
    """One scope, under the rules of one unit."""

    tenant: Tenant
    scope: Scope
    unit: MemoryUnit
    predicate_of: PredicateOf
    policy: Policy
    registry: Registry
    digest: KeyedDigest
    now: datetime

    def names(self, named: Sequence[Placed]) -> frozenset[str]:
        """What the scope's person is known by, by these statements of names."""
        return person_names(
            [item.assertion for item in named],
            now=self.now,
            policy=self.policy,
            registry=self.registry,
            predicate_of=as_placed(named, self.predicate_of),
            horizons=self.horizons({item.slot for item in named}),
        )

    def horizons(self, slots: Collection[Slot] | None) -> Horizons:
        """Those of the scope and of these slots; of all with None."""
        keys = None if slots is None else [slot_horizon(self.digest, slot) for slot in slots]
        return horizons_of(self.unit.horizons(self.scope, keys), self.digest)

    def touched(self, slots: Collection[Slot], names: frozenset[str]) -> Sequence[Projection]:
        """The slots, and those that can only be projected together with them."""
        together = {each for slot in slots for each in slots_together(slot, self.registry)}
        stored = self.unit.placed(self.scope, together)
        return project_slots(
            self.tenant,
            self.scope,
            [item.assertion for item in stored],
            only=together,
            names=names,
            now=self.now,
            policy=self.policy,
            registry=self.registry,
            predicate_of=as_placed(stored, self.predicate_of),
            horizons=self.horizons(together),
        )

    def everything(self, emptied: Collection[Slot] = ()) -> Sequence[Projection]:
        """A name became known or was taken back: every statement about that name may belong to another subject.

        `emptied` are slots that may have lost their last statement.
        """
        stored = self.unit.placed(self.scope, None)
        resolve = as_placed(stored, self.predicate_of)
        projected = project_scope(
            self.tenant,
            self.scope,
            [item.assertion for item in stored],
            now=self.now,
            policy=self.policy,
            registry=self.registry,
            predicate_of=resolve,
            horizons=self.horizons(None),
        )
        slots = [(item, slot_of(item.assertion, projected.names, resolve)) for item in stored]
        self.unit.replace_slots(
            [(item.assertion.id, slot) for item, slot in slots if slot != item.slot], self.scope
        )
        gone = {*emptied, *(item.slot for item in stored)} - {each.slot for each in projected.slots}
        return [*projected.slots, *(Projection(slot, (), ()) for slot in sorted(gone))]


def as_placed(stored: Sequence[Placed], predicate_of: PredicateOf) -> PredicateOf:
    """Stored assertions keep the predicate they were placed under; nothing is embedded again to project them."""
    known = {normal_name(item.assertion.predicate): item.slot.predicate for item in stored}

    def resolve(raw: str) -> str:
        return known.get(normal_name(raw)) or predicate_of(raw)

    return resolve

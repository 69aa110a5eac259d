"""Slots with their rivals and all their statements, as a night projects them again at its instant."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.fact import Projection
from memory_pipeline.domain.place import project_place
from memory_pipeline.domain.projection import slots_together
from memory_pipeline.domain.projection_rules import Rules
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.value_classes import COMPARER
from memory_pipeline.pipeline.forgetting.night import Night
from memory_pipeline.ports.horizon_keys import horizons_of, slot_horizon
from memory_pipeline.ports.memory_store import MemoryUnit

Place = dict[Slot, list[Assertion]]


@dataclass(frozen=True, slots=True)
class Places:
    """The places that some slots of a scope belong to, and the rules they are projected by."""

    places: Mapping[tuple[Slot, ...], Place]
    rules: Rules

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(slot for together in self.places for slot in together)


def places_of(unit: MemoryUnit, scope: Scope, slots: Collection[Slot], night: Night) -> Places:
    """The places of these slots with every statement of theirs, oldest first. Statements keep the slots they are in."""
    registry, digest = night.deps.registry, night.deps.digest
    together = {slots_together(slot, registry) for slot in slots}
    every = {slot for place in together for slot in place}
    found: Place = {slot: [] for slot in every}
    for item in unit.placed(scope, every):
        found[item.slot].append(item.assertion)
    horizons = horizons_of(unit.horizons(scope, [slot_horizon(digest, slot) for slot in every]), digest)
    rules = Rules(night.as_of, unit.policy().policy, registry, horizons, COMPARER)
    return Places(
        {place: {slot: found[slot] for slot in place if found[slot]} for place in sorted(together)}, rules
    )


def project_again(together: Sequence[Slot], place: Place, rules: Rules) -> list[Projection]:
    """The projections of all slots of a place; an empty one where a slot has no statement (any more)."""
    projected = {each.slot: each for each in project_place(place, rules)} if place else {}
    return [projected.get(slot, Projection(slot, (), ())) for slot in together]

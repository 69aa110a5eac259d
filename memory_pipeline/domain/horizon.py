"""Horizons: up to which instant a place's statements were purged or erased, and are refused ever after."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memory_pipeline.domain.slot import Slot


def _plain_slot(slot: Slot) -> Hashable:
    return slot


def _plain_line(_slot: Slot, normal: str) -> Hashable:
    return normal


@dataclass(frozen=True, slots=True)
class Horizons:
    """`scope` covers everything, `slots` one slot, `lines` one value of a many-valued slot.

    `slots` is keyed by `slot_key(slot)`, `lines` by that and `line_key(slot, normal value)`: the store passes keyed
    hashes there, so that a horizon holds no content. A purge of a line raises a horizon for the normal value of each of
    its members.
    """

    scope: datetime | None = None
    slots: Mapping[Hashable, datetime] = field(default_factory=dict)
    lines: Mapping[tuple[Hashable, Hashable], datetime] = field(default_factory=dict)
    slot_key: Callable[[Slot], Hashable] = _plain_slot
    line_key: Callable[[Slot, str], Hashable] = _plain_line

    def covering(self, slot: Slot, normal: str, at: datetime) -> datetime | None:
        """The horizon that refuses a statement of this value at `at`; None if it is welcome."""
        found = [
            horizon
            for horizon in (self.scope, self._slot(slot), self._line(slot, normal))
            if horizon is not None
        ]
        latest = max(found, default=None)
        return latest if latest is not None and at <= latest else None

    def _slot(self, slot: Slot) -> datetime | None:
        return self.slots.get(self.slot_key(slot)) if self.slots else None

    def _line(self, slot: Slot, normal: str) -> datetime | None:
        return self.lines.get((self.slot_key(slot), self.line_key(slot, normal))) if self.lines else None


NO_HORIZONS = Horizons()

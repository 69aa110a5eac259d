"""Horizons: up to which instant a place's statements were purged or erased, and are refused ever after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memory_pipeline.domain.slot import Slot


def _plain_key(_slot: Slot, normal: str) -> str:
    return normal


@dataclass(frozen=True, slots=True)
class Horizons:
    """`scope` covers everything, `slots` one slot, `lines` one value of a many-valued slot.

    `lines` is keyed by slot and `line_key(slot, normal value)`: the store passes a keyed hash there, so that a
    horizon holds no content. A purge of a line raises a horizon for the normal value of each of its members.
    """

    scope: datetime | None = None
    slots: Mapping[Slot, datetime] = field(default_factory=dict)
    lines: Mapping[tuple[Slot, str], datetime] = field(default_factory=dict)
    line_key: Callable[[Slot, str], str] = _plain_key

    def covering(self, slot: Slot, normal: str, at: datetime) -> datetime | None:
        """The horizon that refuses a statement of this value at `at`; None if it is welcome."""
        found = [
            horizon
            for horizon in (self.scope, self.slots.get(slot), self._line(slot, normal))
            if horizon is not None
        ]
        latest = max(found, default=None)
        return latest if latest is not None and at <= latest else None

    def _line(self, slot: Slot, normal: str) -> datetime | None:
        return self.lines.get((slot, self.line_key(slot, normal))) if self.lines else None


NO_HORIZONS = Horizons()

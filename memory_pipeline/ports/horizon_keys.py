"""The names under which horizons are kept: digests, so that what was purged or erased is not spelt out."""

from __future__ import annotations

from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.digest import KeyedDigest

SCOPE_HORIZON = b"scope"


def slot_horizon(digest: KeyedDigest, slot: Slot) -> bytes:
    """The key of a slot's horizon: 32 bytes."""
    return digest.of("horizon.slot", slot.tenant, str(slot.scope), slot.subject, slot.predicate)


def line_horizon(digest: KeyedDigest, slot: Slot, normal: str) -> bytes:
    """The key of a value's line in a many-valued slot: 64 bytes, of which the first 32 are the slot's own."""
    value = digest.of("horizon.line", slot.tenant, str(slot.scope), slot.subject, slot.predicate, normal)
    return slot_horizon(digest, slot) + value

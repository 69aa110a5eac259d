"""The names under which horizons are kept: digests, so that what was purged or erased is not spelt out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from memory_pipeline.domain.horizon import NO_HORIZONS, Horizons
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.digest import KeyedDigest

SCOPE_HORIZON = b"scope"
SLOT_BYTES = 32


def veiled_scope(digest: KeyedDigest, tenant: Tenant, scope: Scope) -> Scope:
    """The scope under which horizons, tombstones and receipts of a scope are kept: no one can read whose they are."""
    return Scope("erased", digest.of("scope", tenant, str(scope)).hex())


def slot_horizon(digest: KeyedDigest, slot: Slot) -> bytes:
    """The key of a slot's horizon: 32 bytes."""
    return digest.of("horizon.slot", slot.tenant, str(slot.scope), slot.subject, slot.predicate)


def line_horizon(digest: KeyedDigest, slot: Slot, normal: str) -> bytes:
    """The key of a value's line in a many-valued slot: 64 bytes, of which the first 32 are the slot's own."""
    return slot_horizon(digest, slot) + _line(digest, slot, normal)


def horizons_of(rows: Mapping[bytes, datetime], digest: KeyedDigest) -> Horizons:
    """What was read of a scope's horizons, by key, as a projection asks for it."""
    if not rows:
        return NO_HORIZONS
    return Horizons(
        scope=rows.get(SCOPE_HORIZON),
        slots={key: at for key, at in rows.items() if len(key) == SLOT_BYTES},
        lines={
            (key[:SLOT_BYTES], key[SLOT_BYTES:]): at for key, at in rows.items() if len(key) == 2 * SLOT_BYTES
        },
        slot_key=lambda slot: slot_horizon(digest, slot),
        line_key=lambda slot, normal: _line(digest, slot, normal),
    )


def _line(digest: KeyedDigest, slot: Slot, normal: str) -> bytes:
    return digest.of("horizon.line", slot.tenant, str(slot.scope), slot.subject, slot.predicate, normal)

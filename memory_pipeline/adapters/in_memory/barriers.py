"""Horizons, tombstones and erasures under way in this process's memory, as a unit of work reads them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from datetime import datetime

from memory_pipeline.adapters.in_memory.state import Tables
from memory_pipeline.adapters.system.keyed_digest import HmacDigest
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.erasure import ErasureState
from memory_pipeline.ports.horizon_keys import SCOPE_HORIZON, SLOT_BYTES
from memory_pipeline.ports.tombstone_keys import Tombstone

DIGEST: KeyedDigest = HmacDigest(secrets.token_urlsafe(32))  # what lives in this process needs no lasting key


class Barriers:
    """Those of one tenant, on tables that may be changed."""

    def __init__(self, tables: Tables, tenant: Tenant) -> None:
        self._tables = tables
        self._tenant = tenant

    def erasing(self, scopes: Collection[Scope]) -> frozenset[Scope]:
        """Those of the scopes of which rows are being removed."""
        return erasing(self._tables, self._tenant, scopes)

    def horizons(self, scope: Scope, slots: Collection[bytes] | None) -> Mapping[bytes, datetime]:
        """All of the scope's by key; with `slots` those of the scope itself and of these slots, with their lines."""
        own = {
            key: at for (owner, key), at in self._tables.horizons.items() if owner == (self._tenant, scope)
        }
        if slots is None:
            return own
        return {key: at for key, at in own.items() if key == SCOPE_HORIZON or key[:SLOT_BYTES] in slots}

    def raise_horizons(self, scope: Scope, keys: Mapping[bytes, datetime]) -> None:
        """A horizon only ever rises."""
        for key, at in keys.items():
            place = (self._tenant, scope), key
            self._tables.horizons[place] = max(at, self._tables.horizons.get(place, at))

    def tombstones(self, scope: Scope, keys: Collection[Tombstone]) -> Mapping[Tombstone, datetime]:
        """Those of the keys that are there, and since when."""
        owner, graves = (self._tenant, scope), self._tables.tombstones
        return {key: graves[owner, key] for key in keys if (owner, key) in graves}

    def bury(self, scope: Scope, keys: Collection[Tombstone], now: datetime) -> None:
        """Leaves tombstones; one that is there already is renewed."""
        owner = (self._tenant, scope)
        self._tables.tombstones.update({(owner, key): now for key in keys})


def erasing(tables: Tables, tenant: Tenant, scopes: Collection[Scope]) -> frozenset[Scope]:
    """Those of the scopes of which rows are being removed."""
    return frozenset(
        scope
        for ((owned_by, scope), _), erasure in tables.erasures.items()
        if owned_by == tenant and scope in scopes and erasure.state is ErasureState.REMOVING
    )

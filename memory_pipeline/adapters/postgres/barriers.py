"""Horizons, tombstones and erasures under way: what a unit of work reads before it writes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.schema import erasures, horizons, tombstones
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.horizon_keys import SCOPE_HORIZON, SLOT_BYTES, veiled_scope
from memory_pipeline.ports.tombstone_keys import Tombstone, TombstoneKind

_REMOVING = "removing"
_PAGE = 5_000


class Barriers:
    """Those of one tenant, in the caller's transaction. Rows stand under the veiled scope."""

    def __init__(self, connection: sa.Connection, tenant: Tenant, digest: KeyedDigest) -> None:
        self._connection = connection
        self._tenant = tenant
        self._digest = digest

    def erasing(self, scopes: Collection[Scope]) -> frozenset[Scope]:
        """Those of the scopes of which rows are being removed: nothing of theirs is shown or added meanwhile."""
        return erasing(self._connection, self._tenant, scopes)

    def horizons(self, scope: Scope, slots: Collection[bytes] | None) -> Mapping[bytes, datetime]:
        """All of the scope's by key; with `slots` those of the scope itself and of these slots, with their lines."""
        query = sa.select(horizons.c.key, horizons.c.horizon_at).where(
            horizons.c.tenant == self._tenant, horizons.c.scope == self._veiled(scope)
        )
        if slots is not None:
            prefix = sa.func.substring(horizons.c.key, 1, SLOT_BYTES)
            query = query.where(sa.or_(horizons.c.key == SCOPE_HORIZON, prefix.in_(list(slots))))
        return {bytes(row.key): row.horizon_at for row in self._connection.execute(query)}

    def raise_horizons(self, scope: Scope, keys: Mapping[bytes, datetime]) -> None:
        """A horizon only ever rises."""
        if not keys:
            return
        statement = insert(horizons)
        statement = statement.on_conflict_do_update(
            index_elements=["tenant", "scope", "key"],
            set_={"horizon_at": sa.func.greatest(horizons.c.horizon_at, statement.excluded.horizon_at)},
        )
        own = {"tenant": self._tenant, "scope": self._veiled(scope)}
        self._connection.execute(
            statement, [{**own, "key": key, "horizon_at": at} for key, at in keys.items()]
        )

    def tombstones(self, scope: Scope, keys: Collection[Tombstone]) -> Mapping[Tombstone, datetime]:
        """Those of the keys that are there, and since when."""
        found: dict[Tombstone, datetime] = {}
        wanted = sorted({key for _, key in keys})
        for start in range(0, len(wanted), _PAGE):
            query = sa.select(tombstones.c.kind, tombstones.c.key, tombstones.c.created_at).where(
                tombstones.c.tenant == self._tenant,
                tombstones.c.scope == self._veiled(scope),
                tombstones.c.key
                == sa.any_(sa.literal(wanted[start : start + _PAGE], sa.ARRAY(sa.LargeBinary))),
            )
            for row in self._connection.execute(query):
                found[TombstoneKind(row.kind), bytes(row.key)] = row.created_at
        return found

    def bury(self, scope: Scope, keys: Collection[Tombstone], now: datetime) -> None:
        """Leaves tombstones; one that is there already is renewed."""
        if not keys:
            return
        statement = insert(tombstones)
        statement = statement.on_conflict_do_update(
            index_elements=["tenant", "scope", "kind", "key"],
            set_={"created_at": sa.func.greatest(tombstones.c.created_at, statement.excluded.created_at)},
        )
        own = {"tenant": self._tenant, "scope": self._veiled(scope), "created_at": now}
        self._connection.execute(
            statement, [{**own, "kind": kind, "key": key} for kind, key in sorted(set(keys))]
        )

    def _veiled(self, scope: Scope) -> str:
        return str(veiled_scope(self._digest, self._tenant, scope))


def erasing(connection: sa.Connection, tenant: Tenant, scopes: Collection[Scope]) -> frozenset[Scope]:
    """Those of the scopes of which rows are being removed."""
    query = sa.select(erasures.c.scope).where(
        erasures.c.tenant == tenant,
        erasures.c.scope.in_([str(scope) for scope in scopes]),
        erasures.c.state == _REMOVING,
    )
    return frozenset(Scope.parse(scope) for scope in connection.scalars(query))


def shown(table: sa.Table) -> sa.ColumnElement[bool]:
    """Nothing is read of a scope of which an erasure is removing rows: half of it might be there still."""
    return ~sa.exists().where(
        erasures.c.tenant == table.c.tenant, erasures.c.scope == table.c.scope, erasures.c.state == _REMOVING
    )

"""Fingerprints of erased secrets in Postgres: digests and lengths only. Loaded once a process, then what is new."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.schema import secret_fingerprints
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.secrets.fingerprints import Fingerprint, Known, fingerprinted
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.fingerprint_keys import empty_set, scope_digest

_TAKE_TURN = sa.text(
    "SELECT pg_advisory_xact_lock(hashtextextended('fingerprints' || chr(30) || :tenant, 0))"
)
_ALL_SCOPES = ""


@dataclass(slots=True)
class _Loaded:
    """`through` is the number of the newest fingerprint in `known`, `mark` what it was loaded under."""

    known: Known
    through: int = 0
    mark: str | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class PostgresFingerprints:
    """Implements ports.fingerprints.Fingerprints; one set of each tenant a process."""

    def __init__(self, database: Database, digest: KeyedDigest) -> None:
        self._database = database
        self._digest = digest
        self._lock = threading.Lock()
        self._loaded: dict[Tenant, _Loaded] = {}
        self._pid = os.getpid()

    def add(self, tenant: Tenant, scope: Scope | None, text: str, *, now: datetime) -> int:
        name = None if scope is None else self.scope_digest(tenant, scope)
        known = empty_set(self._digest, tenant)
        made = [known.fingerprint(normal, name) for normal in fingerprinted(text)]
        table = secret_fingerprints
        with self._database.transaction(tenant) as connection:
            # One at a time: numbers then become visible in their order, and a reader misses none.
            connection.execute(_TAKE_TURN, {"tenant": tenant})
            last = (
                connection.scalar(sa.select(sa.func.max(table.c.number)).where(table.c.tenant == tenant)) or 0
            )
            rows = [_row(tenant, each, last + place, now) for place, each in enumerate(made, start=1)]
            written = connection.execute(
                insert(table).values(rows).on_conflict_do_nothing().returning(table.c.number)
            )
            return len(written.all())

    def of(self, tenant: Tenant, *, mark: str | None = None) -> Known:
        loaded = self._of(tenant)
        if mark is not None and loaded.mark == mark:
            return loaded.known
        with loaded.lock:
            rows = self._since(tenant, loaded.through)
            if rows:
                loaded.known.add(_fingerprint(row) for row in rows)
                loaded.through = rows[-1].number
            if mark is not None:
                loaded.mark = mark
        return loaded.known

    def scope_digest(self, tenant: Tenant, scope: Scope) -> bytes:
        return scope_digest(self._digest, tenant, scope)

    def _of(self, tenant: Tenant) -> _Loaded:
        with self._lock:
            if self._pid != os.getpid():  # a child after a fork may have got a lock that its parent held
                self._loaded, self._pid = {}, os.getpid()
            if tenant not in self._loaded:
                self._loaded[tenant] = _Loaded(empty_set(self._digest, tenant))
            return self._loaded[tenant]

    def _since(self, tenant: Tenant, number: int) -> Sequence[sa.Row[Any]]:
        table = secret_fingerprints
        query = (
            sa.select(table).where(table.c.tenant == tenant, table.c.number > number).order_by(table.c.number)
        )
        with self._database.transaction(tenant) as connection:
            return connection.execute(query).all()


def _row(tenant: Tenant, fingerprint: Fingerprint, number: int, now: datetime) -> dict[str, Any]:
    return {
        "tenant": tenant,
        "scope": _ALL_SCOPES if fingerprint.scope is None else fingerprint.scope.hex(),
        "digest": fingerprint.digest,
        "head": fingerprint.head,
        "length": fingerprint.length,
        "number": number,
        "added_at": now,
    }


def _fingerprint(row: sa.Row[Any]) -> Fingerprint:
    scope = None if row.scope == _ALL_SCOPES else bytes.fromhex(row.scope)
    return Fingerprint(scope, row.length, bytes(row.head), bytes(row.digest))

"""The keys of the HTTP service in Postgres."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.audit import add_lines
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.ledger import ensure_scopes
from memory_pipeline.adapters.postgres.schema import api_keys
from memory_pipeline.domain.access import ApiKey, Role
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.audit import AuditLine

_FIND = sa.text(
    "SELECT tenant, key_id, digest, role, expires_at, revoked_at, '' AS name, NULL::timestamptz AS created_at "
    "FROM api_key_of(:digest)"
)


class PostgresApiKeys:
    """Implements ports.api_keys.ApiKeys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, digest: bytes) -> ApiKey | None:
        with self._database.transaction(None) as connection:
            row = connection.execute(_FIND, {"digest": digest}).one_or_none()
        return None if row is None else _key(row)

    def create(self, key: ApiKey, audit: AuditLine) -> None:
        with self._database.transaction(key.tenant) as connection:
            ensure_scopes(connection, key.tenant, set())
            connection.execute(
                sa.insert(api_keys).values(
                    tenant=key.tenant,
                    key_id=key.id,
                    digest=key.digest,
                    role=key.role,
                    name=key.name,
                    created_at=key.created_at,
                    expires_at=key.expires_at,
                    revoked_at=key.revoked_at,
                )
            )
            add_lines(connection, key.tenant, [audit])

    def of_tenant(self, tenant: Tenant) -> Sequence[ApiKey]:
        query = sa.select(api_keys).where(api_keys.c.tenant == tenant)
        with self._database.transaction(tenant) as connection:
            found = connection.execute(query.order_by(api_keys.c.created_at, api_keys.c.key_id))
            return [_key(row) for row in found]

    def revoke(self, tenant: Tenant, key_id: str, audit: AuditLine, *, now: datetime) -> ApiKey | None:
        statement = (
            sa.update(api_keys)
            .where(api_keys.c.tenant == tenant, api_keys.c.key_id == key_id)
            .values(revoked_at=sa.func.coalesce(api_keys.c.revoked_at, now))
            .returning(api_keys)
        )
        with self._database.transaction(tenant) as connection:
            row = connection.execute(statement).one_or_none()
            if row is not None:
                add_lines(connection, tenant, [audit])
        return None if row is None else _key(row)


def _key(row: sa.Row[Any]) -> ApiKey:
    return ApiKey(
        row.key_id,
        Tenant(row.tenant),
        Role(row.role),
        bytes(row.digest),
        row.name,
        row.created_at,
        row.expires_at,
        row.revoked_at,
    )

"""The audit trail in Postgres: added to in the transaction of the act, or in one of its own. No statement here changes a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.schema import audit, tenants
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.audit import Action, AuditLine

_PAGE = 1000
_EXPIRE = sa.text("SELECT expire_audit(:before, :limit)")


class PostgresAudit:
    """Implements ports.audit.Audit."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, tenant: Tenant, lines: Sequence[AuditLine]) -> None:
        with self._database.transaction(tenant) as connection:
            # A reader's typing error must not make a tenant, nor fill the trail of one that never was.
            if connection.scalar(sa.select(tenants.c.tenant).where(tenants.c.tenant == tenant)) is not None:
                add_lines(connection, tenant, lines)

    def lines(
        self, tenant: Tenant, *, since: datetime | None, until: datetime | None, about: Sequence[bytes] = ()
    ) -> Iterator[AuditLine]:
        after: tuple[datetime, int] | None = None
        while True:
            query = _page(tenant, since, until, about, after)
            with self._database.transaction(tenant) as connection:
                found = connection.execute(query).all()
            for row in found:
                yield _line(row)
            if len(found) < _PAGE:
                return
            after = (found[-1].at, found[-1].id)

    def expire(self, *, before: datetime, limit: int) -> int:
        with self._database.transaction(None) as connection:
            return int(connection.execute(_EXPIRE, {"before": before, "limit": limit}).scalar_one())


def add_lines(connection: sa.Connection, tenant: Tenant, lines: Iterable[AuditLine]) -> None:
    """Adds lines to the trail in the caller's transaction."""
    rows = [
        {
            "tenant": tenant,
            "at": line.at,
            "actor": line.actor,
            "action": line.action,
            "scope_digest": line.scope,
            "ids": list(line.ids),
            "count": line.count,
            "outcome": line.outcome,
        }
        for line in lines
    ]
    if rows:
        connection.execute(sa.insert(audit), rows)


def _page(
    tenant: Tenant,
    since: datetime | None,
    until: datetime | None,
    about: Sequence[bytes],
    after: tuple[datetime, int] | None,
) -> sa.Select[Any]:
    query = sa.select(audit, audit.c.count.label("touched")).where(audit.c.tenant == tenant)
    if since is not None:
        query = query.where(audit.c.at >= since)
    if until is not None:
        query = query.where(audit.c.at < until)
    if about:
        named = [
            sa.or_(
                audit.c.actor == each, audit.c.scope_digest == each, sa.literal(each) == sa.any_(audit.c.ids)
            )
            for each in about
        ]
        query = query.where(sa.or_(*named))
    if after is not None:
        query = query.where(sa.tuple_(audit.c.at, audit.c.id) > sa.tuple_(*map(sa.literal, after)))
    return query.order_by(audit.c.at, audit.c.id).limit(_PAGE)


def _line(row: sa.Row[Any]) -> AuditLine:
    return AuditLine(
        row.at,
        bytes(row.actor),
        Action(row.action),
        None if row.scope_digest is None else bytes(row.scope_digest),
        tuple(bytes(each) for each in row.ids),
        row.touched,
        row.outcome,
    )

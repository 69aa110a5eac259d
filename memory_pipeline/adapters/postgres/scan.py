"""What a verifier looks through in Postgres: every text and JSON column of every table, as the tenant sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.erasure import removable
from memory_pipeline.adapters.postgres.erasure_stores import STORES, text_columns
from memory_pipeline.adapters.postgres.schema import evidence, metadata, transcript, transcript_drops
from memory_pipeline.adapters.postgres.selects import owned
from memory_pipeline.domain.erased_text import spoken_texts, texts_within
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.erasure import Cell

_BY_NAME = {store.name: store for store in STORES}
_NAMES = frozenset({"tenant", "scope"})
_PAGE = 2_000


class PostgresScan:
    """Implements ports.erasure.ErasureScan."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows_of(self, tenant: Tenant, scope: Scope, until: datetime) -> Mapping[str, int]:
        found: dict[str, int] = {}
        with self._database.transaction(tenant) as connection:
            fresh = any(
                connection.scalar(
                    sa.select(
                        sa.exists().where(
                            *owned(store.table, tenant, scope), store.table.c[store.recorded] > until
                        )
                    )
                )
                for store in STORES
                if store.recorded is not None
            )
            for store in STORES:
                if store.recorded is None and fresh:
                    continue  # a new conversation has begun there, and its rows do not say when
                old = () if store.recorded is None else (store.table.c[store.recorded] <= until,)
                query = sa.select(sa.func.count()).where(
                    *owned(store.table, tenant, scope), *removable(store, waiting=True), *old
                )
                number = connection.scalar(query)
                if number:
                    found[store.name] = number
        return found

    def cells(self, tenant: Tenant, scope: Scope | None = None) -> Iterable[Cell]:
        with self._database.transaction(tenant) as connection:
            for table in metadata.sorted_tables:
                if "tenant" in table.c and text_columns(table):
                    yield from _cells_of(connection, table, tenant, scope)


def _cells_of(
    connection: sa.Connection, table: sa.Table, tenant: Tenant, scope: Scope | None
) -> Iterator[Cell]:
    if scope is not None and "scope" not in table.c:
        return
    words = text_columns(table)
    placed = "scope" in table.c
    columns: list[sa.ColumnElement[Any]] = [table.c.scope if placed else sa.null().label("scope"), *words]
    if table is evidence:
        columns.append(_only_a_quote(connection, tenant))
    query = sa.select(*columns).where(table.c.tenant == tenant)
    if scope is not None:
        query = query.where(table.c.scope == str(scope))
    found = connection.execution_options(yield_per=_PAGE).execute(query)
    for row in found:
        where = Scope.parse(row[0]) if row[0] else None
        for column, value in zip(words, row[1:], strict=False):
            yield from _cells_in(table, column, where, value, row)


def _only_a_quote(connection: sa.Connection, tenant: Tenant) -> sa.ColumnElement[bool]:
    """Whether the quote is all there is of it: said outside any session, or in one of the scope's own and past retention."""
    outside = evidence.c.session_id.is_(None)
    drops = sa.select(transcript_drops.c.month).where(transcript_drops.c.tenant == tenant)
    gone = connection.scalars(drops).all()
    if not gone:
        return outside.label("only_a_quote")
    said = [
        transcript.c[name] == evidence.c[name] for name in ("tenant", "scope", "session_id", "message_id")
    ]
    month = sa.cast(sa.func.date_trunc("month", sa.func.timezone("UTC", transcript.c.recorded_at)), sa.Date)
    past = sa.exists().where(*said, month.in_(gone)).correlate(evidence)
    return sa.or_(outside, past).label("only_a_quote")


def _cells_in(
    table: sa.Table, column: sa.Column[object], where: Scope | None, value: Any, row: sa.Row[Any]
) -> Iterator[Cell]:
    store = _BY_NAME.get(str(table.name))
    verbatim = store is not None and column.name in store.verbatim
    own = store is not None and store.own
    if table.name == "evidence":
        own = row.only_a_quote
    spoken = frozenset(spoken_texts(value)) if verbatim else frozenset()
    for text in texts_within(value, _NAMES):
        yield Cell(f"{table.name}.{column.name}", where, text, own=own, verbatim=text in spoken)

"""The words of messages in monthly partitions: past months are dropped by functions of the role that owns them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.forgetting_runs import (
    add_to_tally,
    transcripts_document,
    transcripts_report,
)
from memory_pipeline.adapters.postgres.schema import (
    forgetting_runs,
    segments,
    sessions,
    transcript_drops,
    transcript_months,
)
from memory_pipeline.domain.errors import WriteConflict
from memory_pipeline.domain.night import RunId, Tally
from memory_pipeline.domain.retention import PastMonth
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.memory_store import Tier
from memory_pipeline.ports.retention import MonthWords, TranscriptsReport

# Whoever waits for the partitioned table makes all others wait behind, and every tenant's night comes by: the next one
# tries again.
_SHORT_WAIT = sa.text("SET LOCAL lock_timeout = '200ms'")
_BEFORE = sa.text("SELECT month, needed FROM transcript_months_before(:before)")
_DROP = sa.text("SELECT drop_transcript_month(:month, :now)")


class PostgresRetention:
    """Implements ports.retention.TranscriptRetention."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def past(self, tenant: Tenant, *, before: date) -> Sequence[PastMonth]:
        with self._database.transaction(tenant) as connection:
            everybody = connection.execute(_BEFORE, {"before": before}).all()
            return [_past(connection, tenant, row) for row in everybody]

    def drop(self, month: date, *, now: datetime) -> bool:
        try:
            with self._database.transaction(None) as connection:
                connection.execute(_SHORT_WAIT)
                return bool(connection.scalar(_DROP, {"month": month, "now": now}))
        except WriteConflict:
            return False

    def uncounted(self, tenant: Tenant) -> Sequence[MonthWords]:
        with self._database.transaction(tenant) as connection:
            return _uncounted(connection, tenant)

    def report(self, tenant: Tenant, tally: Tally, held: Sequence[MonthWords]) -> Sequence[MonthWords]:
        with self._database.transaction(tenant) as connection:
            dropped = _uncounted(connection, tenant, lock=True)
            if dropped:
                counted = transcript_drops.c.month.in_([each.month for each in dropped])
                own = sa.update(transcript_drops).where(transcript_drops.c.tenant == tenant, counted)
                connection.execute(own.values(uncounted=0))
            _keep(connection, tenant, tally.run, dropped, held)
            add_to_tally(connection, tenant, tally, Tier.WORKING, sum(each.messages for each in dropped))
        return dropped


def _past(connection: sa.Connection, tenant: Tenant, row: sa.Row[Any]) -> PastMonth:
    """The month as the tenant sees it; of others only that they hold it."""
    own = (transcript_months.c.tenant == tenant, transcript_months.c.month == row.month)
    messages = connection.scalar(
        sa.select(sa.func.coalesce(sa.func.sum(transcript_months.c.messages), 0)).where(*own)
    )
    waiting = redo = 0
    if row.needed:
        waiting = _count(
            connection, sessions, *own, transcript_months.c.last_position >= sessions.c.watermark
        )
        redo = _count(
            connection,
            segments,
            *own,
            segments.c.redo_at.is_not(None),
            segments.c.committed_at.is_not(None),
            segments.c.first_position <= transcript_months.c.last_position,
            segments.c.end_position > transcript_months.c.first_position,
        )
    elsewhere = row.needed and not (waiting or redo)
    return PastMonth(row.month, int(messages or 0), waiting, redo, elsewhere)


def _count(connection: sa.Connection, table: sa.Table, *conditions: sa.ColumnElement[bool]) -> int:
    same = [table.c[name] == transcript_months.c[name] for name in ("tenant", "scope", "session_id")]
    query = sa.select(sa.func.count()).select_from(transcript_months.join(table, sa.and_(*same)))
    return int(connection.scalar(query.where(*conditions)) or 0)


def _uncounted(connection: sa.Connection, tenant: Tenant, *, lock: bool = False) -> list[MonthWords]:
    query = (
        sa.select(transcript_drops.c.month, transcript_drops.c.uncounted)
        .where(transcript_drops.c.tenant == tenant, transcript_drops.c.uncounted > 0)
        .order_by(transcript_drops.c.month)
    )
    rows = connection.execute(query.with_for_update() if lock else query)
    return [MonthWords(row.month, int(row.uncounted)) for row in rows]


def _keep(
    connection: sa.Connection,
    tenant: Tenant,
    run: RunId,
    dropped: Sequence[MonthWords],
    held: Sequence[MonthWords],
) -> None:
    """With the run: what was dropped adds up, should the step be done again, and what is held is as it is now."""
    own = (forgetting_runs.c.tenant == tenant, forgetting_runs.c.run_id == run)
    kept = connection.scalar(sa.select(forgetting_runs.c.transcripts).where(*own).with_for_update())
    if kept is None:
        return
    before = transcripts_report(kept).dropped
    document = transcripts_document(TranscriptsReport((*before, *dropped), tuple(held)))
    connection.execute(sa.update(forgetting_runs).where(*own).values(transcripts=document))

"""The nights' runs as rows: claimed once per tenant and date, counted by the transactions that change memories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import Insert, insert

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.schema import (
    ageing,
    crowding,
    forgetting_counts,
    forgetting_policies,
    forgetting_runs,
    scopes,
)
from memory_pipeline.domain.lifecycle import TransitionKind
from memory_pipeline.domain.night import RunId, Step, Tally
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.forgetting import Counts, HeldBack, Run, RunStatus
from memory_pipeline.ports.retention import MonthWords, TranscriptsReport

_BATCH = 10_000
_COUNT_KEY = ("tenant", "run_id", "shard", "step", "tier")


class ForgettingRuns:
    """The share of ports.forgetting.Forgetting that is about runs and changes of policy."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def replanned_at(self, tenant: Tenant) -> datetime | None:
        query = sa.select(forgetting_policies.c.replanned_at).where(forgetting_policies.c.tenant == tenant)
        with self._database.transaction(tenant) as connection:
            found: datetime | None = connection.scalar(query)
            return found

    def policy_changed(self, tenant: Tenant) -> bool:
        with self._database.transaction(tenant) as connection:
            seen = connection.execute(_changes(tenant)).one_or_none()
        return seen is not None and bool(seen.changes > seen.replanned)

    def replan(self, tenant: Tenant, *, as_of: datetime) -> bool:
        with self._database.transaction(tenant) as connection:
            seen = connection.execute(_changes(tenant)).one_or_none()
        if seen is None or seen.changes == seen.replanned:
            return False
        place: tuple[Any, Any] | None = None
        while (place := self._make_due(tenant, place, as_of)) is not None:
            pass
        with self._database.transaction(tenant) as connection:
            connection.execute(
                sa.update(forgetting_policies)
                .where(forgetting_policies.c.tenant == tenant)
                .values(replanned=seen.changes, replanned_at=as_of)
            )
            every = sa.select(scopes.c.tenant, scopes.c.scope).where(scopes.c.tenant == tenant)
            connection.execute(
                insert(crowding).from_select(["tenant", "scope"], every).on_conflict_do_nothing()
            )
        return True

    def _make_due(
        self, tenant: Tenant, after: tuple[Any, Any] | None, as_of: datetime
    ) -> tuple[Any, Any] | None:
        """Makes the next batch due; where it ended, None if there was no more."""
        query = sa.select(ageing.c.scope, ageing.c.memory_id).where(ageing.c.tenant == tenant)
        if after is not None:
            place = sa.tuple_(sa.literal(after[0]), sa.literal(after[1]))
            query = query.where(sa.tuple_(ageing.c.scope, ageing.c.memory_id) > place)
        page = query.order_by(ageing.c.scope, ageing.c.memory_id).limit(_BATCH)
        with self._database.transaction(tenant) as connection:
            last = connection.execute(page.with_for_update()).all()[-1:]
            if not last:
                return None
            batch = sa.tuple_(ageing.c.scope, ageing.c.memory_id) <= sa.tuple_(
                sa.literal(last[0].scope), sa.literal(last[0].memory_id)
            )
            conditions = [ageing.c.tenant == tenant, batch]
            if after is not None:
                conditions.append(sa.tuple_(ageing.c.scope, ageing.c.memory_id) > place)
            connection.execute(
                sa.update(ageing).where(*conditions).values(kind=TransitionKind.DECAY, due_at=as_of)
            )
        return last[0].scope, last[0].memory_id

    def tenants(self) -> Sequence[Tenant]:
        with self._database.transaction(None) as connection:
            return [
                Tenant(name)
                for name in connection.scalars(sa.text("SELECT tenant FROM tenants_that_remember()"))
            ]

    def claim(self, run: Run, *, now: datetime) -> tuple[Run, bool]:
        with self._database.transaction(run.tenant) as connection:
            made = connection.execute(
                insert(forgetting_runs)
                .values(
                    tenant=run.tenant,
                    run_id=run.id,
                    date=run.date,
                    as_of=run.as_of,
                    status=RunStatus.RUNNING,
                    shards=run.shards,
                    due=run.due,
                    started_at=now,
                    active_at=now,
                )
                .on_conflict_do_nothing()
                .returning(forgetting_runs.c.run_id)
            ).first()
            found = _run(connection, run.tenant, forgetting_runs.c.date == run.date)
        if found is None:
            raise LookupError(f"the run of {run.date} was there and is not")
        return found, made is not None

    def run(self, tenant: Tenant, run_id: RunId) -> Run | None:
        with self._database.transaction(tenant) as connection:
            return _run(connection, tenant, forgetting_runs.c.run_id == run_id)

    def latest(self, tenant: Tenant) -> Run | None:
        newest = sa.select(sa.func.max(forgetting_runs.c.date)).where(forgetting_runs.c.tenant == tenant)
        with self._database.transaction(tenant) as connection:
            return _run(connection, tenant, forgetting_runs.c.date == newest.scalar_subquery())

    def stir(self, tenant: Tenant, run_id: RunId, *, now: datetime, idle_for: timedelta) -> bool:
        statement = (
            sa.update(forgetting_runs)
            .where(
                forgetting_runs.c.tenant == tenant,
                forgetting_runs.c.run_id == run_id,
                forgetting_runs.c.status == RunStatus.RUNNING,
                forgetting_runs.c.active_at <= now - idle_for,
            )
            .values(active_at=now)
        )
        with self._database.transaction(tenant) as connection:
            return connection.execute(statement).rowcount == 1

    def shard_done(
        self, tenant: Tenant, run_id: RunId, shard: int, held_back: Sequence[HeldBack], *, now: datetime
    ) -> bool:
        own = (forgetting_runs.c.tenant == tenant, forgetting_runs.c.run_id == run_id)
        with self._database.transaction(tenant) as connection:
            row = connection.execute(sa.select(forgetting_runs).where(*own).with_for_update()).one()
            done = sorted({*row.shards_done, shard})
            held = {each["scope"]: each for each in [*row.held_back, *map(_held_document, held_back)]}
            connection.execute(
                sa.update(forgetting_runs)
                .where(*own)
                .values(shards_done=done, held_back=list(held.values()), active_at=now)
            )
        return bool(len(done) >= row.shards)

    def keep_count(self, tenant: Tenant, tally: Tally, tier: str, number: int) -> None:
        if number == 0:
            return
        statement = _counted(tenant, tally, tier, number)
        most = sa.func.greatest(forgetting_counts.c.number, statement.excluded.number)
        with self._database.transaction(tenant) as connection:
            connection.execute(
                statement.on_conflict_do_update(index_elements=_COUNT_KEY, set_={"number": most})
            )

    def finish(
        self,
        tenant: Tenant,
        run_id: RunId,
        status: RunStatus,
        *,
        left: int,
        now: datetime,
        held_back: Sequence[HeldBack],
    ) -> Run:
        own = (forgetting_runs.c.tenant == tenant, forgetting_runs.c.run_id == run_id)
        with self._database.transaction(tenant) as connection:
            day: date = connection.execute(sa.select(forgetting_runs.c.date).where(*own)).scalar_one()
            connection.execute(
                sa.update(forgetting_runs)
                .where(*own)
                .values(
                    status=status,
                    left_due=left,
                    ended_at=sa.func.coalesce(forgetting_runs.c.ended_at, now),
                    active_at=now,
                    held_back=[_held_document(each) for each in held_back],
                )
            )
            connection.execute(
                sa.update(forgetting_runs)
                .where(
                    forgetting_runs.c.tenant == tenant,
                    forgetting_runs.c.date < day,
                    forgetting_runs.c.status == RunStatus.RUNNING,
                )
                .values(status=RunStatus.PARTIAL, ended_at=now)
            )
            found = _run(connection, tenant, forgetting_runs.c.run_id == run_id)
        if found is None:
            raise LookupError(f"the run {run_id} was there and is not")
        return found


def _changes(tenant: Tenant) -> sa.Select[Any]:
    return sa.select(forgetting_policies.c.changes, forgetting_policies.c.replanned).where(
        forgetting_policies.c.tenant == tenant
    )


def add_to_tally(connection: sa.Connection, tenant: Tenant, tally: Tally, tier: str, number: int) -> None:
    """Adds to a count of the run. The last statement of a transaction: whoever counts under the same key waits here."""
    if number == 0:
        return
    statement = _counted(tenant, tally, tier, number)
    more = forgetting_counts.c.number + statement.excluded.number
    connection.execute(statement.on_conflict_do_update(index_elements=_COUNT_KEY, set_={"number": more}))


def _counted(tenant: Tenant, tally: Tally, tier: str, number: int) -> Insert:
    return insert(forgetting_counts).values(
        tenant=tenant, run_id=tally.run, shard=tally.shard, step=tally.step, tier=tier, number=number
    )


def _run(connection: sa.Connection, tenant: Tenant, which: sa.ColumnElement[bool]) -> Run | None:
    row = connection.execute(
        sa.select(forgetting_runs).where(forgetting_runs.c.tenant == tenant, which)
    ).one_or_none()
    if row is None:
        return None
    return Run(
        id=RunId(row.run_id),
        tenant=tenant,
        date=row.date,
        as_of=row.as_of,
        status=RunStatus(row.status),
        shards=row.shards,
        counts=_counts(connection, tenant, row.run_id),
        held_back=tuple(HeldBack(Scope.parse(e["scope"]), e["due"], e["rows"]) for e in row.held_back),
        due=row.due,
        left=row.left_due,
        started_at=row.started_at,
        took=row.ended_at - row.started_at if row.ended_at else timedelta(0),
        transcripts=transcripts_report(row.transcripts),
    )


def _counts(connection: sa.Connection, tenant: Tenant, run_id: RunId) -> Counts:
    query = sa.select(
        forgetting_counts.c.step, forgetting_counts.c.tier, sa.func.sum(forgetting_counts.c.number).label("n")
    ).where(forgetting_counts.c.tenant == tenant, forgetting_counts.c.run_id == run_id)
    found: dict[Step, dict[str, int]] = defaultdict(dict)
    for row in connection.execute(query.group_by(forgetting_counts.c.step, forgetting_counts.c.tier)):
        found[Step(row.step)][row.tier] = int(row.n)
    return dict(found)


def transcripts_report(document: Mapping[str, Any]) -> TranscriptsReport:
    """What became of months past retention, as the run keeps it."""
    told = {
        name: tuple(
            MonthWords(date.fromisoformat(each["month"]), each["messages"], each.get("reason", ""))
            for each in document.get(name, ())
        )
        for name in ("dropped", "held")
    }
    return TranscriptsReport(**told)


def transcripts_document(report: TranscriptsReport) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "dropped": [{"month": e.month.isoformat(), "messages": e.messages} for e in report.dropped],
        "held": [
            {"month": e.month.isoformat(), "messages": e.messages, "reason": e.reason} for e in report.held
        ],
    }


def _held_document(held: HeldBack) -> dict[str, Any]:
    return {"scope": str(held.scope), "due": held.due, "rows": held.rows}

"""Claims of scheduled jobs: one unique row per job and period."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.schema import job_claims

_KEPT = timedelta(days=90)


class PostgresJobClaims:
    def __init__(self, database: Database) -> None:
        self._database = database

    def claim(self, job: str, period: str, *, now: datetime) -> bool:
        with self._database.transaction(None) as connection:
            written = connection.execute(
                insert(job_claims)
                .values(job=job, period=period, claimed_at=now)
                .on_conflict_do_nothing()
                .returning(job_claims.c.job)
            ).all()
            if written:
                connection.execute(
                    sa.delete(job_claims).where(
                        job_claims.c.job == job, job_claims.c.claimed_at < now - _KEPT
                    )
                )
        return bool(written)

    def release(self, job: str, period: str) -> None:
        with self._database.transaction(None) as connection:
            connection.execute(
                sa.delete(job_claims).where(job_claims.c.job == job, job_claims.c.period == period)
            )

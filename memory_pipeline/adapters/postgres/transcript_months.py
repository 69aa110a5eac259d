"""Partitions for the words of messages, made when a process first meets a month."""

from __future__ import annotations

from datetime import date

import sqlalchemy as sa

from memory_pipeline.adapters.postgres.database import Database

_ENSURE = sa.text("SELECT ensure_transcript_month(:month)")


class TranscriptMonths:
    """Remembers for one process which months have a partition: most messages cost it nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: set[date] = set()

    def ensure(self, month: date, *, again: bool = False) -> None:
        """The month can be written to, however many processes meet it at once. Before the transaction that writes: nobody
        waits for the new partition any longer than it takes to make it. Raises DatabaseUnavailable."""
        if month in self._known and not again:
            return
        with self._database.transaction(None) as connection:
            connection.execute(_ENSURE, {"month": month})
        self._known.add(month)

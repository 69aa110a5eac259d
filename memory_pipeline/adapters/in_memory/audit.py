"""The audit trail in this process's memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from memory_pipeline.adapters.in_memory.state import InMemoryState, Tables
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.audit import AuditLine

_LEAST = timedelta(days=30)


class InMemoryAudit:
    """Implements ports.audit.Audit on a state that it may share with the memory store."""

    def __init__(self, state: InMemoryState | None = None) -> None:
        self._state = state or InMemoryState()

    def record(self, tenant: Tenant, lines: Sequence[AuditLine]) -> None:
        """Adds lines, unless nothing was ever written for the tenant."""
        with self._state.writing() as tables:
            if tenant in tables.policies or any(known == tenant for known, _ in tables.scopes):
                add_lines(tables, tenant, lines)

    def lines(
        self, tenant: Tenant, *, since: datetime | None, until: datetime | None, about: Sequence[bytes] = ()
    ) -> Iterator[AuditLine]:
        """The tenant's lines, oldest first."""
        with self._state.reading() as tables:
            own = [
                (line.at, number, line) for (owner, number), line in tables.audit.items() if owner == tenant
            ]
        for at, _, line in sorted(own, key=lambda each: each[:2]):
            in_time = (since is None or at >= since) and (until is None or at < until)
            if in_time and (not about or {*about} & {line.actor, line.scope, *line.ids}):
                yield line

    def expire(self, *, before: datetime, limit: int) -> int:
        """Deletes what is older than `before`, and than thirty days by the real clock."""
        latest = min(before, datetime.now(UTC) - _LEAST)
        with self._state.writing() as tables:
            old = sorted((line.at, key) for key, line in tables.audit.items() if line.at < latest)[:limit]
            for _, key in old:
                del tables.audit[key]
        return len(old)


def add_lines(tables: Tables, tenant: Tenant, lines: Sequence[AuditLine]) -> None:
    """Adds lines to the trail in the caller's unit."""
    for line in lines:
        number = max((number for _, number in tables.audit), default=0) + 1
        tables.audit[tenant, number] = line

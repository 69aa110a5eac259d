"""The review queue in this process's memory, by looking at every row."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory_pipeline.adapters.in_memory.state import InMemoryState, Owner, Tables
from memory_pipeline.domain.conflict import Advice, Conflict, conflict_id
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.scope import Scope, Tenant


class InMemoryConflicts:
    """Implements ports.conflicts.Conflicts on the state of a memory store."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def waiting(self, tenant: Tenant, scope: Scope | None, *, now: datetime) -> Sequence[Conflict]:
        """Flagged rows whose sides both live, the longest waiting first."""
        with self._state.reading_of(tenant) as tables:
            found = [
                conflict
                for (owner, _, _), fact in tables.facts.items()
                if owner[0] == tenant and scope in (None, owner[1]) and _alive(fact, now)
                for conflict in _of(tables, owner, fact, now)
            ]
        return sorted(
            found, key=lambda each: (each.since, str(each.challenger.slot.scope), each.challenger.id)
        )

    def advise(self, conflict: Conflict, advice: Advice, *, now: datetime) -> None:  # noqa: ARG002 - no time is kept here
        """Keeps a model's opinion; the first one stays."""
        slot = conflict.challenger.slot
        with self._state.writing() as tables:
            tables.advice.setdefault(((slot.tenant, slot.scope), conflict.id), advice)


def _of(tables: Tables, owner: Owner, challenger: Fact, now: datetime) -> list[Conflict]:
    since = challenger.escalated_at
    if since is None:
        return []
    advice = tables.advice.get((owner, conflict_id(challenger.id, since)))
    return [
        Conflict(fact, challenger, since, advice)
        for (owned_by, id_, _), fact in tables.facts.items()
        if owned_by == owner and id_ == challenger.against and fact.valid_to is None and _alive(fact, now)
    ]


def _alive(fact: Fact, now: datetime) -> bool:
    return fact.expires_at is None or fact.expires_at > now

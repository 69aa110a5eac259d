"""What models took, in this process's memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.costs import ModelTotal, Spending


class InMemoryCosts:
    """Implements ports.costs.Costs."""

    def __init__(self, state: InMemoryState | None = None) -> None:
        self._state = state or InMemoryState()

    def record(self, tenant: Tenant, spending: Spending) -> None:
        """Adds a line."""
        with self._state.writing() as tables:
            tables.costs[tenant, len(tables.costs)] = spending

    def totals(self, tenant: Tenant, since: datetime, until: datetime) -> Sequence[ModelTotal]:
        """By model and prompt version, the dearest first."""
        lines: dict[tuple[str, str], list[Spending]] = defaultdict(list)
        for line in self._lines(tenant):
            if since <= line.at < until:
                lines[line.model, line.prompt_version].append(line)
        found = [_total(*key, of_key) for key, of_key in lines.items()]
        return sorted(found, key=lambda each: (-each.cost.tokens, each.model, each.prompt_version))

    def of_event(self, tenant: Tenant, event_id: EventId) -> Sequence[Spending]:
        """The lines of one event, in the order they were written."""
        return [line for line in self._lines(tenant) if line.event_id == event_id]

    def _lines(self, tenant: Tenant) -> list[Spending]:
        with self._state.reading() as tables:
            return [line for (owner, _), line in sorted(tables.costs.items()) if owner == tenant]


def _total(model: str, prompt_version: str, lines: Sequence[Spending]) -> ModelTotal:
    return ModelTotal(
        model,
        prompt_version,
        len(lines),
        sum(line.outcome != "done" for line in lines),
        sum((line.cost for line in lines), Cost()),
        sum((line.latency for line in lines), timedelta(0)),
    )

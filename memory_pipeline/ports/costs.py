"""What extraction and summaries took of a model: one line an attempt, whatever came of it. No content, no readable id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId


class Purpose(StrEnum):
    EXTRACT = "extract"
    REDO = "redo"
    SUMMARISE = "summarise"
    ADVISE = "advise"


@dataclass(frozen=True, slots=True)
class Spending:
    """What one attempt at one segment took. `outcome` is `done` or the fixed code of what went wrong."""

    event_id: EventId | None
    attempt: int
    purpose: Purpose
    model: str
    prompt_version: str
    cost: Cost
    latency: timedelta
    outcome: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ModelTotal:
    """What one model took with one version of the prompt; `failed` counts the attempts that came to nothing."""

    model: str
    prompt_version: str
    attempts: int
    failed: int
    cost: Cost
    latency: timedelta


class Costs(Protocol):
    """Every call is its own short transaction. Raises DatabaseUnavailable."""

    def record(self, tenant: Tenant, spending: Spending) -> None:
        """Adds a line, creating the tenant; a line is never changed."""

    def totals(self, tenant: Tenant, since: datetime, until: datetime) -> Sequence[ModelTotal]:
        """By model and prompt version, of what was spent from `since` to before `until`, the dearest first."""

    def of_event(self, tenant: Tenant, event_id: EventId) -> Sequence[Spending]:
        """The lines of one event, in the order they were written."""

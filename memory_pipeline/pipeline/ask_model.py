"""Asks a model on a tenant's account: within its budget, and with what it took written down, whatever came of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from zoneinfo import ZoneInfo

from memory_pipeline.domain.budget import budget_of
from memory_pipeline.domain.cost import NOTHING, Cost
from memory_pipeline.domain.errors import BudgetUsedUp, MemoryPipelineError, TransientError
from memory_pipeline.domain.extractor_name import ExtractorName
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.model_day import model_day
from memory_pipeline.ports.costs import Costs, Purpose, Spending

_log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Account:
    """Who pays, and for what. `event_id` is None for what no event of the ledger asked for."""

    tenant: Tenant
    purpose: Purpose
    event_id: EventId | None = None
    attempt: int = 0


def ask_model(
    call: Callable[[], Answer],
    cost_of: Callable[[Answer], Cost],
    asked: ExtractorName,
    account: Account,
    deps: Dependencies,
) -> Answer:
    """What `call` returns. Raises what it raises; BudgetUsedUp, without calling, where the day may take no more.

    An `asked` without a model costs nothing: it is neither bounded nor written down.
    """
    if asked.model is None or deps.costs is None:
        return call()
    refuse_over_budget(account.tenant, deps)
    began = deps.clock.now()
    try:
        answer = call()
    except MemoryPipelineError as error:
        _write_down(asked, account, error.paid or NOTHING, began, error.code, deps.costs, deps)
        raise
    except deps.time_is_up:
        # What was asked until now is known to nobody here: the line tells that an attempt was, and how long it took.
        _write_down(asked, account, NOTHING, began, "attempt_overran", deps.costs, deps)
        raise
    _write_down(asked, account, cost_of(answer), began, "done", deps.costs, deps)
    return answer


def refuse_over_budget(tenant: Tenant, deps: Dependencies) -> None:
    """Raises BudgetUsedUp where the tenant's day took all it may; `retry_after` leads to its next day.

    Attempts under way are not counted before they end: a bound may be passed by as many segments as are read at once.
    """
    if deps.costs is None:
        return
    policy = deps.policies.of(tenant).policy
    if not budget_of(policy, deps.budget).bounded:
        return
    day = model_day(tenant, policy, deps)
    if day.used_up:
        until = day.until.astimezone(ZoneInfo(day.zone)).isoformat(timespec="minutes")
        raise BudgetUsedUp(
            f"the model's budget of the day is used up ({day.cost.calls} calls, {day.cost.tokens} tokens): it goes on "
            f"at {until}, or with `events retry` after the budget was raised",
            (day.until - deps.clock.now()).total_seconds(),
        )


def _write_down(
    asked: ExtractorName,
    account: Account,
    cost: Cost,
    began: datetime,
    outcome: str,
    costs: Costs,
    deps: Dependencies,
) -> None:
    """A reply is not thrown away because its price cannot be written down: that is logged in the ledger's place."""
    now = deps.clock.now()
    spending = Spending(
        account.event_id,
        account.attempt,
        account.purpose,
        asked.model or "",
        asked.prompt_version,
        cost,
        now - began,
        outcome,
        now,
    )
    try:
        costs.record(account.tenant, spending)
    except TransientError as error:
        _log.error("what a model took could not be written down (%s): %s", spending, error)

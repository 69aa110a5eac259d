"""What a tenant's day took of models so far, against what it may take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from memory_pipeline.domain.budget import NO_BUDGET, Budget, budget_of, day_of
from memory_pipeline.domain.cost import NOTHING, Cost
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.costs import ModelTotal


@dataclass(frozen=True, slots=True)
class ModelDay:
    """The tenant's day from `since` to before `until`, in UTC; `totals` by model and prompt version."""

    since: datetime
    until: datetime
    zone: str
    budget: Budget
    totals: Sequence[ModelTotal]

    @property
    def cost(self) -> Cost:
        return sum((each.cost for each in self.totals), NOTHING)

    @property
    def used_up(self) -> bool:
        return self.budget.used_up(self.cost.calls, self.cost.tokens)


def model_day(tenant: Tenant, policy: Policy, deps: Dependencies) -> ModelDay:
    """The day that it is now for a tenant with this policy."""
    now = deps.clock.now()
    since, until = day_of(now, ZoneInfo(policy.zone))
    if deps.costs is None:
        return ModelDay(since, until, policy.zone, NO_BUDGET, ())
    totals = deps.costs.totals(tenant, since, until)
    return ModelDay(since, until, policy.zone, budget_of(policy, deps.budget), totals)

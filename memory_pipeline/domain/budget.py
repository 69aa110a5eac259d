"""What a day may take of a model, and when the next day of a tenant begins. Pure: the instant comes in as an argument."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from memory_pipeline.domain.policy import Policy


@dataclass(frozen=True, slots=True)
class Budget:
    """Bounds of one day; None is no bound, 0 lets nothing through."""

    calls: int | None = None
    tokens: int | None = None

    @property
    def bounded(self) -> bool:
        return self.calls is not None or self.tokens is not None

    def used_up(self, calls: int, tokens: int) -> bool:
        """Whether a day that took this much may take no more."""
        return (self.calls is not None and calls >= self.calls) or (
            self.tokens is not None and tokens >= self.tokens
        )


NO_BUDGET = Budget()


def budget_of(policy: Policy, default: Budget) -> Budget:
    """The tenant's own bounds; where its policy has none, those of the settings."""
    return Budget(
        default.calls if policy.daily_calls is None else policy.daily_calls,
        default.tokens if policy.daily_tokens is None else policy.daily_tokens,
    )


def day_of(now: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """The instants at which the day of `zone` that `now` lies in begins and ends: 23 to 25 hours apart.

    Where a change of the clock skips midnight, the day begins an hour later; where midnight comes twice, at the first.
    """
    today = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    tomorrow = (today.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone)
    return today.astimezone(UTC), tomorrow.astimezone(UTC)

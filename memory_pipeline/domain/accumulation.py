"""How often a repeated episode suggested one value, and from when on that makes it a fact."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.domain.policy import Policy


@dataclass(frozen=True, slots=True)
class Tally:
    """Counted mentions of one value, and when the last of them was."""

    mentions: int = 0
    counted_at: datetime | None = None

    def after(self, at: datetime, policy: Policy) -> Tally:
        """The tally with a mention at `at`, which counts if the last counted one is longer ago than the gap."""
        if self.counted_at is not None and at - self.counted_at <= policy.recount_gap:
            return self
        return replace(self, mentions=self.mentions + 1, counted_at=at)

    def confidence(self, policy: Policy) -> float:
        """What its mentions add up to, at most 1."""
        return min(1.0, round(policy.mention_weight * self.mentions, 6))

    def promotes(self, policy: Policy) -> bool:
        """Whether its mentions have ended the value's probation."""
        return self.confidence(policy) >= policy.promote_at

"""What the broker holds, as numbers: for status, readiness and alarms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class BrokerState:
    """Messages waiting by queue, and those that workers hold; None where the broker does not tell."""

    waiting: Mapping[str, int]
    unacked: int | None
    oldest_unacked_s: float | None


class BrokerGauge(Protocol):
    def state(self) -> BrokerState:
        """Raises BrokerUnavailable."""

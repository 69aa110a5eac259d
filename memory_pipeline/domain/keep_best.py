"""Which memories a full scope keeps at hand: the best by freshness, hits, confidence and confirmation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import exp
from uuid import UUID

from memory_pipeline.domain.decay import effective_confidence, idle_for
from memory_pipeline.domain.lifecycle import Ageing
from memory_pipeline.domain.policy import Policy

_DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory at hand and how often it was recalled; `policy` is what holds for it."""

    id: UUID
    memory: Ageing
    accesses: int
    policy: Policy


def surplus(memories: Iterable[Kept], most: int, now: datetime) -> list[UUID]:
    """Those beyond the best `most`, the worst first; equals by id. What is pinned or lasts is kept and counts."""
    found = list(memories)
    lasting = sum(each.memory.lasting for each in found)
    others = sorted(
        (each for each in found if not each.memory.lasting), key=lambda each: (worth(each, now), each.id)
    )
    over = len(others) - max(most - lasting, 0)
    return [each.id for each in others[: max(over, 0)]]


def worth(each: Kept, now: datetime) -> float:
    """From 0 to 4: one each for freshness, hits, effective confidence, and a person's word.

    Freshness falls to 1/e within the time after which fading begins; half of what hits can give is had at the third.
    """
    memory, policy = each.memory, each.policy
    idle = idle_for(memory.idle_from, now).total_seconds() / _DAY_S
    freshness = exp(-idle / (policy.decay_after.total_seconds() / _DAY_S))
    confidence = effective_confidence(memory.confidence, memory.idle_from, now, policy)
    return freshness + each.accesses / (each.accesses + 3) + confidence + memory.by_person

"""How confidence fades: a pure function of what was asserted, how long nobody touched it, and the clock.

Nothing is ever multiplied into a stored number, so it does not matter how often or when nights ran.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from memory_pipeline.domain.instant import shifted
from memory_pipeline.domain.policy import Policy


def idle_since(
    last_access_at: datetime | None, last_mention_at: datetime | None, recorded_at: datetime | None
) -> datetime | None:
    """From when a memory has been idle: the latest of its access, its mention and its recording.

    The recording counts so that history backfilled today does not die tonight. None where nothing is known.
    """
    known = [at for at in (last_access_at, last_mention_at, recorded_at) if at is not None]
    return max(known, default=None)


def effective_confidence(confidence: float, idle_from: datetime, now: datetime, policy: Policy) -> float:
    """What `confidence` is worth at `now`: × the factor per step, while above the floor.

    Never above `confidence`; what starts above the floor ends in (factor × floor, floor]. A clock that stands before
    `idle_from` finds it fresh.
    """
    worth = confidence
    for due_at, next_worth in _steps(confidence, idle_from, policy):
        if due_at > now:
            break
        worth = next_worth
    return worth


def next_decay_at(confidence: float, idle_from: datetime, now: datetime, policy: Policy) -> datetime | None:
    """When effective confidence falls next after `now`; None when it has reached the end."""
    return next((due_at for due_at, _ in _steps(confidence, idle_from, policy) if due_at > now), None)


def falls_below_at(confidence: float, idle_from: datetime, bound: float, policy: Policy) -> datetime | None:
    """From when on effective confidence is < `bound`; `idle_from` if from the start, None if never."""
    return _first(confidence, idle_from, policy, bound, or_equal=False)


def falls_to_at(confidence: float, idle_from: datetime, bound: float, policy: Policy) -> datetime | None:
    """From when on effective confidence is ≤ `bound`; `idle_from` if from the start, None if never."""
    return _first(confidence, idle_from, policy, bound, or_equal=True)


def _first(
    confidence: float, idle_from: datetime, policy: Policy, bound: float, *, or_equal: bool
) -> datetime | None:
    course = [(idle_from, confidence), *_steps(confidence, idle_from, policy)]
    return next((at for at, worth in course if worth < bound or (or_equal and worth == bound)), None)


def _steps(confidence: float, idle_from: datetime, policy: Policy) -> Iterator[tuple[datetime, float]]:
    """Each fall and what is left after it. Finite: it stops at the first value at or below the floor."""
    worth = confidence
    taken = 0
    while worth > policy.decay_floor:
        worth *= policy.decay_factor
        yield shifted(idle_from, policy.decay_after + taken * policy.decay_step), worth
        taken += 1


def idle_for(idle_from: datetime, now: datetime) -> timedelta:
    """How long it has been idle; nothing where the clock stands before its last touch."""
    return max(now - idle_from, timedelta(0))

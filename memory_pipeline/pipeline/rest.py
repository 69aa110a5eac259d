"""How long an event rests between its attempts. Long rests stand in the ledger, never on the broker."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import timedelta

from memory_pipeline.domain.errors import (
    BreakerOpen,
    IsolationBusy,
    Postponed,
    SessionBusy,
    TransientError,
    TurnOver,
)
from memory_pipeline.pipeline.dependencies import Attempts
from memory_pipeline.ports.ledger import Claim

# Waiting for these is no trouble, and no length of it is.
IN_GOOD_ORDER = (SessionBusy, TurnOver, IsolationBusy)
# Attempts that were put back in good order, or by a rate limit for days, come in hundreds: no clock holds 2 to that power.
_MOST_DOUBLINGS = 40


def rest_after(error: TransientError, claim: Claim, attempts: Attempts, *, waited: timedelta) -> timedelta:
    """The rest that follows this error of an event that has `waited` since it was recorded."""
    asked = asked_for(error.retry_after, attempts)
    if isinstance(error, IN_GOOD_ORDER):
        return asked
    if isinstance(error, BreakerOpen):
        # About as long as it has waited: however many events an outage holds up, few of them are up at any time.
        return max(asked, min(waited, attempts.longest) * (0.5 + _share(claim) / 2))
    # Attempts that were put back in good order, or lost with a worker, must not make the next failure's rest longer.
    counted = claim if isinstance(error, Postponed) else replace(claim, attempt=claim.failures + 1)
    return rest(counted, attempts, error.retry_after)


def rest(claim: Claim, attempts: Attempts, retry_after: float | None) -> timedelta:
    """Full jitter over the doubled base, never less than asked for."""
    doubled_s = attempts.base.total_seconds() * 2.0 ** min(claim.attempt - 1, _MOST_DOUBLINGS)
    ceiling = timedelta(seconds=min(doubled_s, attempts.longest.total_seconds()))
    return max(ceiling * _share(claim), asked_for(retry_after, attempts))


def asked_for(retry_after: float | None, attempts: Attempts) -> timedelta:
    """What an endpoint asks for, but no longer than an event waits at all: what it would be tried for then is over."""
    return timedelta(seconds=min(retry_after or 0.0, attempts.total.total_seconds()))


def _share(claim: Claim) -> float:
    """Drawn from event and attempt, so that one event's plan can be told in advance."""
    draw = hashlib.sha256(f"{claim.ref.event_id}:{claim.attempt}".encode()).digest()
    return int.from_bytes(draw[:4], "big") / 0xFFFFFFFF

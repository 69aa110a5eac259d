"""Takes one event through one attempt: claim, do, and end it done, put back or dead. The one place that decides which."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from memory_pipeline.domain.errors import (
    AttemptCrashed,
    AttemptOverran,
    BudgetUsedUp,
    Defect,
    IsolationBusy,
    LeaseLost,
    ModelReplyUnusable,
    PermanentError,
    Postponed,
    TransientError,
)
from memory_pipeline.events.codec import decode
from memory_pipeline.events.models import (
    Event,
    FactsImported,
    MemoryConfirm,
    MemoryCorrect,
    MemoryForget,
    MemoryRemember,
    SessionClosed,
    SessionIdle,
    SessionThreshold,
)
from memory_pipeline.pipeline.confirm import confirm
from memory_pipeline.pipeline.consolidate import consolidate
from memory_pipeline.pipeline.correct import correct
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forget_as_asked import forget_as_asked
from memory_pipeline.pipeline.hold import held
from memory_pipeline.pipeline.import_fact import import_fact
from memory_pipeline.pipeline.let_in import let_in
from memory_pipeline.pipeline.relay import relay_one
from memory_pipeline.pipeline.remember import remember
from memory_pipeline.pipeline.rest import IN_GOOD_ORDER, rest_after
from memory_pipeline.pipeline.screen_event import screened_event
from memory_pipeline.ports.asker import asking_for
from memory_pipeline.ports.isolation import End, Ended, Isolation
from memory_pipeline.ports.ledger import Claim, EventRef, EventState

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Done:
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PutBack:
    """The event failed for now; the sweeper sends it again from `next_attempt_at` on."""

    next_attempt_at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Dead:
    reason: str
    error: str


@dataclass(frozen=True, slots=True)
class NotMine:
    """Nothing to do: the event is final, not due, held by another worker, was taken over meanwhile, or is parked
    because its scope has its share of the workers."""


Outcome = Done | PutBack | Dead | NotMine


def handle(ref: EventRef, deps: Dependencies) -> Outcome:
    """What one attempt came to. Errors that are ours end in the ledger; any other leaves the lease to run out."""
    relay_one(ref, deps)
    holder = f"{deps.worker}/{uuid4().hex[:12]}"
    attempts = deps.attempts
    claim = deps.ledger.claim(
        ref, now=deps.clock.now(), lease=attempts.lease, holder=holder, shares=attempts.shares
    )
    if claim is None:
        return NotMine()
    outcome = _try(claim, deps)
    let_in(claim, deps)
    return outcome


def _try(claim: Claim, deps: Dependencies) -> Outcome:
    if deps.isolation is not None and claim.crashes >= deps.attempts.suspicious:
        return _alone(claim, deps.isolation, deps)
    if deps.isolation is None and claim.crashes >= deps.attempts.most:
        # Nobody can tell here whose doing the crashes were.
        return _bury(
            claim, "attempts_exhausted", f"given up after {claim.crashes} attempts that never ended", deps
        )
    return attempt(claim, deps)


def attempt(claim: Claim, deps: Dependencies) -> Outcome:
    """Does what was claimed, under a lease that is renewed meanwhile, and ends it in the ledger."""
    try:
        with held(claim, deps), asking_for(claim.ref.tenant, claim.ref.scope):
            return Done(_do(screened_event(decode(claim.document), deps), claim, deps))
    except LeaseLost:
        return NotMine()
    except PermanentError as error:
        return _ended(claim, deps) or _bury(claim, _reason(error), str(error), deps)
    except BudgetUsedUp as error:
        return _park(claim, error, deps)
    except TransientError as error:
        return _ended(claim, deps) or _put_back(claim, error, deps)
    except deps.time_is_up:
        overran = _overran(f"the attempt had its {deps.attempts.limit.total_seconds():g} s")
        return _ended(claim, deps) or _put_back(claim, overran, deps)
    except Exception as error:  # noqa: BLE001 - a defect of ours must neither hold the event for its lease nor lose it
        defect = _defect(claim, error)
        return _ended(claim, deps) or _put_back(claim, defect, deps)


def _ended(claim: Claim, deps: Dependencies) -> Done | None:
    """The event's end, where what failed came after it: vectors and a session's time to live are left to sweeps and nights."""
    recorded = _as_recorded(claim, deps)
    return recorded if isinstance(recorded, Done) else None


def _defect(claim: Claim, error: Exception) -> Defect:
    """The error as ours. Frames only: the message of a foreign error may hold what people said."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    _log.error("event %s met a defect, %s:\n%s", claim.ref.event_id, type(error).__name__, frames)
    return Defect(f"a defect of the program: {type(error).__name__}")


def _alone(claim: Claim, isolation: Isolation, deps: Dependencies) -> Outcome:
    """Tries an event that was there when several workers died in a process of its own, and judges it by that one's end."""
    with held(claim, deps):  # until the process has started and renews the lease itself
        ended = isolation.run(claim)
    trouble = _trouble(ended)
    if trouble is None:
        return _as_recorded(claim, deps)
    return _put_back(claim, trouble, deps)


def _trouble(ended: Ended | None) -> TransientError | None:
    if ended is None:
        return IsolationBusy("it waits to be tried alone", 3.0)
    if ended.end is End.OVERRAN:
        return _overran(f"tried alone, the attempt {ended.detail}")
    if ended.end is End.CRASHED:
        return AttemptCrashed(f"tried alone, the attempt {ended.detail}")
    if ended.end is End.STOPPED:
        return IsolationBusy(f"tried alone, the attempt {ended.detail}", 3.0)
    return None


def _overran(sentence: str) -> TransientError:
    return AttemptOverran(sentence)


def _as_recorded(claim: Claim, deps: Dependencies) -> Outcome:
    ref = claim.ref
    entry = deps.ledger.states(ref.tenant, [ref.event_id]).get(ref.event_id)
    if entry is None:
        return NotMine()
    match entry.state:
        case EventState.DONE:
            return Done(entry.result)
        case EventState.DEAD:
            return Dead(entry.reason or "", entry.error or "")
        case EventState.FAILED | EventState.PENDING if entry.next_attempt_at is not None:
            return PutBack(entry.next_attempt_at, entry.reason or "")
        case _:
            return NotMine()


def _do(event: Event, claim: Claim, deps: Dependencies) -> Mapping[str, Any]:
    match event:
        case SessionClosed() | SessionIdle() | SessionThreshold():
            return consolidate(event, claim, deps)
        case MemoryRemember():
            return remember(event, claim, deps)
        case MemoryCorrect():
            return correct(event, claim, deps)
        case MemoryConfirm():
            return confirm(event, claim, deps)
        case FactsImported():
            return import_fact(event, claim, deps)
        case MemoryForget():
            return forget_as_asked(event, claim, deps)
        case _:
            raise PermanentError(f"no use case handles events of type {type(event).__name__}")


def _put_back(claim: Claim, error: TransientError, deps: Dependencies) -> Outcome:
    now, attempts = deps.clock.now(), deps.attempts
    counted = not isinstance(error, Postponed)
    waited = timedelta(0) if claim.recorded_at is None else now - claim.recorded_at
    if (counted and claim.failures + 1 >= attempts.most) or (
        waited >= attempts.total and not isinstance(error, IN_GOOD_ORDER)
    ):
        return _bury(claim, _reason(error), str(error), deps)
    next_attempt_at = now + rest_after(error, claim, attempts, waited=waited)
    deps.ledger.fail(
        claim, next_attempt_at=next_attempt_at, reason=_reason(error), error=str(error), counted=counted
    )
    level = logging.INFO if isinstance(error, IN_GOOD_ORDER) else logging.WARNING
    _log.log(level, "event %s put back until %s: %s", claim.ref.event_id, next_attempt_at, error)
    return PutBack(next_attempt_at, _reason(error))


def _park(claim: Claim, error: BudgetUsedUp, deps: Dependencies) -> Outcome:
    """Until the tenant's next day it is as if it had not been tried."""
    until = deps.clock.now() + timedelta(seconds=error.retry_after or 0.0)
    deps.ledger.park(claim, until=until, reason="budget", error=str(error))
    _log.info("event %s rests until %s: %s", claim.ref.event_id, until, error)
    return PutBack(until, "budget")


def _bury(claim: Claim, reason: str, error: str, deps: Dependencies) -> Dead:
    deps.ledger.bury(claim, now=deps.clock.now(), reason=reason, error=error)
    _log.error("event %s is dead after attempt %s (%s): %s", claim.ref.event_id, claim.attempt, reason, error)
    return Dead(reason, error)


def _reason(error: PermanentError | TransientError) -> str:
    if isinstance(error, ModelReplyUnusable):
        return error.reason
    name = type(error).__name__
    return "".join(f"_{ch.lower()}" if ch.isupper() else ch for ch in name).lstrip("_")

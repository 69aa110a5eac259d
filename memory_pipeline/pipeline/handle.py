"""Takes one event through one attempt: claim, do, and end it done, put back or dead. The one place that decides which."""

from __future__ import annotations

import hashlib
import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memory_pipeline.domain.errors import LeaseLost, ModelReplyUnusable, PermanentError, TransientError
from memory_pipeline.events.codec import decode
from memory_pipeline.events.models import (
    Event,
    FactsImported,
    MemoryConfirm,
    MemoryCorrect,
    MemoryRemember,
    SessionClosed,
    SessionIdle,
    SessionThreshold,
)
from memory_pipeline.pipeline.confirm import confirm
from memory_pipeline.pipeline.consolidate import consolidate
from memory_pipeline.pipeline.correct import correct
from memory_pipeline.pipeline.dependencies import Attempts, Dependencies
from memory_pipeline.pipeline.import_fact import import_fact
from memory_pipeline.pipeline.relay import relay_one
from memory_pipeline.pipeline.remember import remember
from memory_pipeline.ports.ledger import Claim, EventRef

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
    """Nothing to do: the event is final, not due, held by another worker, or was taken over meanwhile."""


Outcome = Done | PutBack | Dead | NotMine


def handle(ref: EventRef, deps: Dependencies) -> Outcome:
    """What one attempt came to. Errors that are ours end in the ledger; any other leaves the lease to run out."""
    relay_one(ref, deps)
    claim = deps.ledger.claim(ref, now=deps.clock.now(), lease=deps.attempts.lease)
    if claim is None:
        return NotMine()
    if claim.attempt > deps.attempts.most:
        return _bury(
            claim,
            "attempts_exhausted",
            f"given up after {deps.attempts.most} attempts that never ended",
            deps,
        )
    try:
        return Done(_do(decode(claim.document), claim, deps))
    except LeaseLost:
        return NotMine()
    except PermanentError as error:
        return _bury(claim, _reason(error), str(error), deps)
    except TransientError as error:
        return _put_back(claim, error, deps)
    except Exception as error:  # noqa: BLE001 - a defect of ours must neither hold the event for its lease nor lose it
        # Frames only: the message of a foreign error may hold what people said.
        frames = "".join(traceback.format_tb(error.__traceback__))
        _log.error("event %s met a defect, %s:\n%s", claim.ref.event_id, type(error).__name__, frames)
        return _put_back(claim, TransientError(f"a defect of the program: {type(error).__name__}"), deps)


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
        case _:
            raise PermanentError(f"no use case handles events of type {type(event).__name__}")


def _put_back(claim: Claim, error: TransientError, deps: Dependencies) -> Outcome:
    if claim.attempt >= deps.attempts.most:
        return _bury(claim, _reason(error), str(error), deps)
    now = deps.clock.now()
    next_attempt_at = now + rest(claim, deps.attempts, error.retry_after)
    deps.ledger.fail(claim, next_attempt_at=next_attempt_at, reason=_reason(error), error=str(error))
    _log.warning("event %s put back until %s: %s", claim.ref.event_id, next_attempt_at, error)
    return PutBack(next_attempt_at, _reason(error))


def _bury(claim: Claim, reason: str, error: str, deps: Dependencies) -> Dead:
    deps.ledger.bury(claim, now=deps.clock.now(), reason=reason, error=error)
    _log.error("event %s is dead after attempt %s (%s): %s", claim.ref.event_id, claim.attempt, reason, error)
    return Dead(reason, error)


def rest(claim: Claim, attempts: Attempts, retry_after: float | None) -> timedelta:
    """How long an event rests before its next attempt: full jitter over the doubled base, never less than asked for.

    The jitter is drawn from event and attempt, so that one event's plan can be told in advance.
    """
    ceiling: timedelta = min(attempts.base * float(2 ** (claim.attempt - 1)), attempts.longest)
    draw = hashlib.sha256(f"{claim.ref.event_id}:{claim.attempt}".encode()).digest()
    share = int.from_bytes(draw[:4], "big") / 0xFFFFFFFF
    return max(ceiling * share, timedelta(seconds=retry_after or 0.0))


def _reason(error: PermanentError | TransientError) -> str:
    if isinstance(error, ModelReplyUnusable):
        return error.reason
    name = type(error).__name__
    return "".join(f"_{ch.lower()}" if ch.isupper() else ch for ch in name).lstrip("_")

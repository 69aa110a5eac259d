"""What becomes of a broker message: the one place that maps outcomes and errors to acks and retries.

Every message is a hint, so every answer here acknowledges it: what is not done stands in the ledger or the inbox,
with its next attempt, and the sweeper sends a new hint. Broker redelivery is left to workers that die.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from memory_pipeline.domain.errors import PermanentError, TransientError
from memory_pipeline.pipeline.handle import Dead, Done, NotMine, Outcome, PutBack

_PAUSES_S = (0.5, 1.0, 2.0, 2.0, 2.0)

_log = logging.getLogger(__name__)


def _patiently(work: Callable[[], Outcome]) -> Outcome:
    """While servers restart a worker waits with the message in hand: else it would empty the queue in seconds."""
    for pause_s in _PAUSES_S:
        try:
            return work()
        except TransientError as error:
            _log.info("tried again in %g s: %s", pause_s, error)
            time.sleep(pause_s)
    return work()


def acknowledged(work: Callable[[], Outcome]) -> str:
    """Does the work and names what came of it. An error that is not ours propagates: Celery logs it, the event's
    lease runs out, and the next attempt is counted."""
    try:
        outcome = _patiently(work)
    except TransientError as error:
        # The ledger or the inbox could not be reached, so nothing was claimed or the lease will run out.
        _log.warning("left to the sweeper: %s", error)
        return "left"
    except PermanentError as error:
        _log.error("left to the sweeper, and to a person: %s", error)
        return "left"
    match outcome:
        case Done():
            return "done"
        case PutBack():
            return "put_back"
        case Dead():
            return "dead"
        case NotMine():
            return "not_mine"

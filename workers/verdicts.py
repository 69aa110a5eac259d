"""What becomes of a broker message: the one place that maps outcomes and errors to acks and retries.

Every message is a hint, so every answer here acknowledges it: what is not done stands in the ledger or the inbox,
with its next attempt, and the sweeper sends a new hint. Broker redelivery is left to workers that die.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from memory_pipeline.domain.errors import PermanentError, TransientError
from memory_pipeline.pipeline.handle import Dead, Done, NotMine, Outcome, PutBack

_log = logging.getLogger(__name__)


def acknowledged(work: Callable[[], Outcome]) -> str:
    """Does the work and names what came of it. An error that is not ours propagates: Celery logs it, the event's
    lease runs out, and the next attempt is counted."""
    try:
        outcome = work()
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

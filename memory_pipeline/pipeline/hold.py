"""Keeps an event's lease alive while its attempt works, so that nobody takes over what somebody does."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from memory_pipeline.domain.errors import TransientError
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.ledger import Claim

_log = logging.getLogger(__name__)
_BEATS_PER_LEASE = 4


@contextmanager
def held(claim: Claim, deps: Dependencies) -> Iterator[None]:
    """Renews the lease in the background until the block ends, or until the attempt has had its time.

    An attempt that hangs is given up that way: its lease runs out, and what it may still write is refused.
    """
    ended = threading.Event()
    beat = threading.Thread(target=_renew, args=(claim, deps, ended), name="lease", daemon=True)
    beat.start()
    try:
        yield
    finally:
        ended.set()
        beat.join()


def _renew(claim: Claim, deps: Dependencies, ended: threading.Event) -> None:
    attempts = deps.attempts
    every_s = attempts.lease.total_seconds() / _BEATS_PER_LEASE
    for _ in range(int(attempts.limit.total_seconds() / every_s)):
        if ended.wait(every_s):
            return
        try:
            if not deps.ledger.renew(claim, now=deps.clock.now(), lease=attempts.lease):
                _log.warning("event %s was taken over from attempt %s", claim.ref.event_id, claim.attempt)
                return
        except TransientError as error:
            _log.warning("the lease of event %s cannot be renewed now: %s", claim.ref.event_id, error)
    _log.error("attempt %s of event %s has had its time", claim.attempt, claim.ref.event_id)

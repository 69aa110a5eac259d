"""Gives the place that an attempt leaves to the next event of its scope that is parked."""

from __future__ import annotations

import logging

from memory_pipeline.domain.errors import TransientError
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.ledger import ASKING, Claim

_log = logging.getLogger(__name__)


def let_in(ended: Claim, deps: Dependencies) -> None:
    """Hints what there is room for. At the end of the queue, behind everybody else: so nobody is served before others.

    A hint that cannot be sent is sent by a sweep: the attempt has ended, whatever becomes of this.
    """
    shares = deps.attempts.shares
    if not shares.bounded or ended.type not in ASKING:
        return
    try:
        for ref in deps.ledger.let_in(ended.ref, now=deps.clock.now(), shares=shares):
            deps.publisher.publish(ref)
    except TransientError as error:
        _log.info("what is parked is left to a sweep: %s", error)

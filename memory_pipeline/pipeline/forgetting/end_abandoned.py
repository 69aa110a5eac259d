"""Ends sessions that nobody closed and no sweep found, so that what was said in them is consolidated."""

from __future__ import annotations

import logging

from memory_pipeline.domain.errors import BrokerUnavailable
from memory_pipeline.domain.night import Step
from memory_pipeline.pipeline.forgetting.night import Night
from memory_pipeline.pipeline.forgetting.sessions import pages, session_change
from memory_pipeline.ports.ledger import EventRef
from memory_pipeline.ports.working_forgetting import SessionQueue, WorkingForgetting
from memory_pipeline.ports.working_memory import Emitted

_log = logging.getLogger(__name__)


def end_abandoned(night: Night, tier: WorkingForgetting, keep: bool) -> None:
    """As the idle sweep does, which runs every few seconds and leaves nothing for a night where all is well."""
    before = night.as_of - night.deps.idle_after
    tally = night.tally(Step.ARCHIVE).outside if keep else None
    for page in pages(night, tier, SessionQueue.OPEN, by=before):
        for ended in tier.abandon(page, before=before, at=night.as_of, tally=tally):
            if ended.emitted is not None:
                _hint(ended.emitted, night)
            reason = "Nobody closed it, and nothing was said in it for long: it is ended, to be consolidated."
            night.tell(session_change(Step.ARCHIVE, ended.due.key, ended.due.at, reason))


def _hint(emitted: Emitted, night: Night) -> None:
    """The event waits in the inbox, whatever becomes of the hint."""
    try:
        night.deps.publisher.publish(EventRef(emitted.tenant, emitted.scope, emitted.event_id))
    except BrokerUnavailable as error:
        _log.warning("event %s waits for the sweeper: %s", emitted.event_id, error)

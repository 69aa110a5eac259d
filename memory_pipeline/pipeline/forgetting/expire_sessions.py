"""Removes the sessions whose time in the working tier is over: they ended, are in the transcript, and nobody went on."""

from __future__ import annotations

from memory_pipeline.domain.night import Step
from memory_pipeline.pipeline.forgetting.night import Night
from memory_pipeline.pipeline.forgetting.remove_strays import stray_change
from memory_pipeline.pipeline.forgetting.sessions import pages, session_change
from memory_pipeline.ports.working_forgetting import SessionQueue, WorkingForgetting


def expire_sessions(night: Night, tier: WorkingForgetting, keep: bool) -> None:
    """By our own due instants. Redis's TTL is at work beside it: a session that it took is counted all the same."""
    tally = night.tally(Step.EXPIRE).outside if keep else None
    for page in pages(night, tier, SessionQueue.LEAVING, by=night.as_of):
        for gone in tier.expire(page, as_of=night.as_of, tally=tally):
            due = gone.due
            night.tell(session_change(Step.EXPIRE, due.key, due.at, "Its time in the working tier is over."))
            for stray in gone.strays:
                night.tell(stray_change(night, due.key, stray))

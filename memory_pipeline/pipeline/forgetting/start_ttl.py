"""Starts the time to live of sessions that ended and were never settled: what should have done so was cut short."""

from __future__ import annotations

from memory_pipeline.domain.message import Message
from memory_pipeline.domain.night import Step
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.night import Night
from memory_pipeline.pipeline.forgetting.sessions import pages, session_change
from memory_pipeline.ports.working_forgetting import TTL_LOST, DueSession, SessionQueue, WorkingForgetting
from memory_pipeline.ports.working_memory import SessionLog


def start_ttl(night: Night, tier: WorkingForgetting, keep: bool) -> None:
    """Looks at what waits for a day and longer. What the transcript does not hold goes on waiting, however long."""
    for page in pages(night, tier, SessionQueue.AWAITING, by=night.as_of - TTL_LOST):
        for due, last in zip(page, tier.last_messages(page), strict=True):
            # Whatever comes after `last` was read keeps the session from being settled through it.
            log = None if last is None else night.deps.working.read(due.key)
            if last is None or log is None:
                continue  # a mere entry: it is a stray
            if not _in_transcript(log, night.deps):
                if keep:
                    tier.put_off(due, to=night.as_of)
            elif not keep or _settled(due, last, night, tier):
                reason = "It ended, is in the transcript, and was never told when to go."
                night.tell(session_change(Step.DECAY, due.key, due.at, reason))


def _in_transcript(log: SessionLog, deps: Dependencies) -> bool:
    said = {entry.id for entry in log.entries if isinstance(entry, Message)}
    transcript = deps.transcripts.read(log.key)
    return said <= {message.id for message in (transcript.messages if transcript is not None else ())}


def _settled(due: DueSession, last: str, night: Night, tier: WorkingForgetting) -> bool:
    tally = night.tally(Step.DECAY).outside
    return tier.settle(due, last, as_of=night.as_of, ttl=night.deps.working_ttl, tally=tally)

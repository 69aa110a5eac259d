"""Drops the words of messages that are past retention, a month of all tenants at a time; what is remembered of them stays."""

from __future__ import annotations

from collections import Counter
from datetime import date

from memory_pipeline.domain.night import Step
from memory_pipeline.domain.retention import kept_from
from memory_pipeline.pipeline.forgetting.night import Night
from memory_pipeline.ports.retention import NO_TRANSCRIPTS, MonthWords, TranscriptsReport

_IN_USE = "somebody was reading or writing just then: the next night tries again"
_NO_TIME = "the night's time was up: the next one goes on"


def drop_transcripts(night: Night) -> None:
    """Drops what nobody needs any more, and reports the tenant's share of it: also what other tenants' nights dropped.

    Months are of no scope: the first shard sees to them. Done again it finds nothing left to do.
    """
    retention, before = night.deps.retention, _before(night)
    if retention is None or before is None or night.shard.number:
        return
    held: list[MonthWords] = []
    in_use = False
    for month in retention.past(night.tenant, before=before):
        reason = month.held or (_IN_USE if in_use else _NO_TIME if night.time_is_up() else None)
        if reason is None and not retention.drop(month.month, now=night.as_of):
            reason, in_use = _IN_USE, True  # who is in the way of one month is in the way of all
        if reason is not None and month.messages:
            held.append(MonthWords(month.month, month.messages, reason))
    retention.report(night.tenant, night.tally(Step.PURGE), held)


def foresee_drops(night: Night) -> TranscriptsReport:
    """What it would report. Nothing is dropped."""
    retention, before = night.deps.retention, _before(night)
    if retention is None or before is None:
        return NO_TRANSCRIPTS
    dropped = Counter({each.month: each.messages for each in retention.uncounted(night.tenant)})
    held: list[MonthWords] = []
    for month in retention.past(night.tenant, before=before):
        if month.held is None:
            dropped[month.month] += month.messages
        elif month.messages:
            held.append(MonthWords(month.month, month.messages, month.held))
    return TranscriptsReport(tuple(MonthWords(*each) for each in sorted((+dropped).items())), tuple(held))


def _before(night: Night) -> date | None:
    """Months before this one are past retention; None where words are kept for ever. All tenants' words go together: a
    night that one has run for an instant to come takes nobody's before their time."""
    keep = night.deps.transcripts_kept
    return None if keep is None else kept_from(min(night.as_of, night.begun_at or night.as_of), keep)

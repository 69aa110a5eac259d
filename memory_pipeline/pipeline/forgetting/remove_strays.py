"""Removes from the working tier what belongs to no session any more, and lists again sessions that no index knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory_pipeline.domain.night import Step
from memory_pipeline.pipeline.forgetting.night import Change, Night
from memory_pipeline.pipeline.forgetting.sessions import pages, session_change
from memory_pipeline.ports.working_forgetting import TTL_LOST, SessionQueue, Stray, WorkingForgetting
from memory_pipeline.ports.working_memory import SessionKey

_REASONS = {
    Stray.LOG: "Marks of a session in which nothing was said.",
    Stray.DIGESTS: "Digests of messages that are not there any more.",
    Stray.META: "The state of a session whose messages are not there any more.",
    Stray.SUMMARY: "A rolling summary that outlived its session.",
    Stray.ENTRY: "A place in an index, of a session that is not there any more.",
}


def remove_strays(night: Night, tier: WorkingForgetting, keep: bool) -> None:
    """Looks at what the indexes have left over, and at the next part of all keys, from where the last night came to."""
    tally = night.tally(Step.PURGE).outside if keep else None
    seen: set[SessionKey] = set()
    for keys in _suspects(night, tier, keep):
        new = [key for key in keys if key not in seen]
        for key, stray in tier.remove_strays(new, tally=tally):
            seen.add(key)
            night.tell(stray_change(night, key, stray))


def _suspects(night: Night, tier: WorkingForgetting, keep: bool) -> Iterator[Sequence[SessionKey]]:
    overdue = {
        SessionQueue.OPEN: night.as_of - night.deps.idle_after,
        SessionQueue.AWAITING: night.as_of - TTL_LOST,
    }
    for queue, by in overdue.items():
        for page in pages(night, tier, queue, by=by):
            yield [due.key for due in page]
    if night.shard.number == 0:
        yield from _search(night, tier, keep)


def _search(night: Night, tier: WorkingForgetting, keep: bool) -> Iterator[Sequence[SessionKey]]:
    """Part by part, each kept before it is seen to: a run that was killed sees to the same and to no more."""
    place = tier.place(night.tenant, night.run_id)
    while not night.time_is_up():
        if not place.pending:
            if place.over:
                return
            place = tier.search(night.tenant, place)
            if keep:
                tier.keep_place(night.tenant, night.run_id, place)
        yield place.pending
        place = replace(place, pending=())
        if keep:
            tier.keep_place(night.tenant, night.run_id, place)


def stray_change(night: Night, key: SessionKey, stray: Stray) -> Change:
    """One key or entry that goes."""
    return session_change(Step.PURGE, key, night.as_of, _REASONS[stray])

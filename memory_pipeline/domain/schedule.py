"""When a memory is due next, as it is kept beside it: written with every change, read by the nights.

An access does not write it: a night that meets a memory which was touched meanwhile finds the later instant and moves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime

from memory_pipeline.domain.assertion import Forgettability
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.decay import idle_since
from memory_pipeline.domain.episode import Episode, EpisodeStatus
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.lifecycle import Ageing, TransitionKind, next_transition, observe_at
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection import stale_at

_LASTING = (Forgettability.LOW, Forgettability.MEDIUM, Forgettability.HIGH)
_FORGETTING = tuple(
    each.name
    for each in fields(Policy)
    if each.name.startswith(("decay_", "archive_", "purge_", "purges", "ttl", "keep_best", "overrides"))
)
_BY_PERSON = (Source.USER_STATED, Source.CORRECTED)


@dataclass(frozen=True, slots=True)
class Schedule:
    """What happens next, and when; `due_at` is None where nothing does, or where it waits for the rest of its slot.

    `settled_at` is the instant up to which its fading was counted. Expiry stands on the row itself, not here.
    """

    settled_at: datetime
    kind: TransitionKind | None = None
    due_at: datetime | None = None
    candidate_since: datetime | None = None

    def is_due(self, kind: TransitionKind, as_of: datetime) -> bool:
        return self.kind is kind and self.due_at is not None and self.due_at <= as_of


def scheduled(memory: Ageing, settled_at: datetime, policy: Policy) -> Schedule:
    """Its next transition after fading was counted up to `settled_at`, from all that is known of it now.

    A candidacy that a touch has ended is forgotten: observation would start anew.
    """
    observed_at = observe_at(memory, policy)
    since = memory.candidate_since
    if since is not None and (observed_at is None or since < observed_at):
        since = None
    ahead = next_transition(replace(memory, candidate_since=since, expires_at=None), settled_at, policy)
    if ahead is None:
        return Schedule(settled_at, candidate_since=since)
    return Schedule(settled_at, ahead.kind, ahead.due_at, since)


def parked(schedule: Schedule) -> Schedule:
    """Ready to go, but younger statements of its slot hold it: it goes with them, and is looked at when they are."""
    return replace(schedule, kind=TransitionKind.PURGE, due_at=None)


def touched(memory: Ageing, last_access_at: datetime | None, *, pinned: bool) -> Ageing:
    """The memory with what recalls and pins know of it."""
    since = idle_since(last_access_at, memory.idle_from, None)
    return replace(memory, idle_from=since or memory.idle_from, pinned=pinned)


def forgets_alike(one: Policy, other: Policy) -> bool:
    """Whether due instants by one policy are those by the other."""
    return all(getattr(one, name) == getattr(other, name) for name in _FORGETTING)


def ageing_of_fact(rows: Sequence[Fact], recorded_at: datetime | None) -> Ageing:
    """What forgetting looks at in all intervals of one fact; `recorded_at` is when the last of its statements was.

    Accesses and pins are not in it. The open interval decides, else the last one; any interval that stands, and any that
    asks to last, speaks for the whole.
    """
    last = max(rows, key=lambda fact: (fact.valid_to is None, fact.valid_from))
    mentions = [fact.last_mention_at for fact in rows if fact.last_mention_at is not None]
    stands = any(fact.status in (FactStatus.CURRENT, FactStatus.ARCHIVED) for fact in rows)
    ends = [fact.valid_to for fact in rows if fact.valid_to is not None]
    return Ageing(
        confidence=last.confidence,
        idle_from=idle_since(None, max(mentions, default=None), recorded_at) or last.valid_from,
        stands=stands,
        archived=any(fact.status is FactStatus.ARCHIVED for fact in rows),
        by_person=any(fact.confirmed or fact.source in _BY_PERSON for fact in rows),
        forgettability=min((fact.forgettability for fact in rows), key=_LASTING.index),
        expires_at=stale_at(rows),
        ended_at=None if stands else max(ends, default=None),
    )


def ageing_of_episode(episode: Episode) -> Ageing:
    """What forgetting looks at in an episode. Accesses and pins are not in it."""
    return Ageing(
        confidence=episode.confidence,
        idle_from=idle_since(None, episode.occurred_at, episode.recorded_at) or episode.occurred_at,
        archived=episode.status is EpisodeStatus.ARCHIVED,
    )
